//===- TopKCalls.cpp - calls that ask for the largest elements ------------===//
//
// All are a stable sort, of which the first elements are kept. That is exact
// where an approximation would do.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/ShapeBuilder.h"
#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;
namespace chlo = ingot::chlo;

namespace {

/// Tensors that are sorted together, and what is kept of them.
struct FirstElements {
  CustomCall &call;
  ValueRange operands;
  int64_t dimension;
  /// How many, as tensor<i32>; null where the types of the results say it.
  Value count;

  /// REQUIRES: `fill` makes the comparator.
  LogicalResult replace(llvm::function_ref<void(Region &)> fill) {
    ImplicitLocOpBuilder b(call.op.getLoc(), call.rewriter);
    auto sort =
        SortOp::create(b, operands.getTypes(), operands,
                       b.getI64IntegerAttr(dimension), b.getBoolAttr(true));
    fill(sort.getComparator());
    b.setInsertionPointAfter(sort);
    SmallVector<Value> kept;
    for (auto [sorted, result] :
         llvm::zip(sort.getResults(), call.op.getResults()))
      kept.push_back(cut(b, sorted, cast<RankedTensorType>(result.getType())));
    call.rewriter.replaceOp(call.op, kept);
    return success();
  }

private:
  Value cut(ImplicitLocOpBuilder &b, Value sorted, RankedTensorType type) {
    if (type.hasStaticShape()) {
      SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
      return SliceOp::create(b, type, sorted, zeros, type.getShape(), ones);
    }
    SmallVector<Value> limits, zeros, ones;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      zeros.push_back(chlo::constantSize(b, 0));
      ones.push_back(chlo::constantSize(b, 1));
      if (i != dimension)
        limits.push_back(chlo::sizeOf(b, sorted, i));
      else if (type.isDynamicDim(i))
        limits.push_back(count);
      else
        limits.push_back(chlo::constantSize(b, type.getDimSize(i)));
    }
    return RealDynamicSliceOp::create(b, type, sorted, chlo::shapeOf(b, zeros),
                                      chlo::shapeOf(b, limits),
                                      chlo::shapeOf(b, ones));
  }
};

/// Whether results can be elements of `operands` along `dimension`.
bool fits(CustomCall &call, ValueRange operands, int64_t dimension) {
  auto first = dyn_cast<RankedTensorType>(operands[0].getType());
  if (!first || dimension < 0 || dimension >= first.getRank() ||
      call.op->getNumResults() != operands.size())
    return false;
  for (auto [operand, result] : llvm::zip(operands, call.op.getResults())) {
    auto from = dyn_cast<RankedTensorType>(operand.getType()),
         into = dyn_cast<RankedTensorType>(result.getType());
    if (!from || !into || from.getRank() != first.getRank() ||
        into.getRank() != first.getRank() ||
        from.getElementType() != into.getElementType() ||
        (!from.isDynamicDim(dimension) && !into.isDynamicDim(dimension) &&
         into.getDimSize(dimension) > from.getDimSize(dimension)))
      return false;
  }
  return true;
}

ComparisonType orderOf(Type element) {
  if (isa<FloatType>(element))
    return ComparisonType::TOTALORDER;
  return element.isUnsignedInteger() || element.isInteger(1)
             ? ComparisonType::UNSIGNED
             : ComparisonType::SIGNED;
}

/// Values come in the order of `direction`; NaN is above all. Where they stood
/// goes along.
void compareValues(Region &region, Location loc, Type value, Type position,
                   ComparisonDirection direction) {
  OpBuilder b(region.getContext());
  Type scalar = RankedTensorType::get({}, value),
       index = RankedTensorType::get({}, position);
  Block *block = b.createBlock(&region, {}, {scalar, scalar, index, index},
                               {loc, loc, loc, loc});
  Value isFirst = CompareOp::create(
      b, loc, RankedTensorType::get({}, b.getI1Type()), block->getArgument(0),
      block->getArgument(1),
      ComparisonDirectionAttr::get(b.getContext(), direction),
      ComparisonTypeAttr::get(b.getContext(), orderOf(value)));
  ReturnOp::create(b, loc, isFirst);
}

/// Elements along the last dimension and their positions.
LogicalResult convertValues(CustomCall &call, Value count,
                            ComparisonDirection direction) {
  Value operand = call.op.getInputs()[0];
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  if (!type || type.getRank() == 0 || call.op->getNumResults() != 2)
    return failure();
  Type element = type.getElementType(),
       position = getElementTypeOrSelf(call.op->getResult(1).getType());
  if (!isa<FloatType, IntegerType>(element) || !isa<IntegerType>(position))
    return failure();
  int64_t last = type.getRank() - 1;
  ImplicitLocOpBuilder b(call.op.getLoc(), call.rewriter);
  Value positions = DynamicIotaOp::create(
      b, RankedTensorType::get(type.getShape(), position),
      chlo::shapeOf(b, operand), static_cast<uint64_t>(last));
  SmallVector<Value> operands{operand, positions};
  if (!fits(call, operands, last))
    return failure();
  return FirstElements{call, operands, last, count}.replace(
      [&](Region &region) {
        compareValues(region, call.op.getLoc(), element, position, direction);
      });
}

} // namespace

/// What MHLO and TensorFlow write: the operand; `k` and `largest` stand in
/// `mhlo.attributes`, and the results have their sizes.
LogicalResult ingot::stablehlo::convertTopK(CustomCall &call) {
  auto attributes = call.op->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  auto k = attributes ? attributes.getAs<IntegerAttr>("k") : IntegerAttr();
  if (!k || call.op.getInputs().size() != 1)
    return failure();
  auto largest = attributes.getAs<BoolAttr>("largest");
  ImplicitLocOpBuilder b(call.op.getLoc(), call.rewriter);
  return convertValues(call, chlo::constantSize(b, k.getInt()),
                       !largest || largest.getValue()
                           ? ComparisonDirection::GT
                           : ComparisonDirection::LT);
}

/// What JAX writes where `k` depends on a symbolic size: the operand and k.
LogicalResult ingot::stablehlo::convertDynamicTopK(CustomCall &call) {
  if (call.op.getInputs().size() != 2 ||
      call.op.getInputs()[1].getType() !=
          RankedTensorType::get({}, call.rewriter.getI32Type()))
    return failure();
  return convertValues(call, call.op.getInputs()[1], ComparisonDirection::GT);
}

/// JAX's approx_max_k: operands and initial values, which an exact result does
/// not need. With symbolic sizes also k and the shapes of the results.
LogicalResult ingot::stablehlo::convertApproxTopK(CustomCall &call) {
  size_t number = call.op->getNumResults();
  DictionaryAttr config = call.config();
  auto along =
      config ? config.getAs<IntegerAttr>("reduction_dim") : IntegerAttr();
  func::FuncOp comparator = call.function();
  ValueRange inputs = call.op.getInputs();
  if (number == 0 || !along || !comparator ||
      (inputs.size() != 2 * number && inputs.size() != 3 * number + 1))
    return failure();
  ValueRange operands = inputs.take_front(number);
  int64_t dimension = along.getInt();
  if (!fits(call, operands, dimension) ||
      comparator.getNumArguments() != 2 * number)
    return failure();
  ImplicitLocOpBuilder b(call.op.getLoc(), call.rewriter);
  Value count;
  if (inputs.size() == 3 * number + 1)
    count = chlo::elementOf(b, inputs[2 * number + 1], dimension);
  else if (cast<RankedTensorType>(call.op->getResult(0).getType())
               .isDynamicDim(dimension))
    return failure();
  return FirstElements{call, operands, dimension, count}.replace(
      [&](Region &region) {
        OpBuilder body(region.getContext());
        SmallVector<Location> places(2 * number, call.op.getLoc());
        Block *block = body.createBlock(&region, {},
                                        comparator.getArgumentTypes(), places);
        auto order = func::CallOp::create(body, call.op.getLoc(), comparator,
                                          block->getArguments());
        ReturnOp::create(body, call.op.getLoc(), order.getResults());
      });
}
