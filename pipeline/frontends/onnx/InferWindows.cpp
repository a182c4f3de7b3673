//===- InferWindows.cpp - kernels that slide over an image ----------------===//
//
// The formulas of sizes are those of the operators' pages, with symbols: sizes
// that only the run knows stay related to those of the image. Numbers from the
// file are bounded first, so that no product overflows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Windows.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Strides and pads beyond this come from a hostile file.
static constexpr int64_t kMaxStep = int64_t(1) << 32;

/// A list of `count` numbers between `low` and the bound; `otherwise` for one
/// that is left out.
static Ints listOf(Inference &node, StringRef name, size_t count,
                   int64_t otherwise, int64_t low) {
  Ints list = node.integerList(name).value_or(Ints());
  if (list.empty())
    list.assign(count, otherwise);
  bool fits =
      llvm::all_of(list, [&](int64_t x) { return x >= low && x <= kMaxStep; });
  if (list.size() != count || !fits) {
    node.fail("'" + name + "' does not fit the window");
    list.assign(count, otherwise);
  }
  return list;
}

Window ingot::onnx::reader::windowOf(Inference &node, ArrayRef<Scalar> kernel) {
  Window window;
  size_t count = kernel.size();
  Ints given = node.integerList("kernel_shape").value_or(Ints());
  Ints dilations = listOf(node, "dilations", count, 1, 1);
  window.strides = listOf(node, "strides", count, 1, 1);
  window.pads = listOf(node, "pads", 2 * count, 0, -kMaxStep);
  StringRef how = node.text("auto_pad", "NOTSET");
  window.isSame = how.starts_with("SAME");
  if (how != "NOTSET")
    window.pads.assign(2 * count, 0);
  window.isCeil = node.integer("ceil_mode", 0);
  Symbols &s = node.symbols();
  for (size_t i = 0; i < count; ++i) {
    Scalar size = given.size() == count ? Scalar::integer(given[i]) : kernel[i];
    Scalar reach = s.multiply(s.subtract(size, Scalar::integer(1)),
                              Scalar::integer(dilations[i]));
    window.extents.push_back(s.add(reach, Scalar::integer(1)));
  }
  return window;
}

Shape ingot::onnx::reader::slidingSizes(Inference &node, ArrayRef<Scalar> sizes,
                                        const Window &window) {
  Shape result;
  Symbols &s = node.symbols();
  size_t count = window.strides.size();
  for (size_t i = 0; i < count && i < sizes.size(); ++i) {
    Scalar stride = Scalar::integer(window.strides[i]), size = sizes[i];
    Scalar roundUp = Scalar::integer(window.strides[i] - 1);
    if (window.isSame) {
      result.push_back(s.divide(s.add(size, roundUp), stride));
      continue;
    }
    int64_t pads = window.pads[i] + window.pads[i + count];
    Scalar room =
        s.subtract(s.add(size, Scalar::integer(pads)), window.extents[i]);
    Scalar steps =
        s.divide(window.isCeil ? s.add(room, roundUp) : room, stride);
    Scalar fits = s.add(steps, Scalar::integer(1));
    // The last window must begin before the padding at the back.
    if (window.isCeil && fits.isInteger() && size.isInteger() &&
        (fits.asInteger() - 1) * window.strides[i] >=
            size.asInteger() + window.pads[i])
      fits = Scalar::integer(fits.asInteger() - 1);
    // Whether it does, only the run knows.
    const Scalar &extent = window.extents[i];
    if (window.isCeil && !fits.isInteger() &&
        (!extent.isInteger() ||
         window.strides[i] + window.pads[i + count] > extent.asInteger()))
      fits = s.fresh();
    if (fits.isInteger() && fits.asInteger() < 0)
      node.fail("the window is larger than the image");
    result.push_back(fits.isInteger() || fits.isSymbol() ? fits : s.fresh());
  }
  return result;
}

static void inferPool(Inference &node) {
  const OptionalShape &x = node.shape(0);
  std::optional<Ints> kernel = node.integerList("kernel_shape");
  if (!x || !kernel)
    return node.set(0, node.dtype(0), std::nullopt);
  if (x->size() != kernel->size() + 2)
    return node.fail("'kernel_shape' does not fit the image");
  SmallVector<Scalar> sizes(kernel->size(), Scalar::integer(1));
  Shape result = {(*x)[0], (*x)[1]};
  result.append(slidingSizes(node, ArrayRef<Scalar>(*x).drop_front(2),
                             windowOf(node, sizes)));
  node.set(0, node.dtype(0), result);
  node.set(1, Data::INT64, result);
}

static void inferGlobalPool(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (shape)
    for (size_t dim = 2; dim < shape->size(); ++dim)
      (*shape)[dim] = Scalar::integer(1);
  node.set(0, node.dtype(0), shape);
}

/// The inverse of a pooling, unless the third operand says the shape.
static void inferMaxUnpool(Inference &node) {
  const OptionalShape &x = node.shape(0);
  if (node.has(2)) {
    const Elements *sizes = node.elements(2);
    if (sizes)
      return node.set(0, node.dtype(0), Shape(sizes->begin(), sizes->end()));
    return node.set(0, node.dtype(0),
                    x ? OptionalShape(node.unknownShape(x->size()))
                      : std::nullopt);
  }
  if (!x || x->size() < 3)
    return node.set(0, node.dtype(0), std::nullopt);
  SmallVector<Scalar> kernel(x->size() - 2, Scalar::integer(1));
  Window window = windowOf(node, kernel);
  Symbols &s = node.symbols();
  Shape result = {(*x)[0], (*x)[1]};
  for (size_t i = 0; i < kernel.size(); ++i) {
    Scalar grown = s.multiply(s.subtract((*x)[i + 2], Scalar::integer(1)),
                              Scalar::integer(window.strides[i]));
    grown = s.add(grown, window.extents[i]);
    int64_t pads = window.pads[i] + window.pads[i + kernel.size()];
    result.push_back(s.subtract(grown, Scalar::integer(pads)));
  }
  node.set(0, node.dtype(0), result);
}

/// Regions of an image, all of one size.
static void inferRegions(Inference &node) {
  const OptionalShape &x = node.shape(0), &regions = node.shape(1);
  Shape result = node.unknownShape(4);
  if (regions && !regions->empty())
    result[0] = (*regions)[0];
  if (x && x->size() == 4)
    result[1] = (*x)[1];
  Ints pooled = node.integerList("pooled_shape").value_or(Ints());
  if (node.node().op == "RoiAlign")
    pooled = {node.integer("output_height", 1),
              node.integer("output_width", 1)};
  if (pooled.size() != 2)
    return node.fail("'pooled_shape' has two sizes");
  result[2] = Scalar::integer(pooled[0]);
  result[3] = Scalar::integer(pooled[1]);
  node.set(0, node.dtype(0), result);
}

static void inferCol2Im(Inference &node) {
  const OptionalShape &x = node.shape(0);
  const Elements *image = node.elements(1), *block = node.elements(2);
  const OptionalShape &length = node.shape(1);
  if (!length || length->size() != 1 || !(*length)[0].isInteger())
    return node.set(0, node.dtype(0), std::nullopt);
  int64_t spatial = (*length)[0].asInteger();
  Shape result = node.unknownShape(spatial + 2);
  if (!node.fault().empty())
    return;
  Scalar area = Scalar::integer(1);
  for (size_t i = 0; block && i < block->size(); ++i)
    area = node.symbols().multiply(area, (*block)[i]);
  if (x && x->size() == 3) {
    result[0] = (*x)[0];
    if (block)
      result[1] = node.symbols().divide((*x)[1], area);
  }
  for (size_t i = 0; image && i < image->size(); ++i)
    result[i + 2] = (*image)[i];
  node.set(0, node.dtype(0), result);
}

ArrayRef<InferenceRow> ingot::onnx::reader::windowInference() {
  static constexpr InferenceRow kTable[] = {
      {"AveragePool", inferPool},
      {"Col2Im", inferCol2Im},
      {"GlobalAveragePool", inferGlobalPool},
      {"GlobalLpPool", inferGlobalPool},
      {"GlobalMaxPool", inferGlobalPool},
      {"LpPool", inferPool},
      {"MaxPool", inferPool},
      {"MaxRoiPool", inferRegions},
      {"MaxUnpool", inferMaxUnpool},
      {"RoiAlign", inferRegions},
  };
  return kTable;
}
