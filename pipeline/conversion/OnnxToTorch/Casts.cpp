//===- Casts.cpp - the same elements of another type ----------------------===//
//
// Integers and wide floats convert as PyTorch does it. Narrow floats (f8, f4)
// saturate unless the attribute `saturate` says no, in which case what is too
// large becomes infinity or NaN, as the type has it; f8E8M0FNU, an exponent
// alone, rounds as `round_mode` says, and that is computed from the bits of an
// f32.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Casts.h"
#include "pipeline/conversion/OnnxToTorch/Quantization.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Tensor reinterpret(Tensor x, Type dtype) {
  return typed(x.builder(), "aten.view.dtype",
               {{"self", x}, {"dtype", dtypeNumber(dtype)}}, sizesOf(x), dtype);
}

/// The exponent of an f32 that is not negative, rounded in one of three ways;
/// 255 is NaN.
static Tensor toExponent(Tensor x, Type dtype, bool saturates, StringRef mode) {
  TorchBuilder &builder = x.builder();
  Tensor wide = convert(x, f32(builder));
  Tensor bits = reinterpret(wide, si32(builder));
  Tensor exponent = map("aten.bitwise_and.Tensor",
                        floorDivide(bits, Scalar(int64_t(1) << 23)),
                        number(builder, 255, si32(builder)));
  Tensor mantissa = map("aten.bitwise_and.Tensor", bits,
                        number(builder, (1 << 23) - 1, si32(builder)));
  int64_t least = mode == "up" ? 1 : int64_t(1) << 22;
  // Below the smallest exponent there is nothing to round up from but itself.
  Tensor isNormal = exponent > Scalar(0);
  Tensor isTooSmall =
      logicalAnd(logicalNot(isNormal),
                 mantissa <= Scalar(mode == "up" ? int64_t(1) << 22 : least));
  Tensor up = logicalAnd(mantissa >= Scalar(least), logicalNot(isTooSmall));
  if (mode != "down")
    exponent = exponent + convert(up, si32(builder));
  Tensor isNan = wide != wide;
  if (!saturates) {
    isNan = logicalOr(isNan, exponent > Scalar(254));
    isNan = logicalOr(isNan, wide == Scalar(0.0));
  }
  exponent = where(isNan, Scalar(255), clamp(exponent, 0, 254));
  Type ui8 = IntegerType::get(builder.context(), 8, IntegerType::Unsigned);
  return reinterpret(convert(exponent, ui8), dtype);
}

/// The largest finite number of a dtype.
static double largest(mlir::FloatType dtype) {
  return APFloat::getLargest(dtype.getFloatSemantics()).convertToDouble();
}

Tensor ingot::onnx::castTo(Tensor x, Type dtype, bool saturates,
                           StringRef roundMode) {
  auto narrow = dyn_cast<mlir::FloatType>(dtype);
  if (x.dtype() == dtype)
    return x;
  if (isa<Float8E8M0FNUType>(dtype))
    return toExponent(x, dtype, saturates, roundMode);
  if (!narrow || narrow.getWidth() > 8)
    return convert(x, dtype);
  if (!x.isFloat())
    x = toFloat(x);
  // Four bits have no room for infinity or NaN, and always saturate.
  if (saturates || narrow.getWidth() < 8)
    x = clamp(x, -largest(narrow), largest(narrow));
  return convert(x, dtype);
}

/// The type of the result says the same as the attribute `to`, which need not
/// be decoded then, or as the second operand of CastLike.
static Results convertCast(const OnnxOp &op) {
  Tensor x = op.input(0);
  Type dtype = op.resultType().getDtype();
  SmallType small = smallType(op.integer("to", 0));
  if (small == SmallType::Float4E2M1)
    return castTo(roundToFloat4(x), dtype);
  if (small != SmallType::None)
    return keepBits(convert(x, dtype), small);
  return castTo(x, dtype, op.integer("saturate", 1),
                op.text("round_mode", "up"));
}

static Results convertBitCast(const OnnxOp &op) {
  Type dtype = op.resultType().getDtype();
  if (op.input(0).dtype() == dtype)
    return op.input(0);
  // A bool is a byte that is 0 or 1.
  if (op.input(0).dtype().isInteger(1) || dtype.isInteger(1))
    return convert(op.input(0), dtype);
  return reinterpret(op.input(0), dtype);
}

ArrayRef<Conversion> ingot::onnx::casts() {
  static constexpr Conversion kTable[] = {
      {"BitCast", convertBitCast},
      {"Cast", convertCast},
      {"CastLike", convertCast},
  };
  return kTable;
}
