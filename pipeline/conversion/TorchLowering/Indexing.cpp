//===- Indexing.cpp - elements and slices taken at indices ----------------===//
//
// All forms of indexing become one `gather` of index vectors. Indices count
// from the end if they are negative, so they are wrapped first. Where indices
// for several dimensions have others between them, PyTorch puts the indexed
// dimensions first.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// One dimension
//===----------------------------------------------------------------------===//

Converted convertIndexSelect(Conversion &c) {
  Value value = c.operand("self"), indices = c.operand("index");
  std::optional<int64_t> dim = c.getDim("dim", c.b.rankOf(value));
  if (!dim)
    return c.fail("the dimension is not known, or out of range");
  if (c.b.rankOf(value) == 0)
    return value;
  if (c.b.rankOf(indices) == 0)
    indices = c.b.reshape(indices, Size(1));
  return takeAlong(c.b, value, indices, *dim);
}

Converted convertEmbedding(Conversion &c) {
  if (c.b.rankOf(c.operand("weight")) == 0)
    return c.fail("the weight has no dimensions");
  return takeAlong(c.b, c.operand("weight"), c.operand("indices"), 0);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

Converted convertGather(Conversion &c) {
  Value value = c.operand("self"), indices = c.operand("index");
  int64_t rank = c.b.rankOf(value);
  std::optional<int64_t> dim = c.getDim("dim", rank);
  if (!dim || c.b.rankOf(indices) != rank)
    return c.fail("the dimension is not known, or the ranks differ");
  if (rank == 0)
    return value;
  auto all = llvm::to_vector(llvm::seq(rank));
  return c.b.gather(value, elementIndices(c.b, value, indices, *dim), all);
}

/// Every element of the flat tensor.
Converted convertTake(Conversion &c) {
  Value value = c.operand("self");
  Value flat = c.b.reshape(value, c.b.count(c.b.sizesOf(value)));
  return takeAlong(c.b, flat, c.operand("index"), 0);
}

/// Elements at offsets that are sums of steps, of the elements row by row.
Converted convertAsStrided(Conversion &c) {
  TensorBuilder &b = c.b;
  Value value = c.operand("self");
  std::optional<Sizes> sizes = c.getSizes("size");
  std::optional<Sizes> strides = c.getSizes("stride");
  if (!sizes || !strides || sizes->size() != strides->size())
    return c.fail("the sizes or the steps are not known");
  Type i64 = b.getI64Type();
  Size offset =
      c.has("storage_offset") ? *c.getSize("storage_offset") : Size(0);
  Value places = b.full(*sizes, b.valueOf(offset));
  for (auto [dim, stride] : llvm::enumerate(*strides))
    places =
        b.add(places, b.multiply(b.iota(*sizes, dim, i64), b.valueOf(stride)));
  return takeAlong(b, b.reshape(value, b.count(b.sizesOf(value))), places, 0);
}

//===----------------------------------------------------------------------===//
// Several dimensions
//===----------------------------------------------------------------------===//

Converted convertIndex(Conversion &c) {
  Value value = c.operand("self");
  FailureOr<IndexList> list = indexListOf(c, value);
  if (failed(list))
    return failure();
  if (list->dims.empty())
    return value;
  Value taken = c.b.gather(value, list->vectors, list->dims);
  return c.b.transpose(taken, list->orderOfResult(c.b.rankOf(value)));
}

} // namespace

//===----------------------------------------------------------------------===//
// Indices.h
//===----------------------------------------------------------------------===//

Value ingot::torch::wrapIndices(TensorBuilder &b, Value indices, Size size) {
  indices = b.convert(indices, b.getI64Type());
  Value zero = b.scalar(b.getI64Type(), 0);
  Value isNegative = b.compare(Comparison::LT, indices, zero);
  return b.select(isNegative, b.add(indices, b.valueOf(size)), indices);
}

Value ingot::torch::takeAlong(TensorBuilder &b, Value value, Value indices,
                              int64_t dim) {
  int64_t rank = b.rankOf(value), indexRank = b.rankOf(indices);
  indices = wrapIndices(b, indices, b.sizeOf(value, dim));
  Value taken = b.gather(value, b.unsqueeze(indices, indexRank), dim);
  SmallVector<int64_t> order;
  for (int64_t i : llvm::seq(dim))
    order.push_back(indexRank + i);
  llvm::append_range(order, llvm::seq(indexRank));
  for (int64_t i : llvm::seq(dim, rank - 1))
    order.push_back(indexRank + i);
  return b.transpose(taken, order);
}

Value ingot::torch::elementIndices(TensorBuilder &b, Value value, Value indices,
                                   int64_t dim) {
  Sizes sizes = b.sizesOf(indices);
  int64_t rank = b.rankOf(value);
  SmallVector<Value> columns;
  for (int64_t i : llvm::seq(rank)) {
    Value column = i == dim ? wrapIndices(b, indices, b.sizeOf(value, dim))
                            : b.iota(sizes, i, b.getI64Type());
    columns.push_back(b.unsqueeze(column, rank));
  }
  return b.concatenate(columns, rank);
}

SmallVector<int64_t> IndexList::orderOfResult(int64_t rank) const {
  // Gather puts the dimensions of the indices first.
  int64_t kept = rank - static_cast<int64_t>(dims.size());
  int64_t before = isAdjacent() ? dims.front() : 0;
  SmallVector<int64_t> order;
  for (int64_t i : llvm::seq(before))
    order.push_back(indexRank + i);
  llvm::append_range(order, llvm::seq(indexRank));
  for (int64_t i : llvm::seq(before, kept))
    order.push_back(indexRank + i);
  return order;
}

bool IndexList::isAdjacent() const {
  return dims.back() - dims.front() + 1 == static_cast<int64_t>(dims.size());
}

/// A mask has the sizes of the dimensions that it stands for, from `first` on.
static LogicalResult checkMask(Conversion &c, Value value, Value mask,
                               int64_t first) {
  if (c.b.rankOf(mask) == 0)
    return c.fail("a boolean without dimensions is no index");
  if (first + c.b.rankOf(mask) > c.b.rankOf(value))
    return c.fail("there are more indices than dimensions");
  for (int64_t i : llvm::seq(c.b.rankOf(mask))) {
    Size has = c.b.sizeOf(mask, i), wanted = c.b.sizeOf(value, first + i);
    if (has.isKnown() && wanted.isKnown()) {
      if (has.known() != wanted.known())
        return c.fail("a mask has other sizes than what it selects from");
      continue;
    }
    c.b.assertThat(
        c.b.compare(Comparison::EQ, c.b.valueOf(has), c.b.valueOf(wanted)),
        "a mask has other sizes than what it selects from");
  }
  return success();
}

FailureOr<IndexList> ingot::torch::indexListOf(Conversion &c, Value value) {
  std::optional<SmallVector<Value>> given = c.operands("indices");
  if (!given)
    return c.fail("the elements of the list of indices are not known");
  IndexList list;
  SmallVector<Value> indices;
  int64_t dim = 0;
  for (Value index : *given) {
    SmallVector<Value> columns(1, index);
    if (index && c.b.isBool(index)) {
      if (failed(checkMask(c, value, index, dim)))
        return failure();
      columns = trueIndices(c.b, index);
    }
    for (Value column : columns) {
      if (dim == c.b.rankOf(value))
        return c.fail("there are more indices than dimensions");
      if (column) {
        list.dims.push_back(dim);
        indices.push_back(wrapIndices(c.b, column, c.b.sizeOf(value, dim)));
      }
      ++dim;
    }
  }
  if (indices.empty())
    return list;
  indices = c.b.broadcastTogether(indices);
  list.indexRank = c.b.rankOf(indices.front());
  for (Value &index : indices)
    index = c.b.unsqueeze(index, list.indexRank);
  list.vectors = c.b.concatenate(indices, list.indexRank);
  return list;
}

void ingot::torch::populateIndexing(ConversionTable &table) {
  table.add({
      {"torch.aten.index_select", convertIndexSelect},
      {"torch.aten.embedding", convertEmbedding},
      {"torch.aten.gather", convertGather},
      {"torch.aten.as_strided", convertAsStrided},
      {"torch.aten.as_strided_copy", convertAsStrided},
      {"torch.aten.take", convertTake},
      {"torch.aten.index.Tensor", convertIndex},
      {"torch.aten.index.Tensor_hacked_twin", convertIndex},
      {"torch.aten._unsafe_index.Tensor", convertIndex},
      {"torch.aten._unsafe_index.Tensor_hacked_twin", convertIndex},
  });
}
