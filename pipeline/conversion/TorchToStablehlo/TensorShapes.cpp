//===- TensorShapes.cpp - broadcasting, reshaping, parts ------------------===//

#include "pipeline/conversion/TorchToStablehlo/TensorBuilder.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static SmallVector<int64_t> knownSizes(ArrayRef<Size> sizes) {
  SmallVector<int64_t> known;
  for (Size size : sizes)
    known.push_back(size.known());
  return known;
}

static bool areKnown(ArrayRef<Size> sizes) {
  return llvm::all_of(sizes, [](Size size) { return size.isKnown(); });
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

Value TensorBuilder::broadcastInDim(Value value, ArrayRef<Size> sizes,
                                    ArrayRef<int64_t> dims) {
  RankedTensorType type = typeOf(sizes, elementOf(value));
  RankedTensorType given = typeOf(value);
  if (type.hasStaticShape() && given.hasStaticShape())
    return stablehlo::BroadcastInDimOp::create(*this, type, value,
                                               getDenseI64ArrayAttr(dims));
  // What is known to be 1, or not, need not be found out at run time.
  SmallVector<int64_t> expanding, keeping;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t size = given.getDimSize(i);
    if (size == 1 && type.getDimSize(dim) != 1)
      expanding.push_back(i);
    else if (ShapedType::isDynamic(size) ? strict_ : true)
      keeping.push_back(i);
  }
  return stablehlo::DynamicBroadcastInDimOp::create(
      *this, type, value, shapeOf(sizes), getDenseI64ArrayAttr(dims),
      getDenseI64ArrayAttr(expanding), getDenseI64ArrayAttr(keeping));
}

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
    Value isOne = compare(Direction::EQ, size.value(), one);
    size = Size(select(isOne, sizeOf(value, dim).value(), size.value()));
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
      fits = type.isDynamicDim(dim) ? strict_
                                    : sizes[dim].is(type.getDimSize(dim));
    if (!fits)
      value = broadcast(value, sizes);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

Value TensorBuilder::reshape(Value value, ArrayRef<Size> sizes) {
  RankedTensorType type = typeOf(sizes, elementOf(value));
  if (type == value.getType() && type.hasStaticShape())
    return value;
  if (type.hasStaticShape() && typeOf(value).hasStaticShape())
    return stablehlo::ReshapeOp::create(*this, type, value);
  return stablehlo::DynamicReshapeOp::create(*this, type, value,
                                             shapeOf(sizes));
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

Value TensorBuilder::castTo(Value value, RankedTensorType type) {
  RankedTensorType given = typeOf(value);
  if (given == type)
    return value;
  Sizes sizes;
  for (int64_t dim : llvm::seq(type.getRank()))
    sizes.push_back(type.isDynamicDim(dim) ? sizeOf(value, dim)
                                           : Size(type.getDimSize(dim)));
  return stablehlo::DynamicReshapeOp::create(*this, type, value,
                                             shapeOf(sizes));
}

Value TensorBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(typeOf(value).getDimSize(dim));
  return stablehlo::TransposeOp::create(*this, typeOf(value).clone(shape),
                                        value,
                                        getDenseI64ArrayAttr(permutation));
}

Value TensorBuilder::reverse(Value value, ArrayRef<int64_t> dims) {
  return stablehlo::ReverseOp::create(*this, typeOf(value), value,
                                      getDenseI64ArrayAttr(dims));
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Value TensorBuilder::sliceBetween(Value value, int64_t dim, Size start,
                                  Size limit, Size length, int64_t step) {
  Sizes limits = sizesOf(value);
  if (start.is(0) && step == 1 && limit.isKnown() &&
      limits[dim].is(limit.known()))
    return value;
  Sizes sizes = limits;
  sizes[dim] = length;
  // A part of nothing.
  if (llvm::any_of(sizes, [](Size size) { return size.is(0); }))
    return full(sizes, scalar(elementOf(value), 0));
  limits[dim] = limit;
  Sizes starts(limits.size(), Size(0));
  starts[dim] = start;
  SmallVector<int64_t> steps(limits.size(), 1);
  steps[dim] = step;
  SmallVector<int64_t> shape(typeOf(value).getShape());
  shape[dim] = length.inType();
  RankedTensorType type = typeOf(value).clone(shape);
  if (areKnown(starts) && areKnown(limits))
    return stablehlo::SliceOp::create(
        *this, type, value, getDenseI64ArrayAttr(knownSizes(starts)),
        getDenseI64ArrayAttr(knownSizes(limits)), getDenseI64ArrayAttr(steps));
  return stablehlo::RealDynamicSliceOp::create(
      *this, type, value, shapeOf(starts), shapeOf(limits), constant(steps));
}

Value TensorBuilder::slice(Value value, int64_t dim, Size start, Size limit,
                           int64_t step) {
  Size length = subtract(limit, start);
  if (step != 1)
    length = floorDivide(add(length, step - 1), step);
  return sliceBetween(value, dim, start, limit, length, step);
}

Value TensorBuilder::part(Value value, int64_t dim, Size start, Size length) {
  return sliceBetween(value, dim, start, add(start, length), length, 1);
}

Value TensorBuilder::updatePart(Value value, Value update,
                                ArrayRef<Size> starts) {
  SmallVector<Value> places;
  for (Size start : starts)
    places.push_back(valueOf(start));
  return stablehlo::DynamicUpdateSliceOp::create(*this, typeOf(value), value,
                                                 update, places);
}

Value TensorBuilder::pad(Value value, Value padding, ArrayRef<Size> low,
                         ArrayRef<Size> high, ArrayRef<int64_t> interior) {
  SmallVector<int64_t> between(interior);
  between.resize(rankOf(value), 0);
  RankedTensorType given = typeOf(value);
  SmallVector<int64_t> shape;
  for (int64_t dim : llvm::seq(given.getRank())) {
    int64_t size = given.getDimSize(dim);
    bool isKnown = !ShapedType::isDynamic(size) && low[dim].isKnown() &&
                   high[dim].isKnown();
    shape.push_back(isKnown ? size + low[dim].known() + high[dim].known() +
                                  std::max<int64_t>(size - 1, 0) * between[dim]
                            : ShapedType::kDynamic);
  }
  RankedTensorType type = given.clone(shape);
  if (areKnown(low) && areKnown(high))
    return stablehlo::PadOp::create(
        *this, type, value, padding, getDenseI64ArrayAttr(knownSizes(low)),
        getDenseI64ArrayAttr(knownSizes(high)), getDenseI64ArrayAttr(between));
  return stablehlo::DynamicPadOp::create(*this, type, value, padding,
                                         shapeOf(low), shapeOf(high),
                                         constant(between));
}

Value TensorBuilder::concatenate(ValueRange values, int64_t dim) {
  if (values.size() == 1)
    return values.front();
  RankedTensorType type = typeOf(values.front());
  int64_t size = 0;
  for (Value value : values) {
    type = mergeSizes(type, typeOf(value));
    int64_t part = typeOf(value).getDimSize(dim);
    size = ShapedType::isDynamic(size) || ShapedType::isDynamic(part)
               ? ShapedType::kDynamic
               : size + part;
  }
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return stablehlo::ConcatenateOp::create(*this, type.clone(shape), values,
                                          static_cast<uint64_t>(dim));
}
