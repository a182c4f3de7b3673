//===- Vision.cpp - places in images --------------------------------------===//
//
// The grid of an affine map, which grid_sampler reads, and what torchvision
// has.
//
// Deformable convolution: Zhu and others, "Deformable ConvNets v2" (2018). The
// kernel's places are moved by offsets, and what is between elements is
// interpolated; outside of the image is zero.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Values = SmallVector<Value>;

namespace {

/// Images whose channels are in groups that are sampled alike, [samples,
/// groups, channels, elements], and their height and width.
struct Images {
  Tensor elements;
  Value height, width;
};

} // namespace

/// The elements at places that are whole numbers, [samples, groups, places].
static Tensor sampleWhole(const Images &images, Tensor y, Tensor x) {
  TorchBuilder &builder = y.builder();
  Value one = builder.constant(int64_t(1));
  Scalar bottom = builder.sub(images.height, one),
         right = builder.sub(images.width, one);
  Tensor inside = logicalAnd(logicalAnd(y >= 0, y <= bottom),
                             logicalAnd(x >= 0, x <= right));
  Type index = iota(builder, 0, 1).dtype();
  Tensor place = convert(clamp(y, 0, bottom), index) * Scalar(images.width) +
                 convert(clamp(x, 0, right), index);
  Values sizes = builder.sizes(images.elements);
  sizes.back() = place.size(2);
  Tensor spread = expand(unsqueeze(place, 2), sizes);
  Tensor taken(builder,
               builder.create(
                   "aten.gather",
                   {{"self", images.elements}, {"dim", 3}, {"index", spread}}));
  return where(unsqueeze(inside, 2), taken, 0.0);
}

/// Between the four elements around each place.
static Tensor sample(const Images &images, Tensor y, Tensor x) {
  Tensor top = map("aten.floor", y), left = map("aten.floor", x);
  Tensor down = unsqueeze(y - top, 2), along = unsqueeze(x - left, 2);
  auto corner = [&](double dy, double dx) {
    Tensor weight =
        (dy == 0 ? 1.0 - down : down) * (dx == 0 ? 1.0 - along : along);
    return sampleWhole(images, top + dy, left + dx) * weight;
  };
  return corner(0, 0) + corner(0, 1) + corner(1, 0) + corner(1, 1);
}

namespace {

/// One spatial dimension of the convolution: where place p of the result meets
/// element k of the kernel.
struct Axis {
  int64_t stride, padding, dilation;
  Value kernel, out;

  /// [kernel, out]
  Tensor places(TorchBuilder &builder, Type dtype) const {
    Tensor starts = iota(builder, 0, out) * Scalar(stride) - Scalar(padding);
    Tensor steps = iota(builder, 0, kernel) * Scalar(dilation);
    return convert(unsqueeze(steps, 1) + unsqueeze(starts, 0), dtype);
  }
};

} // namespace

static std::optional<Axis> axisOf(const Composite &op, StringRef suffix,
                                  int64_t dim) {
  auto known = [&](StringRef name) {
    return op.integer((name + suffix).str());
  };
  std::optional<int64_t> stride = known("stride_"), padding = known("pad_"),
                         dilation = known("dilation_");
  if (!stride || !padding || !dilation)
    return std::nullopt;
  return Axis{*stride, *padding, *dilation, op.tensor("weight").size(dim),
              op.tensor("offset").size(dim)};
}

static Results decomposeDeformConv(const Composite &op) {
  TorchBuilder &builder = op.builder();
  Tensor x = widen(op.tensor("input")), weight = widen(op.tensor("weight"));
  Tensor offset = widen(op.tensor("offset")), bias = op.tensor("bias");
  if (x.rank() != 4 || weight.rank() != 4 || offset.rank() != 4)
    return {};
  std::optional<Axis> down = axisOf(op, "h", 2), along = axisOf(op, "w", 3);
  std::optional<int64_t> groups = op.integer("groups"),
                         moved = op.integer("offset_groups");
  if (!down || !along || !groups || !moved)
    return {};
  Value samples = x.size(0), channels = x.size(1);
  Value movedGroups = builder.constant(*moved),
        convGroups = builder.constant(*groups);
  Value perMoved = builder.floorDivide(channels, movedGroups);
  Value kernel = builder.mul(down->kernel, along->kernel);
  Value area = builder.mul(down->out, along->out);
  Value two = builder.constant(int64_t(2));
  Images images{view(x, {samples, movedGroups, perMoved,
                         builder.mul(x.size(2), x.size(3))}),
                x.size(2), x.size(3)};
  // Offsets come in pairs, down and along, for each element of the kernel.
  Values apart{samples, movedGroups, down->kernel, along->kernel,
               two,     down->out,   along->out};
  Tensor offsets = view(offset, apart);
  Values flat{samples, movedGroups, builder.mul(kernel, area)};
  // [kernel, out] of each axis among [kh, kw, oh, ow].
  Tensor rows = unsqueeze(unsqueeze(down->places(builder, x.dtype()), 1), 3);
  Tensor columns =
      unsqueeze(unsqueeze(along->places(builder, x.dtype()), 0), 2);
  auto places = [&](int64_t which, Tensor regular) {
    return view(select(offsets, 4, which) + regular, flat);
  };
  Tensor taken = sample(images, places(0, rows), places(1, columns));
  if (op.flag("use_mask"))
    taken = taken * unsqueeze(view(widen(op.tensor("mask")), flat), 2);
  // A product of matrices for each group.
  Value perGroup = builder.floorDivide(channels, convGroups);
  Tensor right =
      view(taken, {samples, convGroups, builder.mul(perGroup, kernel), area});
  Value outputs = weight.size(0);
  Tensor left =
      view(weight, {convGroups, builder.floorDivide(outputs, convGroups),
                    builder.mul(perGroup, kernel)});
  Tensor y = view(map("aten.matmul", unsqueeze(left, 0), right),
                  {samples, outputs, down->out, along->out});
  return bias ? y + unsqueeze(unsqueeze(widen(bias), -1), -1) : y;
}

/// The middles of so many steps from -1 to 1, or where the steps begin and end.
static Tensor stepsAcross(TorchBuilder &builder, Value count, Type dtype,
                          bool toCorners) {
  Value less = builder.sub(count, builder.constant(int64_t(1)));
  Tensor twice = convert(iota(builder, 0, Scalar(count)) * 2, dtype);
  Tensor place = (twice - Scalar(less)) / Scalar(toCorners ? less : count);
  // A single one is in the middle, not at 0 / 0.
  return toCorners ? where(place == place, place, 0.0) : place;
}

/// theta * (x, y, 1) of each place of an image, or (x, y, z, 1) of a volume,
/// the last dimension first.
static Results decomposeAffineGrid(const Composite &op) {
  Tensor theta = op.tensor("theta");
  std::optional<SmallVector<Value>> sizes = op.ints("size");
  if (!sizes || sizes->size() < 3)
    return {};
  int64_t dims = sizes->size() - 2;
  // A column of theta as [samples, 1, ..., 1, coordinates].
  auto column = [&](int64_t number) {
    Tensor one = select(theta, 2, number);
    for (int64_t i = 0; i < dims; ++i)
      one = unsqueeze(one, 1);
    return one;
  };
  Tensor grid = column(dims);
  for (int64_t i = 0; i < dims; ++i) {
    Tensor place = stepsAcross(op.builder(), sizes->rbegin()[i], theta.dtype(),
                               op.flag("align_corners"));
    for (int64_t behind = 0; behind <= i; ++behind)
      place = unsqueeze(place, -1);
    grid = grid + column(i) * place;
  }
  return grid;
}

ArrayRef<Decomposition> ingot::torch::vision() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.affine_grid_generator", decomposeAffineGrid},
      {"torch.torchvision.deform_conv2d", decomposeDeformConv},
  };
  return kRows;
}
