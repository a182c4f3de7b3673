//===- Indexing.h - numbers of tensors as indices ---------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_INDEXING_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_INDEXING_H

#include "mlir/IR/Builders.h"

namespace ingot::stablehlo {

/// A number as an index; `given` is its type with the sign.
mlir::Value indexFrom(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value number, mlir::Type given);

/// Gather and scatter number batches by the dimensions of their index tensor
/// without `indexVectorDim`: where its dimension `dimension` is among those.
inline int64_t batchPlace(int64_t dimension, int64_t indexVectorDim) {
  return indexVectorDim < dimension ? dimension - 1 : dimension;
}

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_INDEXING_H
