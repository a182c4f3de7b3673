//===- JobTrace.cpp - where the time of a job went ------------------------===//
//
// An event of the profiler has a name and a detail. What our own events mean:
//
//   name         detail
//   "MLIR pass"  the pass
//   "LLVM pass"  the pass (pipeline/emit/Optimize.cpp)
//   "step"       read, translate, ...: what lies between passes
//
// LLVM's code generators name each of theirs "RunPass". What remains of their
// events are managers of passes, which count as a step, `generate`.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/JobTrace.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/TimeProfiler.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace ingot::pipeline {
namespace {

/// Tells the profiler of each pass and of analyses that were computed for it.
class PassTracer final : public mlir::PassInstrumentation {
public:
  void runBeforePass(mlir::Pass *pass, mlir::Operation *) override {
    if (llvm::timeTraceProfilerEnabled())
      llvm::timeTraceProfilerBegin("MLIR pass", pass->getName());
  }
  void runAfterPass(mlir::Pass *, mlir::Operation *) override { end(); }
  void runAfterPassFailed(mlir::Pass *, mlir::Operation *) override { end(); }

private:
  static void end() {
    if (llvm::timeTraceProfilerEnabled())
      llvm::timeTraceProfilerEnd();
  }
};

/// An event on its way to being summed up. Times in microseconds.
struct Event {
  int64_t begin, end;
  std::pair<std::string, std::string> part;
  int64_t inside = 0; ///< Of events within it.
};

std::pair<std::string, std::string> partOf(llvm::StringRef name,
                                           llvm::StringRef detail) {
  if (name == "RunPass")
    return {"code generation", detail.str()};
  if (name == "MLIR pass" && detail.contains("OpToOpPassAdaptor"))
    return {"step", "pass managers"};
  if (name == "MLIR pass" || name == "LLVM pass" || name == "step")
    return {name.str(), detail.str()};
  return {"step", "generate"};
}

/// Complete events but for LLVM's own sums, in the order in which they began.
std::vector<Event> readEvents(llvm::StringRef json) {
  std::vector<Event> events;
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(json);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return events;
  }
  const llvm::json::Object *root = parsed->getAsObject();
  const llvm::json::Array *list =
      root ? root->getArray("traceEvents") : nullptr;
  if (!list)
    return events;
  for (const llvm::json::Value &value : *list) {
    const llvm::json::Object *event = value.getAsObject();
    if (!event || event->getString("ph") != llvm::StringRef("X"))
      continue;
    llvm::StringRef name = event->getString("name").value_or("");
    if (name.starts_with("Total "))
      continue;
    const llvm::json::Object *arguments = event->getObject("args");
    llvm::StringRef detail =
        arguments ? arguments->getString("detail").value_or("") : "";
    int64_t begin = event->getInteger("ts").value_or(0);
    events.push_back({begin, begin + event->getInteger("dur").value_or(0),
                      partOf(name, detail)});
  }
  llvm::sort(events, [](const Event &a, const Event &b) {
    return std::pair(a.begin, -a.end) < std::pair(b.begin, -b.end);
  });
  return events;
}

} // namespace

std::vector<TracedPart> summarizeTrace(llvm::StringRef json) {
  std::vector<Event> events = readEvents(json);
  std::vector<size_t> open; // Each lies within the one before it.
  for (size_t i = 0; i < events.size(); ++i) {
    while (!open.empty() && events[open.back()].end <= events[i].begin)
      open.pop_back();
    if (!open.empty())
      events[open.back()].inside += events[i].end - events[i].begin;
    open.push_back(i);
  }
  std::map<std::pair<std::string, std::string>, TracedPart> sums;
  for (const Event &event : events) {
    TracedPart &sum = sums[event.part];
    ++sum.count;
    // Rounding to microseconds lets parts be longer than their whole.
    sum.milliseconds +=
        std::max<int64_t>(0, event.end - event.begin - event.inside) / 1e3;
  }
  std::vector<TracedPart> parts;
  for (auto &[part, sum] : sums)
    parts.push_back({part.first, part.second, sum.count, sum.milliseconds});
  llvm::sort(parts, [](const TracedPart &a, const TracedPart &b) {
    return a.milliseconds > b.milliseconds;
  });
  return parts;
}

JobTrace::JobTrace(const Observer &observer) : observer_(observer) {
  if (!observer_.onParts)
    return;
  llvm::timeTraceProfilerInitialize(/*TimeTraceGranularity=*/0, "ingot");
  llvm::timeTraceProfilerBegin("step", "other");
}

JobTrace::~JobTrace() {
  if (!observer_.onParts)
    return;
  llvm::timeTraceProfilerEnd();
  llvm::SmallString<0> json;
  llvm::raw_svector_ostream stream(json);
  llvm::timeTraceProfilerWrite(stream);
  llvm::timeTraceProfilerCleanup();
  observer_.onParts(summarizeTrace(json));
}

std::unique_ptr<mlir::PassInstrumentation> createPassTracer() {
  return std::make_unique<PassTracer>();
}

} // namespace ingot::pipeline
