//===- QuantizedCalls.cpp - what tables of bytes have in common -----------===//

#include "pipeline/targets/offload/QuantizedCalls.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace ingot;

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
