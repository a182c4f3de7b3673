//===- UnsupportedOperators.cpp - one report of all that is missing -------===//

#include "pipeline/frontends/UnsupportedOperators.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

/// So many places of one finding are named.
static constexpr size_t kMaxPlaces = 3;
/// So many findings are listed; a hostile file may hold any number.
static constexpr size_t kMaxFindings = 100;

void ingot::UnsupportedOperators::add(StringRef name, Location where,
                                      const Twine &reason) {
  findings_[{name.str(), reason.str()}].push_back(where);
}

static std::string nameOf(Location where) {
  if (auto name = dyn_cast<NameLoc>(where))
    return "'" + name.getName().str() + "'";
  return "";
}

static std::string describePlaces(ArrayRef<Location> places) {
  std::string text;
  for (Location where : places.take_front(kMaxPlaces))
    if (std::string name = nameOf(where); !name.empty())
      text += (text.empty() ? " at " : ", ") + name;
  if (!text.empty() && places.size() > kMaxPlaces)
    text += " and " + std::to_string(places.size() - kMaxPlaces) + " more";
  return text;
}

LogicalResult ingot::UnsupportedOperators::report(Location where) const {
  if (findings_.empty())
    return success();
  size_t total = 0;
  for (const auto &[finding, places] : findings_)
    total += places.size();
  InFlightDiagnostic error =
      emitError(where) << total << (total == 1 ? " operator" : " operators")
                       << " of the model cannot be compiled";
  size_t listed = 0;
  for (const auto &[finding, places] : findings_) {
    if (listed++ == kMaxFindings) {
      error.attachNote() << "and " << findings_.size() - kMaxFindings
                         << " more reasons";
      break;
    }
    error.attachNote(places.front())
        << finding.first << " ("
        << (places.size() == 1 ? "once"
                               : std::to_string(places.size()) + " times")
        << describePlaces(places) << "): " << finding.second;
  }
  return failure();
}

std::string ingot::nearestName(StringRef name, ArrayRef<StringRef> known) {
  StringRef nearest;
  unsigned best = name.size() / 3 + 1;
  for (StringRef candidate : known) {
    unsigned distance = name.edit_distance_insensitive(candidate, true, best);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.str();
}
