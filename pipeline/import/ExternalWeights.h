//===- ExternalWeights.h - globals whose values are in files ----*- C++ -*-===//
//
// A program of `ml_program` may leave its weights out: a global of
// `#ml_program.extern` is bound by its name. If a file that has it came with
// the program (WeightFiles.h), that happens here, so that the weights are known
// to every later phase; what no file has is bound when the executable is
// loaded.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_EXTERNALWEIGHTS_H
#define INGOT_PIPELINE_IMPORT_EXTERNALWEIGHTS_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"

namespace ingot {

/// Of a global that was a constant before it was written out: bound, it is one
/// again and leaves no global behind.
inline constexpr char kWasConstantAttr[] = "ingot.was_constant";

/// Gives external globals the values that files of `source` have for them; an
/// immutable one becomes a constant wherever it is loaded. Fails, after
/// diagnostics, for files that are damaged or of no kind that is read, and for
/// tensors of another type. Warns of a file that binds nothing.
mlir::LogicalResult bindExternalWeights(mlir::ModuleOp module,
                                        const ModelSource &source);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_EXTERNALWEIGHTS_H
