//===- Shapes.cpp - the same elements in another order --------------------===//
//
// What is left is view, permute, transpose.int, broadcast_to, flip and slice.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static Results decomposeView(const Composite &op) {
  return op.builder().create(
      "aten.view",
      {{"self", op.tensor("self")},
       {"size", op.operand(op.operand("size") ? "size" : "shape")}},
      op.resultType());
}

static Results decomposeViewAs(const Composite &op) {
  return view(op.tensor("self"), op.builder().sizes(op.tensor("other")));
}

static Results decomposeExpand(const Composite &op) {
  return op.builder().create(
      "aten.broadcast_to",
      {{"self", op.tensor("self")}, {"size", op.operand("size")}},
      op.resultType());
}

static Results decomposeExpandAs(const Composite &op) {
  return expand(op.tensor("self"), op.builder().sizes(op.tensor("other")));
}

static Results decomposeFlatten(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> start = op.dim("start_dim", x.rank()),
                         end = op.dim("end_dim", x.rank());
  if (!start || !end || *start > *end)
    return {};
  if (x.rank() == 0)
    return view(x, builder.constant(int64_t(1)));
  Values sizes = builder.sizes(x);
  for (int64_t i = *start + 1; i <= *end; ++i)
    sizes[*start] = builder.mul(sizes[*start], sizes[i]);
  sizes.erase(sizes.begin() + *start + 1, sizes.begin() + *end + 1);
  return view(x, sizes);
}

static Results decomposeUnflatten(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  std::optional<int64_t> dim = op.dim("dim", x.rank());
  std::optional<Values> parts = op.ints("sizes");
  if (!dim || !parts || x.rank() == 0)
    return {};
  // One part may be -1: what the others leave of this dimension.
  Value known = builder.constant(int64_t(1));
  for (Value part : *parts)
    if (matchInt(part) != -1)
      known = builder.mul(known, part);
  for (Value &part : *parts)
    if (matchInt(part) == -1)
      part = builder.floorDivide(x.size(*dim), known);
  Values sizes = builder.sizes(x);
  sizes.erase(sizes.begin() + *dim);
  sizes.insert(sizes.begin() + *dim, parts->begin(), parts->end());
  return view(x, sizes);
}

static Results decomposeSqueezeDims(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<SmallVector<int64_t>> dims = matchIntList(op.operand("dim"));
  if (!dims)
    return {};
  for (int64_t &dim : *dims) {
    std::optional<int64_t> normal = normalizeDim(dim, x.rank());
    if (!normal)
      return {};
    dim = *normal;
  }
  // A size that is not known may be 1: what then goes is not for us to say.
  llvm::sort(*dims, std::greater<>());
  for (int64_t dim : *dims) {
    if (ShapedType::isDynamic((*x.type().getSizes())[dim]))
      return {};
    x = squeeze(x, dim);
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Permutations
//===----------------------------------------------------------------------===//

static Results decomposeT(const Composite &op) {
  Tensor x = op.tensor("self");
  if (x.rank() > 2)
    return {};
  return x.rank() == 2 ? transpose(x, 0, 1) : x;
}

static Results decomposeNumpyT(const Composite &op) {
  Tensor x = op.tensor("self");
  SmallVector<int64_t> dims = allDims(x);
  std::reverse(dims.begin(), dims.end());
  return permute(x, dims);
}

static Results decomposeSwapdims(const Composite &op) {
  bool isAxes = static_cast<bool>(op.operand("axis0"));
  return op.builder().create("aten.transpose.int",
                             {{"self", op.tensor("self")},
                              {"dim0", op.operand(isAxes ? "axis0" : "dim0")},
                              {"dim1", op.operand(isAxes ? "axis1" : "dim1")}},
                             op.resultType());
}

static Results decomposeMovedim(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> from = op.dim("source", x.rank()),
                         to = op.dim("destination", x.rank());
  if (!from || !to || x.rank() == 0)
    return {};
  SmallVector<int64_t> dims = allDims(x);
  dims.erase(dims.begin() + *from);
  dims.insert(dims.begin() + *to, *from);
  return permute(x, dims);
}

static Results decomposeFliplr(const Composite &op) {
  return flip(op.tensor("self"), {1});
}

static Results decomposeFlipud(const Composite &op) {
  return flip(op.tensor("self"), {0});
}

/// From the first of two dimensions towards the second.
static Results decomposeRot90(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<int64_t> turns = op.integer("k");
  std::optional<SmallVector<int64_t>> dims = matchIntList(op.operand("dims"));
  if (!turns || !dims || dims->size() != 2)
    return {};
  int64_t a = (*dims)[0], b = (*dims)[1];
  switch (((*turns % 4) + 4) % 4) {
  case 1:
    return transpose(flip(x, {b}), a, b);
  case 2:
    return flip(x, {a, b});
  case 3:
    return transpose(flip(x, {a}), a, b);
  default:
    return x;
  }
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

/// [..., c r r, h, w] to [..., c, h r, w r].
static Results decomposePixelShuffle(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  int64_t outer = x.rank() - 3;
  if (outer < 0)
    return {};
  Value factor = op.operand("upscale_factor");
  Values sizes = builder.sizes(x);
  Value rows = sizes[outer + 1], columns = sizes[outer + 2];
  Value channels =
      builder.floorDivide(sizes[outer], builder.mul(factor, factor));
  sizes.truncate(outer);
  Values apart = sizes, together = sizes;
  apart.append({channels, factor, factor, rows, columns});
  together.append(
      {channels, builder.mul(rows, factor), builder.mul(columns, factor)});
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, outer));
  for (int64_t place : {0, 3, 1, 4, 2})
    order.push_back(outer + place);
  return view(permute(view(x, apart), order), together);
}

/// [..., c, h r, w r] to [..., c r r, h, w].
static Results decomposePixelUnshuffle(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  int64_t outer = x.rank() - 3;
  if (outer < 0)
    return {};
  Value factor = op.operand("downscale_factor");
  Values sizes = builder.sizes(x);
  Value channels = sizes[outer],
        rows = builder.floorDivide(sizes[outer + 1], factor),
        columns = builder.floorDivide(sizes[outer + 2], factor);
  sizes.truncate(outer);
  Values apart = sizes, together = sizes;
  apart.append({channels, rows, factor, columns, factor});
  together.append(
      {builder.mul(channels, builder.mul(factor, factor)), rows, columns});
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, outer));
  for (int64_t place : {0, 2, 4, 1, 3})
    order.push_back(outer + place);
  return view(permute(view(x, apart), order), together);
}

static Results decomposeChannelShuffle(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  if (x.rank() < 3)
    return {};
  Values sizes = builder.sizes(x), apart = sizes;
  Value groups = op.operand("groups");
  apart[1] = groups;
  apart.insert(apart.begin() + 2, builder.floorDivide(sizes[1], groups));
  return view(transpose(view(x, apart), 1, 2), sizes);
}

//===----------------------------------------------------------------------===//
// Repetition
//===----------------------------------------------------------------------===//

/// Every dimension `repeats` times, one list from the first dimension on; a
/// longer one adds dimensions in front.
static Tensor repeat(Tensor x, Values repeats) {
  TorchBuilder &builder = x.builder();
  while (static_cast<int64_t>(repeats.size()) > x.rank())
    x = unsqueeze(x, 0);
  Values apart, together;
  Tensor spread = x;
  for (auto [dim, times] : llvm::enumerate(repeats)) {
    Value size = x.size(dim);
    together.push_back(builder.mul(times, size));
    if (matchInt(times) != 1) {
      spread = unsqueeze(spread, apart.size());
      apart.push_back(times);
    }
    apart.push_back(size);
  }
  if (apart.size() == together.size())
    return x;
  return view(expand(spread, apart), together);
}

static Results decomposeRepeat(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<Values> repeats = op.ints("repeats");
  if (!repeats || static_cast<int64_t>(repeats->size()) < x.rank())
    return {};
  return repeat(x, *repeats);
}

/// As repeat, but a shorter list leaves the first dimensions alone.
static Results decomposeTile(const Composite &op) {
  Tensor x = op.tensor("self");
  std::optional<Values> repeats = op.ints("dims");
  if (!repeats)
    return {};
  Value one = op.builder().constant(int64_t(1));
  while (static_cast<int64_t>(repeats->size()) < x.rank())
    repeats->insert(repeats->begin(), one);
  return repeat(x, *repeats);
}

/// Every element as often as said, before the next one.
static Results decomposeRepeatInterleave(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self");
  int64_t dim = 0;
  if (op.has("dim")) {
    std::optional<int64_t> asked = op.dim("dim", x.rank());
    if (!asked || x.rank() == 0)
      return {};
    dim = *asked;
  } else {
    x = view(x, builder.count(x));
  }
  Values apart = builder.sizes(x), together = apart;
  Value times = op.operand("repeats");
  apart.insert(apart.begin() + dim + 1, times);
  together[dim] = builder.mul(together[dim], times);
  return view(expand(unsqueeze(x, dim + 1), apart), together);
}

/// Each element of a dimension as often as a tensor says.
static Results decomposeRepeatInterleaveBy(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = op.tensor("self"), repeats = op.tensor("repeats");
  int64_t dim = 0;
  if (op.has("dim")) {
    std::optional<int64_t> asked = op.dim("dim", x.rank());
    if (!asked || x.rank() == 0)
      return {};
    dim = *asked;
  } else {
    x = view(x, builder.count(x));
  }
  // One number counts for all.
  if (repeats.rank() == 0 || matchInt(repeats.size(0)) == 1)
    repeats = expand(repeats, x.size(dim));
  Type index = iota(builder, 0, 1).dtype();
  Value places = builder.create(
      "aten.repeat_interleave.Tensor",
      {{"repeats", repeats}, {"output_size", op.operand("output_size")}},
      ValueTensorType::get(builder.context(), {ShapedType::kDynamic}, index));
  return builder.create("aten.index_select",
                        {{"self", x}, {"dim", dim}, {"index", places}});
}

ArrayRef<Decomposition> ingot::torch::shapes() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten._reshape_alias", decomposeView},
      {"torch.aten._unsafe_view", decomposeView},
      {"torch.aten.channel_shuffle", decomposeChannelShuffle},
      {"torch.aten.expand", decomposeExpand},
      {"torch.aten.expand_as", decomposeExpandAs},
      {"torch.aten.flatten.using_ints", decomposeFlatten},
      {"torch.aten.fliplr", decomposeFliplr},
      {"torch.aten.flipud", decomposeFlipud},
      {"torch.aten.movedim.int", decomposeMovedim},
      {"torch.aten.numpy_T", decomposeNumpyT},
      {"torch.aten.pixel_shuffle", decomposePixelShuffle},
      {"torch.aten.pixel_unshuffle", decomposePixelUnshuffle},
      {"torch.aten.repeat", decomposeRepeat},
      {"torch.aten.repeat_interleave.self_int", decomposeRepeatInterleave},
      {"torch.aten.repeat_interleave.self_Tensor", decomposeRepeatInterleaveBy},
      {"torch.aten.reshape", decomposeView},
      {"torch.aten.reshape_as", decomposeViewAs},
      {"torch.aten.rot90", decomposeRot90},
      {"torch.aten.squeeze.dims", decomposeSqueezeDims},
      {"torch.aten.swapaxes", decomposeSwapdims},
      {"torch.aten.swapdims", decomposeSwapdims},
      {"torch.aten.t", decomposeT},
      {"torch.aten.tile", decomposeTile},
      {"torch.aten.unflatten.int", decomposeUnflatten},
      {"torch.aten.view_as", decomposeViewAs},
  };
  return kRows;
}
