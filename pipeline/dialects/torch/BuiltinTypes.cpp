//===- BuiltinTypes.cpp - types of torch as builtin ones ------------------===//
//
// One op of torch_c for each pair of types, in each direction, so that partial
// conversions leave casts with a meaning; unrealized casts would have to be
// resolved within one conversion, but torch is converted by several passes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/BuiltinTypes.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// The op between a torch type and its builtin one; null if there is none.
static Value castToBuiltin(OpBuilder &builder, Type type, ValueRange inputs,
                           Location loc) {
  if (inputs.size() != 1)
    return {};
  Value value = inputs.front();
  if (isa<ValueTensorType>(value.getType()) && isa<TensorType>(type))
    return ToBuiltinTensorOp::create(builder, loc, type, value);
  if (isa<IntType>(value.getType()) && type.isInteger(64))
    return ToI64Op::create(builder, loc, type, value);
  if (isa<torch::FloatType>(value.getType()) && type.isF64())
    return ToF64Op::create(builder, loc, type, value);
  if (isa<BoolType>(value.getType()) && type.isInteger(1))
    return ToI1Op::create(builder, loc, type, value);
  if (isa<GeneratorType>(value.getType()) && type.isInteger(64))
    return GeneratorToI64Op::create(builder, loc, type, value);
  return {};
}

static Value castFromBuiltin(OpBuilder &builder, Type type, ValueRange inputs,
                             Location loc) {
  if (inputs.size() != 1)
    return {};
  Value value = inputs.front();
  if (isa<ValueTensorType>(type) && isa<TensorType>(value.getType()))
    return FromBuiltinTensorOp::create(builder, loc, type, value);
  if (isa<IntType>(type) && value.getType().isInteger(64))
    return FromI64Op::create(builder, loc, type, value);
  if (isa<torch::FloatType>(type) && value.getType().isF64())
    return FromF64Op::create(builder, loc, type, value);
  if (isa<BoolType>(type) && value.getType().isInteger(1))
    return FromI1Op::create(builder, loc, type, value);
  if (isa<GeneratorType>(type) && value.getType().isInteger(64))
    return I64ToGeneratorOp::create(builder, loc, type, value);
  return {};
}

void ingot::torch::addBuiltinTypes(TypeConverter &converter,
                                   bool keepUnsigned) {
  converter.addConversion([=](ValueTensorType type) -> std::optional<Type> {
    return TorchTensorType(type).toBuiltin(keepUnsigned);
  });
  converter.addConversion([](IntType type) -> std::optional<Type> {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addConversion([](GeneratorType type) -> std::optional<Type> {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addConversion([](BoolType type) -> std::optional<Type> {
    return IntegerType::get(type.getContext(), 1);
  });
  converter.addConversion([](torch::FloatType type) -> std::optional<Type> {
    return Float64Type::get(type.getContext());
  });
  converter.addTargetMaterialization(castToBuiltin);
  converter.addSourceMaterialization(castFromBuiltin);
}
