//===- TensorBuilder.cpp - what dialects do alike -------------------------===//
//
// What follows from other methods: rules of PyTorch for conversion and
// booleans, broadcasting, and regions. A size that is not known may be 1 and
// repeat, so values whose sizes are not known are broadcast to sizes that the
// run picks, unless the program promises that unknown sizes are equal.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"
#include "pipeline/conversion/TorchLowering/ShapeInference.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

Value TensorBuilder::refuse(RankedTensorType type, const Twine &why) {
  Type result = type;
  return refuse(TypeRange(result), why).front();
}

TensorBuilder::Values TensorBuilder::refuse(TypeRange types, const Twine &why) {
  if (refusal_.empty())
    refusal_ = why.str();
  return Values(UnrealizedConversionCastOp::create(*this, types, ValueRange())
                    .getResults());
}

Value TensorBuilder::full(ArrayRef<Size> sizes, Value scalar) {
  RankedTensorType type = typeOf(sizes, elementOf(scalar));
  DenseElementsAttr known;
  if (type.hasStaticShape() && matchPattern(scalar, m_Constant(&known)))
    return constant(known.resizeSplat(type));
  return broadcastInDim(scalar, sizes, {});
}

Value TensorBuilder::fullLike(Value value, double number) {
  return full(sizesOf(value), scalar(elementOf(value), number));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// A constant without dimensions converted at once; null if it cannot be.
static Value foldConvert(TensorBuilder &b, Value value, Type element) {
  if (TensorBuilder::rankOf(value) != 0 || isa<ComplexType>(element))
    return {};
  if (std::optional<int64_t> integer = constantInt(value))
    return b.scalar(element, *integer);
  std::optional<double> number = constantNumber(value);
  // What is out of range or NaN is left to the run, which has one rule for it.
  if (!number || (!isa<mlir::FloatType>(element) && !element.isInteger(1) &&
                  !(std::abs(*number) < 0x1p31)))
    return {};
  return b.scalar(element, *number);
}

Value TensorBuilder::convert(Value value, Type element) {
  RankedTensorType type = typeOf(value);
  Type from = type.getElementType();
  if (from == element)
    return value;
  if (Value folded = foldConvert(*this, value, element))
    return folded;
  if (element.isInteger(1))
    return compare(Comparison::NE, value, fullLike(value, 0));
  if (auto complex = dyn_cast<ComplexType>(from);
      complex && !isa<ComplexType>(element)) {
    value = makeElementwise(ElementOp::Real,
                            type.clone(complex.getElementType()), value);
    return convert(value, element);
  }
  // What a small integer cannot hold loses its high bits, where
  // ElementOp::Convert takes the nearest that it can.
  auto integer = dyn_cast<IntegerType>(element);
  if (isFloat(value) && integer && integer.getWidth() < 32)
    value = convert(value, getI32Type());
  return makeElementwise(ElementOp::Convert, typeOf(value).clone(element),
                         value);
}

Value TensorBuilder::elementwise(ElementOp op, Value a, Value b) {
  Values operands = alignOperands({a, b});
  return makeElementwise(op, broadcastType(operands), operands);
}

Value TensorBuilder::add(Value a, Value b) {
  return isBool(a) ? logicalOr(a, b) : elementwise(ElementOp::Add, a, b);
}
Value TensorBuilder::subtract(Value a, Value b) {
  return elementwise(ElementOp::Subtract, a, b);
}
Value TensorBuilder::multiply(Value a, Value b) {
  return isBool(a) ? logicalAnd(a, b) : elementwise(ElementOp::Multiply, a, b);
}
Value TensorBuilder::divide(Value a, Value b) {
  return elementwise(ElementOp::Divide, a, b);
}
Value TensorBuilder::maximum(Value a, Value b) {
  return elementwise(ElementOp::Maximum, a, b);
}
Value TensorBuilder::minimum(Value a, Value b) {
  return elementwise(ElementOp::Minimum, a, b);
}
Value TensorBuilder::logicalAnd(Value a, Value b) {
  return elementwise(ElementOp::And, a, b);
}
Value TensorBuilder::logicalOr(Value a, Value b) {
  return elementwise(ElementOp::Or, a, b);
}
Value TensorBuilder::logicalNot(Value a) {
  return elementwise(ElementOp::Not, a);
}
Value TensorBuilder::negate(Value a) {
  return elementwise(ElementOp::Negate, a);
}

Value TensorBuilder::isNan(Value value) {
  return compare(Comparison::NE, value, value);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value TensorBuilder::broadcast(Value value, ArrayRef<Size> sizes) {
  int64_t offset = static_cast<int64_t>(sizes.size()) - rankOf(value);
  auto dims = llvm::to_vector(
      llvm::seq<int64_t>(offset, static_cast<int64_t>(sizes.size())));
  if (rankOf(value) == 0)
    return sizes.empty() ? value : full(sizes, value);
  return broadcastInDim(value, sizes, dims);
}

Size TensorBuilder::commonSize(ValueRange values, int64_t fromEnd) {
  SmallVector<std::pair<Value, int64_t>> unknown;
  int64_t known = 1;
  for (Value value : values) {
    int64_t dim = rankOf(value) - 1 - fromEnd;
    if (dim < 0)
      continue;
    if (int64_t size = typeOf(value).getDimSize(dim);
        ShapedType::isDynamic(size))
      unknown.push_back({value, dim});
    else if (size != 1)
      known = size;
  }
  if (unknown.empty() || known != 1)
    return known;
  Size size = sizeOf(unknown[0].first, unknown[0].second);
  if (strict_)
    return size;
  Value one = scalar(getI64Type(), 1);
  for (auto [value, dim] : ArrayRef(unknown).drop_front()) {
    Value other = sizeOf(value, dim).value();
    if (other == size.value())
      continue;
    Value isOne = compare(Comparison::EQ, size.value(), one);
    size = Size(select(isOne, other, size.value()));
  }
  return size;
}

Sizes TensorBuilder::commonSizes(ValueRange values) {
  int64_t rank = 0;
  for (Value value : values)
    rank = std::max(rank, rankOf(value));
  Sizes sizes;
  for (int64_t dim : llvm::seq(rank))
    sizes.push_back(commonSize(values, rank - 1 - dim));
  return sizes;
}

bool TensorBuilder::hasSize(Value value, int64_t dim, Size size) {
  int64_t known = typeOf(value).getDimSize(dim);
  if (!ShapedType::isDynamic(known))
    return size.is(known);
  if (strict_)
    return true;
  return !size.isKnown() && sizeOf(value, dim).value() == size.value();
}

SmallVector<Value> TensorBuilder::broadcastTogether(ValueRange values) {
  SmallVector<Value> result(values);
  Value first = values.front();
  bool isStatic = typeOf(first).hasStaticShape();
  bool areAlike = llvm::all_of(values, [&](Value value) {
    return typeOf(value).getShape() == typeOf(first).getShape();
  });
  // Not strict: equal types may still have different sizes.
  if (areAlike &&
      (isStatic || strict_ || values.size() == 1 || llvm::all_equal(values)))
    return result;
  Sizes sizes = commonSizes(values);
  for (Value &value : result) {
    RankedTensorType type = typeOf(value);
    bool fits = type.getRank() == static_cast<int64_t>(sizes.size());
    for (int64_t dim = 0; fits && dim < type.getRank(); ++dim)
      fits = hasSize(value, dim, sizes[dim]);
    if (!fits)
      value = broadcast(value, sizes);
  }
  return result;
}

Value TensorBuilder::unsqueeze(Value value, int64_t dim) {
  Sizes sizes = sizesOf(value);
  sizes.insert(sizes.begin() + dim, Size(1));
  return reshape(value, sizes);
}

Value TensorBuilder::squeeze(Value value, ArrayRef<int64_t> dims) {
  Sizes sizes;
  for (int64_t dim : llvm::seq(rankOf(value)))
    if (!llvm::is_contained(dims, dim))
      sizes.push_back(sizeOf(value, dim));
  return reshape(value, sizes);
}

Value TensorBuilder::slice(Value value, int64_t dim, Size start, Size limit,
                           int64_t step) {
  Size length = subtract(limit, start);
  if (step != 1)
    length = floorDivide(add(length, step - 1), step);
  return sliceBetween(value, dim, start, limit, length, step);
}

Value TensorBuilder::narrow(Value value, int64_t dim, Size start, Size length) {
  return sliceBetween(value, dim, start, add(start, length), length, 1);
}

Value TensorBuilder::sliceBetween(Value value, int64_t dim, Size start,
                                  Size limit, Size length, int64_t step) {
  if (start.is(0) && step == 1 && limit.is(typeOf(value).getDimSize(dim)))
    return value;
  Sizes sizes = sizesOf(value);
  sizes[dim] = length;
  if (llvm::any_of(sizes, [](Size size) { return size.is(0); }))
    return full(sizes, scalar(elementOf(value), 0));
  return makeSlice(value, dim, start, limit, sizes, step);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Value TensorBuilder::neutralElement(Reducer reducer, Type element) {
  switch (reducer) {
  case Reducer::Add:
    return scalar(element, 0);
  case Reducer::Multiply:
    return scalar(element, 1);
  case Reducer::Maximum:
    return limit(element, /*greatest=*/false);
  case Reducer::Minimum:
    return limit(element, /*greatest=*/true);
  case Reducer::And:
    return scalar(element, element.isInteger(1) ? 1 : -1);
  case Reducer::Or:
    return scalar(element, 0);
  }
  llvm_unreachable("every reducer is listed");
}

Value TensorBuilder::combine(Reducer reducer, Value a, Value b) {
  switch (reducer) {
  case Reducer::Add:
    return add(a, b);
  case Reducer::Multiply:
    return multiply(a, b);
  case Reducer::Maximum:
    return maximum(a, b);
  case Reducer::Minimum:
    return minimum(a, b);
  case Reducer::And:
    return logicalAnd(a, b);
  case Reducer::Or:
    return logicalOr(a, b);
  }
  llvm_unreachable("every reducer is listed");
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void TensorBuilder::fillRegion(Region &region, TypeRange types, Body body) {
  OpBuilder::InsertionGuard guard(*this);
  Block *block = createBlock(&region, region.end(), types,
                             SmallVector<Location>(types.size(), getLoc()));
  std::unique_ptr<TensorBuilder> inner = clone(strict_);
  inner->yield(body(*inner, block->getArguments()));
}

TensorBuilder::Values TensorBuilder::whileLoop(ValueRange initial,
                                               Body condition, Body body) {
  SmallVector<Type> types(initial.getTypes());
  Operation *loop = makeWhile(initial);
  if (!loop)
    return refuse(types, "the dialect has no loops");
  fillRegion(loop->getRegion(0), types, condition);
  fillRegion(loop->getRegion(1), types, body);
  return Values(loop->getResults());
}
