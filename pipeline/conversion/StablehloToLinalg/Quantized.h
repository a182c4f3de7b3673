//===- Quantized.h - what quantised numbers stand for -----------*- C++ -*-===//
//
// A quantised number q of scale s and zero point z stands for (q - z) * s.
// Tensors of them become tensors of q. By the sections uniform_quantize and
// uniform_dequantize of the StableHLO specification.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_QUANTIZED_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_QUANTIZED_H

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Builders.h"

namespace ingot::stablehlo {

/// The type of what quantised numbers stand for; other types as they are.
mlir::Type numberType(mlir::Type type);

/// The number that `stored` stands for, and the other way round: rounded to the
/// nearest (ties to even) and clamped. `channel` is the index along the axis of
/// a per-axis type, null for one scale.
mlir::Value dequantizeScalar(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::Value stored,
                             mlir::quant::QuantizedType type,
                             mlir::Value channel = {});
mlir::Value quantizeScalar(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value number, mlir::quant::QuantizedType type,
                           mlir::Value channel = {});

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_QUANTIZED_H
