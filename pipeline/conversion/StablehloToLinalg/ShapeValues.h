//===- ShapeValues.h - sizes that programs compute as tensors ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SHAPEVALUES_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SHAPEVALUES_H

#include "mlir/Transforms/DialectConversion.h"

namespace ingot::stablehlo {

/// The numbers of `shape`, a tensor of rank 1 and static size, as indices.
///
/// Programs put shapes together from sizes of tensors (get_dimension_size,
/// reshape, concatenate, sums and products). Those ops are followed back, so
/// that later passes see sizes of tensors and not elements loaded from memory;
/// what cannot be followed is loaded.
llvm::SmallVector<mlir::OpFoldResult>
shapeNumbers(mlir::ConversionPatternRewriter &rewriter, mlir::Location loc,
             mlir::Value shape);

/// Number `place`, in row-major order, of a tensor of static shape, found in
/// the same way.
mlir::OpFoldResult shapeNumber(mlir::ConversionPatternRewriter &rewriter,
                               mlir::Location loc, mlir::Value numbers,
                               int64_t place = 0);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_SHAPEVALUES_H
