//===- Bits.cpp - integers bit by bit -------------------------------------===//
//
// A shift by a negative number, or by as many bits as there are, gives what is
// left when all are gone: 0, or -1 for a negative number to the right. PyTorch
// leaves that open, so the amount is cut and the rest chosen.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Results convertBitwiseAnd(const OnnxOp &op) {
  return map("aten.bitwise_and.Tensor", op.input(0), op.input(1));
}
static Results convertBitwiseOr(const OnnxOp &op) {
  return map("aten.bitwise_or.Tensor", op.input(0), op.input(1));
}
static Results convertBitwiseXor(const OnnxOp &op) {
  return map("aten.bitwise_xor.Tensor", op.input(0), op.input(1));
}
static Results convertBitwiseNot(const OnnxOp &op) {
  return map("aten.bitwise_not", op.input(0));
}

static Results convertBitShift(const OnnxOp &op) {
  Tensor x = op.input(0), amount = op.input(1);
  auto type = dyn_cast<IntegerType>(x.dtype());
  StringRef direction = op.text("direction", "");
  if (!type || (direction != "LEFT" && direction != "RIGHT"))
    return op.fail("its attribute 'direction' is neither LEFT nor RIGHT");
  int64_t bits = type.getWidth();
  Tensor isAll = amount >= Scalar(bits);
  if (type.isSigned())
    isAll = logicalOr(isAll, amount < Scalar(0));
  Tensor some = where(isAll, Scalar(0), amount);
  if (direction == "LEFT")
    return where(isAll, Scalar(0),
                 binary("aten.bitwise_left_shift.Tensor", x, some));
  Tensor shifted = binary("aten.bitwise_right_shift.Tensor", x, some);
  if (!type.isSigned())
    return where(isAll, Scalar(0), shifted);
  Tensor sign = convert(x < Scalar(0), x.dtype());
  return where(isAll, -sign, shifted);
}

ArrayRef<Conversion> ingot::onnx::bits() {
  static constexpr Conversion kTable[] = {
      {"BitShift", convertBitShift, 2},
      {"BitwiseAnd", convertBitwiseAnd, 2},
      {"BitwiseNot", convertBitwiseNot},
      {"BitwiseOr", convertBitwiseOr, 2},
      {"BitwiseXor", convertBitwiseXor, 2},
  };
  return kTable;
}
