//===- DnnlLayerNorm.h - layer norm as oneDNN computes it -------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_DNNLLAYERNORM_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_DNNLLAYERNORM_H

#include "pipeline/targets/offload/LibraryTable.h"

namespace ingot::offload {

/// The call for the ops of a layer norm along the last dimension, of which `op`
/// is the first: sums of the numbers or of their squares.
///
/// {"sizes":[rows, columns],"epsilon":E,"scale":1,"shift":2}, the last two the
/// numbers of operands, if it has them.
LibraryMatch matchLayerNorm(mlir::Operation *op);

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_DNNLLAYERNORM_H
