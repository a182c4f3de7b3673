//===- Indexing.cpp - gathers, scatters, segments -------------------------===//
//
// Indices are not negative; where one is out of range TFLite stops with an
// error, and here elements are read from the nearest place and updates left
// out.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

#include <limits>

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

static Value asIndex(TensorBuilder &b, Value indices) {
  return b.convert(indices, b.getI64Type());
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

/// Slices along an axis behind dimensions that operand and indices share.
static Value gatherBatched(TensorBuilder &b, Value value, Value indices,
                           int64_t axis, int64_t batch) {
  int64_t indexRank = b.rankOf(indices);
  Sizes sizes = b.sizesOf(indices);
  Values columns;
  SmallVector<int64_t> indexed;
  for (int64_t dim : llvm::seq(batch)) {
    columns.push_back(
        b.unsqueeze(b.iota(sizes, dim, b.getI64Type()), indexRank));
    indexed.push_back(dim);
  }
  columns.push_back(b.unsqueeze(indices, indexRank));
  indexed.push_back(axis);
  Value result = b.gather(value, b.concatenate(columns, indexRank), indexed);
  // The dimensions between batch and axis stand behind those of the indices.
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq(batch));
  for (int64_t i : llvm::seq(axis - batch))
    order.push_back(indexRank + i);
  for (int64_t i : llvm::seq(batch, indexRank))
    order.push_back(i);
  for (int64_t i : llvm::seq(indexRank + axis - batch, b.rankOf(result)))
    order.push_back(i);
  return b.transpose(result, order);
}

static Results convertGather(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  const auto &options = op.options<schema::GatherOptions>();
  Value value = op.input(0), indices = asIndex(b, op.input(1));
  std::optional<int64_t> axis = dimOf(options.axis(), b.rankOf(value));
  int64_t batch = options.batch_dims();
  if (batch < 0)
    batch += b.rankOf(indices);
  if (!axis || batch < 0 || batch > *axis || batch > b.rankOf(indices))
    return op.fail("its axis or number of batch dimensions is out of range");
  bool dequantizes = op.inputTensor(0).isQuantized() &&
                     isa_and_nonnull<FloatType>(op.outputElement());
  if (dequantizes)
    value = op.floatInput(0);
  if (batch == 0)
    return torch::takeAlong(b, value, indices, *axis);
  return gatherBatched(b, value, indices, *axis, batch);
}

static Results convertGatherNd(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value value = op.input(0), indices = asIndex(b, op.input(1));
  int64_t last = b.rankOf(indices) - 1;
  int64_t depth = last < 0 ? 0 : b.typeOf(indices).getDimSize(last);
  if (last < 0 || depth == ShapedType::kDynamic || depth > b.rankOf(value))
    return op.fail("the length of its index vectors is not known");
  if (depth == 0) {
    Sizes sizes = b.sizesOf(indices);
    sizes.pop_back();
    sizes.append(b.sizesOf(value));
    return b.broadcast(value, sizes);
  }
  return b.gather(value, indices, llvm::to_vector(llvm::seq(depth)));
}

/// A row of the table for each id; tables of integers hold quantised floats.
static Results convertEmbeddingLookup(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value ids = asIndex(b, op.input(0)), table = op.input(1);
  if (b.rankOf(table) < 1)
    return op.fail("its table has no rows");
  const Tensor &tensor = op.inputTensor(1);
  bool dequantizes = tensor.isQuantized() && !op.outputTensor().isQuantized();
  if (dequantizes && tensor.quantization.isPerAxis())
    return torch::takeAlong(b, op.floatInput(1), ids, 0);
  Value rows = torch::takeAlong(b, table, ids, 0);
  return dequantizes ? dequantize(b, rows, tensor.quantization) : rows;
}

/// The rows whose key is looked up, zeros and a miss where there is none.
static Results convertHashtableLookup(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value wanted = op.input(0), keys = op.input(1), table = op.input(2);
  if (b.rankOf(wanted) != 1 || b.rankOf(keys) != 1 || b.rankOf(table) < 1)
    return op.fail("its operands are no vectors and table");
  if (op.outputCount() != 2)
    return op.fail("it has not two results");
  Value matches = b.compare(Comparison::EQ, b.unsqueeze(wanted, 1), keys);
  Value isHit = b.reduce(Reducer::Or, matches, 1);
  Value places = b.iota(b.sizesOf(matches), 1, b.getI64Type());
  Value place =
      b.reduce(Reducer::Maximum,
               b.select(matches, places, b.scalar(b.getI64Type(), 0)), 1);
  Value rows = torch::takeAlong(b, table, place, 0);
  Value mask = b.broadcastInDim(isHit, b.sizesOf(rows), {0});
  rows = b.select(mask, rows, b.scalar(b.elementOf(rows), 0));
  return Values{rows, b.convert(isHit, op.outputElement(1))};
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

static Results convertScatterNd(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value indices = asIndex(b, op.input(0)), updates = op.input(1);
  std::optional<Sizes> sizes = op.sizes(2);
  int64_t last = b.rankOf(indices) - 1;
  if (!sizes || last < 0)
    return op.fail("its shape is not known, or its indices are no vectors");
  // What the ranks say, also where the length is the run's.
  int64_t count = sizes->size();
  int64_t depth = last + count - b.rankOf(updates);
  int64_t stated = b.typeOf(indices).getDimSize(last);
  if (depth < 1 || depth > count ||
      (stated != depth && stated != ShapedType::kDynamic))
    return op.fail("its index vectors, updates and shape do not fit");
  SmallVector<int64_t> shape(b.typeOf(indices).getShape());
  shape.back() = depth;
  indices = b.castTo(indices, b.typeOf(indices).clone(shape));
  Value zeros = b.full(*sizes, b.scalar(b.elementOf(updates), 0));
  return b.scatter(zeros, indices, updates, llvm::to_vector(llvm::seq(depth)),
                   Reducer::Add);
}

static Results convertSparseToDense(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value indices = asIndex(b, op.input(0)), values = op.input(2);
  std::optional<Sizes> sizes = op.sizes(1);
  if (!sizes || b.rankOf(indices) > 2)
    return op.fail("its shape is not known, or its indices have more than two "
                   "dimensions");
  int64_t rank = sizes->size();
  // One place, or a place for each value.
  if (b.rankOf(indices) == 0)
    indices = b.reshape(indices, Sizes{1, 1});
  else if (b.rankOf(indices) == 1)
    indices = b.unsqueeze(indices, 1);
  if (b.typeOf(indices).getDimSize(1) != rank)
    return op.fail("its indices do not fit its shape");
  values = b.broadcast(values, b.sizeOf(indices, 0));
  Value dense = b.full(*sizes, b.reshape(op.input(3), {}));
  return b.scatter(dense, indices, values, llvm::to_vector(llvm::seq(rank)),
                   std::nullopt);
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

/// What a segment without elements is. TFLite has finite bounds.
static Value initialOf(TensorBuilder &b, Reducer reducer, Type element) {
  if (element.isF32() && reducer == Reducer::Maximum)
    return b.scalar(element, double(std::numeric_limits<float>::lowest()));
  if (element.isF32() && reducer == Reducer::Minimum)
    return b.scalar(element, double(std::numeric_limits<float>::max()));
  return b.neutralElement(reducer, element);
}

static Value reduceSegments(TensorBuilder &b, Reducer reducer, Value data,
                            Value ids, Size count) {
  Sizes sizes{count};
  for (int64_t dim : llvm::seq(b.rankOf(ids), b.rankOf(data)))
    sizes.push_back(b.sizeOf(data, dim));
  Value initial = b.full(sizes, initialOf(b, reducer, b.elementOf(data)));
  return b.scatter(initial, b.unsqueeze(ids, b.rankOf(ids)), data, {0},
                   reducer);
}

/// Ids are sorted: the last one says how many segments there are.
static Results convertSegmentSum(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value data = op.input(0), ids = asIndex(b, op.input(1));
  if (b.rankOf(ids) != 1 || b.rankOf(data) < 1)
    return op.fail("its ids are no vector");
  Size count = 0;
  if (std::optional<Ints> known = op.ints(1))
    count = known->empty() ? 0 : known->back() + 1;
  else
    count = b.add(b.sizeFrom(b.reduce(Reducer::Maximum, ids, 0)), 1);
  return reduceSegments(b, Reducer::Add, data, ids, count);
}

template <Reducer reducer>
static Results convertUnsortedSegments(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Value data = op.input(0), ids = asIndex(b, op.input(1));
  std::optional<Sizes> count = op.sizes(2);
  if (!count || count->size() != 1 || b.rankOf(ids) > b.rankOf(data))
    return op.fail("its number of segments is no scalar, or its ids have too "
                   "many dimensions");
  return reduceSegments(b, reducer, data, ids, count->front());
}

/// Weighted rows, combined over the last dimension of a sparse list of ids.
static Results convertEmbeddingLookupSparse(TfLiteOp &op) {
  TensorBuilder &b = op.b;
  Type i64 = b.getI64Type();
  Value ids = asIndex(b, op.input(0)), places = asIndex(b, op.input(1));
  Value weights = op.input(3), table = op.floatInput(4);
  std::optional<Sizes> shape = op.sizes(2);
  if (!shape || shape->empty() || b.rankOf(places) != 2 || b.rankOf(ids) != 1 ||
      b.rankOf(weights) != 1 || b.rankOf(table) < 1 ||
      b.typeOf(places).getDimSize(1) != static_cast<int64_t>(shape->size()))
    return op.fail("its operands do not fit each other");
  // The number of the entry that an id belongs to.
  Sizes outer(shape->begin(), shape->end() - 1);
  Value entry = b.full(b.sizeOf(ids, 0), b.scalar(i64, 0));
  for (auto [dim, size] : llvm::enumerate(outer)) {
    Value index = b.squeeze(b.slice(places, 1, dim, dim + 1), {1});
    entry = b.add(b.multiply(entry, b.valueOf(size)), index);
  }
  Size count = b.count(outer);
  auto perEntry = [&](Value values) {
    return reduceSegments(b, Reducer::Add, values, entry, count);
  };
  Value rows = torch::takeAlong(b, table, ids, 0);
  rows = b.multiply(rows, b.broadcastInDim(weights, b.sizesOf(rows), {0}));
  Value sums = perEntry(rows), norm;
  switch (op.options<schema::EmbeddingLookupSparseOptions>().combiner()) {
  case schema::CombinerType::SUM:
    break;
  case schema::CombinerType::MEAN:
    norm = perEntry(weights);
    break;
  case schema::CombinerType::SQRTN:
    norm =
        b.elementwise(ElementOp::Sqrt, perEntry(b.multiply(weights, weights)));
    break;
  }
  if (norm) {
    Value zero = b.scalar(b.getF32Type(), 0);
    // An entry without ids is zeros.
    norm = b.select(b.compare(Comparison::EQ, norm, zero),
                    b.scalar(b.getF32Type(), 1), norm);
    sums = b.divide(sums, b.broadcastInDim(norm, b.sizesOf(sums), {0}));
  }
  for (int64_t dim : llvm::seq<int64_t>(1, b.rankOf(table)))
    outer.push_back(b.sizeOf(table, dim));
  return b.reshape(sums, outer);
}

static constexpr Row kRows[] = {
    {BuiltinOperator::EMBEDDING_LOOKUP, convertEmbeddingLookup, 2, true},
    {BuiltinOperator::EMBEDDING_LOOKUP_SPARSE, convertEmbeddingLookupSparse, 5,
     true},
    {BuiltinOperator::GATHER, convertGather, 2, true},
    {BuiltinOperator::GATHER_ND, convertGatherNd, 2, true},
    {BuiltinOperator::HASHTABLE_LOOKUP, convertHashtableLookup, 3},
    {BuiltinOperator::SCATTER_ND, convertScatterNd, 3, true},
    {BuiltinOperator::SEGMENT_SUM, convertSegmentSum, 2},
    {BuiltinOperator::SPARSE_TO_DENSE, convertSparseToDense, 4, true},
    {BuiltinOperator::UNSORTED_SEGMENT_MAX,
     convertUnsortedSegments<Reducer::Maximum>, 3},
    {BuiltinOperator::UNSORTED_SEGMENT_MIN,
     convertUnsortedSegments<Reducer::Minimum>, 3},
    {BuiltinOperator::UNSORTED_SEGMENT_PROD,
     convertUnsortedSegments<Reducer::Multiply>, 3},
    {BuiltinOperator::UNSORTED_SEGMENT_SUM,
     convertUnsortedSegments<Reducer::Add>, 3},
};

ArrayRef<Row> ingot::tflite::indexing() { return kRows; }
