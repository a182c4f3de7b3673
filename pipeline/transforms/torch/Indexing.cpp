//===- Indexing.cpp - parts, padding, diagonals, windows ------------------===//
//
// Places that follow a rule are computed from a range and taken by
// index_select, slice or a mask, so that sizes need not be known.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

static Tensor indexSelect(Tensor x, int64_t dim, Tensor index) {
  TorchBuilder &builder = x.builder();
  return {builder,
          builder.create("aten.index_select",
                         {{"self", x}, {"dim", dim}, {"index", index}})};
}

//===----------------------------------------------------------------------===//
// Padding by elements
//===----------------------------------------------------------------------===//

namespace {
enum class PadMode { Reflect, Replicate, Circular };
} // namespace

/// For every place of the padded dimension, the place that it repeats.
static Tensor sourcePlaces(Tensor place, Value size, PadMode mode) {
  TorchBuilder &builder = place.builder();
  Value last = builder.sub(size, builder.constant(int64_t(1)));
  switch (mode) {
  case PadMode::Reflect:
    // Folded at zero, then at the last element.
    return Scalar(last) - abs(Scalar(last) - abs(place));
  case PadMode::Replicate:
    return clamp(place, 0, last);
  case PadMode::Circular:
    return {builder, builder.create("aten.remainder.Scalar",
                                    {{"self", place}, {"other", size}})};
  }
  llvm_unreachable("every mode is listed");
}

/// Widths come in pairs, those of the last dimension first.
static Results padBy(const Composite &op, StringRef argument, PadMode mode) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<Values> widths = op.ints(argument);
  if (!widths || static_cast<int64_t>(widths->size()) > 2 * x.rank())
    return {};
  for (size_t i = 0; i + 1 < widths->size(); i += 2) {
    int64_t dim = x.rank() - 1 - i / 2;
    Value before = (*widths)[i], after = (*widths)[i + 1];
    if (matchInt(before) == 0 && matchInt(after) == 0)
      continue;
    Value size = x.size(dim);
    Value start = builder.sub(builder.constant(int64_t(0)), before);
    Tensor place = iota(builder, start, builder.add(size, after));
    x = indexSelect(x, dim, sourcePlaces(place, size, mode));
  }
  return x;
}

static Results decomposeReflectionPad(const Composite &op) {
  return padBy(op, "padding", PadMode::Reflect);
}

static Results decomposeReplicationPad(const Composite &op) {
  return padBy(op, "padding", PadMode::Replicate);
}

static Results decomposePad(const Composite &op) {
  std::optional<StringRef> mode = matchString(op.operand("mode"));
  if (!mode)
    return {};
  if (*mode == "reflect")
    return padBy(op, "pad", PadMode::Reflect);
  if (*mode == "replicate")
    return padBy(op, "pad", PadMode::Replicate);
  if (*mode == "circular")
    return padBy(op, "pad", PadMode::Circular);
  return op.builder().create(
      "aten.constant_pad_nd",
      {{"self", op.tensor("self")},
       {"pad", op.operand("pad")},
       {"value", op.has("value") ? op.scalar("value") : Scalar(0)}},
      op.resultType());
}

//===----------------------------------------------------------------------===//
// Diagonals
//===----------------------------------------------------------------------===//

/// The dimensions `a` and `b` moved behind all others.
static Tensor moveLast(Tensor x, int64_t a, int64_t b) {
  SmallVector<int64_t> dims;
  for (int64_t dim : allDims(x))
    if (dim != a && dim != b)
      dims.push_back(dim);
  dims.append({a, b});
  return permute(x, dims);
}

/// Elements (i, i + offset): with both dimensions as one, every (columns +
/// 1)th.
static Results diagonal(const Composite &op, int64_t a, int64_t b,
                        int64_t offset) {
  TorchBuilder &builder = op.builder();
  Tensor x = moveLast(op.tensor("self"), a, b);
  Value columns = x.size(-1);
  // A step is known, or else the operator stays whole.
  if (!matchInt(columns))
    return {};
  Values sizes = builder.sizes(x);
  sizes.pop_back();
  sizes.back() = builder.mul(sizes.back(), columns);
  Value one = builder.constant(int64_t(1));
  Value step = builder.add(columns, one);
  Value down = builder.constant(std::max<int64_t>(-offset, 0)),
        right = builder.constant(std::max<int64_t>(offset, 0));
  // A row further down begins `columns` later; to the right there are fewer.
  Value start = builder.add(builder.mul(down, columns), right);
  Value end =
      builder.add(start, builder.mul(builder.sub(columns, right), step));
  return slice(view(x, sizes), x.rank() - 2, start, end, step);
}

static Results decomposeDiagonal(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> a = op.dim("dim1", x.rank()),
                         b = op.dim("dim2", x.rank()),
                         offset = op.integer("offset");
  if (!a || !b || !offset || x.rank() < 2)
    return {};
  return diagonal(op, *a, *b, *offset);
}

/// Zero but on a diagonal; the matrices are the last two dimensions.
static Tensor embedDiagonal(Tensor x, int64_t offset) {
  TorchBuilder &builder = x.builder();
  int64_t more = std::abs(offset);
  // Every element stands in its row, or in its column below the diagonal.
  Value padded = builder.create(
      "aten.constant_pad_nd",
      {{"self", x}, {"pad", ArrayRef<int64_t>{0, more}}, {"value", 0}});
  Tensor spread = more ? Tensor(builder, padded) : x;
  Tensor place = iota(builder, 0, spread.size(-1));
  Tensor mask = unsqueeze(place, 1) + Scalar(offset) == unsqueeze(place, 0);
  spread = unsqueeze(spread, offset >= 0 ? -1 : -2);
  return where(mask, spread, 0);
}

static Results decomposeDiagEmbed(const Composite &op) {
  Tensor x = op.tensor("self");
  int64_t rank = x.rank() + 1;
  std::optional<int64_t> a = op.dim("dim1", rank), b = op.dim("dim2", rank),
                         offset = op.integer("offset");
  if (!a || !b || *a == *b || !offset || x.rank() < 1)
    return {};
  // Moving the two dimensions back is the inverse of moving them last.
  SmallVector<int64_t> dims;
  int64_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(dim == *a ? rank - 2 : dim == *b ? rank - 1 : next++);
  return permute(embedDiagonal(x, *offset), dims);
}

static Results decomposeDiag(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> offset = op.integer("diagonal");
  if (!offset || x.rank() < 1 || x.rank() > 2)
    return {};
  if (x.rank() == 1)
    return embedDiagonal(x, *offset);
  return op.builder().create(
      "aten.diagonal", {{"self", x}, {"offset", *offset}}, op.resultType());
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// How many windows of this reach fit: (size - reach) / step + 1.
static Value windowCount(TorchBuilder &builder, Value size, Value reach,
                         Value step) {
  return builder.add(builder.floorDivide(builder.sub(size, reach), step),
                     builder.constant(int64_t(1)));
}

static Results decomposeUnfold(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dimension", x.rank());
  if (!dim)
    return {};
  // A number has one window, of itself or of nothing.
  if (x.rank() == 0)
    return slice(unsqueeze(x, 0), 0, 0, op.scalar("size"));
  Value width = op.operand("size"), step = op.operand("step");
  Value count = windowCount(builder, x.size(*dim), width, step);
  Tensor place = unsqueeze(iota(builder, 0, count) * Scalar(step), 1) +
                 unsqueeze(iota(builder, 0, width), 0);
  Values sizes = builder.sizes(x);
  Tensor windows = indexSelect(x, *dim, view(place, builder.count(place)));
  sizes[*dim] = count;
  sizes.insert(sizes.begin() + *dim + 1, width);
  SmallVector<int64_t> dims;
  for (int64_t i = 0; i <= x.rank(); ++i)
    if (i != *dim + 1)
      dims.push_back(i);
  dims.push_back(*dim + 1);
  return permute(view(windows, sizes), dims);
}

/// Every place that a kernel touches, one column for each position of it.
static Results decomposeIm2col(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<Values> kernel = op.ints("kernel_size"),
                        dilation = op.ints("dilation"),
                        padding = op.ints("padding"),
                        stride = op.ints("stride");
  if (!kernel || !dilation || !padding || !stride || x.rank() != 4 ||
      kernel->size() != 2 || dilation->size() != 2 || padding->size() != 2 ||
      stride->size() != 2)
    return {};
  Values widths = {(*padding)[1], (*padding)[1], (*padding)[0], (*padding)[0]};
  x = {builder, builder.create("aten.constant_pad_nd",
                               {{"self", x}, {"pad", widths}, {"value", 0}})};
  Value one = builder.constant(int64_t(1));
  Values batch = {x.size(0), x.size(1)}, sizes = batch, counts;
  for (int64_t i : {0, 1}) {
    Value reach = builder.add(
        builder.mul((*dilation)[i], builder.sub((*kernel)[i], one)), one);
    Value count = windowCount(builder, x.size(i + 2), reach, (*stride)[i]);
    Tensor inner = iota(builder, 0, (*kernel)[i]) * Scalar((*dilation)[i]);
    Tensor outer = iota(builder, 0, count) * Scalar((*stride)[i]);
    Tensor place = unsqueeze(inner, 1) + unsqueeze(outer, 0);
    x = indexSelect(x, i + 2, view(place, builder.count(place)));
    sizes.append({(*kernel)[i], count});
    counts.push_back(count);
  }
  Tensor windows = permute(view(x, sizes), {0, 1, 2, 4, 3, 5});
  Value channels =
      builder.mul(batch[1], builder.mul((*kernel)[0], (*kernel)[1]));
  Values result = {batch[0], channels, builder.mul(counts[0], counts[1])};
  return view(windows, result);
}

/// Where position (inner, outer) of the windows lies along one dimension.
static Tensor windowPlaces(TorchBuilder &builder, Value kernel, Value dilation,
                           Value count, Value stride) {
  return unsqueeze(iota(builder, 0, Scalar(kernel)) * Scalar(dilation), 1) +
         unsqueeze(iota(builder, 0, Scalar(count)) * Scalar(stride), 0);
}

/// The other way round: every column is added at the places of its window.
static Results decomposeCol2im(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<Values> output = op.ints("output_size"),
                        kernel = op.ints("kernel_size"),
                        dilation = op.ints("dilation"),
                        padding = op.ints("padding"),
                        stride = op.ints("stride");
  for (const std::optional<Values> &list :
       {output, kernel, dilation, padding, stride})
    if (!list || list->size() != 2)
      return {};
  if (x.rank() != 3 && x.rank() != 2)
    return {};
  bool hasBatch = x.rank() == 3;
  if (!hasBatch)
    x = unsqueeze(x, 0);
  Value one = builder.constant(int64_t(1)), two = builder.constant(int64_t(2));
  Values padded, counts;
  SmallVector<Tensor> places;
  for (int64_t i : {0, 1}) {
    padded.push_back(
        builder.add((*output)[i], builder.mul((*padding)[i], two)));
    Value reach = builder.add(
        builder.mul((*dilation)[i], builder.sub((*kernel)[i], one)), one);
    counts.push_back(windowCount(builder, padded[i], reach, (*stride)[i]));
    places.push_back(windowPlaces(builder, (*kernel)[i], (*dilation)[i],
                                  counts[i], (*stride)[i]));
  }
  // [kernel, 1, count, 1] and [1, kernel, 1, count].
  Tensor place = unsqueeze(unsqueeze(places[0], 1), 3) * Scalar(padded[1]) +
                 unsqueeze(unsqueeze(places[1], 0), 2);
  Value each = builder.mul((*kernel)[0], (*kernel)[1]);
  Value channels = builder.floorDivide(x.size(1), each);
  Value rows = builder.mul(x.size(0), channels);
  Value columns = builder.mul(each, builder.mul(counts[0], counts[1]));
  Tensor zeros =
      full(builder, {rows, builder.mul(padded[0], padded[1])}, 0, x.dtype());
  Tensor sums(builder, builder.create("aten.index_add",
                                      {{"self", zeros},
                                       {"dim", 1},
                                       {"index", view(place, {columns})},
                                       {"source", view(x, {rows, columns})}},
                                      zeros.type()));
  Tensor image = view(sums, {x.size(0), channels, padded[0], padded[1]});
  for (int64_t i : {0, 1})
    image = slice(image, i + 2, (*padding)[i],
                  builder.add((*padding)[i], (*output)[i]));
  return hasBatch ? image : squeeze(image, 0);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// A part by its start, which counts from the end if it is negative. Wrapped
/// before the length is added: an end of 0 would be the begin.
static Tensor narrow(Tensor x, int64_t dim, Value start, Value length) {
  TorchBuilder &builder = x.builder();
  if (std::optional<int64_t> known = matchInt(start)) {
    if (*known < 0)
      start = builder.add(start, x.size(dim));
  } else {
    // -1 if the start is negative, 0 if not.
    Value zero = builder.constant(int64_t(0));
    Value turns = builder.create(
        "prim.max.int", {{"a", start}, {"b", builder.constant(int64_t(-1))}});
    turns = builder.create("prim.min.int", {{"a", turns}, {"b", zero}});
    start = builder.sub(start, builder.mul(turns, x.size(dim)));
  }
  return slice(x, dim, start, builder.add(start, length));
}

static Results decomposeNarrow(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0)
    return {};
  return narrow(x, *dim, op.operand("start"), op.operand("length"));
}

/// The start is a tensor.
static Results decomposeNarrowTensor(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0)
    return {};
  Value start = builder.create("aten.Int.Tensor", {{"a", op.operand("start")}});
  return narrow(x, *dim, start, op.operand("length"));
}

/// As gather, where sizes of 1 repeat; without a dimension, of all elements.
static Results decomposeTakeAlongDim(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self"), index = op.tensor("indices");
  std::optional<int64_t> dim = 0;
  if (op.has("dim")) {
    dim = op.dim("dim", x.rank());
  } else {
    x = view(x, builder.count(x));
    index = view(index, builder.count(index));
  }
  if (!dim || x.rank() == 0 || index.rank() != x.rank())
    return {};
  // Only sizes that are known to be 1 repeat.
  auto spread = [&](Tensor tensor, Tensor other) {
    Values sizes;
    for (int64_t i = 0; i < tensor.rank(); ++i) {
      bool repeats = i != *dim && matchInt(tensor.size(i)) == 1;
      sizes.push_back(repeats ? other.size(i) : tensor.size(i));
    }
    return expand(tensor, sizes);
  };
  Tensor wideX = spread(x, index), wideIndex = spread(index, x);
  return builder.create("aten.gather",
                        {{"self", wideX}, {"dim", *dim}, {"index", wideIndex}});
}

/// A mask says where the diagonal is, and each row of the source is spread over
/// it.
static Results decomposeDiagonalScatter(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self"), source = op.tensor("src");
  int64_t rank = x.rank();
  std::optional<int64_t> a = op.dim("dim1", rank), b = op.dim("dim2", rank),
                         offset = op.integer("offset");
  if (!a || !b || *a == *b || !offset)
    return {};
  Tensor moved = moveLast(x, *a, *b);
  Tensor row = unsqueeze(iota(builder, 0, moved.size(-2)), 1);
  Tensor column = unsqueeze(iota(builder, 0, moved.size(-1)), 0);
  Tensor mask = row + Scalar(*offset) == column;
  // Element k stands in row k, further down if the offset is negative.
  Value last = builder.sub(source.size(-1), builder.constant(int64_t(1)));
  Tensor rows = iota(builder, 0, moved.size(-2));
  Tensor place =
      clamp(rows - Scalar(std::max<int64_t>(-*offset, 0)), 0, Scalar(last));
  Tensor spread = unsqueeze(indexSelect(source, source.rank() - 1, place), -1);
  Tensor result = where(mask, spread, moved);
  SmallVector<int64_t> dims;
  int64_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    dims.push_back(dim == *a ? rank - 2 : dim == *b ? rank - 1 : next++);
  return permute(result, dims);
}

/// The lower one of two in the middle; NaN if there is one, which sorting puts
/// last.
static Results decomposeMedian(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  bool isAll = !op.operand("dim");
  std::optional<int64_t> dim = 0;
  if (isAll || x.rank() == 0)
    x = view(x, builder.count(x));
  else
    dim = op.dim("dim", x.rank());
  if (!dim)
    return {};
  ResultRange sorted =
      builder.createAll("aten.sort", {{"self", x}, {"dim", *dim}});
  Value last = builder.sub(x.size(*dim), builder.constant(int64_t(1)));
  Value middle = builder.floorDivide(last, builder.constant(int64_t(2)));
  Results results;
  for (Value part : sorted) {
    Tensor values(builder, part);
    Tensor median = select(values, *dim, middle);
    if (x.isFloat()) {
      Tensor greatest = select({builder, sorted[0]}, *dim, last);
      median = where(greatest != greatest, select(values, *dim, last), median);
    }
    bool keeps = !isAll && op.flag("keepdim") && op.tensor("self").rank() > 0;
    results.push_back(keeps ? unsqueeze(median, *dim) : median);
  }
  if (isAll)
    results.resize(1);
  return results;
}

static Results decomposeSelectScatter(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank()),
                         index = op.integer("index");
  if (!dim || !index || x.rank() == 0)
    return {};
  Value place = op.operand("index");
  if (*index < 0)
    place = builder.add(x.size(*dim), place);
  Tensor mask = iota(builder, 0, x.size(*dim)) == Scalar(place);
  for (int64_t i = *dim + 1; i < x.rank(); ++i)
    mask = unsqueeze(mask, -1);
  Tensor source = convert(op.tensor("src"), x.dtype());
  return where(mask, unsqueeze(source, *dim), x);
}

/// The elements of `source` in their order, where the mask is true: the place
/// of each is how many are true up to it.
static Results decomposeMaskedScatter(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self"), mask = op.tensor("mask"),
         source = op.tensor("source");
  mask = expand(mask, builder.sizes(x));
  Tensor flat =
      convert(view(mask, builder.count(mask)), iota(builder, 0, 1).dtype());
  Tensor place(builder,
               builder.create("aten.cumsum", {{"self", flat}, {"dim", 0}}));
  source = view(source, builder.count(source));
  Tensor taken =
      indexSelect(source, 0, clamp(place - Scalar(1), 0, std::nullopt));
  return where(mask, view(taken, builder.sizes(x)), x);
}

static Results decomposeIndexPut(const Composite &op) {
  return op.builder().create("aten.index_put",
                             {{"self", op.tensor("self")},
                              {"indices", op.operand("indices")},
                              {"values", op.tensor("values")},
                              {"accumulate", op.operand("accumulate")}},
                             op.resultType());
}

static Results decomposeUnsafeIndex(const Composite &op) {
  return op.builder().create(
      "aten.index.Tensor",
      {{"self", op.tensor("self")}, {"indices", op.operand("indices")}},
      op.resultType());
}

static Results decomposeTake(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  Values index = {op.operand("index")};
  return builder.create(
      "aten.index.Tensor",
      {{"self", view(x, builder.count(x))}, {"indices", index}},
      op.resultType());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static Results decomposeArgsort(const Composite &op) {
  bool stable = op.flag("stable");
  return op.builder().createAll(stable ? "aten.sort.stable" : "aten.sort",
                                {{"self", op.tensor("self")},
                                 {"stable", stable},
                                 {"dim", op.operand("dim")},
                                 {"descending", op.operand("descending")}})[1];
}

static Results decomposeMsort(const Composite &op) {
  return op.builder().createAll("aten.sort",
                                {{"self", op.tensor("self")}, {"dim", 0}})[0];
}

static Results decomposeKthvalue(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  if (!dim || x.rank() == 0)
    return {};
  ResultRange sorted =
      builder.createAll("aten.sort", {{"self", x}, {"dim", *dim}});
  Value place = builder.sub(op.operand("k"), builder.constant(int64_t(1)));
  Results results;
  for (Value part : sorted) {
    Tensor kth = select({builder, part}, *dim, place);
    results.push_back(op.flag("keepdim") ? unsqueeze(kth, *dim) : kth);
  }
  return results;
}

ArrayRef<Decomposition> ingot::torch::indexing() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._index_put_impl", decomposeIndexPut},
      {"torch.aten._unsafe_index.Tensor", decomposeUnsafeIndex},
      {"torch.aten._unsafe_index_put", decomposeIndexPut},
      {"torch.aten.argsort", decomposeArgsort},
      {"torch.aten.argsort.stable", decomposeArgsort},
      {"torch.aten.col2im", decomposeCol2im},
      {"torch.aten.diag", decomposeDiag},
      {"torch.aten.diag_embed", decomposeDiagEmbed},
      {"torch.aten.diagonal", decomposeDiagonal},
      {"torch.aten.diagonal_copy", decomposeDiagonal},
      {"torch.aten.diagonal_scatter", decomposeDiagonalScatter},
      {"torch.aten.im2col", decomposeIm2col},
      {"torch.aten.index.Tensor_hacked_twin", decomposeUnsafeIndex},
      {"torch.aten.index_put.hacked_twin", decomposeIndexPut},
      {"torch.aten.kthvalue", decomposeKthvalue},
      {"torch.aten.masked_scatter", decomposeMaskedScatter},
      {"torch.aten.median", decomposeMedian},
      {"torch.aten.median.dim", decomposeMedian},
      {"torch.aten.msort", decomposeMsort},
      {"torch.aten.narrow", decomposeNarrow},
      {"torch.aten.narrow.Tensor", decomposeNarrowTensor},
      {"torch.aten.pad", decomposePad},
      {"torch.aten.reflection_pad1d", decomposeReflectionPad},
      {"torch.aten.reflection_pad2d", decomposeReflectionPad},
      {"torch.aten.reflection_pad3d", decomposeReflectionPad},
      {"torch.aten.replication_pad1d", decomposeReplicationPad},
      {"torch.aten.replication_pad2d", decomposeReplicationPad},
      {"torch.aten.replication_pad3d", decomposeReplicationPad},
      {"torch.aten.select_scatter", decomposeSelectScatter},
      {"torch.aten.take", decomposeTake},
      {"torch.aten.take_along_dim", decomposeTakeAlongDim},
      {"torch.aten.unfold", decomposeUnfold},
      {"torch.aten.unfold_copy", decomposeUnfold},
  };
  return kRows;
}
