//===- UnrollSums.h - several steps of a product at a time ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_EMIT_UNROLLSUMS_H
#define INGOT_PIPELINE_EMIT_UNROLLSUMS_H

#include "llvm/IR/PassManager.h"

namespace ingot::pipeline {

/// A pass of LLVM. Innermost loops that carry several vectors walk memory by
/// pointers of their own instead of products of their counter, and take four
/// steps at a time where their number of steps is known.
struct UnrollSums : llvm::PassInfoMixin<UnrollSums> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_UNROLLSUMS_H
