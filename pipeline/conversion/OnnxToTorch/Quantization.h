//===- Quantization.h - integers that stand for numbers ---------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_QUANTIZATION_H
#define INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_QUANTIZATION_H

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

namespace ingot::onnx {

/// Numbers of TensorProto.DataType that have no type of their own in programs:
/// a byte holds each element.
enum class SmallType : int64_t {
  None = 0,
  UInt4 = 21,
  Int4 = 22,
  Float4E2M1 = 23,
  UInt2 = 25,
  Int2 = 26
};
/// None for a type of at least a byte.
SmallType smallType(int64_t dtype);

/// Scale and zero point, made to broadcast with what they belong to.
struct QuantParameters {
  Tensor scale;
  Tensor zero; ///< None if it is 0.
};

/// Rounds to even, adds the zero point, and cuts off what the type cannot hold.
Tensor quantize(Tensor x, const QuantParameters &parameters, mlir::Type dtype,
                SmallType small = SmallType::None, bool saturates = true);
/// (x - zero point) * scale, in `dtype`.
Tensor dequantize(Tensor x, const QuantParameters &parameters,
                  mlir::Type dtype);

/// Floats rounded to what four bits hold, of which the type is stored wider.
Tensor roundToFloat4(Tensor x);
/// The lowest bits of an integer, sign and all.
Tensor keepBits(Tensor x, SmallType small);

} // namespace ingot::onnx

#endif // INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_QUANTIZATION_H
