//===- QuantizedCalls.cpp - what tables of bytes have in common -----------===//

#include "pipeline/targets/offload/QuantizedCalls.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

static bool haveAll(Operation *op, function_ref<bool(ShapedType)> accept) {
  auto isAccepted = [&](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasStaticShape() && accept(shaped);
  };
  return llvm::all_of(op->getOperandTypes(), isAccepted) &&
         llvm::all_of(op->getResultTypes(), isAccepted);
}

bool offload::hasKnownSizes(Operation *op) {
  return haveAll(op, [](ShapedType) { return true; });
}

bool offload::hasElements(Operation *op) {
  return haveAll(op,
                 [](ShapedType type) { return type.getNumElements() != 0; });
}

static bool isConstantWithin(Value value, int depth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumOperands() != 0 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isConstantWithin(operand, depth - 1);
         });
}

bool offload::isConstant(Value value) {
  constexpr int kFewOps = 8;
  return isConstantWithin(value, kFewOps);
}

template <typename Number>
static DenseElementsAttr vectorOf(Type element, ArrayRef<Number> numbers) {
  auto size = static_cast<int64_t>(numbers.size());
  return DenseElementsAttr::get(RankedTensorType::get({size}, element),
                                numbers);
}

DenseElementsAttr offload::words(MLIRContext *context,
                                 ArrayRef<int32_t> numbers) {
  return vectorOf(IntegerType::get(context, 32), numbers);
}

DenseElementsAttr offload::floats(MLIRContext *context,
                                  ArrayRef<float> numbers) {
  return vectorOf(Float32Type::get(context), numbers);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

template <typename Conv>
static std::variant<QuantizedConvolution, Refusal> readConvolution(Conv conv) {
  auto isOf = [](Value value, unsigned width) {
    return getElementTypeOrSelf(value).isSignlessInteger(width);
  };
  if (!isOf(conv.getInput(), 8) || !isOf(conv.getWeight(), 8) ||
      !isOf(conv.getBias(), 32) || !isOf(conv, 32))
    return Refusal{CauseKind::Type, "computes with other types than bytes",
                   "i8 with sums in i32"};
  if (!hasElements(conv))
    return Refusal{CauseKind::Shape, "has a size that only the run knows"};
  if (splatOf(conv.getWeightZp()) != 0)
    return kWeightZero;
  std::optional<int64_t> inputZero = splatOf(conv.getInputZp());
  if (!inputZero)
    return Refusal{CauseKind::Attribute,
                   "has a zero point that only the run knows"};
  QuantizedConvolution read;
  read.op = conv;
  read.inputZero = *inputZero;
  read.channels = cast<ShapedType>(conv.getType()).getDimSize(3);
  if (cast<ShapedType>(conv.getBias().getType()).getNumElements() ==
      read.channels)
    read.bias = conv.getBias();
  else if (splatOf(conv.getBias()) != 0)
    return Refusal{CauseKind::Shape, "has one bias for all channels",
                   "one for each"};
  FailureOr<Storing> storing = Storing::of(conv);
  if (failed(storing))
    return Refusal{CauseKind::Body,
                   "is not followed by what stores its sums as bytes, rounded "
                   "twice"};
  read.storing = *storing;
  return read;
}

std::variant<QuantizedConvolution, Refusal>
QuantizedConvolution::of(tosa::Conv2DOp op) {
  return readConvolution(op);
}

std::variant<QuantizedConvolution, Refusal>
QuantizedConvolution::of(tosa::DepthwiseConv2DOp op) {
  return readConvolution(op);
}

LibraryCall QuantizedConvolution::call() const {
  LibraryCall call;
  call.ops = {op};
  llvm::append_range(call.ops, storing.ops);
  call.operands = {op->getOperand(0), op->getOperand(1)};
  addBias(call, bias, channels);
  // A filter for each channel of the result.
  auto elements = [](Value value) {
    return cast<ShapedType>(value.getType()).getNumElements();
  };
  call.work =
      elements(op->getResult(0)) * (elements(op->getOperand(1)) / channels);
  return call;
}

void offload::addBias(LibraryCall &call, Value bias, int64_t channels) {
  if (bias)
    call.operands.push_back(bias);
  else
    call.constants.push_back(words(call.ops.front()->getContext(),
                                   SmallVector<int32_t>(channels, 0)));
}
