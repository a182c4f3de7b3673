//===- TensorSizes.cpp - sizes and what is computed of them ---------------===//

#include "pipeline/conversion/TorchToStablehlo/TensorBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

RankedTensorType TensorBuilder::typeOf(ArrayRef<Size> sizes, Type element) {
  SmallVector<int64_t> shape;
  for (Size size : sizes)
    shape.push_back(size.inType());
  return RankedTensorType::get(shape, element);
}

RankedTensorType ingot::torch::mergeSizes(RankedTensorType a,
                                          RankedTensorType b) {
  SmallVector<int64_t> shape(a.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, b.getShape()))
    if (ShapedType::isDynamic(size))
      size = other;
  return RankedTensorType::get(shape, a.getElementType());
}

/// The number that became element `dim` of a list of sizes, null if it is not
/// to be seen.
static Value elementOfShape(Value shape, int64_t dim) {
  auto list = shape.getDefiningOp<stablehlo::ConcatenateOp>();
  if (!list || static_cast<int64_t>(list.getInputs().size()) !=
                   cast<RankedTensorType>(shape.getType()).getDimSize(0))
    return {};
  auto part = list.getInputs()[dim].getDefiningOp<stablehlo::ReshapeOp>();
  return part && isa<RankedTensorType>(part.getOperand().getType()) &&
                 cast<RankedTensorType>(part.getOperand().getType())
                         .getRank() == 0
             ? part.getOperand()
             : Value();
}

/// A value further up with the same sizes. Asking it rather than what became of
/// it keeps programs short, and shows which sizes are the same.
static Value originOfSizes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<stablehlo::StablehloDialect>(op->getDialect()) ||
        !op->hasTrait<OpTrait::Elementwise>())
      break;
    auto given = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (!given ||
        given.getShape() != cast<RankedTensorType>(value.getType()).getShape())
      break;
    value = op->getOperand(0);
  }
  return value;
}

Size TensorBuilder::sizeOf(Value value, int64_t dim) {
  RankedTensorType type = typeOf(value);
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim);
  value = originOfSizes(value);
  Operation *op = value.getDefiningOp();
  Value shape;
  if (isa_and_nonnull<stablehlo::DynamicBroadcastInDimOp,
                      stablehlo::DynamicReshapeOp>(op))
    shape = op->getOperand(1);
  else if (isa_and_nonnull<stablehlo::DynamicIotaOp>(op))
    shape = op->getOperand(0);
  if (Value size = shape ? elementOfShape(shape, dim) : Value())
    return Size(size);
  Value size = stablehlo::GetDimensionSizeOp::create(
      *this, RankedTensorType::get({}, getI32Type()), value,
      static_cast<uint64_t>(dim));
  return Size(convert(size, getI64Type()));
}

Sizes TensorBuilder::sizesOf(Value value) {
  Sizes sizes;
  for (int64_t dim : llvm::seq(rankOf(value)))
    sizes.push_back(sizeOf(value, dim));
  return sizes;
}

Size TensorBuilder::sizeFrom(Value scalar) {
  if (std::optional<int64_t> known = constantInt(scalar))
    return *known;
  return convert(scalar, getI64Type());
}

Value TensorBuilder::valueOf(Size size) {
  return size.isKnown() ? scalar(getI64Type(), size.known()) : size.value();
}

Value TensorBuilder::shapeOf(ArrayRef<Size> sizes) {
  if (llvm::all_of(sizes, [](Size size) { return size.isKnown(); })) {
    SmallVector<int64_t> known;
    for (Size size : sizes)
      known.push_back(size.known());
    return constant(known);
  }
  SmallVector<Value> parts;
  for (Size size : sizes)
    parts.push_back(size.isKnown() ? constant(size.known())
                                   : reshape(size.value(), Size(1)));
  return concatenate(parts, 0);
}

Size TensorBuilder::count(ArrayRef<Size> sizes) {
  Size product = 1;
  for (Size size : sizes)
    product = multiply(product, size);
  return product;
}

/// The op on values unless the outcome is known.
template <typename Op>
Size TensorBuilder::fold(Size a, Size b, std::optional<int64_t> known) {
  if (known)
    return *known;
  OperationState state(getLoc(), Op::getOperationName());
  return Size(make(state, RankedTensorType::get({}, getI64Type()),
                   {valueOf(a), valueOf(b)}));
}

static bool areKnown(Size a, Size b) { return a.isKnown() && b.isKnown(); }

Size TensorBuilder::add(Size a, Size b) {
  if (b.is(0))
    return a;
  if (a.is(0))
    return b;
  std::optional<int64_t> known;
  if (areKnown(a, b))
    known = static_cast<int64_t>(static_cast<uint64_t>(a.known()) +
                                 static_cast<uint64_t>(b.known()));
  return fold<stablehlo::AddOp>(a, b, known);
}

Size TensorBuilder::subtract(Size a, Size b) {
  if (b.is(0))
    return a;
  std::optional<int64_t> known;
  if (areKnown(a, b))
    known = static_cast<int64_t>(static_cast<uint64_t>(a.known()) -
                                 static_cast<uint64_t>(b.known()));
  else if (!a.isKnown() && !b.isKnown() && a.value() == b.value())
    known = 0;
  return fold<stablehlo::SubtractOp>(a, b, known);
}

Size TensorBuilder::multiply(Size a, Size b) {
  if (b.is(1))
    return a;
  if (a.is(1))
    return b;
  std::optional<int64_t> known;
  if (areKnown(a, b))
    known = static_cast<int64_t>(static_cast<uint64_t>(a.known()) *
                                 static_cast<uint64_t>(b.known()));
  return fold<stablehlo::MultiplyOp>(a, b, known);
}

Size TensorBuilder::floorDivide(Size a, Size b) {
  if (b.is(1))
    return a;
  if (areKnown(a, b) && b.known() != 0 && b.known() != -1)
    return llvm::divideFloorSigned(a.known(), b.known());
  Value quotient = fold<stablehlo::DivideOp>(a, b, std::nullopt).value();
  Value rest = fold<stablehlo::RemainderOp>(a, b, std::nullopt).value();
  // One less if the division was not exact and the signs differ.
  Value zero = scalar(getI64Type(), 0);
  Value isInexact = compare(Direction::NE, rest, zero);
  Value restIsNegative = compare(Direction::LT, rest, zero);
  Value divisorIsNegative = compare(Direction::LT, valueOf(b), zero);
  Value differ = compare(Direction::NE, restIsNegative, divisorIsNegative);
  Value less = subtract(quotient, scalar(getI64Type(), 1));
  return Size(select(logicalAnd(isInexact, differ), less, quotient));
}

Size TensorBuilder::maximum(Size a, Size b) {
  std::optional<int64_t> known;
  if (areKnown(a, b))
    known = std::max(a.known(), b.known());
  return fold<stablehlo::MaximumOp>(a, b, known);
}

Size TensorBuilder::minimum(Size a, Size b) {
  std::optional<int64_t> known;
  if (areKnown(a, b))
    known = std::min(a.known(), b.known());
  return fold<stablehlo::MinimumOp>(a, b, known);
}

Size TensorBuilder::selectLess(Size a, Size b, Size ifLess, Size otherwise) {
  if (areKnown(a, b))
    return a.known() < b.known() ? ifLess : otherwise;
  Value isLess = compare(Direction::LT, valueOf(a), valueOf(b));
  return Size(select(isLess, valueOf(ifLess), valueOf(otherwise)));
}
