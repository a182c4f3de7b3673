//===- QuantizedConvolutions.cpp - convolutions of integers ---------------===//
//
// Sums of products are exact integers, so only the last step rounds: twice, or
// once with 15 bits of the multiplier where the kernel sums in 64 bits.
//
// Bytes of known sizes are TOSA's convolutions, which take zero points. All
// else is a convolution of StableHLO in words: i32 where the number of weights
// shows that sums fit, i64 elsewhere (16-bit activations over some hundred
// weights).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/frontends/tflite/IntegerMath.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tflite;

namespace {

using schema::ActivationFunctionType;

//===----------------------------------------------------------------------===//
// The last step
//===----------------------------------------------------------------------===//

LogicalResult checkProduct(TfLiteOp &op, unsigned input, unsigned weight) {
  if (!op.inputQuantization(input) || !op.inputQuantization(weight) ||
      !op.outputQuantization())
    return op.fail("needs scales of operands and result");
  if (op.inputQuantization(input).isPerAxis() ||
      op.outputQuantization().isPerAxis())
    return op.fail("only weights can have a scale for each channel");
  Type element = op.inputElement(input);
  unsigned width = element.getIntOrFloatBitWidth();
  if ((width != 8 && width != 16) || op.outputElement() != element)
    return op.fail("takes int8, uint8 and int16, with a result of that type");
  return success();
}

/// scale of the input * scale of the weights / scale of the result, for each
/// channel or for all. Kernels for one scale make the product as a float.
SmallVector<double> factorsOf(TfLiteOp &op, unsigned input, unsigned weight,
                              bool productIsFloat) {
  float inputScale = op.inputQuantization(input).scales.front();
  float outputScale = op.outputQuantization().scales.front();
  SmallVector<double> factors;
  for (float scale : op.inputQuantization(weight).scales) {
    double product = productIsFloat ? static_cast<double>(inputScale * scale)
                                    : static_cast<double>(inputScale) * scale;
    factors.push_back(product / outputScale);
  }
  return factors;
}

SmallVector<Multiplier> multipliersOf(ArrayRef<double> factors) {
  SmallVector<Multiplier> multipliers;
  for (double factor : factors)
    multipliers.push_back(quantizeMultiplier(factor));
  return multipliers;
}

Value store(TfLiteOp &op, Value scaled, ActivationFunctionType function) {
  return IntegerMath(op.b).store(
      scaled, op.outputQuantization().zeroPoint(),
      rangeOf(function, op.outputTensor(), op.outputElement()),
      op.outputElement());
}

/// The sum as the kernel counts it: 64 bits of 16-bit activations, unless the
/// options say 32.
bool sumsIn64Bits(TfLiteOp &op, unsigned input, ElementType biasType) {
  return op.inputElement(input).isInteger(16) && biasType != ElementType::INT32;
}

/// The type for a sum of so many products, which i32 may not hold. Sums of 8
/// bits wrap in the kernel as well.
Type sumType(TfLiteOp &op, unsigned input, int64_t count) {
  constexpr int64_t kGreatest = 32768 * 128;
  bool fits = !op.inputElement(input).isInteger(16) ||
              (count >= 0 && count < (int64_t(1) << 30) / kGreatest);
  return fits ? op.b.getI32Type() : op.b.getI64Type();
}

Value addBias(TfLiteOp &op, Value sum, unsigned bias) {
  if (!op.has(bias))
    return sum;
  IntegerMath m(op.b);
  Value value = op.input(bias);
  if (op.inputElement(bias).isInteger(64))
    sum = m.wide(sum);
  return op.b.add(sum, op.b.convert(value, op.b.elementOf(sum)));
}

/// Rounded as convolutions are.
Value finishConvolution(TfLiteOp &op, Value sum, unsigned input,
                        unsigned weight, ElementType biasType,
                        ActivationFunctionType function) {
  IntegerMath m(op.b);
  SmallVector<Multiplier> factors = multipliersOf(
      factorsOf(op, input, weight, op.inputElement(input).isUnsignedInteger()));
  Value scaled = sumsIn64Bits(op, input, biasType)
                     ? m.rescaleCut(sum, factors)
                     : m.rescaleTwice(m.word(sum), factors);
  return store(op, scaled, function);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Steps and edges of both spatial dimensions.
struct Geometry {
  Ints stride, dilation;
  EdgePadding edges[2];
  bool isKnown() const {
    return edges[0].low.isKnown() && edges[0].high.isKnown() &&
           edges[1].low.isKnown() && edges[1].high.isKnown();
  }
};

template <typename Options>
FailureOr<Geometry> geometryOf(TfLiteOp &op, const Options &options,
                               Value input, Value weight) {
  Geometry g;
  g.stride = {options.stride_h(), options.stride_w()};
  g.dilation = {options.dilation_h_factor(), options.dilation_w_factor()};
  if (llvm::any_of(g.stride, [](int64_t n) { return n < 1; }) ||
      llvm::any_of(g.dilation, [](int64_t n) { return n < 1; }))
    return op.fail("a stride or a dilation is not positive");
  for (int64_t i : {0, 1}) {
    int64_t window = op.b.typeOf(weight).getDimSize(1 + i);
    if (ShapedType::isDynamic(window))
      return op.fail("the size of the kernel is not known");
    g.edges[i] = paddingOf(op.b, options.padding(), op.b.sizeOf(input, 1 + i),
                           window, g.stride[i], g.dilation[i]);
  }
  return g;
}

/// A convolution of StableHLO on values without zero points. `weight` is
/// [out, h, w, in / groups], or [1, h, w, out] of a depthwise one.
Value convolve(TfLiteOp &op, Value input, Value weight, const Geometry &g,
               int64_t groups, bool isDepthwise, Ints inputDilation = {1, 1}) {
  StablehloBuilder &b = op.b;
  StablehloBuilder::ConvolutionForm form;
  form.dimensionNumbers = stablehlo::ConvDimensionNumbersAttr::get(
      b.getContext(), 0, 3, {1, 2}, isDepthwise ? 0 : 3, isDepthwise ? 3 : 0,
      {1, 2}, 0, 3, {1, 2});
  form.stride = g.stride;
  form.inputDilation = inputDilation;
  form.kernelDilation = g.dilation;
  form.featureGroups = groups;
  SmallVector<int64_t> shape = {
      b.typeOf(input).getDimSize(0), 0, 0,
      b.typeOf(weight).getDimSize(isDepthwise ? 3 : 0)};
  for (int64_t i : {0, 1}) {
    const EdgePadding &edge = g.edges[i];
    form.padding.push_back(edge.low);
    form.padding.push_back(edge.high);
    int64_t size = b.typeOf(input).getDimSize(1 + i);
    int64_t window =
        (b.typeOf(weight).getDimSize(1 + i) - 1) * g.dilation[i] + 1;
    shape[1 + i] = ShapedType::kDynamic;
    if (!ShapedType::isDynamic(size) && edge.low.isKnown() &&
        edge.high.isKnown()) {
      int64_t spread = size == 0 ? 0 : (size - 1) * inputDilation[i] + 1;
      int64_t whole = spread + edge.low.known() + edge.high.known();
      shape[1 + i] = whole < window ? 0 : (whole - window) / g.stride[i] + 1;
    }
  }
  form.type = b.typeOf(input).clone(shape);
  return b.makeConvolution(input, weight, form);
}

/// Signed bytes and their zero point: unsigned ones are moved by 128.
struct SignedBytes {
  Value value;
  int64_t zeroPoint;
};

SignedBytes signedBytes(TfLiteOp &op, unsigned index) {
  int64_t zeroPoint = op.inputQuantization(index).zeroPoint();
  Value value = op.input(index);
  if (!op.inputElement(index).isUnsignedInteger())
    return {value, zeroPoint};
  IntegerMath m(op.b);
  return {op.b.convert(m.unbias(value, 128), op.b.getI8Type()),
          zeroPoint - 128};
}

Value byteConstant(StablehloBuilder &b, int64_t number) {
  auto type = RankedTensorType::get({1}, b.getI8Type());
  return tosa::ConstOp::create(
      b, type, DenseElementsAttr::get(type, static_cast<int8_t>(number)));
}

/// TOSA wants windows to end where the input ends: what no window reaches is
/// cut off. The edges of `g` become those that are left.
Value cutToWindows(StablehloBuilder &b, Value input, Value weight,
                   Geometry &g) {
  for (int64_t i : {0, 1}) {
    int64_t size = b.typeOf(input).getDimSize(1 + i);
    int64_t window =
        (b.typeOf(weight).getDimSize(1 + i) - 1) * g.dilation[i] + 1;
    int64_t low = g.edges[i].low.known(), high = g.edges[i].high.known();
    int64_t rest = (low + size + high - window) % g.stride[i];
    int64_t fromEdge = std::min(rest, high);
    g.edges[i].high = high - fromEdge;
    if (rest > fromEdge)
      input = b.narrow(input, 1 + i, 0, size - (rest - fromEdge));
  }
  return input;
}

/// True if TOSA's convolution can start its sums with the bias: one number of
/// 32 bits for each channel. It needs no pass of its own then.
bool startsWithBias(TfLiteOp &op, int64_t channels) {
  auto type = RankedTensorType::get({channels}, op.b.getI32Type());
  return op.has(2) && op.input(2).getType() == type;
}

Value zeroBias(StablehloBuilder &b) {
  auto type = RankedTensorType::get({1}, b.getI32Type());
  return tosa::ConstOp::create(b, type, DenseElementsAttr::get(type, 0));
}

/// A convolution of 8 bits by TOSA, in i32, and its bias. Null if sizes are not
/// known.
Value convolveBytes(TfLiteOp &op, Geometry g, bool isDepthwise) {
  StablehloBuilder &b = op.b;
  SignedBytes input = signedBytes(op, 0), weight = signedBytes(op, 1);
  RankedTensorType type = b.typeOf(input.value);
  if (!g.isKnown() || type.isDynamicDim(1) || type.isDynamicDim(2) ||
      type.isDynamicDim(3) || !b.typeOf(weight.value).hasStaticShape())
    return {};
  SmallVector<int64_t> shape = {type.getDimSize(0)};
  for (int64_t i : {0, 1}) {
    int64_t window =
        (b.typeOf(weight.value).getDimSize(1 + i) - 1) * g.dilation[i] + 1;
    int64_t whole = g.edges[i].low.known() + type.getDimSize(1 + i) +
                    g.edges[i].high.known();
    if (whole < window || type.getDimSize(1 + i) == 0)
      return {};
    shape.push_back((whole - window) / g.stride[i] + 1);
  }
  shape.push_back(b.typeOf(weight.value).getDimSize(isDepthwise ? 3 : 0));
  input.value = cutToWindows(b, input.value, weight.value, g);
  auto pad =
      b.getDenseI64ArrayAttr({g.edges[0].low.known(), g.edges[0].high.known(),
                              g.edges[1].low.known(), g.edges[1].high.known()});
  auto stride = b.getDenseI64ArrayAttr(g.stride);
  auto dilation = b.getDenseI64ArrayAttr(g.dilation);
  auto result = RankedTensorType::get(shape, b.getI32Type());
  bool hasBias = startsWithBias(op, shape[3]);
  Value bias = hasBias ? op.input(2) : zeroBias(b);
  Value inputZero = byteConstant(b, input.zeroPoint);
  Value weightZero = byteConstant(b, weight.zeroPoint);
  auto accumulator = TypeAttr::get(b.getI32Type());
  auto withBias = [&](Value sum) {
    return hasBias ? sum : addBias(op, sum, 2);
  };
  if (!isDepthwise)
    return withBias(tosa::Conv2DOp::create(
        b, result, input.value, weight.value, bias, inputZero, weightZero, pad,
        stride, dilation, accumulator, BoolAttr()));
  int64_t channels = type.getDimSize(3);
  Value kernel =
      b.reshape(weight.value, {Size(b.typeOf(weight.value).getDimSize(1)),
                               Size(b.typeOf(weight.value).getDimSize(2)),
                               Size(channels), Size(shape[3] / channels)});
  return withBias(tosa::DepthwiseConv2DOp::create(
      b, result, input.value, kernel, bias, inputZero, weightZero, pad, stride,
      dilation, accumulator, BoolAttr()));
}

/// The same in i32 or i64 of any sizes, groups and types.
Value convolveWords(TfLiteOp &op, const Geometry &g, int64_t groups,
                    bool isDepthwise) {
  IntegerMath m(op.b);
  RankedTensorType weight = op.b.typeOf(op.input(1));
  int64_t count = weight.getDimSize(1) * weight.getDimSize(2) *
                  (isDepthwise ? 1 : weight.getDimSize(3));
  Type sum = sumType(op, 0, weight.hasStaticShape() ? count : -1);
  Value input = m.unbias(op.input(0), op.inputQuantization(0).zeroPoint());
  Value kernel = m.unbias(op.input(1), op.inputQuantization(1).zeroPoint());
  return convolve(op, op.b.convert(input, sum), op.b.convert(kernel, sum), g,
                  groups, isDepthwise);
}

template <typename Options>
Results convertConvolution(TfLiteOp &op, bool isDepthwise,
                           ElementType biasType) {
  if (failed(checkProduct(op, 0, 1)))
    return failure();
  Value input = op.input(0), weight = op.input(1);
  if (op.b.rankOf(input) != 4 || op.b.rankOf(weight) != 4)
    return op.fail("needs operands of four dimensions");
  const auto &options = op.options<Options>();
  FailureOr<Geometry> g = geometryOf(op, options, input, weight);
  if (failed(g))
    return failure();
  int64_t channels = op.b.typeOf(input).getDimSize(3);
  int64_t taken = op.b.typeOf(weight).getDimSize(3);
  if (ShapedType::isDynamic(channels) || ShapedType::isDynamic(taken) ||
      channels < 1 || taken < 1 ||
      (isDepthwise ? taken % channels : channels % taken) != 0)
    return op.fail("the number of channels is not known, or the kernel's does "
                   "not fit it");
  int64_t groups = isDepthwise ? channels : channels / taken;
  bool isOfBytes = op.inputElement(0).getIntOrFloatBitWidth() == 8 &&
                   op.inputElement(1).getIntOrFloatBitWidth() == 8;
  Value sum;
  if (isOfBytes && (isDepthwise || groups == 1))
    sum = convolveBytes(op, *g, isDepthwise);
  if (!sum)
    sum = addBias(op, convolveWords(op, *g, groups, isDepthwise), 2);
  return finishConvolution(op, sum, 0, 1, biasType,
                           options.fused_activation_function());
}

Results convertConv2D(TfLiteOp &op) {
  return convertConvolution<schema::Conv2DOptions>(
      op, /*isDepthwise=*/false,
      op.options<schema::Conv2DOptions>().quantized_bias_type());
}

Results convertDepthwiseConv2D(TfLiteOp &op) {
  return convertConvolution<schema::DepthwiseConv2DOptions>(
      op, /*isDepthwise=*/true, ElementType::FLOAT32);
}

/// A convolution of the input with zeros between its elements, and the kernel
/// turned round.
Results convertTransposeConv(TfLiteOp &op) {
  if (failed(checkProduct(op, 2, 1)))
    return failure();
  const auto &options = op.options<schema::TransposeConvOptions>();
  std::optional<Sizes> shape = op.sizes(0);
  RankedTensorType weight = op.b.typeOf(op.input(1));
  if (!shape || shape->size() != 4 || weight.getRank() != 4 ||
      !weight.hasStaticShape() || op.b.rankOf(op.input(2)) != 4)
    return op.fail("needs four sizes and a kernel whose size is known");
  if (options.stride_h() < 1 || options.stride_w() < 1)
    return op.fail("a stride is not positive");
  IntegerMath m(op.b);
  Ints steps = {options.stride_h(), options.stride_w()};
  Geometry g{{1, 1}, {1, 1}, {}};
  for (int64_t i : {0, 1}) {
    int64_t window = weight.getDimSize(1 + i);
    Size wanted = (*shape)[1 + i], given = op.b.sizeOf(op.input(2), 1 + i);
    Size low = paddingOf(op.b, options.padding(), wanted, window, steps[i]).low;
    Size spread = op.b.add(
        op.b.multiply(op.b.subtract(given, Size(1)), Size(steps[i])), Size(1));
    g.edges[i].low = op.b.subtract(Size(window - 1), low);
    // What is left to the wanted size.
    g.edges[i].high = op.b.subtract(op.b.add(wanted, Size(window - 1)),
                                    op.b.add(spread, g.edges[i].low));
  }
  int64_t count =
      weight.getDimSize(1) * weight.getDimSize(2) * weight.getDimSize(3);
  Type sum = sumType(op, 2, count);
  Value input = m.unbias(op.input(2), op.inputQuantization(2).zeroPoint());
  Value kernel = m.unbias(op.input(1), op.inputQuantization(1).zeroPoint());
  kernel = op.b.reverse(op.b.convert(kernel, sum), {1, 2});
  Value value = convolve(op, op.b.convert(input, sum), kernel, g, /*groups=*/1,
                         /*isDepthwise=*/false, steps);
  return finishConvolution(op, addBias(op, value, 3), 2, 1,
                           options.quantized_bias_type(),
                           options.fused_activation_function());
}

constexpr Row kRows[] = {
    {BuiltinOperator::CONV_2D, convertConv2D, 2},
    {BuiltinOperator::DEPTHWISE_CONV_2D, convertDepthwiseConv2D, 2},
    {BuiltinOperator::TRANSPOSE_CONV, convertTransposeConv, 3},
};

} // namespace

ArrayRef<Row> ingot::tflite::quantizedConvolutions() { return kRows; }
