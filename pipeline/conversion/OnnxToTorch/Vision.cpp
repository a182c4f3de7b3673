//===- Vision.cpp - boxes and regions of images ---------------------------===//
//
// Regions are pooled by products with matrices of weights: a sample's bilinear
// weights are one row for its height and one for its width, and the mean of
// the samples of a bin is the mean of these rows. Boxes are kept by
// torchvision's operator, one class of one image at a time.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"
#include "pipeline/conversion/OnnxToTorch/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

/// Each class of each image is a loop of its own in the program.
static constexpr int64_t kMaxLists = 256;

/// [n, 4] as two opposite corners, the lower first.
static Tensor cornersOf(Tensor boxes, bool areCentres) {
  auto column = [&](int64_t i) { return slice(boxes, 1, i, i + 1); };
  Tensor a = column(0), b = column(1), c = column(2), d = column(3);
  if (areCentres) {
    Tensor wide = c / Scalar(2.0), high = d / Scalar(2.0);
    return concatenate({b - high, a - wide, b + high, a + wide}, 1);
  }
  return concatenate(
      {minimum(a, c), minimum(b, d), maximum(a, c), maximum(b, d)}, 1);
}

/// Rows of image, class and box that are kept of one class.
static Tensor keepBoxes(const OnnxOp &op, Tensor corners, Tensor scores,
                        int64_t image, int64_t kind) {
  TorchBuilder &builder = op.builder();
  Tensor overlap = op.input(3), least = op.input(4);
  Value threshold = overlap ? item(overlap) : builder.constant(0.0);
  Tensor kept = typed(
      builder, "torchvision.nms",
      {{"dets", corners}, {"scores", scores}, {"iou_threshold", threshold}},
      {ShapedType::kDynamic}, si64(builder));
  if (least) {
    Tensor bound = least.rank() == 0 ? least : view(least, {});
    Tensor isGood = indexSelect(scores, 0, kept) > bound;
    Tensor rows = typed(builder, "aten.nonzero", {{"self", isGood}},
                        {ShapedType::kDynamic, 1}, si64(builder));
    kept = indexSelect(kept, 0, select(rows, 1, 0));
  }
  kept = slice(kept, 0, 0, Scalar(item(op.input(2))));
  Tensor row = unsqueeze(kept, 1);
  Tensor zero = row - row;
  return concatenate({zero + Scalar(image), zero + Scalar(kind), row}, 1);
}

static Results convertNonMaxSuppression(const OnnxOp &op) {
  Tensor boxes = op.input(0), scores = op.input(1);
  TorchBuilder &builder = op.builder();
  if (boxes.rank() != 3 || scores.rank() != 3)
    return {};
  int64_t images = sizesOf(scores)[0], kinds = sizesOf(scores)[1];
  if (!op.input(2))
    return full(builder,
                {builder.constant(int64_t(0)), builder.constant(int64_t(3))}, 0,
                si64(builder));
  if (images < 1 || kinds < 1 || images * kinds > kMaxLists)
    return op.fail("images and classes of a number that is not known, or above "
                   "256 together");
  SmallVector<Tensor> rows;
  for (int64_t image = 0; image < images; ++image) {
    Tensor corners =
        cornersOf(select(boxes, 0, image), op.integer("center_point_box", 0));
    for (int64_t kind = 0; kind < kinds; ++kind)
      rows.push_back(keepBoxes(
          op, corners, select(select(scores, 0, image), 0, kind), image, kind));
  }
  return concatenate(rows, 0);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

namespace {
/// One dimension of all regions. Tensors of a number for each, [regions].
struct Extent {
  Tensor start, size;
  Value length; ///< Of the image.
  int64_t bins = 1;
};

/// Where samples lie: [regions, bins, samples].
struct Samples {
  Tensor at;
  Tensor isUsed; ///< None, or whether a region has so many, [regions, 1, n].
  Tensor count;  ///< None, or how many each region has, [regions, 1, 1].
  int64_t most = 1;
};
} // namespace

static Tensor perRegion(Tensor x) { return unsqueeze(unsqueeze(x, 1), 2); }

/// As many samples in each bin as `ratio` says; if that is 0, as many as a bin
/// has elements, which differs between regions.
static std::optional<Samples> samplesOf(const Extent &extent, int64_t ratio,
                                        int64_t imageSize) {
  TorchBuilder &builder = extent.start.builder();
  Type dtype = extent.start.dtype();
  Samples samples;
  samples.most = ratio;
  Tensor bin = extent.size / Scalar(static_cast<double>(extent.bins));
  Tensor count;
  if (ratio < 1) {
    if (imageSize < 1)
      return std::nullopt;
    // A region is hardly larger than the image.
    samples.most = imageSize / extent.bins + 2;
    count = perRegion(
        clamp(map("aten.ceil", bin), 0.0, static_cast<double>(samples.most)));
    samples.count = clamp(count, 1.0, Scalar(std::nullopt));
  }
  Tensor i =
      convert(places(builder, builder.constant(samples.most), 2, 3), dtype);
  if (count)
    samples.isUsed = i < count;
  Tensor share = (i + Scalar(0.5)) /
                 (count ? samples.count
                        : number(builder, static_cast<double>(ratio), dtype));
  Tensor place =
      convert(places(builder, builder.constant(extent.bins), 1, 3), dtype);
  samples.at = perRegion(extent.start) + (place + share) * perRegion(bin);
  return samples;
}

/// Samples further out than an element from the image count as 0.
static Tensor isNear(Tensor at, Value length) {
  Tensor size = convert(tensorOf(at.builder(), length), at.dtype());
  return logicalAnd(at >= Scalar(-1.0), at <= size);
}

static Tensor clampInto(Tensor at, Value length) {
  Tensor size = convert(tensorOf(at.builder(), length), at.dtype());
  return minimum(clamp(at, 0.0, Scalar(std::nullopt)), size - Scalar(1.0));
}

/// The mean of the weights of a bin's samples, [regions, bins, length].
static Tensor meanWeights(const Samples &samples, const Extent &extent) {
  TorchBuilder &builder = samples.at.builder();
  Tensor at = unsqueeze(clampInto(samples.at, extent.length), 3);
  Tensor place = convert(places(builder, extent.length, 3, 4), at.dtype());
  Tensor weight =
      clamp(Scalar(1.0) - abs(at - place), 0.0, Scalar(std::nullopt));
  Tensor counts = isNear(samples.at, extent.length);
  if (samples.isUsed)
    counts = logicalAnd(counts, samples.isUsed);
  weight = where(unsqueeze(counts, 3), weight, Scalar(0.0));
  Tensor total = sum(weight, {2});
  return samples.count ? total / samples.count
                       : total / Scalar(static_cast<double>(samples.most));
}

namespace {
/// Elements beside each sample and their weights: [regions, bins * samples].
struct Sides {
  Tensor index[2], weight[2], isNear, isUsed;
};
} // namespace

static Sides sidesOf(const Samples &samples, const Extent &extent) {
  TorchBuilder &builder = samples.at.builder();
  Value count = builder.constant(extent.bins * samples.most);
  SmallVector<Value> flat{samples.at.size(0), count};
  Tensor at = clampInto(samples.at, extent.length);
  Tensor low = map("aten.floor", at), part = at - low;
  Sides sides;
  sides.index[0] = view(convert(low, si64(builder)), flat);
  sides.index[1] =
      view(convert(clampInto(low + Scalar(1.0), extent.length), si64(builder)),
           flat);
  sides.weight[0] = view(Scalar(1.0) - part, flat);
  sides.weight[1] = view(part, flat);
  sides.isNear = view(isNear(samples.at, extent.length), flat);
  if (samples.isUsed)
    sides.isUsed = view(expandAs(samples.isUsed, samples.at), flat);
  return sides;
}

/// The greatest of all elements beside all samples of a bin, each weighted.
static Tensor maxOfSamples(Tensor images, const Samples &rows,
                           const Extent &height, const Samples &columns,
                           const Extent &width) {
  TorchBuilder &builder = images.builder();
  Sides y = sidesOf(rows, height), x = sidesOf(columns, width);
  Value regions = images.size(0), channels = images.size(1);
  Value all = builder.mul(images.size(2), images.size(3));
  Tensor flat = view(images, {regions, channels, all});
  Value count = builder.mul(y.index[0].size(1), x.index[0].size(1));
  auto pair = [](Tensor a, Tensor b) {
    return std::pair(unsqueeze(a, 2), unsqueeze(b, 1));
  };
  Tensor best;
  for (int side = 0; side < 4; ++side) {
    auto [row, column] = pair(y.index[side / 2], x.index[side % 2]);
    auto [down, across] = pair(y.weight[side / 2], x.weight[side % 2]);
    Tensor index =
        view(row * Scalar(images.size(3)) + column, {regions, count});
    Tensor read = gather(
        flat, 2, expand(unsqueeze(index, 1), {regions, channels, count}));
    Tensor part = read * unsqueeze(view(down * across, {regions, count}), 1);
    best = best ? maximum(best, part) : part;
  }
  auto both = [&](Tensor a, Tensor b) {
    auto [down, across] = pair(a, b);
    return unsqueeze(view(logicalAnd(down, across), {regions, count}), 1);
  };
  best = where(both(y.isNear, x.isNear), best, Scalar(0.0));
  if (y.isUsed)
    best = where(both(y.isUsed, x.isUsed), best,
                 Scalar(-std::numeric_limits<double>::infinity()));
  Tensor parts =
      view(best, {regions, channels, builder.constant(height.bins),
                  builder.constant(rows.most), builder.constant(width.bins),
                  builder.constant(columns.most)});
  Tensor y2 = amax(parts, {3, 5});
  return where(y2 == Scalar(-std::numeric_limits<double>::infinity()),
               Scalar(0.0), y2);
}

/// Before version 16 coordinates are those of corners, and no attribute says
/// so.
static Results convertRoiAlign(const OnnxOp &op) {
  Tensor x = op.input(0), rois = op.input(1), batch = op.input(2);
  if (x.rank() != 4 || rois.rank() != 2 || batch.rank() != 1)
    return {};
  bool isHalf = op.text("coordinate_transformation_mode",
                        op.opset() < 16 ? "output_half_pixel" : "half_pixel") ==
                "half_pixel";
  StringRef mode = op.text("mode", "avg");
  int64_t ratio = op.integer("sampling_ratio", 0);
  double scale = op.number("spatial_scale", 1);
  auto extentOf = [&](int64_t at, int64_t dim, int64_t bins) {
    auto bound = [&](int64_t column) {
      return select(rois, 1, column) * Scalar(scale) -
             Scalar(isHalf ? 0.5 : 0.0);
    };
    Tensor start = bound(at), size = bound(at + 2) - start;
    if (!isHalf)
      size = clamp(size, 1.0, Scalar(std::nullopt));
    return Extent{start, size, x.size(dim), bins};
  };
  Extent height = extentOf(1, 2, op.integer("output_height", 1));
  Extent width = extentOf(0, 3, op.integer("output_width", 1));
  if (height.bins < 1 || width.bins < 1 || (mode != "avg" && mode != "max"))
    return {};
  std::optional<Samples> rows = samplesOf(height, ratio, sizesOf(x)[2]);
  std::optional<Samples> columns = samplesOf(width, ratio, sizesOf(x)[3]);
  if (!rows || !columns)
    return op.fail("samples of a number that depends on sizes not known");
  Tensor images = indexSelect(x, 0, convert(batch, si64(op.builder())));
  if (mode == "max")
    return maxOfSamples(images, *rows, height, *columns, width);
  Tensor down = unsqueeze(meanWeights(*rows, height), 1);
  Tensor across = unsqueeze(meanWeights(*columns, width), 1);
  return map("aten.matmul", map("aten.matmul", down, images),
             transpose(across, 2, 3));
}

/// Which elements belong to each bin: [regions, bins, length]. Bins begin at
/// rounded numbers, and may share elements.
static Tensor binsOf(Tensor first, Tensor last, Value length, int64_t bins) {
  TorchBuilder &builder = first.builder();
  Type dtype = first.dtype();
  Tensor size = clamp(last - first + Scalar(1.0), 1.0, Scalar(std::nullopt)) /
                Scalar(static_cast<double>(bins));
  Tensor bin = convert(places(builder, builder.constant(bins), 1, 3), dtype);
  Tensor from = map("aten.floor", bin * perRegion(size)) + perRegion(first);
  Tensor to = map("aten.ceil", (bin + Scalar(1.0)) * perRegion(size)) +
              perRegion(first);
  Tensor place = convert(places(builder, length, 2, 3), dtype);
  return logicalAnd(place >= from, place < to);
}

/// The greatest element of each bin, 0 if it has none.
static Results convertMaxRoiPool(const OnnxOp &op) {
  Tensor x = op.input(0), rois = op.input(1);
  TorchBuilder &builder = op.builder();
  std::optional<Ints> shape = op.integers("pooled_shape");
  if (x.rank() != 4 || rois.rank() != 2 || !shape || shape->size() != 2)
    return {};
  double scale = op.number("spatial_scale", 1);
  // Halves are rounded up, as in C.
  auto corner = [&](int64_t column) {
    return map("aten.floor",
               select(rois, 1, column) * Scalar(scale) + Scalar(0.5));
  };
  Tensor images = indexSelect(x, 0, convert(select(rois, 1, 0), si64(builder)));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Tensor inRow = binsOf(corner(1), corner(3), x.size(3), (*shape)[1]);
  Tensor inColumn = binsOf(corner(2), corner(4), x.size(2), (*shape)[0]);
  // [regions, channels, height, bins, width], and the width goes.
  Tensor rows = amax(where(unsqueeze(unsqueeze(inRow, 1), 1),
                           unsqueeze(images, 3), Scalar(-kInfinity)),
                     {4});
  Tensor y = amax(where(unsqueeze(unsqueeze(inColumn, 1), 4),
                        unsqueeze(rows, 2), Scalar(-kInfinity)),
                  {3});
  return where(y == Scalar(-kInfinity), Scalar(0.0), y);
}

static Results convertDeformConv(const OnnxOp &op) {
  Tensor x = op.input(0), weight = op.input(1), bias = op.input(3),
         mask = op.input(4);
  TorchBuilder &builder = op.builder();
  Ints ones{1, 1};
  Ints strides = op.integers("strides").value_or(ones);
  Ints dilations = op.integers("dilations").value_or(ones);
  Ints pads = op.integers("pads").value_or(Ints{0, 0, 0, 0});
  if (x.rank() != 4 || weight.rank() != 4 || strides.size() != 2 ||
      dilations.size() != 2 || pads.size() != 4)
    return op.fail("only images of two dimensions");
  Tensor offset = op.input(2);
  if (offset.rank() != 4 || (mask && mask.rank() != 4))
    return op.fail("offsets or a mask that are not four-dimensional");
  if (pads[0] != pads[2] || pads[1] != pads[3]) {
    x = padWith(x, pads, 0.0);
    pads.assign(4, 0);
  }
  if (!bias)
    bias = full(builder, {weight.size(0)}, 0.0, x.dtype());
  bool hasMask = static_cast<bool>(mask);
  if (!mask)
    mask =
        full(builder,
             {offset.size(0),
              builder.floorDivide(offset.size(1), builder.constant(int64_t(2))),
              offset.size(2), offset.size(3)},
             1.0, x.dtype());
  return builder.create("torchvision.deform_conv2d",
                        {{"input", x},
                         {"weight", weight},
                         {"offset", offset},
                         {"mask", mask},
                         {"bias", bias},
                         {"stride_h", strides[0]},
                         {"stride_w", strides[1]},
                         {"pad_h", pads[0]},
                         {"pad_w", pads[1]},
                         {"dilation_h", dilations[0]},
                         {"dilation_w", dilations[1]},
                         {"groups", op.integer("group", 1)},
                         {"offset_groups", op.integer("offset_group", 1)},
                         {"use_mask", hasMask}},
                        op.resultType());
}

ArrayRef<Conversion> ingot::onnx::vision() {
  static constexpr Conversion kTable[] = {
      {"DeformConv", convertDeformConv, 3},
      {"MaxRoiPool", convertMaxRoiPool, 2},
      {"NonMaxSuppression", convertNonMaxSuppression, 2},
      {"RoiAlign", convertRoiAlign, 3},
  };
  return kTable;
}
