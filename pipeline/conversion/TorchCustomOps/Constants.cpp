//===- Constants.cpp - what is known of a value, converted or not ---------===//
//
// Custom ops are made before or after other conversions, as the target asks. So
// a constant may be one of torch, or already a tensor behind an op of torch_c;
// both are looked through.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchCustomOps/Constants.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchOp.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

Value ingot::torch::convertedSource(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<UnrealizedConversionCastOp, FromBuiltinTensorOp,
                       FromI64Op, FromF64Op, FromI1Op>(op) ||
      op->getNumOperands() != 1)
    return {};
  return op->getOperand(0);
}

Type ingot::torch::numberType(Type type) {
  Builder builder(type.getContext());
  if (isa<IntType>(type))
    return builder.getI64Type();
  if (isa<torch::FloatType>(type))
    return builder.getF64Type();
  return isa<BoolType>(type) ? builder.getI1Type() : Type();
}

TypedAttr ingot::torch::matchConstantNumber(Value value) {
  Builder builder(value.getContext());
  value = stripDerefine(value);
  if (std::optional<int64_t> integer = matchInt(value))
    return builder.getI64IntegerAttr(*integer);
  if (std::optional<double> number = matchFloat(value))
    return builder.getF64FloatAttr(*number);
  if (std::optional<bool> boolean = matchBool(value))
    return builder.getBoolAttr(*boolean);
  Value source = convertedSource(value);
  Type type = numberType(value.getType());
  Attribute constant;
  if (!source || !type || !matchPattern(source, m_Constant(&constant)))
    return {};
  if (auto elements = dyn_cast<DenseElementsAttr>(constant))
    if (elements.isSplat())
      constant = elements.getSplatValue<Attribute>();
  auto number = dyn_cast<TypedAttr>(constant);
  return number && number.getType() == type ? number : TypedAttr();
}
