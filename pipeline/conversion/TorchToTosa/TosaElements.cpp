//===- TosaElements.cpp - comparisons, selection, counting ----------------===//
//
// Element ops of TOSA broadcast by themselves, as long as ranks are equal. So
// operands keep their sizes, and a number that a row repeats in the sizes of
// another operand goes back to what it was: a constant of one element.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Utils/ConversionUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

Value TosaBuilder::splatLikeRank(Value value, double number) {
  return raiseRank(scalar(elementOf(value), number), rankOf(value));
}

/// A number that stands everywhere in a tensor whose sizes are not known.
static DenseElementsAttr matchEverywhere(Value value) {
  auto splat = value.getDefiningOp<tensor::SplatOp>();
  auto number =
      splat ? splat.getInput().getDefiningOp<tensor::ExtractOp>() : nullptr;
  DenseElementsAttr known;
  if (number && matchPattern(number.getTensor(), m_Constant(&known)))
    return known;
  return {};
}

/// The tensor has the sizes of `other`, to be seen from how it was made.
static bool hasSizesOf(Value value, Value other) {
  auto type = cast<RankedTensorType>(value.getType());
  auto splat = value.getDefiningOp<tensor::SplatOp>();
  if (!splat ||
      type.getShape() != cast<RankedTensorType>(other.getType()).getShape())
    return false;
  return llvm::all_of(splat.getDynamicSizes(), [&](Value size) {
    auto dim = size.getDefiningOp<tensor::DimOp>();
    return dim && dim.getSource() == other;
  });
}

TensorBuilder::Values TosaBuilder::alignOperands(ValueRange values) {
  int64_t rank = 0;
  for (Value value : values)
    rank = std::max(rank, rankOf(value));
  SmallVector<Value> result;
  for (Value value : values) {
    DenseElementsAttr known = matchEverywhere(value);
    // A number as it stands; the sizes of the result are those of another.
    bool isRepeated =
        known && rank > 0 && llvm::any_of(values, [&](Value other) {
          return other != value && hasSizesOf(value, other);
        });
    result.push_back(raiseRank(isRepeated ? constant(known) : value, rank));
  }
  return result;
}

Value TosaBuilder::compare(Comparison comparison, Value a, Value b) {
  if (isBool(a) || isUnsigned(a)) {
    // As numbers, since true is not -1.
    a = convert(a, getI32Type());
    b = convert(b, getI32Type());
  }
  SmallVector<Value> operands = alignOperands({a, b});
  RankedTensorType type = broadcastType(operands).clone(getI1Type());
  if (Value empty = emptyOf(type))
    return empty;
  if (!isComputable(elementOf(a)))
    return refuse(type, "TOSA does not compare such elements");
  switch (comparison) {
  case Comparison::EQ:
    return tosa::EqualOp::create(*this, type, operands[0], operands[1]);
  case Comparison::NE:
    return tosa::LogicalNotOp::create(
        *this, type,
        tosa::EqualOp::create(*this, type, operands[0], operands[1]));
  case Comparison::GT:
    return tosa::GreaterOp::create(*this, type, operands[0], operands[1]);
  case Comparison::GE:
    return tosa::GreaterEqualOp::create(*this, type, operands[0], operands[1]);
  case Comparison::LT:
    return tosa::GreaterOp::create(*this, type, operands[1], operands[0]);
  case Comparison::LE:
    return tosa::GreaterEqualOp::create(*this, type, operands[1], operands[0]);
  }
  llvm_unreachable("every comparison is listed");
}

Value TosaBuilder::select(Value condition, Value a, Value b) {
  SmallVector<Value> operands = alignOperands({condition, a, b});
  RankedTensorType type = broadcastType(operands).clone(elementOf(a));
  if (Value empty = emptyOf(type))
    return empty;
  if (isComplex(a))
    return refuse(type, "TOSA has no complex numbers");
  return tosa::SelectOp::create(*this, type, operands[0], operands[1],
                                operands[2]);
}

/// 0, 1, 2, ... of a length that the run knows.
static Value countUp(ImplicitLocOpBuilder &b, Value length) {
  auto type = RankedTensorType::get({ShapedType::kDynamic}, b.getI64Type());
  return tensor::GenerateOp::create(
      b, type, length, [](OpBuilder &body, Location loc, ValueRange indices) {
        Value number = arith::IndexCastOp::create(body, loc, body.getI64Type(),
                                                  indices.front());
        tensor::YieldOp::create(body, loc, number);
      });
}

Value TosaBuilder::iota(ArrayRef<Size> sizes, int64_t dim, Type element) {
  Value numbers;
  if (sizes[dim].isKnown()) {
    auto values = llvm::to_vector(llvm::seq<int64_t>(0, sizes[dim].known()));
    numbers = TensorBuilder::constant(values);
  } else {
    Value length =
        getValueOrCreateConstantIndexOp(*this, getLoc(), indexOf(sizes[dim]));
    numbers = countUp(*this, length);
  }
  numbers = convert(numbers, element);
  return sizes.size() == 1 ? numbers : broadcastInDim(numbers, sizes, dim);
}
