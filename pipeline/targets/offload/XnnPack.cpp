//===- XnnPack.cpp - what XNNPACK computes --------------------------------===//
//
// The table of Google's XNNPACK: convolutions of signed bytes, as quantised
// networks have them. It is asked while they are TOSA's ops (the point
// `decompose`), whose zero points, multipliers and shifts are numbers of their
// own; further down they are arithmetic.
//
// XNNPACK multiplies sums with a float and rounds to the nearest, halves to
// even, where the program rounds twice in fixed point. A result may differ by
// one step, as those of TFLite's own XNNPACK delegate do.
//
// Functions and operands: client/libraries/xnnpack/README.md. Thresholds are
// those of tests/bench/offload.py; README.md has its table.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/offload/LibraryTable.h"
#include "pipeline/targets/offload/QuantizedStores.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

using llvm::json::Array;

namespace {

/// True for what is made of constants alone, by a few ops.
bool isConstant(Value value, int depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumOperands() != 0 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isConstant(operand, depth - 1);
         });
}

bool hasKnownSizes(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasStaticShape() && shaped.getNumElements() != 0;
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// The real numbers that sums are multiplied with, one for each channel; fails
/// if XNNPACK does not take one of them.
FailureOr<SmallVector<float>> scalesOf(const Storing &storing,
                                       int64_t channels) {
  constexpr float kEnd = 256;
  SmallVector<float> scales;
  for (auto [multiplier, shift] :
       llvm::zip_equal(storing.multipliers, storing.shifts)) {
    const auto scale = static_cast<float>(std::ldexp(multiplier, shift - 31));
    if (!std::isnormal(scale) || scale < 0 || scale >= kEnd)
      return failure();
    scales.push_back(scale);
  }
  if (scales.size() == 1)
    scales.resize(channels, scales.front());
  return scales;
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

/// Null if the function takes the convolution, but for what follows it.
template <typename Conv> std::optional<Refusal> refusalOf(Conv conv) {
  auto isOf = [](Value value, unsigned width) {
    return getElementTypeOrSelf(value).isSignlessInteger(width);
  };
  if (!isOf(conv.getInput(), 8) || !isOf(conv.getWeight(), 8) ||
      !isOf(conv.getBias(), 32) || !isOf(conv, 32))
    return Refusal{CauseKind::Type, "computes with other types than bytes",
                   "i8 with sums in i32"};
  if (!hasKnownSizes(conv))
    return Refusal{CauseKind::Shape, "has a size that only the run knows"};
  if (splatOf(conv.getWeightZp()) != 0)
    return Refusal{CauseKind::Attribute, "has weights with a zero point", "0"};
  if (!splatOf(conv.getInputZp()))
    return Refusal{CauseKind::Attribute,
                   "has a zero point that only the run knows"};
  if (!isConstant(conv.getWeight()) || !isConstant(conv.getBias()))
    return Refusal{CauseKind::Body,
                   "has weights that only the run knows, and they are put in "
                   "another order"};
  return std::nullopt;
}

/// {"zero":[input, result],"range":[least, greatest],"stride":[h, w],
///  "dilation":[h, w],"pad":[top, bottom, left, right]}
template <typename Conv>
llvm::json::Object attributesOf(Conv conv, const Storing &storing) {
  llvm::json::Object attributes;
  attributes["zero"] = list({*splatOf(conv.getInputZp()), storing.zeroPoint});
  attributes["range"] = list({storing.low, storing.high});
  attributes["stride"] = list(conv.getStride());
  attributes["dilation"] = list(conv.getDilation());
  attributes["pad"] = list(conv.getPad());
  return attributes;
}

template <typename Conv> LibraryMatch matchConvolution(Operation *op) {
  auto conv = dyn_cast<Conv>(op);
  if (!conv)
    return Refusal{CauseKind::Operation, "is no such convolution of TOSA"};
  if (std::optional<Refusal> refusal = refusalOf(conv))
    return *refusal;
  auto type = cast<ShapedType>(conv.getType());
  const int64_t channels = type.getDimSize(3);
  auto bias = cast<ShapedType>(conv.getBias().getType());
  if (bias.getNumElements() != channels && splatOf(conv.getBias()) != 0)
    return Refusal{CauseKind::Shape, "has one bias for all channels",
                   "one for each"};
  FailureOr<Storing> storing = Storing::of(conv);
  if (failed(storing))
    return Refusal{CauseKind::Body,
                   "is not followed by what stores its sums as bytes, rounded "
                   "twice"};
  FailureOr<SmallVector<float>> scales = scalesOf(*storing, channels);
  if (failed(scales) || storing->low >= storing->high ||
      storing->zeroPoint != static_cast<int8_t>(storing->zeroPoint))
    return Refusal{CauseKind::Attribute,
                   "is stored with a scale, a zero point or a range that the "
                   "function does not take"};
  Builder b(op->getContext());
  LibraryCall call;
  call.ops = {op};
  llvm::append_range(call.ops, storing->ops);
  call.operands = {conv.getInput(), conv.getWeight()};
  if (bias.getNumElements() == channels)
    call.operands.push_back(conv.getBias());
  else
    call.constants.push_back(DenseElementsAttr::get(
        RankedTensorType::get({channels}, b.getI32Type()), int32_t{0}));
  call.constants.push_back(
      DenseElementsAttr::get(RankedTensorType::get({channels}, b.getF32Type()),
                             ArrayRef<float>(*scales)));
  call.attributes = attributesOf(conv, *storing);
  // A filter for each channel of the result.
  auto weights = cast<ShapedType>(conv.getWeight().getType());
  call.work = type.getNumElements() * (weights.getNumElements() / channels);
  return call;
}

} // namespace

llvm::ArrayRef<LibraryRow> ingot::offload::xnnPackRows() {
  static const LibraryRow kRows[] = {
      {"xnnpack.convolution",
       "convolutions of signed bytes in two dimensions",
       matchConvolution<tosa::Conv2DOp>,
       {0, 0, 0},
       {1, 1, 1}},
      {"xnnpack.depthwise",
       "the same of each channel by itself",
       matchConvolution<tosa::DepthwiseConv2DOp>,
       {0, 0, 0},
       {1, 1, 1}},
  };
  return kRows;
}
