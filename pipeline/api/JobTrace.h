//===- JobTrace.h - where the time of a job went ----------------*- C++ -*-===//
//
// LLVM's time trace profiler, aimed at one job: passes of LLVM report to it by
// themselves, those of MLIR through an instrumentation, our own steps by
// llvm::TimeTraceScope. It costs nothing where nobody listens.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_JOBTRACE_H
#define INGOT_PIPELINE_API_JOBTRACE_H

#include "pipeline/api/Compiler.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace mlir {
class PassInstrumentation;
} // namespace mlir

namespace ingot::pipeline {

/// Measures this thread for as long as it lives and then tells the observer, if
/// that listens. One at a time on a thread.
class JobTrace {
public:
  explicit JobTrace(const Observer &observer);
  ~JobTrace();
  JobTrace(const JobTrace &) = delete;
  JobTrace &operator=(const JobTrace &) = delete;

private:
  const Observer &observer_;
};

/// Reports passes of MLIR to the profiler of the thread that runs them.
std::unique_ptr<mlir::PassInstrumentation> createPassTracer();

/// Sums up what the profiler wrote (Chrome's trace format): a part's time is
/// its own, without the parts inside of it. Longest first.
std::vector<TracedPart> summarizeTrace(llvm::StringRef json);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_JOBTRACE_H
