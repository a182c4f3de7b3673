//===- SizeArithmetic.cpp - sizes and what is computed of them ------------===//
//
// Sizes that are known are computed here, as 64-bit integers that wrap around,
// because that is what the ops would do. Only what is not known becomes ops, so
// that programs of static shapes have none for their sizes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchLowering/TensorBuilder.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

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
  if (areKnown(sizes))
    return constant(knownSizes(sizes));
  SmallVector<Value> elements;
  for (Size size : sizes)
    elements.push_back(size.isKnown() ? constant(size.known())
                                      : reshape(size.value(), Size(1)));
  return concatenate(elements, 0);
}

Size TensorBuilder::count(ArrayRef<Size> sizes) {
  Size product = 1;
  for (Size size : sizes)
    product = multiply(product, size);
  return product;
}

Size TensorBuilder::fold(ElementOp op, Size a, Size b,
                         std::optional<int64_t> known) {
  if (known)
    return *known;
  return Size(makeElementwise(op, RankedTensorType::get({}, getI64Type()),
                              {valueOf(a), valueOf(b)}));
}

Size TensorBuilder::add(Size a, Size b) {
  if (b.is(0))
    return a;
  if (a.is(0))
    return b;
  std::optional<int64_t> known;
  if (areKnown({a, b}))
    known = static_cast<int64_t>(static_cast<uint64_t>(a.known()) +
                                 static_cast<uint64_t>(b.known()));
  return fold(ElementOp::Add, a, b, known);
}

/// Computed once, for both.
static bool areSame(Size a, Size b) {
  return !a.isKnown() && !b.isKnown() && a.value() == b.value();
}

Size TensorBuilder::subtract(Size a, Size b) {
  if (b.is(0))
    return a;
  std::optional<int64_t> known;
  if (areKnown({a, b}))
    known = static_cast<int64_t>(static_cast<uint64_t>(a.known()) -
                                 static_cast<uint64_t>(b.known()));
  else if (areSame(a, b))
    known = 0;
  return fold(ElementOp::Subtract, a, b, known);
}

Size TensorBuilder::multiply(Size a, Size b) {
  if (b.is(1))
    return a;
  if (a.is(1))
    return b;
  std::optional<int64_t> known;
  if (areKnown({a, b}))
    known = static_cast<int64_t>(static_cast<uint64_t>(a.known()) *
                                 static_cast<uint64_t>(b.known()));
  return fold(ElementOp::Multiply, a, b, known);
}

Size TensorBuilder::floorDivide(Size a, Size b) {
  if (b.is(1))
    return a;
  if (areKnown({a, b}) && b.known() != 0 && b.known() != -1)
    return llvm::divideFloorSigned(a.known(), b.known());
  Value quotient = fold(ElementOp::Divide, a, b, std::nullopt).value();
  Value rest = fold(ElementOp::Remainder, a, b, std::nullopt).value();
  // One less if the division was not exact and the signs differ.
  Value zero = scalar(getI64Type(), 0);
  Value isInexact = compare(Comparison::NE, rest, zero);
  Value restIsNegative = compare(Comparison::LT, rest, zero);
  Value divisorIsNegative = compare(Comparison::LT, valueOf(b), zero);
  Value differ = compare(Comparison::NE, restIsNegative, divisorIsNegative);
  Value less = subtract(quotient, scalar(getI64Type(), 1));
  return Size(select(logicalAnd(isInexact, differ), less, quotient));
}

Size TensorBuilder::maximum(Size a, Size b) {
  std::optional<int64_t> known;
  if (areKnown({a, b}))
    known = std::max(a.known(), b.known());
  else if (areSame(a, b))
    return a;
  return fold(ElementOp::Maximum, a, b, known);
}

Size TensorBuilder::minimum(Size a, Size b) {
  std::optional<int64_t> known;
  if (areKnown({a, b}))
    known = std::min(a.known(), b.known());
  else if (areSame(a, b))
    return a;
  return fold(ElementOp::Minimum, a, b, known);
}

Size TensorBuilder::selectLess(Size a, Size b, Size ifLess, Size otherwise) {
  if (areKnown({a, b}))
    return a.known() < b.known() ? ifLess : otherwise;
  Value isLess = compare(Comparison::LT, valueOf(a), valueOf(b));
  return Size(select(isLess, valueOf(ifLess), valueOf(otherwise)));
}

Size TensorBuilder::selectEqual(Size a, int64_t b, Size ifEqual,
                                Size otherwise) {
  if (a.isKnown())
    return a.is(b) ? ifEqual : otherwise;
  Value isEqual = compare(Comparison::EQ, a.value(), scalar(getI64Type(), b));
  return Size(select(isEqual, valueOf(ifEqual), valueOf(otherwise)));
}

Size TensorBuilder::selectRest(Size size, Size rest) {
  return selectEqual(size, -1, rest, size);
}

Value TensorBuilder::hasOneRest(ArrayRef<Size> sizes, ArrayRef<bool> mayBe) {
  if (llvm::count(mayBe, true) < 2)
    return {};
  Size rests = 0;
  for (auto [size, unsure] : llvm::zip(sizes, mayBe))
    if (unsure)
      rests = add(rests, Size(convert(compare(Comparison::EQ, valueOf(size),
                                              scalar(getI64Type(), -1)),
                                      getI64Type())));
  return compare(Comparison::LE, valueOf(rests), scalar(getI64Type(), 1));
}

void TensorBuilder::resolveNegative(Value value, Sizes &sizes,
                                    ArrayRef<bool> mayBe) {
  Size others = 1;
  for (auto [size, unsure] : llvm::zip(sizes, mayBe))
    others = multiply(others, unsure ? selectRest(size, 1) : size);
  if (Value hasOne = hasOneRest(sizes, mayBe))
    assertThat(hasOne, "two sizes of a reshape are -1");
  // Zero elements and another size of 0 would divide by it. Neither number is
  // below zero, so that there is nothing to round.
  Size missing = fold(ElementOp::Divide, count(sizesOf(value)),
                      maximum(others, 1), std::nullopt);
  for (auto [size, unsure] : llvm::zip(sizes, mayBe))
    if (unsure)
      size = selectRest(size, missing);
}
