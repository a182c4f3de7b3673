//===- DnnlSoftmax.h - softmax as oneDNN computes it ------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_DNNLSOFTMAX_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_DNNLSOFTMAX_H

#include "pipeline/targets/offload/LibraryTable.h"

namespace ingot::offload {

/// The call for four ops, of which `op` is the first: the maxima along the last
/// dimension, exponentials of what is below them, their sums, and quotients.
///
/// {"sizes":[rows, columns]}
LibraryMatch matchSoftmax(mlir::Operation *op);

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_DNNLSOFTMAX_H
