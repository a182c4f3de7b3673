//===- Profile.cpp - where the time of a compile went ---------------------===//
//
// Times of actions are wall time in a worker; several run at once. Times of
// parts are their own, so that they add up: what an action ran for and its
// parts do not say is the way to the worker and back.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Profile.h"

#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <ostream>
#include <tuple>

namespace ingot::client {
namespace {

/// Rows that a reader can take in.
constexpr size_t kMaxParts = 25;

/// All parts of one name in all actions, longest first.
std::vector<ActionProfile::Part>
sumOfParts(const std::vector<ActionProfile> &actions) {
  std::map<std::pair<std::string, std::string>, ActionProfile::Part> sums;
  for (const ActionProfile &action : actions)
    for (const ActionProfile::Part &part : action.parts) {
      ActionProfile::Part &sum = sums[{part.group, part.name}];
      sum.group = part.group;
      sum.name = part.name;
      sum.count += part.count;
      sum.milliseconds += part.milliseconds;
    }
  std::vector<ActionProfile::Part> parts;
  for (auto &[name, sum] : sums)
    parts.push_back(std::move(sum));
  std::sort(parts.begin(), parts.end(), [](const auto &a, const auto &b) {
    return a.milliseconds > b.milliseconds;
  });
  return parts;
}

void printActions(std::ostream &out,
                  const std::vector<ActionProfile> &actions) {
  std::vector<const ActionProfile *> built;
  size_t found = 0;
  for (const ActionProfile &action : actions) {
    if (action.built)
      built.push_back(&action);
    else
      ++found;
  }
  std::sort(built.begin(), built.end(),
            [](const auto *a, const auto *b) { return a->ran > b->ran; });
  out << absl::StrFormat("%9s %9s  %-7s %s\n", "began ms", "ran ms", "action",
                         "of");
  for (const ActionProfile *action : built)
    out << absl::StrFormat("%9.1f %9.1f  %-7s %s %s\n", action->began,
                           action->ran, action->kind, action->root,
                           action->symbol);
  out << absl::StrFormat("%d actions built, %d found\n", built.size(), found);
}

} // namespace

nlohmann::ordered_json
profileAsJson(const std::vector<ActionProfile> &actions) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const ActionProfile &action : actions) {
    nlohmann::ordered_json parts = nlohmann::ordered_json::array();
    for (const ActionProfile::Part &part : action.parts)
      parts.push_back({{"group", part.group},
                       {"name", part.name},
                       {"count", part.count},
                       {"milliseconds", part.milliseconds}});
    json.push_back({{"kind", action.kind},
                    {"symbol", action.symbol},
                    {"root", action.root},
                    {"built", action.built},
                    {"began", action.began},
                    {"ended", action.ended},
                    {"queued", action.queued},
                    {"ran", action.ran},
                    {"parts", parts}});
  }
  return json;
}

void printProfile(std::ostream &out,
                  const std::vector<ActionProfile> &actions) {
  printActions(out, actions);
  std::vector<ActionProfile::Part> parts = sumOfParts(actions);
  std::map<std::string, double> groups;
  for (const ActionProfile::Part &part : parts)
    groups[part.group] += part.milliseconds;
  for (const auto &[group, milliseconds] : groups)
    out << absl::StrFormat("%9.1f  all of: %s\n", milliseconds, group);
  if (parts.size() > kMaxParts)
    parts.resize(kMaxParts);
  for (const ActionProfile::Part &part : parts)
    out << absl::StrFormat("%9.1f  %s: %s, %d times\n", part.milliseconds,
                           part.group, part.name, part.count);
}

} // namespace ingot::client
