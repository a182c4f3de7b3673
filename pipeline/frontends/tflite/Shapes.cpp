//===- Shapes.cpp - other shapes of the same elements ---------------------===//
//
// Sizes may be computed by the model itself; what is known of them becomes
// static, the rest is left to the run.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

/// A size of -1 is what the others leave; one of the run may be -1 then.
static LogicalResult fillLeftOut(TfLiteOp &op, Value value, Sizes &sizes) {
  std::optional<size_t> leftOut;
  Size others = 1;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    if (!size.is(-1)) {
      others = op.b.multiply(others, size);
      continue;
    }
    if (leftOut)
      return op.fail("two sizes of the new shape are -1");
    leftOut = i;
  }
  if (!leftOut) {
    op.b.resolveSizesOfRun(value, sizes);
    return success();
  }
  if (others.is(0))
    return op.fail("a size of -1 stands beside one of 0");
  Size count = op.b.count(op.b.sizesOf(op.input(0)));
  sizes[*leftOut] = op.b.floorDivide(count, others);
  return success();
}

static Results convertReshape(TfLiteOp &op) {
  Value value = op.input(0);
  Sizes sizes;
  if (op.has(1)) {
    std::optional<Sizes> given = op.sizes(1);
    if (!given)
      return op.fail("the number of dimensions of the new shape is not known");
    sizes = *given;
  } else if (const auto *list =
                 op.options<schema::ReshapeOptions>().new_shape()) {
    sizes.assign(list->begin(), list->end());
    // Older converters wrote this for a scalar.
    if (sizes.size() == 1 && sizes[0].is(0))
      sizes.clear();
  } else {
    return op.fail("it has no new shape");
  }
  if (failed(fillLeftOut(op, value, sizes)))
    return failure();
  bool isKnown = true;
  int64_t count = 1;
  for (Size size : sizes) {
    if (size.isKnown() && size.known() < 0)
      return op.fail("a size of the new shape is negative");
    isKnown &= size.isKnown();
    if (isKnown && llvm::MulOverflow(count, size.known(), count))
      return op.fail("the new shape is too large");
  }
  RankedTensorType type = op.b.typeOf(value);
  if (isKnown && type.hasStaticShape() && type.getNumElements() != count)
    return op.fail("the new shape has another number of elements");
  return op.b.reshape(value, sizes);
}

static Results convertSqueeze(TfLiteOp &op) {
  Value value = op.input(0);
  int64_t rank = op.b.rankOf(value);
  SmallVector<int64_t> dims;
  if (const auto *list = op.options<schema::SqueezeOptions>().squeeze_dims())
    for (int32_t given : *list) {
      std::optional<int64_t> dim = dimOf(given, rank);
      if (!dim)
        return op.fail("a dimension is out of range");
      dims.push_back(*dim);
    }
  // All of size 1. One that only the run knows cannot go: it would change how
  // many dimensions there are.
  for (int64_t dim : llvm::seq(dims.empty() ? rank : 0)) {
    torch::Size size = op.b.sizeOf(value, dim);
    if (size.is(1))
      dims.push_back(dim);
    else if (!size.isKnown())
      op.b.assertThat(op.b.compare(Comparison::NE, op.b.valueOf(size),
                                   op.b.scalar(op.b.getI64Type(), 1)),
                      "SQUEEZE would take a dimension that the model says no "
                      "size of");
  }
  for (int64_t dim : dims)
    if (int64_t size = op.b.typeOf(value).getDimSize(dim);
        size != 1 && size != ShapedType::kDynamic)
      return op.fail("a dimension has another size than 1");
  return op.b.squeeze(value, dims);
}

static Results convertExpandDims(TfLiteOp &op) {
  Value value = op.input(0);
  std::optional<Ints> axis = op.dims(1, op.b.rankOf(value) + 1);
  if (!axis || axis->size() != 1)
    return op.fail("the axis is not known, or out of range");
  return op.b.unsqueeze(value, axis->front());
}

static Results convertTranspose(TfLiteOp &op) {
  Value value = op.input(0);
  int64_t rank = op.b.rankOf(value);
  std::optional<Ints> order = op.dims(1, rank);
  if (!order || static_cast<int64_t>(order->size()) != rank)
    return op.fail("the permutation is not known");
  Ints sorted(*order);
  llvm::sort(sorted);
  if (sorted != llvm::to_vector(llvm::seq(rank)))
    return op.fail("the permutation names a dimension twice");
  return op.b.transpose(value, *order);
}

//===----------------------------------------------------------------------===//
// Shapes as tensors
//===----------------------------------------------------------------------===//

/// A list of sizes as a tensor of the result's type.
static Value listOf(TfLiteOp &op, ArrayRef<Size> sizes) {
  return op.b.convert(op.b.shapeOf(sizes), op.outputElement());
}

static Results convertShape(TfLiteOp &op) {
  return listOf(op, op.b.sizesOf(op.input(0)));
}

static Results convertRank(TfLiteOp &op) {
  return op.b.scalar(op.outputElement(), op.b.rankOf(op.input(0)));
}

static Results convertBroadcastArgs(TfLiteOp &op) {
  std::optional<Sizes> x = op.sizes(0), y = op.sizes(1);
  if (!x || !y)
    return op.fail("the number of dimensions is not known");
  if (x->size() < y->size())
    std::swap(x, y);
  size_t offset = x->size() - y->size();
  for (size_t i = 0; i < y->size(); ++i) {
    Size &size = (*x)[i + offset];
    Size other = (*y)[i];
    if (other.is(1))
      continue;
    if (other.isKnown() || size.is(1))
      size = other;
    else if (!size.isKnown())
      // 1 where both are.
      size = op.b.maximum(size, other);
  }
  return listOf(op, *x);
}

//===----------------------------------------------------------------------===//
// Repeating
//===----------------------------------------------------------------------===//

static Results convertBroadcastTo(TfLiteOp &op) {
  std::optional<Sizes> sizes = op.sizes(1);
  Value value = op.input(0);
  if (!sizes || static_cast<int64_t>(sizes->size()) < op.b.rankOf(value))
    return op.fail("the number of dimensions is not known, or too small");
  return op.b.broadcast(value, *sizes);
}

static Results convertFill(TfLiteOp &op) {
  std::optional<Sizes> sizes = op.sizes(0);
  if (!sizes)
    return op.fail("the number of dimensions is not known");
  for (Size size : *sizes)
    if (size.isKnown() && size.known() < 0)
      return op.fail("a size is negative");
  Value value = op.input(1);
  return op.b.full(*sizes, op.b.reshape(value, {}));
}

/// Copies stand side by side: a dimension of them in front of each of the
/// value's.
static Results convertTile(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0);
  std::optional<Sizes> counts = op.sizes(1);
  int64_t rank = b.rankOf(value);
  if (!counts || static_cast<int64_t>(counts->size()) != rank)
    return op.fail("the number of copies along each dimension is not known");
  Sizes apart, together;
  SmallVector<int64_t> dims;
  for (int64_t dim : llvm::seq(rank)) {
    Size size = b.sizeOf(value, dim);
    apart.append({(*counts)[dim], size});
    dims.push_back(2 * dim + 1);
    together.push_back(b.multiply((*counts)[dim], size));
  }
  return b.reshape(b.broadcastInDim(value, apart, dims), together);
}

//===----------------------------------------------------------------------===//
// Putting together and taking apart
//===----------------------------------------------------------------------===//

static LogicalResult checkAll(TfLiteOp &op) {
  for (unsigned i = 0; i < op.inputCount(); ++i)
    if (!op.has(i))
      return op.fail("operand " + Twine(i) + " has no value");
  return success();
}

static Results convertPack(TfLiteOp &op) {
  if (failed(checkAll(op)))
    return failure();
  std::optional<int64_t> axis = dimOf(op.options<schema::PackOptions>().axis(),
                                      op.b.rankOf(op.input(0)) + 1);
  if (!axis)
    return op.fail("the axis is out of range");
  Values parts;
  for (Value value : op.inputs()) {
    if (op.b.rankOf(value) != op.b.rankOf(op.input(0)))
      return op.fail("its operands differ in rank");
    parts.push_back(op.b.unsqueeze(value, *axis));
  }
  return op.b.concatenate(parts, *axis);
}

static Results convertUnpack(TfLiteOp &op) {
  Value value = op.input(0);
  std::optional<int64_t> axis =
      dimOf(op.options<schema::UnpackOptions>().axis(), op.b.rankOf(value));
  if (!axis)
    return op.fail("the axis is out of range");
  int64_t size = op.b.typeOf(value).getDimSize(*axis);
  if (size != ShapedType::kDynamic && size < op.outputCount())
    return op.fail("it has more results than slices");
  Values parts;
  for (int64_t i : llvm::seq<int64_t>(0, op.outputCount()))
    parts.push_back(op.b.squeeze(op.b.slice(value, *axis, i, i + 1), *axis));
  return parts;
}

static Results convertConcatenation(TfLiteOp &op) {
  if (failed(checkAll(op)))
    return failure();
  const auto &options = op.options<schema::ConcatenationOptions>();
  int64_t rank = op.b.rankOf(op.input(0));
  std::optional<int64_t> axis = dimOf(options.axis(), rank);
  if (!axis)
    return op.fail("the axis is out of range");
  Values parts = op.inputs();
  for (Value part : parts)
    if (op.b.rankOf(part) != rank)
      return op.fail("its operands differ in rank");
  Value value = op.b.concatenate(parts, *axis);
  return activate(op.b, value, options.fused_activation_function());
}

/// Slices of these lengths, one behind the other.
static Results splitBy(TfLiteOp &op, Value value, int64_t axis,
                       ArrayRef<Size> lengths) {
  Values parts;
  Size start = 0;
  for (Size length : lengths) {
    parts.push_back(op.b.narrow(value, axis, start, length));
    start = op.b.add(start, length);
  }
  return parts;
}

static Results convertSplit(TfLiteOp &op) {
  Value value = op.input(1);
  std::optional<Ints> axis = op.dims(0, op.b.rankOf(value));
  if (!axis || axis->size() != 1)
    return op.fail("the axis is not known, or out of range");
  int64_t count = op.outputCount();
  int64_t known = op.b.typeOf(value).getDimSize(axis->front());
  if (known != ShapedType::kDynamic && known % count != 0)
    return op.fail("the dimension cannot be split into equal parts");
  Size size = op.b.sizeOf(value, axis->front());
  return splitBy(op, value, axis->front(),
                 Sizes(count, op.b.floorDivide(size, Size(count))));
}

static Results convertSplitV(TfLiteOp &op) {
  Value value = op.input(0);
  std::optional<Sizes> lengths = op.sizes(1);
  std::optional<Ints> axis = op.dims(2, op.b.rankOf(value));
  if (!axis || axis->size() != 1 || !lengths ||
      lengths->size() != op.outputCount())
    return op.fail("the axis or the sizes are not known");
  op.b.resolveParts(op.b.sizeOf(value, axis->front()), *lengths,
                    "SPLIT_V: the sizes do not add up");
  int64_t total = 0;
  for (Size length : *lengths) {
    total += length.isKnown() ? length.known() : 0;
    if (length.isKnown() && length.known() < 0)
      return op.fail("the sizes do not add up");
  }
  int64_t size = op.b.typeOf(value).getDimSize(axis->front());
  if (size != ShapedType::kDynamic && total > size)
    return op.fail("the sizes do not add up");
  return splitBy(op, value, axis->front(), *lengths);
}

static constexpr Row kRows[] = {
    {BuiltinOperator::BROADCAST_ARGS, convertBroadcastArgs, 2, true},
    {BuiltinOperator::BROADCAST_TO, convertBroadcastTo, 2, true},
    {BuiltinOperator::CONCATENATION, convertConcatenation, 1, true},
    {BuiltinOperator::EXPAND_DIMS, convertExpandDims, 2, true},
    {BuiltinOperator::FILL, convertFill, 2, true},
    {BuiltinOperator::PACK, convertPack, 1, true},
    {BuiltinOperator::RANK, convertRank, 1, true},
    {BuiltinOperator::RESHAPE, convertReshape, 1, true},
    {BuiltinOperator::SHAPE, convertShape, 1, true},
    {BuiltinOperator::SPLIT, convertSplit, 2, true},
    {BuiltinOperator::SPLIT_V, convertSplitV, 3, true},
    {BuiltinOperator::SQUEEZE, convertSqueeze, 1, true},
    {BuiltinOperator::TILE, convertTile, 2, true},
    {BuiltinOperator::TRANSPOSE, convertTranspose, 2, true},
    {BuiltinOperator::UNPACK, convertUnpack, 1, true},
};

ArrayRef<Row> ingot::tflite::shapes() { return kRows; }
