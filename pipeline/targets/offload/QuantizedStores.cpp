//===- QuantizedStores.cpp - from sums to stored bytes --------------------===//

#include "pipeline/targets/offload/QuantizedStores.h"

#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

std::optional<int64_t> ingot::offload::splatOf(Value value) {
  while (auto spread = value.getDefiningOp<stablehlo::BroadcastInDimOp>())
    value = spread.getOperand();
  APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getSExtValue();
}

/// That of the operand of `op` beside `value`.
static std::optional<int64_t> otherSplat(Operation *op, Value value) {
  return splatOf(op->getOperand(op->getOperand(0) == value ? 1 : 0));
}

LogicalResult Storing::takeRescale(Operation *op) {
  auto rescale = dyn_cast<tosa::RescaleOp>(op);
  DenseIntElementsAttr factors, steps;
  if (!rescale ||
      rescale.getRoundingMode() != tosa::RoundingMode::DOUBLE_ROUND ||
      !rescale.getScale32() || rescale.getInputUnsigned() ||
      rescale.getOutputUnsigned() || splatOf(rescale.getInputZp()) != 0 ||
      !matchPattern(rescale.getMultiplier(), m_Constant(&factors)) ||
      !matchPattern(rescale.getShift(), m_Constant(&steps)))
    return failure();
  std::optional<int64_t> zero = splatOf(rescale.getOutputZp());
  Type element = getElementTypeOrSelf(rescale.getType());
  if (!zero || !(element.isSignlessInteger(8) || element.isSignlessInteger(32)))
    return failure();
  zeroPoint = *zero;
  if (element.isInteger(8))
    (void)takeRange(-128, 127);
  for (const APInt &factor : factors.getValues<APInt>())
    multipliers.push_back(static_cast<int32_t>(factor.getSExtValue()));
  // TOSA counts from the product's 62 bits, CMSIS-NN from its upper 31.
  for (const APInt &step : steps.getValues<APInt>())
    shifts.push_back(31 - static_cast<int32_t>(step.getSExtValue()));
  return success();
}

LogicalResult Storing::takeStep(Operation *op, Value value) {
  constexpr int64_t kLeast = std::numeric_limits<int32_t>::min(),
                    kMost = std::numeric_limits<int32_t>::max();
  if (auto clamp = dyn_cast<tosa::ClampOp>(op))
    return takeRange(cast<IntegerAttr>(clamp.getMinVal()).getInt(),
                     cast<IntegerAttr>(clamp.getMaxVal()).getInt());
  if (isa<stablehlo::ConvertOp>(op))
    return success(
        getElementTypeOrSelf(op->getResult(0)).isSignlessInteger(8) &&
        low >= -128 && high <= 127);
  if (op->getNumOperands() != 2)
    return failure();
  std::optional<int64_t> number = otherSplat(op, value);
  if (!number)
    return failure();
  if (isa<stablehlo::MaximumOp>(op))
    return takeRange(*number, kMost);
  if (isa<stablehlo::MinimumOp>(op))
    return takeRange(kLeast, *number);
  // A zero point comes before any range.
  if (!isa<stablehlo::AddOp>(op) || low != kLeast || high != kMost)
    return failure();
  zeroPoint += *number;
  return success();
}

FailureOr<Storing> Storing::of(Value sums) {
  Storing storing;
  Value value = sums;
  while (value.hasOneUse()) {
    Operation *reader = *value.user_begin();
    if (reader->getBlock() != sums.getParentBlock() ||
        reader->getNumResults() != 1 ||
        failed(storing.ops.empty() ? storing.takeRescale(reader)
                                   : storing.takeStep(reader, value)))
      break;
    storing.ops.push_back(reader);
    value = reader->getResult(0);
  }
  if (storing.ops.empty() || !getElementTypeOrSelf(value).isSignlessInteger(8))
    return failure();
  return storing;
}
