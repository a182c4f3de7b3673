//===- NarrowCounters.h - counters of loops as addresses are ----*- C++ -*-===//

#ifndef INGOT_PIPELINE_EMIT_NARROWCOUNTERS_H
#define INGOT_PIPELINE_EMIT_NARROWCOUNTERS_H

#include "llvm/IR/PassManager.h"

namespace ingot::pipeline {

/// A pass of LLVM. Counts loops in 32 bits that count in 64, but whose counters
/// are known to stay below 2^31; who reads one sees the same numbers. Loops
/// want a block in front of them that leads there alone, as `loop-simplify`
/// makes it.
struct NarrowCounters : llvm::PassInfoMixin<NarrowCounters> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_NARROWCOUNTERS_H
