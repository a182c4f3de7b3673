//===- Bits.cpp - the bits of a number ------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/Tables.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// True of minus zero.
Converted convertSignBit(Conversion &c) {
  Value value = c.operand("self");
  if (c.b.isFloat(value)) {
    Type bits =
        c.b.getIntegerType(c.b.elementOf(value).getIntOrFloatBitWidth());
    value = stablehlo::BitcastConvertOp::create(
        c.b, c.b.typeOf(value).clone(bits), value);
  }
  if (c.b.isBool(value))
    return c.b.full(c.b.sizesOf(value), c.b.scalar(c.b.getI1Type(), 0));
  return c.b.compare(Comparison::LT, value, c.b.fullLike(value, 0));
}

/// The same bits as another dtype: a wider one takes them from the last
/// dimension.
Converted convertViewDtype(Conversion &c) {
  Value value = c.operand("self");
  RankedTensorType type = c.resultType();
  unsigned from = c.b.elementOf(value).getIntOrFloatBitWidth();
  unsigned to = type.getElementTypeBitWidth();
  if (from == to)
    return stablehlo::BitcastConvertOp::create(
               c.b, c.b.typeOf(value).clone(type.getElementType()), value)
        .getResult();
  if (!c.b.typeOf(value).hasStaticShape() || c.b.rankOf(value) == 0 ||
      from < 8 || to < 8)
    return c.fail("only bits of equal width are taken where sizes are not "
                  "known");
  SmallVector<int64_t> shape(c.b.typeOf(value).getShape());
  if (to > from) {
    int64_t ratio = to / from;
    shape.back() /= ratio;
    shape.push_back(ratio);
    value = c.b.reshape(value, Sizes(shape.begin(), shape.end()));
    shape.pop_back();
  } else {
    shape.push_back(from / to);
  }
  value = stablehlo::BitcastConvertOp::create(
      c.b, RankedTensorType::get(shape, type.getElementType()), value);
  return c.b.reshape(value,
                     Sizes(type.getShape().begin(), type.getShape().end()));
}

} // namespace

void ingot::torch::populateStablehloBits(ConversionTable &table) {
  table.add({
      {"torch.aten.signbit", convertSignBit},
      {"torch.aten.view.dtype", convertViewDtype},
  });
}
