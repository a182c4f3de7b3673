//===- CmsisNn.cpp - what CMSIS-NN computes -------------------------------===//
//
// The table of Arm's CMSIS-NN: operators of signed bytes, as quantised networks
// have them. It is asked at the point `decompose`. Convolutions are TOSA's ops
// there, whose zero points, multipliers and shifts are the library's own;
// further down they are arithmetic. CMSIS-NN rounds twice, as
// tensorflow/lite/kernels/internal/common.h does; TOSA calls that DOUBLE_ROUND,
// and results are equal to the bit. The others are in CmsisNnComposites.cpp.
//
// Functions and operands: client/libraries/cmsisnn/README.md.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/CmsisNn.h"
#include "pipeline/targets/offload/QuantizedCalls.h"
#include "pipeline/targets/offload/QuantizedStores.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;
using namespace ingot::offload::cmsisnn;

namespace {

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// {input offset, output offset, stride h, w, padding h, w, dilation h, w,
///  least, most}
template <typename Conv>
SmallVector<int32_t> parametersOf(Conv conv, int64_t inputZero,
                                  const Storing &storing) {
  SmallVector<int32_t> numbers;
  auto add = [&](int64_t number) {
    numbers.push_back(static_cast<int32_t>(number));
  };
  add(-inputZero);
  add(storing.zeroPoint);
  llvm::for_each(conv.getStride(), add);
  // What is left at the far edges follows from the result's sizes.
  add(conv.getPad()[0]);
  add(conv.getPad()[2]);
  llvm::for_each(conv.getDilation(), add);
  add(storing.low);
  add(storing.high);
  return numbers;
}

/// Windows of CMSIS-NN end where TFLite's do: what is padded is split evenly, a
/// rest at the far edge, and no window lies outside of the image.
template <typename Conv>
bool isPaddedAsTfLite(Conv conv, ArrayRef<int64_t> kernel) {
  for (int64_t dim : {0, 1}) {
    const int64_t near = conv.getPad()[2 * dim],
                  far = conv.getPad()[2 * dim + 1],
                  reach = (kernel[dim] - 1) * conv.getDilation()[dim];
    if ((far != near && far != near + 1) || near + far > reach)
      return false;
  }
  return true;
}

/// The Helium form of a window along an image of one row (arm_convolve_1_x_n_s8
/// of July 2026) takes the first window that meets the far padding to reach one
/// element into it.
template <typename Conv>
bool missesFarPadding(Conv conv, ArrayRef<int64_t> kernel) {
  const int64_t stride = conv.getStride()[1], far = conv.getPad()[3],
                height =
                    cast<ShapedType>(conv.getInput().getType()).getDimSize(1);
  return height == 1 && kernel[0] == 1 && stride > 1 && far > 0 &&
         (far - 1) % stride != 0;
}

/// `Conv` has channels last in its result.
template <typename Conv> LibraryMatch matchConvolution(Operation *op) {
  auto conv = dyn_cast<Conv>(op);
  if (!conv)
    return Refusal{CauseKind::Operation, "is no such convolution of TOSA"};
  auto read = QuantizedConvolution::of(conv);
  if (auto *refusal = std::get_if<Refusal>(&read))
    return *refusal;
  constexpr bool isDepthwise = std::is_same_v<Conv, tosa::DepthwiseConv2DOp>;
  // [h, w, channels, each] or [out, h, w, channels].
  ArrayRef<int64_t> kernel = cast<ShapedType>(conv.getWeight().getType())
                                 .getShape()
                                 .slice(isDepthwise ? 0 : 1, 2);
  if (!isPaddedAsTfLite(conv, kernel) || missesFarPadding(conv, kernel))
    return Refusal{CauseKind::Attribute,
                   "is padded otherwise than SAME and "
                   "VALID are, or along a row with steps"};
  if (isDepthwise && (cast<ShapedType>(conv.getType()).getDimSize(0) != 1 ||
                      llvm::any_of(conv.getDilation(),
                                   [](int64_t step) { return step != 1; })))
    return Refusal{CauseKind::Shape, "is of several images, or dilated",
                   "one image, dilation 1"};
  const auto &convolution = std::get<QuantizedConvolution>(read);
  const Storing &storing = convolution.storing;
  const int64_t channels = convolution.channels;
  MLIRContext *context = op->getContext();
  LibraryCall call = convolution.call();
  call.constants.push_back(
      words(context, byChannel<int32_t>(storing.multipliers, channels)));
  call.constants.push_back(
      words(context, byChannel<int32_t>(storing.shifts, channels)));
  call.constants.push_back(
      words(context, parametersOf(conv, convolution.inputZero, storing)));
  return call;
}

} // namespace

// All that a function can compute is handed over: who chooses the target wants
// the library's code, also where ours takes fewer instructions
// (client/baremetal/README.md).
llvm::ArrayRef<LibraryRow> ingot::offload::cmsisNnRows() {
  static const LibraryRow kRows[] = {
      {"cmsisnn.convolve_s8",
       "convolutions of bytes in two dimensions",
       matchConvolution<tosa::Conv2DOp>,
       {0, 0, 0},
       {2, 2, 2}},
      {"cmsisnn.depthwise_conv_s8",
       "convolutions of bytes, each channel by itself",
       matchConvolution<tosa::DepthwiseConv2DOp>,
       {0, 0, 0},
       {2, 2, 2}},
      {"cmsisnn.fully_connected_s8",
       "products of bytes with weights, rounded once",
       matchFullyConnected,
       {0, 0, 0},
       {2, 2, 2}},
      {"cmsisnn.avgpool_s8",
       "means of windows of bytes",
       matchAveragePool,
       {0, 0, 0},
       {0.6, 0.6, 0.6}},
      {"cmsisnn.max_pool_s8",
       "maxima of windows of bytes",
       matchMaxPool,
       {0, 0, 0},
       {0.7, 0.7, 0.7}},
      {"cmsisnn.softmax_s8",
       "softmax of rows of bytes",
       matchSoftmax,
       {0, 0, 0},
       {0.2, 0.2, 0.2}},
      {"cmsisnn.softmax_s8_s16",
       "softmax of rows of bytes, in words of 16 bits",
       matchSoftmaxOf16Bits,
       {0, 0, 0},
       {0.2, 0.2, 0.2}},
  };
  return kRows;
}
