//===- Resize.cpp - images of another size --------------------------------===//
//
// Where an element of the result lies in the operand is computed in f32, as the
// kernels do: the same places are rounded the same way.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Indices.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

/// The new size of one dimension, and how places are mapped to old ones.
struct Axis {
  int64_t dim;
  Size from, to;
  bool alignsCorners, hasHalfPixels;
};

/// How far apart two places are.
Value scaleOf(TensorBuilder &b, const Axis &axis) {
  Type f32 = b.getF32Type();
  Size from = axis.from, to = axis.to;
  bool aligns = axis.alignsCorners && !(to.isKnown() && to.known() <= 1);
  if (aligns) {
    from = b.subtract(from, 1);
    to = b.subtract(to, 1);
    if (!to.isKnown()) {
      // One place alone lies as without aligning.
      Value isOne =
          b.compare(Comparison::EQ, b.valueOf(to), b.scalar(b.getI64Type(), 0));
      Value pair[] = {b.select(isOne, b.valueOf(axis.from), b.valueOf(from)),
                      b.select(isOne, b.valueOf(axis.to), b.valueOf(to))};
      return b.divide(b.convert(pair[0], f32), b.convert(pair[1], f32));
    }
  }
  if (from.isKnown() && to.isKnown())
    return b.scalar(f32, double(static_cast<float>(from.known()) /
                                static_cast<float>(to.known())));
  return b.divide(b.convert(b.valueOf(from), f32),
                  b.convert(b.valueOf(to), f32));
}

/// Clamped to places that there are, in i64.
Value asPlace(TensorBuilder &b, Value place, const Axis &axis) {
  Type i64 = b.getI64Type();
  Value last = b.valueOf(b.subtract(axis.from, 1));
  return b.minimum(b.maximum(b.convert(place, i64), b.scalar(i64, 0)), last);
}

Value takeNearest(TensorBuilder &b, Value value, const Axis &axis) {
  Type f32 = b.getF32Type();
  Value place = b.iota(axis.to, 0, f32);
  if (axis.hasHalfPixels)
    place = b.add(place, b.scalar(f32, 0.5));
  place = b.multiply(place, scaleOf(b, axis));
  // Half away from zero, of what is not negative.
  if (axis.alignsCorners)
    place = b.add(place, b.scalar(f32, 0.5));
  place = b.elementwise(ElementOp::Floor, place);
  return torch::takeAlong(b, value, asPlace(b, place, axis), axis.dim);
}

Value interpolate(TensorBuilder &b, Value value, const Axis &axis) {
  Type f32 = b.getF32Type();
  Value place = b.iota(axis.to, 0, f32), scale = scaleOf(b, axis);
  if (axis.hasHalfPixels)
    place = b.subtract(b.multiply(b.add(place, b.scalar(f32, 0.5)), scale),
                       b.scalar(f32, 0.5));
  else
    place = b.multiply(place, scale);
  Value low = asPlace(b, b.elementwise(ElementOp::Floor, place), axis);
  Value high = asPlace(b, b.elementwise(ElementOp::Ceil, place), axis);
  Value weight = b.subtract(place, b.convert(low, f32));
  Value below = torch::takeAlong(b, value, low, axis.dim);
  Value above = torch::takeAlong(b, value, high, axis.dim);
  weight = b.broadcastInDim(weight, b.sizesOf(below), {axis.dim});
  return b.add(below, b.multiply(b.subtract(above, below), weight));
}

/// Height and width of an operator; nothing if they are not valid.
template <typename Options>
std::optional<SmallVector<Axis>> axesOf(TfLiteOp &op) {
  const auto &options = op.options<Options>();
  std::optional<Sizes> sizes = op.sizes(1);
  Value value = op.input(0);
  if (!sizes || sizes->size() != 2 || op.b.rankOf(value) != 4)
    return std::nullopt;
  SmallVector<Axis> axes;
  for (int64_t i : llvm::seq<int64_t>(0, 2)) {
    Size to = (*sizes)[i], from = op.b.sizeOf(value, i + 1);
    if ((to.isKnown() && to.known() < 1) || from.is(0))
      return std::nullopt;
    axes.push_back({i + 1, from, to, options.align_corners(),
                    options.half_pixel_centers()});
  }
  return axes;
}

constexpr char kBadSize[] =
    "its new size is no height and width, or its operand has not four "
    "dimensions";

Results convertBilinear(TfLiteOp &op) {
  auto axes = axesOf<schema::ResizeBilinearOptions>(op);
  if (!axes)
    return op.fail(kBadSize);
  Value value = op.input(0);
  for (const Axis &axis : *axes)
    value = interpolate(op.b, value, axis);
  return value;
}

Results convertNearest(TfLiteOp &op) {
  auto axes = axesOf<schema::ResizeNearestNeighborOptions>(op);
  if (!axes)
    return op.fail(kBadSize);
  Value value = op.input(0);
  for (const Axis &axis : *axes)
    value = takeNearest(op.b, value, axis);
  return value;
}

} // namespace

static constexpr Row kRows[] = {
    {BuiltinOperator::RESIZE_BILINEAR, convertBilinear, 2},
    {BuiltinOperator::RESIZE_NEAREST_NEIGHBOR, convertNearest, 2, true},
};

ArrayRef<Row> ingot::tflite::resize() { return kRows; }
