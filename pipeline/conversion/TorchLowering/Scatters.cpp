//===- Scatters.cpp - elements and slices written at indices --------------===//
//
// The counterpart of indexing: updates go to index vectors by one `scatter`.
// What `include_self=False` means is said in two steps: places that get an
// update are first set to what the reduction starts from. A mean is a sum and a
// count.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The slice of `source` that has the sizes of `indices`.
Value cropTo(TensorBuilder &b, Value source, Value indices) {
  for (int64_t dim : llvm::seq(b.rankOf(source)))
    source = b.narrow(source, dim, 0, b.sizeOf(indices, dim));
  return source;
}

struct ElementScatter {
  Value value, vectors, updates;
  SmallVector<int64_t> dims;

  Value write(TensorBuilder &b, std::optional<Reducer> reducer) const {
    return b.scatter(value, vectors, updates, dims, reducer);
  }
};

/// Operands of all ops of this kind: self, dim, index and src or value.
FailureOr<ElementScatter> elementScatterOf(Conversion &c) {
  Value value = c.operand("self"), indices = c.operand("index");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim || c.b.rankOf(indices) != rank)
    return c.fail("the dimension is not known, or the ranks differ");
  // A scalar is a vector of one element.
  if (rank == 0) {
    value = c.b.reshape(value, Size(1));
    indices = c.b.reshape(indices, Size(1));
  }
  Type element = c.b.elementOf(value);
  Value updates = c.op.operand("src") ? c.operandAs("src", element)
                                      : c.b.full(c.b.sizesOf(indices),
                                                 c.operandAs("value", element));
  if (c.op.operand("src"))
    updates = rank == 0 ? c.b.reshape(updates, Size(1))
                        : cropTo(c.b, updates, indices);
  ElementScatter scatter;
  scatter.value = value;
  scatter.vectors = elementIndices(c.b, value, indices, *dim);
  scatter.updates = updates;
  scatter.dims = llvm::to_vector(llvm::seq(c.b.rankOf(value)));
  return scatter;
}

Converted convertScatter(Conversion &c) {
  FailureOr<ElementScatter> scatter = elementScatterOf(c);
  if (failed(scatter))
    return failure();
  return c.toResultRank(scatter->write(c.b, std::nullopt));
}

Converted convertScatterAdd(Conversion &c) {
  FailureOr<ElementScatter> scatter = elementScatterOf(c);
  if (failed(scatter))
    return failure();
  return c.toResultRank(scatter->write(c.b, Reducer::Add));
}

/// Sums, counted: an element of its own counts if `includesSelf`.
Value scatterMean(TensorBuilder &b, ElementScatter scatter, bool includesSelf) {
  Type element = b.elementOf(scatter.value);
  ElementScatter counts = scatter;
  counts.value = b.fullLike(scatter.value, includesSelf ? 1 : 0);
  counts.updates = b.fullLike(scatter.updates, 1);
  Value count = b.maximum(counts.write(b, Reducer::Add), b.scalar(element, 1));
  Value sum = scatter.write(b, Reducer::Add);
  if (isa<mlir::FloatType>(element))
    return b.divide(sum, count);
  // Of integers the mean rounds down.
  Value quotient = b.divide(sum, count);
  Value isAbove = b.compare(Comparison::GT, b.multiply(quotient, count), sum);
  return b.select(isAbove, b.subtract(quotient, b.scalar(element, 1)),
                  quotient);
}

std::optional<Reducer> foldOf(StringRef name) {
  if (name == "sum" || name == "mean" || name == "add")
    return Reducer::Add;
  if (name == "prod" || name == "multiply")
    return Reducer::Multiply;
  if (name == "amax")
    return Reducer::Maximum;
  if (name == "amin")
    return Reducer::Minimum;
  return std::nullopt;
}

Converted convertScatterReduce(Conversion &c) {
  std::optional<StringRef> name = c.getString("reduce");
  std::optional<Reducer> reducer = name ? foldOf(*name) : std::nullopt;
  FailureOr<ElementScatter> scatter = elementScatterOf(c);
  if (failed(scatter))
    return failure();
  if (!reducer)
    return c.fail("the kind of reduction is not known");
  bool includesSelf = c.getBool("include_self", true);
  if (!includesSelf) {
    // Where updates go, what was there gives way to the neutral element.
    ElementScatter cleared = *scatter;
    cleared.updates =
        c.b.full(c.b.sizesOf(scatter->updates),
                 c.b.neutralElement(*reducer, c.b.elementOf(scatter->value)));
    scatter->value = cleared.write(c.b, std::nullopt);
  }
  return c.toResultRank(*name == "mean"
                            ? scatterMean(c.b, *scatter, includesSelf)
                            : scatter->write(c.b, *reducer));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Slices along one dimension: `source` has one for each index.
Converted scatterSlices(Conversion &c, std::optional<Reducer> reducer,
                        Value source) {
  Value value = c.operand("self"), indices = c.operand("index");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim || rank == 0)
    return c.fail("the dimension is not known, or out of range");
  if (c.b.rankOf(indices) == 0)
    indices = c.b.reshape(indices, Size(1));
  indices = wrapIndices(c.b, indices, c.b.sizeOf(value, *dim));
  if (!source) {
    Sizes sizes = c.b.sizesOf(value);
    sizes[*dim] = c.b.sizeOf(indices, 0);
    source = c.b.broadcast(c.operandAs("value", c.b.elementOf(value)), sizes);
  }
  SmallVector<int64_t> order{*dim};
  for (int64_t i : llvm::seq(rank))
    if (i != *dim)
      order.push_back(i);
  return c.b.scatter(value, c.b.unsqueeze(indices, 1),
                     c.b.transpose(source, order), *dim, reducer);
}

Converted convertIndexAdd(Conversion &c) {
  Type element = c.resultElement();
  Value source = c.operandAs("source", element);
  if (c.getNumber("alpha") != 1.0)
    source = c.b.multiply(source, c.operandAs("alpha", element));
  return scatterSlices(c, Reducer::Add, source);
}

Converted convertIndexCopy(Conversion &c) {
  return scatterSlices(c, std::nullopt,
                       c.operandAs("source", c.resultElement()));
}

Converted convertIndexFill(Conversion &c) {
  return scatterSlices(c, std::nullopt, Value());
}

//===----------------------------------------------------------------------===//
// Several dimensions
//===----------------------------------------------------------------------===//

/// The only index if it is a mask; it stands for the first dimensions.
Value onlyMask(Conversion &c) {
  std::optional<SmallVector<Value>> indices = c.operands("indices");
  if (!indices || indices->empty() || !indices->front() ||
      !llvm::all_of(ArrayRef(*indices).drop_front(),
                    [](Value index) { return !index; }))
    return {};
  Value mask = indices->front();
  return c.b.isBool(mask) && c.b.rankOf(mask) > 0 ? mask : Value();
}

/// One value for all that the mask selects, which need not be counted then;
/// null if there are several.
Value putAtMask(Conversion &c, Value value, Value mask, bool accumulates) {
  Value update = c.operandAs("values", c.b.elementOf(value));
  RankedTensorType type = c.b.typeOf(update);
  if (!type.hasStaticShape() || type.getNumElements() != 1 ||
      c.b.rankOf(mask) > c.b.rankOf(value))
    return {};
  update = c.b.reshape(update, {});
  Sizes sizes = c.b.sizesOf(value);
  auto dims = llvm::to_vector(llvm::seq(c.b.rankOf(mask)));
  mask = c.b.broadcastInDim(mask, sizes, dims);
  return c.b.select(mask, accumulates ? c.b.add(value, update) : update, value);
}

Converted convertIndexPut(Conversion &c) {
  Value value = c.operand("self");
  std::optional<bool> accumulates = c.getBool("accumulate");
  if (!accumulates)
    return c.fail("whether to accumulate is not known");
  if (Value mask = onlyMask(c))
    if (Value result = putAtMask(c, value, mask, *accumulates))
      return result;
  FailureOr<IndexList> list = indexListOf(c, value);
  if (failed(list))
    return failure();
  Value updates = c.operandAs("values", c.b.elementOf(value));
  if (list->dims.empty())
    return *accumulates ? c.b.add(value, updates)
                        : c.b.broadcast(updates, c.b.sizesOf(value));
  // The sizes of what indexing would give, in the order of scatter.
  int64_t rank = c.b.rankOf(value);
  Sizes sizes = c.b.sizesOf(list->vectors);
  sizes.pop_back();
  for (int64_t dim : llvm::seq(rank))
    if (!llvm::is_contained(list->dims, dim))
      sizes.push_back(c.b.sizeOf(value, dim));
  SmallVector<int64_t> order = list->orderOfResult(rank);
  Sizes ordered;
  SmallVector<int64_t> inverse(order.size());
  for (auto [i, dim] : llvm::enumerate(order)) {
    ordered.push_back(sizes[dim]);
    inverse[dim] = static_cast<int64_t>(i);
  }
  // Values may have leading dimensions of size 1 too many.
  while (c.b.rankOf(updates) > static_cast<int64_t>(ordered.size()))
    updates = c.b.squeeze(updates, 0);
  updates = c.b.transpose(c.b.broadcast(updates, ordered), inverse);
  std::optional<Reducer> reducer;
  if (*accumulates)
    reducer = Reducer::Add;
  return c.b.scatter(value, list->vectors, updates, list->dims, reducer);
}

//===----------------------------------------------------------------------===//
// What pooling took, put back
//===----------------------------------------------------------------------===//

/// Zeros of `sizes` with `updates` at places that are numbers of elements, row
/// by row over the last `count` dimensions.
Value putAtPlaces(TensorBuilder &b, Value updates, Value places,
                  const Sizes &sizes, int64_t count,
                  std::optional<Reducer> reducer) {
  int64_t lead = b.rankOf(updates) - count;
  auto flatten = [&](ArrayRef<Size> given) {
    return Sizes{b.count(given.take_front(lead)),
                 b.count(given.drop_front(lead))};
  };
  Sizes given = b.sizesOf(updates);
  Value zeros = b.full(flatten(sizes), b.scalar(b.elementOf(updates), 0));
  Value vectors =
      elementIndices(b, zeros, b.reshape(places, flatten(given)), 1);
  Value result = b.scatter(zeros, vectors, b.reshape(updates, flatten(given)),
                           {0, 1}, reducer);
  return b.reshape(result, sizes);
}

template <int count> Converted convertUnpool(Conversion &c) {
  Value value = c.operand("self");
  std::optional<Sizes> outputs = c.getSizes("output_size");
  int64_t lead = c.b.rankOf(value) - count;
  if (!outputs || outputs->size() != count || lead < 0)
    return c.fail("the sizes of the output are not known");
  Sizes sizes = c.b.sizesOf(value);
  sizes.truncate(lead);
  sizes.append(*outputs);
  return putAtPlaces(c.b, value, c.operand("indices"), sizes, count,
                     std::nullopt);
}

/// Windows may share the element that they took.
template <int count> Converted convertMaxPoolBackward(Conversion &c) {
  Value self = c.operand("self");
  if (c.b.rankOf(self) < count)
    return c.fail("the operand has too few dimensions");
  return putAtPlaces(c.b, c.operand("grad_output"), c.operand("indices"),
                     c.b.sizesOf(self), count, Reducer::Add);
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

/// As many counts as the greatest number asks for, or `minlength`.
Converted convertBincount(Conversion &c) {
  Value value = c.operandAs("self", c.b.getI64Type());
  if (c.b.rankOf(value) != 1 ||
      (c.has("weights") && c.b.rankOf(c.operand("weights")) != 1))
    return c.fail("the numbers or their weights are no vector");
  Value weights = c.has("weights") ? c.operandAs("weights", c.resultElement())
                                   : c.b.full(c.b.sizesOf(value),
                                              c.b.scalar(c.resultElement(), 1));
  Size size = *c.getSize("minlength");
  if (!c.b.sizeOf(value, 0).is(0)) {
    // Of no numbers the greatest is the smallest there is.
    Value greatest = c.b.reduce(Reducer::Maximum, value, 0);
    size = c.b.maximum(c.b.add(Size(greatest), 1), size);
  }
  Value zeros = c.b.full(size, c.b.scalar(c.resultElement(), 0));
  return c.b.scatter(zeros, c.b.unsqueeze(value, 1), weights, 0, Reducer::Add);
}

} // namespace

void ingot::torch::populateScatters(ConversionTable &table) {
  table.add({
      {"torch.aten.scatter.src", convertScatter},
      {"torch.aten.scatter.value", convertScatter},
      {"torch.aten.scatter_add", convertScatterAdd},
      {"torch.aten.scatter_reduce.two", convertScatterReduce},
      {"torch.aten.scatter.reduce", convertScatterReduce},
      {"torch.aten.scatter.value_reduce", convertScatterReduce},
      {"torch.aten.max_unpool2d", convertUnpool<2>},
      {"torch.aten.max_unpool3d", convertUnpool<3>},
      {"torch.aten.max_pool2d_with_indices_backward",
       convertMaxPoolBackward<2>},
      {"torch.aten.max_pool3d_with_indices_backward",
       convertMaxPoolBackward<3>},
      {"torch.aten.bincount", convertBincount},
      {"torch.aten.index_add", convertIndexAdd},
      {"torch.aten.index_copy", convertIndexCopy},
      {"torch.aten.index_fill.int_Scalar", convertIndexFill},
      {"torch.aten.index_fill.int_Tensor", convertIndexFill},
      {"torch.aten.index_put", convertIndexPut},
      {"torch.aten.index_put.hacked_twin", convertIndexPut},
      {"torch.aten._index_put_impl", convertIndexPut},
      {"torch.aten._unsafe_index_put", convertIndexPut},
  });
}
