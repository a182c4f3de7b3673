//===- ProgramParts.h - what of a program differs from another --*- C++ -*-===//
//
// A program's digest says that it is another one and not where. For people who
// ask that, a plan tells of the program's functions and their constants, and
// of the places that its kernels came from. Nothing is made from this.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_PROGRAMPARTS_H
#define INGOT_PIPELINE_API_PROGRAMPARTS_H

#include "pipeline/api/Compiler.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot::pipeline {

/// What is told of at most; the rest is left out.
inline constexpr size_t kMaxDescribedFunctions = 256;
inline constexpr size_t kMaxDescribedConstants = 512; ///< Of all functions.
inline constexpr size_t kMaxDescribedLaunches = 2048;

/// The functions of a module that ran through the import pipeline and not
/// through `constants`, whose threshold is `constantThreshold`.
std::vector<PlannedFunction> describeFunctions(mlir::ModuleOp module,
                                               uint64_t constantThreshold);

/// The calls of plan.kernels in a planned module that has its places yet.
std::vector<PlannedLaunch> describeLaunches(mlir::ModuleOp module,
                                            const Plan &plan);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_PROGRAMPARTS_H
