//===- CmsisNnComposites.cpp - CMSIS-NN's rows of named operators ---------===//
//
// Products with weights, pools and softmax. TFLite's reader keeps them as
// composites (pipeline/dialects/ingot/TfLiteComposites.h), because their
// definitions are twenty to eighty ops of arithmetic, and a pattern over those
// would miss whatever differs by one. What is left here is whether the library
// computes the very same bytes:
//
//   products   TFLite rounds once. SingleRounding.h has a multiplier with which
//              CMSIS-NN does too, for most factors of 2^-9 and more.
//   pools      the same: a mean of what is stored inside of the image, halves
//              away from zero.
//   softmax    the same fixed-point steps.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/TfLiteComposites.h"
#include "pipeline/targets/offload/CmsisNn.h"
#include "pipeline/targets/offload/QuantizedCalls.h"
#include "pipeline/targets/offload/SingleRounding.h"
#include "pipeline/targets/offload/TfLiteOps.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;
using namespace ingot::offload::cmsisnn;

static ShapedType typeOf(Value value) {
  return cast<ShapedType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Products with weights
//===----------------------------------------------------------------------===//

/// Parameters: {input offset, filter offset, output offset, least, most}.
LibraryMatch cmsisnn::matchFullyConnected(Operation *op) {
  auto read = FullyConnected::of(op);
  if (auto *refusal = std::get_if<Refusal>(&read))
    return *refusal;
  const auto &product = std::get<FullyConnected>(read);
  // With Helium, arm_nn_vec_mat_mult_t_per_ch_s8 of July 2026 gives four rows
  // the factor of one then.
  if (product.factors.size() != 1 && product.weightZero != 0)
    return Refusal{CauseKind::Attribute,
                   "has weights with a zero point, and a factor for each row",
                   "0"};
  SmallVector<int32_t> multipliers;
  for (double factor : product.factors) {
    std::optional<int32_t> multiplier =
        multiplierOfOneRounding(factor, product.least - product.outputZero,
                                product.most - product.outputZero);
    if (!multiplier)
      return Refusal{CauseKind::Attribute,
                     "rounds once, and with its factor the function, which "
                     "rounds twice, gives other bytes for some sums"};
    multipliers.push_back(*multiplier);
  }
  MLIRContext *context = op->getContext();
  const SmallVector<int32_t> shifts(multipliers.size(), 0);
  LibraryCall call;
  call.ops = {op};
  call.operands = {product.x, product.weights};
  addBias(call, product.bias, product.rows);
  call.constants.push_back(words(context, multipliers));
  call.constants.push_back(words(context, shifts));
  call.constants.push_back(
      words(context, {-product.inputZero, -product.weightZero,
                      product.outputZero, product.least, product.most}));
  call.work = product.multiplications;
  return call;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

namespace {

/// Windows over images, each list with the height first.
struct Pool {
  SmallVector<int64_t> window, stride, padding;
  int32_t least = -128, most = 127;
};

/// Windows lie as the sizes say, and none outside of the image.
bool fits(const Pool &pool, ShapedType image, ShapedType result) {
  for (unsigned dim : {0, 1}) {
    const int64_t near = pool.padding[2 * dim], far = pool.padding[2 * dim + 1],
                  window = pool.window[dim], stride = pool.stride[dim],
                  room = image.getDimSize(1 + dim) + near + far - window;
    if (stride < 1 || near >= window || far >= window || room < 0 ||
        result.getDimSize(1 + dim) != room / stride + 1)
      return false;
  }
  return result.getDimSize(0) == image.getDimSize(0) &&
         result.getDimSize(3) == image.getDimSize(3);
}

std::optional<Pool> poolOf(stablehlo::CompositeOp op) {
  CompositeAttributes attributes(op);
  auto window = attributes.list(tflite::kWindow, 2),
       stride = attributes.list(tflite::kStride, 2),
       padding = attributes.list(tflite::kPadding, 4);
  auto least = attributes.byte(tflite::kLeast),
       most = attributes.byte(tflite::kMost);
  if (!window || !stride || !padding || !least || !most || *least > *most)
    return std::nullopt;
  return Pool{*window, *stride, *padding, *least, *most};
}

/// Parameters: {stride h, w, padding h, w, window h, w, least, most}.
LibraryMatch callOfPool(Operation *op, Value image,
                        const std::optional<Pool> &pool) {
  if (!hasElements(op))
    return kUnknownSizes;
  Value result = op->getResult(0);
  if (!isOf(image, 8, 4) || !isOf(result, 8, 4))
    return Refusal{CauseKind::Type, "has elements of another type", "i8"};
  if (!pool || !fits(*pool, typeOf(image), typeOf(result)))
    return kOtherAttributes;
  SmallVector<int32_t> numbers;
  for (int64_t number : {pool->stride[0], pool->stride[1], pool->padding[0],
                         pool->padding[2], pool->window[0], pool->window[1]})
    numbers.push_back(static_cast<int32_t>(number));
  numbers.append({pool->least, pool->most});
  LibraryCall call;
  call.ops = {op};
  call.operands = {image};
  call.constants = {words(op->getContext(), numbers)};
  call.work =
      typeOf(result).getNumElements() * pool->window[0] * pool->window[1];
  return call;
}

} // namespace

LibraryMatch cmsisnn::matchAveragePool(Operation *op) {
  auto composite = compositeOf(op, tflite::kAveragePool);
  if (!composite || composite.getInputs().size() != 1)
    return kOtherOperation;
  return callOfPool(op, composite.getInputs()[0], poolOf(composite));
}

LibraryMatch cmsisnn::matchMaxPool(Operation *op) {
  if (auto pool = dyn_cast<tosa::MaxPool2dOp>(op))
    return callOfPool(op, pool.getInput(),
                      Pool{SmallVector<int64_t>(pool.getKernel()),
                           SmallVector<int64_t>(pool.getStride()),
                           SmallVector<int64_t>(pool.getPad())});
  auto composite = compositeOf(op, tflite::kMaxPool);
  if (!composite || composite.getInputs().size() != 1)
    return kOtherOperation;
  return callOfPool(op, composite.getInputs()[0], poolOf(composite));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Parameters: {multiplier, shift, smallest}.
static LibraryMatch matchSoftmaxTo(Operation *op, unsigned width) {
  // Sums have 12 integer bits, and each exponential is 1 at most.
  constexpr int64_t kMaxColumns = (1 << 12) - 1;
  constexpr int64_t kMaxWord = std::numeric_limits<int32_t>::max();
  auto softmax = compositeOf(op, tflite::kSoftmax);
  if (!softmax || softmax.getInputs().size() != 1 ||
      !getElementTypeOrSelf(op->getResult(0)).isInteger(width))
    return kOtherOperation;
  if (!hasElements(op))
    return kUnknownSizes;
  Value x = softmax.getInputs()[0];
  const int64_t rank = typeOf(x).getRank();
  if (rank == 0 || !isOf(x, 8, rank) || !isOf(op->getResult(0), width, rank) ||
      typeOf(x).getShape() != typeOf(op->getResult(0)).getShape())
    return Refusal{CauseKind::Type, "has elements of another type", "i8"};
  if (typeOf(x).getShape().back() > kMaxColumns)
    return Refusal{CauseKind::Shape, "has rows of more than 4095 elements"};
  CompositeAttributes attributes(softmax);
  auto multiplier = attributes.number(tflite::kMultiplier, 1, kMaxWord),
       shift = attributes.number(tflite::kShift, 0, 30),
       smallest = attributes.number(tflite::kSmallest, -kMaxWord, 0);
  // Differences are shifted in 32 bits; there is none below -255.
  if (!multiplier || !shift || !smallest ||
      std::max(*smallest, -255) < -(kMaxWord >> *shift))
    return kOtherAttributes;
  LibraryCall call;
  call.ops = {op};
  call.operands = {x};
  call.constants = {words(op->getContext(), {*multiplier, *shift, *smallest})};
  call.work = typeOf(x).getNumElements();
  return call;
}

LibraryMatch cmsisnn::matchSoftmax(Operation *op) {
  return matchSoftmaxTo(op, 8);
}

LibraryMatch cmsisnn::matchSoftmaxOf16Bits(Operation *op) {
  return matchSoftmaxTo(op, 16);
}
