//===- TraceFile.cpp - a compile as a picture over time -------------------===//
//
// Times are microseconds since the first compile began. The service tells times
// of actions since it began the compile, which is when its word of that came:
// the way of one packet is the error.
//
//===----------------------------------------------------------------------===//

#include "client/cli/TraceFile.h"

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ingot::client {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kCommand = 1, kService = 2; ///< Processes of the picture.
/// Threads of the service: fronts of compiles, then queues, then workers.
constexpr int kFirstQueue = 1000, kFirstWorker = 2000;

double microseconds(absl::Duration duration) {
  return absl::ToDoubleMicroseconds(duration);
}

/// What stands in the picture once per process or thread.
Json nameOf(const char *what, int process, int thread,
            const std::string &name) {
  return {{"ph", "M"},
          {"name", what},
          {"pid", process},
          {"tid", thread},
          {"args", {{"name", name}}}};
}

Json slice(const std::string &name, int process, int thread, double at,
           double length, Json arguments = Json::object()) {
  return {{"ph", "X"},        {"name", name}, {"pid", process},
          {"tid", thread},    {"ts", at},     {"dur", std::max(length, 0.0)},
          {"args", arguments}};
}

/// plan, or kernel and what is at its heart.
std::string titleOf(const ActionProfile &action) {
  return action.root.empty() ? action.kind
                             : absl::StrCat(action.kind, " ", action.root);
}

Json argumentsOf(const ActionProfile &action) {
  Json arguments = {{"symbol", action.symbol}, {"queued_ms", action.queued}};
  for (const ActionProfile::Part &part : action.parts)
    arguments[absl::StrCat(part.group, ": ", part.name, " ms")] =
        part.milliseconds;
  return arguments;
}

/// One picture on its way.
class Picture {
public:
  explicit Picture(absl::Time zero) : zero_(zero) {
    events_.push_back(nameOf("process_name", kCommand, 0, "ingot"));
    events_.push_back(nameOf("process_name", kService, 0, "ingotd"));
  }

  void add(const CompileTrace &compile, int index) {
    const std::string target =
        compile.target.empty() ? "" : absl::StrCat(" ", compile.target);
    nameThread(kCommand, index, "compile" + target);
    events_.push_back(slice("compile" + target, kCommand, index,
                            at(compile.began),
                            microseconds(compile.ended - compile.began),
                            {{"cache", compile.cache}}));
    addPhases(compile, index, target);
    const double base = at(std::min(compile.queued, compile.ended));
    nameThread(kService, kFirstQueue + index, "queue" + target);
    for (const ActionProfile &action : compile.actions)
      addAction(action, index, base);
  }

  /// The actions of each worker follow each other.
  Json finish() {
    for (auto &[worker, slices] : workers_) {
      nameThread(kService, worker,
                 absl::StrCat("worker ", worker - kFirstWorker));
      std::sort(slices.begin(), slices.end(), [](const Json &a, const Json &b) {
        return a["ts"].get<double>() < b["ts"].get<double>();
      });
      for (Json &each : slices)
        events_.push_back(std::move(each));
    }
    return std::move(events_);
  }

private:
  double at(absl::Time time) const { return microseconds(time - zero_); }

  void nameThread(int process, int thread, const std::string &name) {
    events_.push_back(nameOf("thread_name", process, thread, name));
  }

  void addPhases(const CompileTrace &compile, int index,
                 const std::string &target) {
    nameThread(kService, index, "front" + target);
    for (size_t i = 0; i < compile.phases.size(); ++i) {
      const auto &[name, began] = compile.phases[i];
      const absl::Time end = i + 1 < compile.phases.size()
                                 ? compile.phases[i + 1].second
                                 : compile.ended;
      events_.push_back(
          slice(name, kService, index, at(began), microseconds(end - began)));
    }
  }

  void addAction(const ActionProfile &action, int index, double base) {
    const double began = base + action.began * 1000,
                 taken = began + action.queued * 1000;
    if (!action.built) {
      events_.push_back({{"ph", "i"},
                         {"s", "t"},
                         {"name", "found " + titleOf(action)},
                         {"pid", kService},
                         {"tid", index},
                         {"ts", base + action.ended * 1000}});
      return;
    }
    // Many wait at once: asynchronous events may overlap.
    const int id = ++lastId_;
    for (const char *end : {"b", "e"})
      events_.push_back({{"ph", end},
                         {"cat", "queue"},
                         {"id", id},
                         {"name", titleOf(action)},
                         {"pid", kService},
                         {"tid", kFirstQueue + index},
                         {"ts", *end == 'b' ? began : taken}});
    const int worker = kFirstWorker + static_cast<int>(action.worker);
    workers_[worker].push_back(slice(titleOf(action), kService, worker, taken,
                                     action.ran * 1000, argumentsOf(action)));
  }

  const absl::Time zero_;
  Json events_ = Json::array();
  std::map<int, std::vector<Json>> workers_;
  int lastId_ = 0;
};

} // namespace

nlohmann::ordered_json traceAsJson(const std::vector<CompileTrace> &compiles,
                                   const std::string &traceId) {
  absl::Time zero = absl::InfiniteFuture();
  for (const CompileTrace &compile : compiles)
    zero = std::min(zero, compile.began);
  Picture picture(zero);
  for (size_t i = 0; i < compiles.size(); ++i)
    picture.add(compiles[i], static_cast<int>(i) + 1);
  return {{"displayTimeUnit", "ms"},
          {"otherData", {{"trace_id", traceId}}},
          {"traceEvents", picture.finish()}};
}

std::string newTraceParent() {
  absl::BitGen generator;
  auto number = [&] {
    return absl::Uniform<uint64_t>(absl::IntervalClosed, generator, 1,
                                   UINT64_MAX);
  };
  return absl::StrFormat("00-%016x%016x-%016x-01", number(), number(),
                         number());
}

std::string traceIdOf(const std::string &traceParent) {
  constexpr size_t kBytes = 55, kBegin = 3, kLength = 32;
  return traceParent.size() < kBytes ? "" : traceParent.substr(kBegin, kLength);
}

} // namespace ingot::client
