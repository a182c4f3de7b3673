//===- Comparisons.cpp - relations and logic, element by element ----------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// In the type that both operands promote to, which the result does not show.
template <Comparison direction> Converted convertCompare(Conversion &c) {
  Type element = c.promotedType({"self", "other"});
  return c.b.compare(direction, c.operandAs("self", element),
                     c.operandAs("other", element));
}

template <ElementOp op> Converted convertLogical(Conversion &c) {
  Type i1 = c.b.getI1Type();
  return c.b.elementwise(op, c.operandAs("self", i1), c.operandAs("other", i1));
}

} // namespace

void ingot::torch::populateComparisons(ConversionTable &table) {
#define INGOT_COMPARE(name, direction)                                         \
  {"torch.aten." name ".Tensor", convertCompare<Comparison::direction>},       \
      {"torch.aten." name ".Scalar", convertCompare<Comparison::direction>},   \
      {"torch.prims." name, convertCompare<Comparison::direction>}
  table.add({INGOT_COMPARE("eq", EQ),
             INGOT_COMPARE("ne", NE),
             INGOT_COMPARE("ge", GE),
             INGOT_COMPARE("gt", GT),
             INGOT_COMPARE("le", LE),
             INGOT_COMPARE("lt", LT),
             {"torch.aten.logical_and", convertLogical<ElementOp::And>},
             {"torch.aten.logical_or", convertLogical<ElementOp::Or>},
             {"torch.aten.logical_xor", convertLogical<ElementOp::Xor>}});
#undef INGOT_COMPARE
}
