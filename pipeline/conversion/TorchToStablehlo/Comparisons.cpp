//===- Comparisons.cpp - relations and logic, element by element ----------===//

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// In the type that both operands promote to, which the result does not show.
template <Direction direction> Converted convertCompare(Conversion &c) {
  Type element = c.promotedType({"self", "other"});
  return c.b.compare(direction, c.operandAs("self", element),
                     c.operandAs("other", element));
}

template <typename Op> Converted convertLogical(Conversion &c) {
  Type i1 = c.b.getI1Type();
  return c.b.binary<Op>(c.operandAs("self", i1), c.operandAs("other", i1));
}

} // namespace

void ingot::torch::populateComparisons(ConversionTable &table) {
#define INGOT_COMPARE(name, direction)                                         \
  {"torch.aten." name ".Tensor", convertCompare<Direction::direction>},        \
      {"torch.aten." name ".Scalar", convertCompare<Direction::direction>},    \
      {"torch.prims." name, convertCompare<Direction::direction>}
  table.add({INGOT_COMPARE("eq", EQ),
             INGOT_COMPARE("ne", NE),
             INGOT_COMPARE("ge", GE),
             INGOT_COMPARE("gt", GT),
             INGOT_COMPARE("le", LE),
             INGOT_COMPARE("lt", LT),
             {"torch.aten.logical_and", convertLogical<stablehlo::AndOp>},
             {"torch.aten.logical_or", convertLogical<stablehlo::OrOp>},
             {"torch.aten.logical_xor", convertLogical<stablehlo::XorOp>}});
#undef INGOT_COMPARE
}
