//===- TosaShapes.cpp - broadcasting, reshaping, slices, padding ----------===//
//
// `tosa.reshape` takes one size that is not known, as -1, and `tosa.slice`
// none. Beyond that the ops of `tensor` say the same with sizes of the run. A
// slice by steps, and padding between elements, are reshapes of rows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/ShapeInference.h"
#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

static Sizes sizesOfType(RankedTensorType type) {
  return Sizes(type.getShape().begin(), type.getShape().end());
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

/// tosa.reshape; at most one size of the type is not known.
Value TosaBuilder::staticReshape(Value value, RankedTensorType type) {
  if (Value empty = emptyOf(type))
    return empty;
  SmallVector<int64_t> sizes;
  for (int64_t size : type.getShape())
    sizes.push_back(ShapedType::isDynamic(size) ? -1 : size);
  return tosa::ReshapeOp::create(*this, type, value, shapeConstant(sizes));
}

Value TosaBuilder::reshape(Value value, ArrayRef<Size> sizes) {
  RankedTensorType type = typeOf(sizes, elementOf(value));
  if (type == value.getType() && type.hasStaticShape())
    return value;
  // -1 next to a size of 0 would stand for any size.
  if (type.hasStaticShape() || (type.getNumDynamicDims() == 1 &&
                                !llvm::is_contained(type.getShape(), 0)))
    return staticReshape(value, type);
  return tensor::ReshapeOp::create(*this, type, value, extentsOf(sizes));
}

Value TosaBuilder::expand(Value value, int64_t rank, ArrayRef<int64_t> dims) {
  Sizes sizes(rank, Size(1));
  RankedTensorType given = typeOf(value);
  SmallVector<int64_t> shape(rank, 1);
  for (auto [i, dim] : llvm::enumerate(dims))
    shape[dim] = given.getDimSize(i);
  RankedTensorType type = given.clone(shape);
  if (type == given)
    return value;
  if (type.getNumDynamicDims() < 2)
    return staticReshape(value, type);
  for (auto [i, dim] : llvm::enumerate(dims))
    sizes[dim] = sizeOf(value, i);
  // Each dimension takes those of size 1 in front of it, the last also those
  // behind it.
  SmallVector<ReassociationIndices> groups(dims.size());
  size_t group = 0;
  for (int64_t dim : llvm::seq(rank)) {
    groups[group].push_back(dim);
    if (group + 1 < dims.size() && dims[group] == dim)
      ++group;
  }
  return tensor::ExpandShapeOp::create(*this, type, value, groups,
                                       indicesOf(sizes));
}

Value TosaBuilder::raiseRank(Value value, int64_t rank) {
  int64_t given = rankOf(value);
  if (given >= rank)
    return value;
  DenseElementsAttr known;
  if (given == 0 && matchPattern(value, m_Constant(&known)))
    return constant(known.resizeSplat(RankedTensorType::get(
        SmallVector<int64_t>(rank, 1), elementOf(value))));
  return expand(value, rank, llvm::to_vector(llvm::seq(rank - given, rank)));
}

Value TosaBuilder::unsqueeze(Value value, int64_t dim) {
  SmallVector<int64_t> dims;
  for (int64_t i : llvm::seq(rankOf(value)))
    dims.push_back(i < dim ? i : i + 1);
  return expand(value, rankOf(value) + 1, dims);
}

Value TosaBuilder::squeeze(Value value, ArrayRef<int64_t> dims) {
  RankedTensorType given = typeOf(value);
  SmallVector<int64_t> shape, ones(given.getShape());
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices group;
  for (int64_t dim : llvm::seq(given.getRank())) {
    group.push_back(dim);
    if (llvm::is_contained(dims, dim)) {
      ones[dim] = 1;
      continue;
    }
    shape.push_back(given.getDimSize(dim));
    groups.push_back(std::exchange(group, {}));
  }
  RankedTensorType type = given.clone(shape);
  if (type.getNumDynamicDims() < 2)
    return type == given ? value : staticReshape(value, type);
  groups.back().append(group);
  value = castTo(value, given.clone(ones));
  return tensor::CollapseShapeOp::create(*this, type, value, groups);
}

Value TosaBuilder::castTo(Value value, RankedTensorType type) {
  return value.getType() == type
             ? value
             : Value(tensor::CastOp::create(*this, type, value));
}

Value TosaBuilder::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (llvm::equal(permutation, llvm::seq(rankOf(value))))
    return value;
  auto order = llvm::map_to_vector(
      permutation, [](int64_t dim) { return static_cast<int32_t>(dim); });
  RankedTensorType type = transposedType(typeOf(value), permutation);
  Value empty = emptyOf(type);
  return empty ? empty
               : Value(tosa::TransposeOp::create(*this, type, value,
                                                 getDenseI32ArrayAttr(order)));
}

Value TosaBuilder::reverse(Value value, ArrayRef<int64_t> dims) {
  if (llvm::is_contained(typeOf(value).getShape(), 0))
    return value;
  for (int64_t dim : dims)
    value = tosa::ReverseOp::create(*this, value.getType(), value,
                                    getI32IntegerAttr(dim));
  return value;
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

Value TosaBuilder::broadcastInDim(Value value, ArrayRef<Size> sizes,
                                  ArrayRef<int64_t> dims) {
  auto rank = static_cast<int64_t>(sizes.size());
  RankedTensorType type = typeOf(sizes, elementOf(value));
  if (Value empty = emptyOf(type))
    return empty;
  Value expanded = expand(value, rank, dims);
  if (expanded.getType() == type && (type.hasStaticShape() || isStrict()))
    return expanded;
  SmallVector<int64_t> counts(rank, 1);
  bool isKnown = true;
  for (int64_t dim : llvm::seq(rank)) {
    int64_t given = typeOf(expanded).getDimSize(dim);
    if (given == 1 && sizes[dim].isKnown())
      counts[dim] = sizes[dim].known();
    else if (given == 1 || (ShapedType::isDynamic(given) && !isStrict()))
      isKnown = false;
  }
  if (isKnown) {
    // What the value knows of its own sizes and what is said of them.
    SmallVector<int64_t> shape;
    for (auto [count, given] :
         llvm::zip_equal(counts, typeOf(expanded).getShape()))
      shape.push_back(ShapedType::isDynamic(given) ? given : count * given);
    if (llvm::any_of(counts, [](int64_t count) { return count != 1; }))
      expanded = tosa::TileOp::create(*this, type.clone(shape), expanded,
                                      shapeConstant(counts));
    return castTo(expanded, type);
  }
  // Adding nothing in the right sizes; -0 is what adds nothing to a float.
  if (!isComputable(type.getElementType()))
    return refuse(type,
                  "such elements cannot be repeated as often as the run says");
  return castTo(add(full(sizes, scalar(type.getElementType(), -0.0)), expanded),
                type);
}

//===----------------------------------------------------------------------===//
// Slices and padding
//===----------------------------------------------------------------------===//

Value TosaBuilder::takeSteps(Value value, int64_t dim, int64_t step) {
  int64_t size = typeOf(value).getDimSize(dim);
  int64_t count = (size + step - 1) / step;
  Sizes none(rankOf(value), Size(0)), behind = none;
  behind[dim] = count * step - size;
  value = pad(value, scalar(elementOf(value), 0), none, behind);
  // Steps become a dimension, of which the first element is taken.
  Sizes sizes = sizesOf(value);
  sizes[dim] = count;
  sizes.insert(sizes.begin() + dim + 1, Size(step));
  value = narrow(reshape(value, sizes), dim + 1, 0, 1);
  return squeeze(value, dim + 1);
}

Value TosaBuilder::makeSlice(Value value, int64_t dim, Size start, Size limit,
                             ArrayRef<Size> sizes, int64_t step) {
  RankedTensorType given = typeOf(value);
  Sizes starts(sizes.size(), Size(0));
  starts[dim] = start;
  if (given.hasStaticShape() && areKnown(starts) && sizes[dim].isKnown()) {
    if (step != 1) {
      value = slice(value, dim, start, limit);
      return takeSteps(value, dim, step);
    }
    SmallVector<int64_t> counts = knownSizes(sizes);
    return tosa::SliceOp::create(*this, given.clone(counts), value,
                                 shapeConstant(knownSizes(starts)),
                                 shapeConstant(counts));
  }
  Sizes steps(sizes.size(), Size(1));
  steps[dim] = step;
  SmallVector<int64_t> shape(given.getShape());
  shape[dim] = sizes[dim].inType();
  return tensor::ExtractSliceOp::create(*this, given.clone(shape), value,
                                        indicesOf(starts), indicesOf(sizes),
                                        indicesOf(steps));
}

Value TosaBuilder::updateSlice(Value value, Value update,
                               ArrayRef<Size> starts) {
  Sizes steps(starts.size(), Size(1));
  return tensor::InsertSliceOp::create(*this, update, value, indicesOf(starts),
                                       indicesOf(sizesOf(update)),
                                       indicesOf(steps));
}

/// Elements of a dimension as rows of one, which the padding lengthens.
Value TosaBuilder::padInside(Value value, Value padding, int64_t dim,
                             int64_t count) {
  Size size = sizeOf(value, dim);
  Value rows = unsqueeze(value, dim + 1);
  Sizes low(rankOf(rows), Size(0)), high = low;
  high[dim + 1] = count;
  rows = pad(rows, padding, low, high);
  Sizes sizes = sizesOf(value);
  sizes[dim] = multiply(size, count + 1);
  rows = reshape(rows, sizes);
  return slice(rows, dim, 0, subtract(sizes[dim], count));
}

Value TosaBuilder::pad(Value value, Value padding, ArrayRef<Size> low,
                       ArrayRef<Size> high, ArrayRef<int64_t> interior) {
  for (auto [dim, count] : llvm::enumerate(interior))
    if (count != 0)
      value = padInside(value, padding, dim, count);
  Sizes before(low), after(high);
  for (int64_t dim : llvm::seq(rankOf(value))) {
    // Less than nothing is a slice.
    bool cutsFront = before[dim].isKnown() && before[dim].known() < 0;
    bool cutsBack = after[dim].isKnown() && after[dim].known() < 0;
    if (!cutsFront && !cutsBack)
      continue;
    Size start = cutsFront ? -before[dim].known() : 0;
    Size end = cutsBack ? after[dim] : Size(0);
    value = slice(value, dim, start, add(sizeOf(value, dim), end));
    if (cutsFront)
      before[dim] = 0;
    if (cutsBack)
      after[dim] = 0;
  }
  auto isNone = [](Size size) { return size.is(0); };
  if (llvm::all_of(before, isNone) && llvm::all_of(after, isNone))
    return value;
  RankedTensorType type = paddedType(typeOf(value), before, after);
  if (Value empty = emptyOf(type))
    return empty;
  if (llvm::is_contained(typeOf(value).getShape(), 0) && type.hasStaticShape())
    return full(sizesOfType(type), padding);
  if (areKnown(before) && areKnown(after)) {
    SmallVector<int64_t> amounts;
    for (auto [front, back] : llvm::zip_equal(before, after))
      amounts.append({front.known(), back.known()});
    return tosa::PadOp::create(*this, type, value, shapeConstant(amounts),
                               raiseRank(padding, 1));
  }
  Value number = tensor::ExtractOp::create(*this, padding, ValueRange());
  return tensor::PadOp::create(*this, type, value, indicesOf(before),
                               indicesOf(after), number);
}

Value TosaBuilder::concatenate(ValueRange given, int64_t dim) {
  // What has no elements adds none, unless nothing has any.
  SmallVector<Value> values;
  for (Value value : given)
    if (!llvm::is_contained(typeOf(value).getShape(), 0))
      values.push_back(value);
  if (values.empty())
    values.push_back(given.front());
  if (values.size() == 1)
    return values.front();
  return tosa::ConcatOp::create(*this, concatenatedType(values, dim), values,
                                static_cast<int32_t>(dim));
}
