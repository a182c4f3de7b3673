//===- ShapeBuilder.h - sizes and constants as values -----------*- C++ -*-===//
//
// Constants, and sizes that are known only at run time, computed by StableHLO's
// own ops in i32, as `get_dimension_size` gives them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_SHAPEBUILDER_H
#define INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_SHAPEBUILDER_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace ingot::chlo {

/// A constant tensor of one value in all elements.
mlir::Value splatOf(mlir::ImplicitLocOpBuilder &builder, mlir::Attribute value,
                    mlir::RankedTensorType type);

/// Zeros in the static sizes of `type`, whose elements are numbers or pairs.
mlir::Value zerosOf(mlir::ImplicitLocOpBuilder &builder,
                    mlir::RankedTensorType type);
/// Whether zerosOf() can.
bool hasZero(mlir::Type element);

/// `size` as tensor<i32>.
mlir::Value constantSize(mlir::ImplicitLocOpBuilder &builder, int64_t size);
/// A size of `tensor` as tensor<i32>; a constant where it is static.
mlir::Value sizeOf(mlir::ImplicitLocOpBuilder &builder, mlir::Value tensor,
                   int64_t dimension);
/// Element `place` of a list of sizes, a tensor of rank 1, as a scalar i32.
mlir::Value elementOf(mlir::ImplicitLocOpBuilder &builder, mlir::Value sizes,
                      int64_t place);
/// Several of them as one tensor<nxi32>.
mlir::Value shapeOf(mlir::ImplicitLocOpBuilder &builder,
                    mlir::ValueRange sizes);
/// All sizes of `tensor` as one tensor<nxi32>.
mlir::Value shapeOf(mlir::ImplicitLocOpBuilder &builder, mlir::Value tensor);

} // namespace ingot::chlo

#endif // INGOT_PIPELINE_CONVERSION_CHLOTOSTABLEHLO_SHAPEBUILDER_H
