//===- Sets.cpp - each element once ---------------------------------------===//
//
// A vector is sorted, and what differs from its neighbour begins a group. Rows
// of more elements are compared pairwise instead: a row's rank among those that
// are the first of their kind follows from how many come before it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

namespace {
/// For each element, and for each group.
struct Groups {
  Tensor inverse; ///< The group of each element.
  Tensor first;   ///< Where the first element of each group stands.
  Tensor counts;  ///< How many there are in each.
};
} // namespace

static Tensor placesOfTrue(Tensor mask) {
  TorchBuilder &builder = mask.builder();
  Tensor rows = typed(builder, "aten.nonzero", {{"self", mask}},
                      {ShapedType::kDynamic, 1}, si64(builder));
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
  Tensor ones = full(builder, {inverse.size(0)}, 1, si64(builder));
  return scatterAdd(first.size(0), inverse, ones);
}

/// Groups of a vector in ascending order.
static Groups groupVector(Tensor x) {
  TorchBuilder &builder = x.builder();
  auto [values, order] = sortVector(x);
  Value size = x.size(0);
  Tensor place = iota(builder, 0, Scalar(size));
  Tensor before =
      indexSelect(values, 0, clamp(place - Scalar(1), 0, Scalar(std::nullopt)));
  Tensor begins = logicalOr(place == Scalar(0), values != before);
  Tensor number(
      builder,
      builder.create("aten.cumsum",
                     {{"self", convert(begins, si64(builder))}, {"dim", 0}}));
  Groups groups;
  groups.inverse = scatterAdd(size, order, number - Scalar(1));
  groups.first = indexSelect(order, 0, placesOfTrue(begins));
  groups.counts = countGroups(groups.inverse, groups.first);
  return groups;
}

/// Groups of rows in the order of their elements.
static Groups groupRows(Tensor x) {
  TorchBuilder &builder = x.builder();
  Value count = x.size(0);
  Tensor down = unsqueeze(x, 1), across = unsqueeze(x, 0);
  Tensor differs = convert(down != across, si32(builder));
  // The first element in which two rows differ decides.
  Tensor at(builder,
            builder.create("aten.argmax",
                           {{"self", differs}, {"dim", 2}, {"keepdim", true}}));
  SmallVector<Value> sizes{count, count, x.size(1)};
  Tensor a = squeeze(gather(expand(down, sizes), 2, at), 2);
  Tensor b = squeeze(gather(expand(across, sizes), 2, at), 2);
  Tensor isEqual = amax(differs, {2}) == Scalar(0);
  Tensor place = iota(builder, 0, Scalar(count));
  // Where the first row like this one stands.
  Tensor like = where(isEqual, unsqueeze(place, 0), Scalar(count));
  Tensor first = amin(like, {1});
  Tensor isFirst = first == place;
  Tensor isBehind = logicalAnd(b < a, unsqueeze(isFirst, 0));
  Tensor rank = sum(convert(isBehind, si64(builder)), {1});
  Groups groups;
  groups.inverse = indexSelect(rank, 0, first);
  Tensor firsts = placesOfTrue(isFirst);
  Tensor ranks = indexSelect(rank, 0, firsts);
  groups.first = scatterAdd(firsts.size(0), ranks, firsts);
  groups.counts = countGroups(groups.inverse, groups.first);
  return groups;
}

/// Groups in the order in which they first occur.
static Groups inOrderOfPlaces(const Groups &groups) {
  TorchBuilder &builder = groups.first.builder();
  auto [first, order] = sortVector(groups.first);
  Tensor place = iota(builder, 0, Scalar(first.size(0)));
  Tensor rank = scatterAdd(first.size(0), order, place);
  return {indexSelect(rank, 0, groups.inverse), first,
          indexSelect(groups.counts, 0, order)};
}

/// Results: the values, where each first occurs, which of them each element is,
/// how often each occurs.
static Results convertUnique(const OnnxOp &op) {
  Tensor x = op.input(0);
  TorchBuilder &builder = op.builder();
  std::optional<int64_t> axis;
  Tensor flat = x;
  Groups groups;
  if (op.attribute("axis")) {
    axis = op.axis("axis", 0, x.rank());
    if (!axis)
      return {};
    flat = *axis == 0 ? x : transpose(x, 0, *axis);
    SmallVector<int64_t> inner =
        llvm::to_vector(llvm::seq<int64_t>(1, x.rank()));
    groups = groupRows(view(flat, {flat.size(0), elementCount(flat, inner)}));
  } else {
    flat = view(x, {builder.count(x)});
    groups = groupVector(flat);
  }
  if (!op.integer("sorted", 1))
    groups = inOrderOfPlaces(groups);
  Tensor values = indexSelect(flat, 0, groups.first);
  if (axis && *axis != 0)
    values = transpose(values, 0, *axis);
  Results results;
  results.push_back(values);
  results.push_back(groups.first);
  results.push_back(groups.inverse);
  results.push_back(groups.counts);
  results.resize(op.resultCount());
  return results;
}

ArrayRef<Conversion> ingot::onnx::sets() {
  static constexpr Conversion kTable[] = {{"Unique", convertUnique}};
  return kTable;
}
