//===- Groups.cpp - what equals each other in a vector or among rows ------===//
//
// A vector is sorted, and what differs from its neighbour begins a group. Rows
// of more elements are compared pairwise instead: a row's rank among those that
// are the first of their kind follows from how many come before it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/build/Groups.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

Tensor torch::indexSelect(Tensor x, int64_t dim, Tensor indices) {
  return {x.builder(),
          x.builder().create("aten.index_select",
                             {{"self", x}, {"dim", dim}, {"index", indices}})};
}

Tensor torch::gather(Tensor x, int64_t dim, Tensor indices) {
  return {x.builder(),
          x.builder().create("aten.gather",
                             {{"self", x}, {"dim", dim}, {"index", indices}})};
}

Tensor torch::moveDim(Tensor x, int64_t from, int64_t to) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, x.rank()));
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, from);
  return from == to ? x : permute(x, order);
}

Tensor torch::asRows(Tensor x) {
  SmallVector<int64_t> inner = llvm::to_vector(llvm::seq<int64_t>(1, x.rank()));
  return view(x, {x.size(0), elementCount(x, inner)});
}

Tensor torch::placesOfTrue(Tensor mask) {
  TorchBuilder &builder = mask.builder();
  SmallVector<int64_t> sizes = {ShapedType::kDynamic, 1};
  Type type = ValueTensorType::get(builder.context(), ArrayRef(sizes),
                                   builder.integer(64));
  Tensor rows(builder, builder.create("aten.nonzero", {{"self", mask}}, type));
  return select(rows, 1, 0);
}

/// `values` at `indices` of a new vector, added up.
static Tensor scatterAdd(Value size, Tensor indices, Tensor values) {
  TorchBuilder &builder = values.builder();
  return {builder,
          builder.create("aten.scatter_add",
                         {{"self", full(builder, {size}, 0, values.dtype())},
                          {"dim", 0},
                          {"index", indices},
                          {"src", values}})};
}

static std::pair<Tensor, Tensor> sortVector(Tensor x) {
  TorchBuilder &builder = x.builder();
  ResultRange sorted = builder.createAll(
      "aten.sort.stable", {{"self", x}, {"stable", true}, {"dim", 0}});
  return {Tensor(builder, sorted[0]), Tensor(builder, sorted[1])};
}

/// How many of each group there are.
static Tensor countGroups(Tensor inverse, Tensor first) {
  TorchBuilder &builder = inverse.builder();
  Tensor ones = full(builder, {inverse.size(0)}, 1, builder.integer(64));
  return scatterAdd(first.size(0), inverse, ones);
}

Groups torch::groupVector(Tensor x) {
  TorchBuilder &builder = x.builder();
  auto [values, order] = sortVector(x);
  Value size = x.size(0);
  Tensor place = iota(builder, 0, Scalar(size));
  Tensor before =
      indexSelect(values, 0, clamp(place - Scalar(1), 0, Scalar(std::nullopt)));
  Tensor begins = logicalOr(place == Scalar(0), values != before);
  Tensor number(builder,
                builder.create("aten.cumsum",
                               {{"self", convert(begins, builder.integer(64))},
                                {"dim", 0}}));
  Groups groups;
  groups.inverse = scatterAdd(size, order, number - Scalar(1));
  groups.first = indexSelect(order, 0, placesOfTrue(begins));
  groups.counts = countGroups(groups.inverse, groups.first);
  return groups;
}

Groups torch::groupRows(Tensor x) {
  TorchBuilder &builder = x.builder();
  Value count = x.size(0);
  Tensor down = unsqueeze(x, 1), across = unsqueeze(x, 0);
  Tensor differs = convert(down != across, builder.integer(32));
  // The first element in which two rows differ decides.
  Tensor at(builder,
            builder.create("aten.argmax",
                           {{"self", differs}, {"dim", 2}, {"keepdim", true}}));
  SmallVector<Value> sizes{count, count, x.size(1)};
  Tensor a = squeeze(gather(expand(down, sizes), 2, at), 2);
  Tensor b = squeeze(gather(expand(across, sizes), 2, at), 2);
  Tensor place = iota(builder, 0, Scalar(count));
  Tensor mine = unsqueeze(place, 1), other = unsqueeze(place, 0);
  Tensor isEqual = logicalOr(amax(differs, {2}) == Scalar(0), mine == other);
  Tensor isLess = b < a;
  // NaN comes last, and equals nothing, so that the place decides.
  if (x.isFloat())
    isLess =
        logicalOr(isLess, logicalAnd(a != a, logicalOr(b == b, other < mine)));
  // Where the first row like this one stands.
  Tensor like = where(isEqual, other, Scalar(count));
  Tensor first = amin(like, {1});
  Tensor isFirst = first == place;
  Tensor isBehind = logicalAnd(isLess, unsqueeze(isFirst, 0));
  Tensor rank = sum(convert(isBehind, builder.integer(64)), {1});
  Groups groups;
  groups.inverse = indexSelect(rank, 0, first);
  Tensor firsts = placesOfTrue(isFirst);
  Tensor ranks = indexSelect(rank, 0, firsts);
  groups.first = scatterAdd(firsts.size(0), ranks, firsts);
  groups.counts = countGroups(groups.inverse, groups.first);
  return groups;
}

Groups torch::inOrderOfPlaces(const Groups &groups) {
  TorchBuilder &builder = groups.first.builder();
  auto [first, order] = sortVector(groups.first);
  Tensor place = iota(builder, 0, Scalar(first.size(0)));
  Tensor rank = scatterAdd(first.size(0), order, place);
  return {indexSelect(rank, 0, groups.inverse), first,
          indexSelect(groups.counts, 0, order)};
}
