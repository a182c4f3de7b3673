//===- Products.cpp - products of matrices, convolutions ------------------===//
//
// Conv and ConvTranspose become aten.convolution, which takes everything ONNX
// has but pads that differ at both ends. For Conv these are added in front, as
// zeros; for ConvTranspose they take elements away from the result. Gemm is
// spelt out, as PyTorch's addmm broadcasts its bias in the same way but takes
// no transposed operands.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/OnnxToTorch/Formulas.h"
#include "pipeline/conversion/OnnxToTorch/Windows.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::torch;

static Results convertMatMul(const OnnxOp &op) {
  if (op.input(0).rank() == 0 || op.input(1).rank() == 0)
    return {};
  return map("aten.matmul", op.input(0), op.input(1));
}

/// alpha * a * b + beta * c, with a and b transposed on demand.
static Results convertGemm(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(1);
  if (a.rank() != 2 || b.rank() != 2)
    return {};
  if (op.integer("transA", 0))
    a = transpose(a, 0, 1);
  if (op.integer("transB", 0))
    b = transpose(b, 0, 1);
  Tensor product = map("aten.matmul", a, b);
  if (double alpha = op.number("alpha", 1); alpha != 1)
    product = product * Scalar(alpha);
  Tensor c = op.input(2);
  if (!c)
    return product;
  if (double beta = op.number("beta", 1); beta != 1)
    c = c * Scalar(beta);
  return product + c;
}

namespace {
/// Attributes of a convolution, one entry for each spatial dimension.
struct ConvolutionShape {
  Ints strides, dilations, outputPadding;
};
} // namespace

static std::optional<ConvolutionShape> shapeOf(const OnnxOp &op,
                                               size_t spatial) {
  ConvolutionShape shape{
      op.integers("strides").value_or(Ints(spatial, 1)),
      op.integers("dilations").value_or(Ints(spatial, 1)),
      op.integers("output_padding").value_or(Ints(spatial, 0))};
  for (const Ints *list :
       {&shape.strides, &shape.dilations, &shape.outputPadding})
    if (list->size() != spatial)
      return std::nullopt;
  return shape;
}

static Tensor create(const OnnxOp &op, Tensor x, Tensor weight, Tensor bias,
                     const ConvolutionShape &shape, ArrayRef<int64_t> padding,
                     bool transposed, ArrayRef<int64_t> sizes) {
  return typed(op.builder(), "aten.convolution",
               {{"input", x},
                {"weight", weight},
                {"bias", bias.value()},
                {"stride", shape.strides},
                {"padding", padding},
                {"dilation", shape.dilations},
                {"transposed", transposed},
                {"output_padding", shape.outputPadding},
                {"groups", op.integer("group", 1)}},
               sizes, x.dtype());
}

Results ingot::onnx::convolve(const OnnxOp &op, Tensor x, Tensor weight,
                              Tensor bias) {
  int64_t spatial = x.rank() - 2;
  if (spatial < 1 || weight.rank() != x.rank())
    return {};
  std::optional<ConvolutionShape> shape = shapeOf(op, spatial);
  if (!shape)
    return {};
  std::optional<Ints> pads =
      padsOf(op, x, sizesOfKernel(weight), shape->strides, shape->dilations);
  if (!pads) {
    x = padSame(op, x, sizesOfKernel(weight), shape->strides, shape->dilations,
                /*value=*/0);
    pads = Ints(2 * spatial, 0);
  }
  if (!x)
    return op.fail("auto_pad needs sizes that are known");
  Ints before(ArrayRef(*pads).take_front(spatial));
  if (ArrayRef<int64_t>(before) != ArrayRef(*pads).take_back(spatial)) {
    x = padWith(x, *pads, 0.0);
    before.assign(spatial, 0);
  }
  return create(op, x, weight, bias, *shape, before, false, op.resultSizes());
}

static Results convertConv(const OnnxOp &op) {
  return convolve(op, op.input(0), op.input(1), op.input(2));
}

/// What is taken away at the front of each spatial dimension, then at the back
/// of each: as given, or so much that the result has the size that is asked
/// for. `full` is what it has without, of which `beyond` is more than the
/// operand's times the stride.
static std::optional<Ints> padsOfTransposed(const OnnxOp &op,
                                            ArrayRef<int64_t> full,
                                            ArrayRef<int64_t> beyond) {
  size_t spatial = full.size();
  StringRef how = op.text("auto_pad", "NOTSET");
  std::optional<Ints> wanted = op.integers("output_shape");
  bool isSame = how == "SAME_UPPER" || how == "SAME_LOWER";
  if (!wanted && !isSame) {
    Ints none(2 * spatial, 0);
    Ints pads = how == "VALID" ? none : op.integers("pads").value_or(none);
    return pads.size() == none.size() ? std::optional(pads) : std::nullopt;
  }
  // Older exporters name batch and channels as well.
  if (wanted && wanted->size() == spatial + 2)
    wanted->erase(wanted->begin(), wanted->begin() + 2);
  if (wanted && wanted->size() != spatial)
    return std::nullopt;
  Ints pads(2 * spatial);
  for (size_t i = 0; i < spatial; ++i) {
    if ((wanted ? full : beyond)[i] == ShapedType::kDynamic)
      return std::nullopt;
    int64_t total = wanted ? full[i] - (*wanted)[i] : beyond[i];
    // What is missing is added behind, also where SAME asks for as many
    // elements as the step takes and the kernel reaches over fewer.
    if (total < 0) {
      pads[i + spatial] = total;
      continue;
    }
    int64_t less = total / 2;
    pads[i] = how == "SAME_UPPER" ? less : total - less;
    pads[i + spatial] = total - pads[i];
  }
  return pads;
}

/// Made without padding, from which pads then take elements away.
static Results convertConvTranspose(const OnnxOp &op) {
  Tensor x = op.input(0), weight = op.input(1);
  int64_t spatial = x.rank() - 2;
  if (spatial < 1 || weight.rank() != x.rank() ||
      op.resultSizes().size() != static_cast<size_t>(x.rank()))
    return {};
  std::optional<ConvolutionShape> shape = shapeOf(op, spatial);
  if (!shape)
    return {};
  Ints full, beyond, sizes = op.resultSizes();
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t in = sizesOf(x)[i + 2], extent = sizesOf(weight)[i + 2];
    beyond.push_back(extent == ShapedType::kDynamic
                         ? ShapedType::kDynamic
                         : (extent - 1) * shape->dilations[i] + 1 +
                               shape->outputPadding[i] - shape->strides[i]);
    bool isKnown = in != ShapedType::kDynamic && extent != ShapedType::kDynamic;
    full.push_back(isKnown ? shape->strides[i] * in + beyond.back()
                           : ShapedType::kDynamic);
    sizes[i + 2] = full.back();
  }
  std::optional<Ints> pads = padsOfTransposed(op, full, beyond);
  if (!pads)
    return op.fail("auto_pad and output_shape need sizes that are known");
  ArrayRef<int64_t> before = ArrayRef(*pads).take_front(spatial);
  if (before == ArrayRef(*pads).take_back(spatial) &&
      llvm::all_of(before, [](int64_t pad) { return pad >= 0; }))
    return create(op, x, weight, op.input(2), *shape, before, true,
                  op.resultSizes());
  Ints none(spatial, 0);
  Tensor y = create(op, x, weight, op.input(2), *shape, none, true, sizes);
  Ints crop;
  for (int64_t pad : *pads)
    crop.push_back(-pad);
  return padWith(y, crop, 0.0);
}

/// Letters may be capitals, and blanks stand anywhere; PyTorch's has the same
/// meaning otherwise.
static Results convertEinsum(const OnnxOp &op) {
  std::optional<SmallVector<Tensor>> inputs = op.inputs();
  StringRef equation = op.text("equation", "");
  if (!inputs || equation.empty())
    return {};
  std::string plain;
  for (char c : equation)
    if (c != ' ')
      plain += c;
  SmallVector<Value> operands(inputs->begin(), inputs->end());
  return op.builder().create(
      "aten.einsum", {{"equation", StringRef(plain)}, {"tensors", operands}},
      op.resultType());
}

static Results convertDet(const OnnxOp &op) {
  return op.builder().create("aten.linalg_det", {{"A", op.input(0)}},
                             op.resultType());
}

/// A depthwise convolution of what came before and the operand; the last
/// elements are carried on.
static Results convertCausalConvWithState(const OnnxOp &op) {
  Tensor x = op.input(0), weight = op.input(1), past = op.input(3);
  TorchBuilder &builder = op.builder();
  if (x.rank() != 3 || weight.rank() != 3 || op.resultCount() > 2)
    return {};
  int64_t channels = sizesOf(weight)[0], extent = sizesOf(weight)[2];
  if (channels == ShapedType::kDynamic || extent == ShapedType::kDynamic ||
      extent < 1)
    return op.fail("weights of sizes that are known only to the run");
  if (past && past.rank() != 3)
    return op.fail("a past state of another rank than the operand");
  Value carried = builder.constant(extent - 1);
  if (!past)
    past = full(builder, {x.size(0), x.size(1), carried}, 0.0, x.dtype());
  Tensor all = concatenate({past, x}, 2);
  Tensor y = typed(builder, "aten.convolution",
                   {{"input", all},
                    {"weight", weight},
                    {"bias", op.input(2).value()},
                    {"stride", Ints{1}},
                    {"padding", Ints{0}},
                    {"dilation", Ints{1}},
                    {"transposed", false},
                    {"output_padding", Ints{0}},
                    {"groups", channels}},
                   sizesOf(x), x.dtype());
  StringRef activation = op.text("activation", "none");
  if (activation == "silu" || activation == "swish")
    y = y * sigmoid(y);
  else if (activation != "none")
    return {};
  Value end = all.size(2);
  Tensor state = slice(all, 2, Scalar(builder.sub(end, carried)), Scalar(end));
  return op.resultCount() == 1 ? Results(y) : Results{y, state};
}

/// com.microsoft: a product of matrices, either transposed, scaled.
static Results convertFusedMatMul(const OnnxOp &op) {
  Tensor a = op.input(0), b = op.input(1);
  if (a.rank() < 2 || b.rank() < 2 || op.integer("transBatchA", 0) ||
      op.integer("transBatchB", 0))
    return {};
  if (op.integer("transA", 0))
    a = transpose(a, a.rank() - 2, a.rank() - 1);
  if (op.integer("transB", 0))
    b = transpose(b, b.rank() - 2, b.rank() - 1);
  Tensor product = map("aten.matmul", a, b);
  double alpha = op.number("alpha", 1);
  return alpha == 1 ? product : product * Scalar(alpha);
}

ArrayRef<Conversion> ingot::onnx::products() {
  static constexpr Conversion kTable[] = {
      {"CausalConvWithState", convertCausalConvWithState, 2},
      {"Conv", convertConv, 2},
      {"ConvTranspose", convertConvTranspose, 2},
      {"Det", convertDet},
      {"Einsum", convertEinsum},
      {"Gemm", convertGemm, 2},
      {"MatMul", convertMatMul, 2},
      {"com.microsoft.FusedMatMul", convertFusedMatMul, 2},
  };
  return kTable;
}
