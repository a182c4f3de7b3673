//===- XnnPack.cpp - what XNNPACK computes --------------------------------===//
//
// The table of Google's XNNPACK: convolutions and FULLY_CONNECTED of signed
// bytes with constant weights, as quantised networks have them. It is asked at
// the point `decompose`, while zero points, ranges and factors are numbers of
// TOSA's ops and of TFLite's composites; further down they are arithmetic.
//
// XNNPACK multiplies sums with a float and rounds to the nearest, halves to
// even. A convolution of the program rounds twice in fixed point, and
// FULLY_CONNECTED once from a double, halves away from zero: a result may
// differ by one step, as those of TFLite's own XNNPACK delegate do.
//
// Functions and operands: client/libraries/xnnpack/README.md. Thresholds are
// those of tests/bench/offload.py; README.md has its table.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/QuantizedCalls.h"
#include "pipeline/targets/offload/TfLiteOps.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

using llvm::json::Array;

namespace {

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// What sums are multiplied with before they are stored.
SmallVector<double> factorsOf(const Storing &storing) {
  SmallVector<double> factors;
  for (auto [multiplier, shift] :
       llvm::zip_equal(storing.multipliers, storing.shifts))
    factors.push_back(std::ldexp(multiplier, shift - 31));
  return factors;
}

/// The same, one for each channel; fails if XNNPACK does not take one of them.
FailureOr<SmallVector<float>> scalesOf(ArrayRef<double> factors,
                                       int64_t channels) {
  constexpr float kEnd = 256;
  SmallVector<float> scales;
  for (double factor : factors) {
    const auto scale = static_cast<float>(factor);
    if (!std::isnormal(scale) || scale < 0 || scale >= kEnd)
      return failure();
    scales.push_back(scale);
  }
  return byChannel<float>(scales, channels);
}

constexpr Refusal kUnknownWeights{
    CauseKind::Body, "has weights that only the run knows, and they are put in "
                     "another order"};
constexpr Refusal kOtherStore{
    CauseKind::Attribute,
    "is stored with a scale, a zero point or a range that the function does "
    "not take"};

/// Adds the scales to `call`, and attributes; fails if XNNPACK does not take
/// them.
LogicalResult addStore(LibraryCall &call, ArrayRef<double> factors,
                       int64_t channels, int64_t inputZero, int64_t zero,
                       int64_t low, int64_t high) {
  FailureOr<SmallVector<float>> scales = scalesOf(factors, channels);
  if (failed(scales) || low >= high || zero != static_cast<int8_t>(zero))
    return failure();
  call.constants.push_back(floats(call.ops.front()->getContext(), *scales));
  call.attributes["zero"] = Array{inputZero, zero};
  call.attributes["range"] = Array{low, high};
  return success();
}

Array list(ArrayRef<int64_t> numbers) {
  Array all;
  for (int64_t number : numbers)
    all.push_back(number);
  return all;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// {"zero":[input, result],"range":[least, greatest],
///  "stride":[h, w],"dilation":[h, w],"pad":[top, bottom, left, right]}
template <typename Conv> LibraryMatch matchConvolution(Operation *op) {
  auto conv = dyn_cast<Conv>(op);
  if (!conv)
    return Refusal{CauseKind::Operation, "is no such convolution of TOSA"};
  auto read = QuantizedConvolution::of(conv);
  if (auto *refusal = std::get_if<Refusal>(&read))
    return *refusal;
  if (!isConstant(conv.getWeight()) || !isConstant(conv.getBias()))
    return kUnknownWeights;
  const auto &convolution = std::get<QuantizedConvolution>(read);
  const Storing &storing = convolution.storing;
  LibraryCall call = convolution.call();
  if (failed(addStore(call, factorsOf(storing), convolution.channels,
                      convolution.inputZero, storing.zeroPoint, storing.low,
                      storing.high)))
    return kOtherStore;
  call.attributes["stride"] = list(conv.getStride());
  call.attributes["dilation"] = list(conv.getDilation());
  call.attributes["pad"] = list(conv.getPad());
  return call;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// {"zero":[input, result],"range":[least, greatest]}
LibraryMatch matchFullyConnected(Operation *op) {
  auto read = FullyConnected::of(op);
  if (auto *refusal = std::get_if<Refusal>(&read))
    return *refusal;
  const auto &product = std::get<FullyConnected>(read);
  if (product.weightZero != 0)
    return kWeightZero;
  if (!isConstant(product.weights) ||
      (product.bias && !isConstant(product.bias)))
    return kUnknownWeights;
  LibraryCall call;
  call.ops = {op};
  call.operands = {product.x, product.weights};
  addBias(call, product.bias, product.rows);
  if (failed(addStore(call, product.factors, product.rows, product.inputZero,
                      product.outputZero, product.least, product.most)))
    return kOtherStore;
  call.work = product.multiplications;
  return call;
}

//===----------------------------------------------------------------------===//
// Where it wins
//===----------------------------------------------------------------------===//

/// Which of the rows a convolution is of.
enum Breadth { kWideInSteps, kWide, kMiddle, kNarrow };

/// XNNPACK multiplies eight channels at a time: of fewer the rest are zeros.
Breadth breadthOf(tosa::Conv2DOp conv) {
  auto image = cast<ShapedType>(conv.getInput().getType());
  const int64_t channels = image.getDimSize(3);
  return channels > 3 ? kWide : channels == 3 ? kMiddle : kNarrow;
}

/// There are kernels for windows of 9 and 25 elements.
Breadth breadthOf(tosa::DepthwiseConv2DOp conv) {
  constexpr int64_t kMany = 64, kFew = 16;
  ArrayRef<int64_t> window =
      cast<ShapedType>(conv.getWeight().getType()).getShape();
  const int64_t channels = window[2] * window[3];
  if (window[0] * window[1] != 9 || channels < kFew)
    return kNarrow;
  if (channels < kMany)
    return kMiddle;
  return llvm::all_of(conv.getStride(), [](int64_t step) { return step == 1; })
             ? kWide
             : kWideInSteps;
}

std::optional<Refusal> unlessWindow(const LibraryCall &call) {
  ArrayRef<int64_t> window =
      cast<ShapedType>(call.operands[1].getType()).getShape();
  if (window[0] * window[1] == 9 || window[0] * window[1] == 25)
    return std::nullopt;
  return Refusal{CauseKind::Shape,
                 "has a window that the library has no function of its own for",
                 "9 or 25 elements"};
}

template <typename Conv, Breadth breadth> LibraryMatch match(Operation *op) {
  LibraryMatch found = matchConvolution<Conv>(op);
  if (std::holds_alternative<LibraryCall>(found) &&
      breadthOf(cast<Conv>(op)) != breadth)
    return Refusal{CauseKind::Operation, "is of another row"};
  return found;
}

} // namespace

llvm::ArrayRef<LibraryRow> ingot::offload::xnnPackRows() {
  static const LibraryRow kRows[] = {
      {"xnnpack.convolution",
       "convolutions of signed bytes with four channels or more",
       match<tosa::Conv2DOp, kWide>,
       {16'000, 1'000'000, kNever},
       {2.6, 1.1, 0.7}},
      {"xnnpack.convolution",
       "the same with the three channels of a picture",
       match<tosa::Conv2DOp, kMiddle>,
       {16'000, kNever, kNever},
       {2.6, 1.0, 0.6}},
      {"xnnpack.convolution",
       "the same with one channel or two",
       match<tosa::Conv2DOp, kNarrow>,
       {500'000, kNever, kNever},
       {2, 0.8, 0.5}},
      {"xnnpack.depthwise",
       "convolutions of many channels, each by itself, by nine elements in "
       "steps of two",
       match<tosa::DepthwiseConv2DOp, kWideInSteps>,
       {10'000, 200'000, 200'000},
       {3.0, 1.9, 1.3}},
      {"xnnpack.depthwise",
       "the same in steps of one",
       match<tosa::DepthwiseConv2DOp, kWide>,
       {10'000, 200'000, kNever},
       {3.0, 1.5, 1.0}},
      {"xnnpack.depthwise",
       "the same of 16 channels or more, in any steps",
       match<tosa::DepthwiseConv2DOp, kMiddle>,
       {10'000, kNever, kNever},
       {2.3, 0.8, 0.7}},
      {"xnnpack.depthwise",
       "the same of few channels, or by other windows",
       match<tosa::DepthwiseConv2DOp, kNarrow>,
       {150'000, kNever, kNever},
       {1.3, 0.5, 0.3},
       unlessWindow},
      {"xnnpack.fully_connected",
       "products of rows of signed bytes",
       matchFullyConnected,
       {4'000, 80'000, kNever},
       {2.6, 1.1, 0.8}},
  };
  return kRows;
}
