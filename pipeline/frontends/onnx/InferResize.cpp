//===- InferResize.cpp - images of another size ---------------------------===//
//
// Runtimes compute the new size in single precision, so this does, too: a size
// that is one off would make every later shape wrong.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Inference.h"

#include <cmath>

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// floor(size * scale) in single precision, as runtimes compute it: five times
/// 1.8 is nine.
static Scalar scaled(Inference &node, Scalar size, double scale) {
  if (scale == 1)
    return size;
  if (size.isInteger() && scale > 0) {
    float exact =
        static_cast<float>(size.asInteger()) * static_cast<float>(scale);
    if (exact < 1e12)
      return Scalar::integer(static_cast<int64_t>(std::floor(exact)));
  }
  if (scale == std::floor(scale) && scale > 0 && scale < 1e6)
    return node.symbols().multiply(
        size, Scalar::integer(static_cast<int64_t>(scale)));
  return node.symbols().fresh();
}

/// Known real elements of an operand.
static std::optional<SmallVector<double>> reals(Inference &node, size_t input) {
  const Elements *elements = node.elements(input);
  if (!elements)
    return std::nullopt;
  SmallVector<double> values;
  for (Scalar element : *elements) {
    if (!element.isKnown())
      return std::nullopt;
    values.push_back(element.asReal());
  }
  return values;
}

static void setScaled(Inference &node, ArrayRef<int64_t> axes,
                      std::optional<SmallVector<double>> scales) {
  Shape shape = *node.shape(0);
  if (scales && scales->size() != axes.size())
    return node.fail("'scales' does not fit the axes");
  for (auto [i, axis] : llvm::enumerate(axes))
    shape[axis] = scales ? scaled(node, shape[axis], (*scales)[i])
                         : node.symbols().fresh();
  node.set(0, node.dtype(0), shape);
}

/// Sizes keep the ratio of the image when `policy` says so: one scale for all.
static void keepRatio(Inference &node, Shape &shape, ArrayRef<int64_t> axes,
                      bool isLarger) {
  std::optional<double> scale;
  const Shape &from = *node.shape(0);
  for (int64_t axis : axes) {
    if (!from[axis].isInteger() || !shape[axis].isInteger() ||
        from[axis].asInteger() < 1) {
      for (int64_t each : axes)
        shape[each] = node.symbols().fresh();
      return;
    }
    double own = static_cast<double>(shape[axis].asInteger()) /
                 static_cast<double>(from[axis].asInteger());
    scale = !scale     ? own
            : isLarger ? std::max(*scale, own)
                       : std::min(*scale, own);
  }
  for (int64_t axis : axes)
    shape[axis] = Scalar::integer(static_cast<int64_t>(std::floor(
        *scale * static_cast<double>(from[axis].asInteger()) + 0.5)));
}

static void setSizes(Inference &node, ArrayRef<int64_t> axes, size_t input) {
  Shape shape = *node.shape(0);
  const Elements *sizes = node.elements(input);
  if (sizes && sizes->size() != axes.size())
    return node.fail("'sizes' does not fit the axes");
  for (auto [i, axis] : llvm::enumerate(axes)) {
    Scalar size = sizes ? (*sizes)[i] : Scalar();
    shape[axis] =
        size.isInteger() || size.isSymbol() ? size : node.symbols().fresh();
  }
  StringRef policy = node.text("keep_aspect_ratio_policy", "stretch");
  if (policy != "stretch")
    keepRatio(node, shape, axes, policy == "not_smaller");
  node.set(0, node.dtype(0), shape);
}

/// Operands are the image, a region of it, scales or sizes; in 10 only scales.
static void inferResize(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  Ints axes;
  for (int64_t axis : node.integerList("axes").value_or(Ints())) {
    std::optional<int64_t> dim = node.axis(axis, shape->size());
    if (!dim)
      return;
    axes.push_back(*dim);
  }
  for (size_t dim = 0; axes.size() < shape->size() && !node.attribute("axes") &&
                       dim < shape->size();
       ++dim)
    axes.push_back(dim);
  bool isOld = node.version() < 11;
  if (!isOld && node.has(3))
    return setSizes(node, axes, 3);
  std::optional<SmallVector<double>> scales = reals(node, isOld ? 1 : 2);
  if (!isOld && scales && scales->empty() && node.inputCount() < 4)
    return node.fail("neither scales nor sizes");
  setScaled(node, axes, scales);
}

/// Scales are an attribute before 9.
static void inferUpsample(Inference &node) {
  const OptionalShape &shape = node.shape(0);
  if (!shape)
    return node.set(0, node.dtype(0), std::nullopt);
  Ints axes;
  for (size_t dim = 0; dim < shape->size(); ++dim)
    axes.push_back(dim);
  std::optional<SmallVector<double>> scales = node.realList("scales");
  setScaled(node, axes, scales ? scales : reals(node, 1));
}

/// The grid says the spatial sizes.
static void inferGridSample(Inference &node) {
  const OptionalShape &x = node.shape(0), &grid = node.shape(1);
  if (!x || !grid || x->size() < 3 || grid->size() != x->size())
    return node.set(0, node.dtype(0), std::nullopt);
  Shape result = {(*x)[0], (*x)[1]};
  result.append(grid->begin() + 1, grid->end() - 1);
  node.set(0, node.dtype(0), result);
}

/// One point for each pixel of the size that the second operand says.
static void inferAffineGrid(Inference &node) {
  const OptionalShape &theta = node.shape(0), &length = node.shape(1);
  int64_t spatial = 2;
  if (theta && theta->size() == 3 && (*theta)[1].isInteger())
    spatial = (*theta)[1].asInteger();
  else if (length && length->size() == 1 && (*length)[0].isInteger())
    spatial = (*length)[0].asInteger() - 2;
  Shape result = node.unknownShape(spatial + 2);
  if (!node.fault().empty() || spatial < 1)
    return node.fail("a grid of an impossible rank");
  const Elements *sizes = node.elements(1);
  if (sizes && sizes->size() == static_cast<size_t>(spatial) + 2) {
    result[0] = sizes->front();
    for (int64_t i = 0; i < spatial; ++i)
      result[i + 1] = (*sizes)[i + 2];
  }
  result.back() = Scalar::integer(spatial);
  node.set(0, node.dtype(0), result);
}

ArrayRef<InferenceRow> ingot::onnx::reader::resizeInference() {
  static constexpr InferenceRow kTable[] = {
      {"AffineGrid", inferAffineGrid},
      {"GridSample", inferGridSample},
      {"Resize", inferResize},
      {"Upsample", inferUpsample},
  };
  return kTable;
}
