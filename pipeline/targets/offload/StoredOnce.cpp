//===- StoredOnce.cpp - from sums to bytes that are rounded once ----------===//

#include "pipeline/targets/offload/StoredOnce.h"

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/targets/offload/QuantizedStores.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

static bool isConstantWithin(Value value, int depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumOperands() != 0 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isConstantWithin(operand, depth - 1);
         });
}

bool ingot::offload::isConstant(Value value) {
  constexpr int kFewOps = 8;
  return isConstantWithin(value, kFewOps);
}

/// [columns] of i32 that are spread over rows; null for anything else.
static Value columnsOf(Value value) {
  auto spread = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
  if (!spread || spread.getBroadcastDimensions() != ArrayRef<int64_t>{1})
    return {};
  auto from = cast<ShapedType>(spread.getOperand().getType());
  auto to = cast<ShapedType>(spread.getType());
  return from.getDimSize(0) == to.getDimSize(1) &&
                 from.getElementType().isSignlessInteger(32)
             ? spread.getOperand()
             : Value();
}

/// The doubles that a constant is, one or one for each column.
static std::optional<SmallVector<double>> doublesOf(Value value) {
  if (auto spread = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
      spread && (spread.getBroadcastDimensions().empty() ||
                 spread.getBroadcastDimensions() == ArrayRef<int64_t>{1}))
    value = spread.getOperand();
  DenseFPElementsAttr numbers;
  if (!matchPattern(value, m_Constant(&numbers)) ||
      !numbers.getElementType().isF64())
    return std::nullopt;
  if (numbers.isSplat())
    return SmallVector<double>{numbers.getSplatValue<double>()};
  if (numbers.getType().getRank() != 1)
    return std::nullopt;
  return llvm::to_vector(numbers.getValues<double>());
}

template <typename Op> std::pair<Op, Value> StoredOnce::reader() {
  if (!value_.hasOneUse())
    return {};
  auto op = dyn_cast<Op>(*value_.user_begin());
  if (!op || op->getBlock() != value_.getParentBlock())
    return {};
  if (op->getNumOperands() == 1)
    return {op, Value()};
  return {op, op->getOperand(op->getOperand(0) == value_ ? 1 : 0)};
}

template <typename Op> bool StoredOnce::take(function_ref<bool(Value)> accept) {
  auto [op, other] = reader<Op>();
  if (!op || !accept(other))
    return false;
  ops.push_back(op);
  value_ = op->getResult(0);
  return true;
}

bool StoredOnce::takeTerms() {
  int64_t sign = 1;
  auto isTerm = [&](Value other) {
    Value term = columnsOf(other);
    if (!term || !isConstant(term))
      return false;
    terms.push_back(term);
    signs.push_back(sign);
    return true;
  };
  while (true) {
    sign = 1;
    if (take<stablehlo::AddOp>(isTerm))
      continue;
    sign = -1;
    auto [op, other] = reader<stablehlo::SubtractOp>();
    if (!op || op.getLhs() != value_ || !take<stablehlo::SubtractOp>(isTerm))
      return true;
  }
}

bool StoredOnce::takeFactors() {
  auto any = [](Value) { return true; };
  auto isWordLimit = [](double limit) {
    return [=](Value other) {
      auto numbers = doublesOf(other);
      return numbers && *numbers == SmallVector<double>{limit};
    };
  };
  return take<stablehlo::ConvertOp>(any) &&
         getElementTypeOrSelf(value_).isF64() &&
         take<stablehlo::MultiplyOp>([&](Value other) {
           auto numbers = doublesOf(other);
           factors = numbers.value_or(SmallVector<double>());
           return numbers.has_value();
         }) &&
         take<stablehlo::RoundNearestAfzOp>(any) &&
         take<stablehlo::MaximumOp>(isWordLimit(-2147483648.0)) &&
         take<stablehlo::MinimumOp>(isWordLimit(2147483647.0)) &&
         take<stablehlo::ConvertOp>(any) &&
         getElementTypeOrSelf(value_).isSignlessInteger(32);
}

bool StoredOnce::takeStore() {
  auto number = [](int64_t &to) {
    return [&](Value other) {
      std::optional<int64_t> found = splatOf(other);
      to = found.value_or(to);
      return found.has_value();
    };
  };
  (void)take<stablehlo::AddOp>(number(zeroPoint));
  return take<stablehlo::MaximumOp>(number(low)) &&
         take<stablehlo::MinimumOp>(number(high)) && low >= -128 &&
         high <= 127 &&
         take<stablehlo::ConvertOp>([](Value) { return true; }) &&
         getElementTypeOrSelf(value_).isSignlessInteger(8);
}

FailureOr<StoredOnce> StoredOnce::of(Value sums) {
  StoredOnce store(sums);
  if (!store.takeTerms() || !store.takeFactors() || !store.takeStore())
    return failure();
  return store;
}
