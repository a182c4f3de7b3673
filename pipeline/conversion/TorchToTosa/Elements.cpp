//===- Elements.cpp - what is one op of TOSA ------------------------------===//

#include "pipeline/conversion/TorchToTosa/Tables.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// The bounds as attributes of the element type.
Value clamp(TosaBuilder &b, Value value, Value low, Value high) {
  DenseElementsAttr bounds[2];
  if (!matchPattern(low, m_Constant(&bounds[0])) ||
      !matchPattern(high, m_Constant(&bounds[1])))
    return b.minimum(b.maximum(value, low), high);
  return tosa::ClampOp::create(
      b, value.getType(), value,
      cast<TypedAttr>(bounds[0].getSplatValue<Attribute>()),
      cast<TypedAttr>(bounds[1].getSplatValue<Attribute>()),
      tosa::NanPropagationModeAttr::get(b.getContext(),
                                        tosa::NanPropagationMode::PROPAGATE));
}

Converted convertRelu(Conversion &c) {
  TosaBuilder &b = tosaBuilder(c);
  Type element = c.resultElement();
  if (!b.isComputable(element))
    return c.operand("self");
  return clamp(b, c.operandAs("self", element), b.scalar(element, 0),
               b.limit(element, /*greatest=*/true));
}

} // namespace

void ingot::torch::populateTosaElements(ConversionTable &table) {
  table.add({
      {"torch.aten.relu", convertRelu},
  });
}
