//===- VerifyOperator.cpp - operators against their schemas ---------------===//
//
// One verifier for some thousand operators, driven by their schemas. Messages
// name the argument and quote the whole schema, since nobody knows it by heart.
// Types are checked, sizes are not: what an operator demands of sizes is known
// to its conversion.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/VerifyOperator.h"
#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Types against what schemas say
//===----------------------------------------------------------------------===//

static bool fitsBase(Type type, SchemaType::Base base) {
  using Base = SchemaType::Base;
  switch (base) {
  case Base::Tensor:
    return isa<TorchTensorType>(type);
  case Base::Int:
    return isa<IntType>(type);
  case Base::Float:
    return isa<torch::FloatType>(type);
  case Base::Bool:
    return isa<BoolType>(type);
  case Base::Scalar:
    // In Python, a bool is an int.
    return isa<IntType, torch::FloatType, BoolType, NumberType>(type);
  case Base::Str:
    return isa<StringType>(type);
  case Base::Device:
    return isa<DeviceType>(type);
  case Base::Generator:
    return isa<GeneratorType>(type);
  case Base::Dict:
    return isa<DictType>(type);
  case Base::Object:
    return isa<LinearParamsType>(type);
  case Base::Any:
    return true;
  }
  return false;
}

bool ingot::torch::fits(Type type, const SchemaType &schema) {
  if (auto members = dyn_cast<UnionType>(type))
    return llvm::all_of(members.getContainedTypes(),
                        [&](Type member) { return fits(member, schema); });
  if (schema.suffixes.empty())
    return fitsBase(type, schema.base);
  SchemaType inner = schema.inner();
  if (schema.isOptional()) {
    auto optional = dyn_cast<OptionalType>(type);
    return isa<torch::NoneType>(type) ||
           fits(optional ? optional.getContainedType() : type, inner);
  }
  auto list = dyn_cast<ListType>(type);
  return list && fits(list.getContainedType(), inner);
}

bool ingot::torch::holdsMutable(Type type) {
  return TypeSwitch<Type, bool>(type)
      .Case<NonValueTensorType>([](auto) { return true; })
      .Case<ListType, OptionalType>(
          [](auto type) { return holdsMutable(type.getContainedType()); })
      .Case<torch::TupleType, UnionType>([](auto type) {
        return llvm::any_of(type.getContainedTypes(), holdsMutable);
      })
      .Case<DictType>([](DictType type) {
        return holdsMutable(type.getKeyType()) ||
               holdsMutable(type.getValueType());
      })
      .Default(false);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static InFlightDiagnostic withSchema(InFlightDiagnostic diagnostic,
                                     const Schema &schema) {
  diagnostic << "; its schema is " << schema.text;
  return diagnostic;
}

static LogicalResult verifyOperands(Operation *op, const Schema &schema) {
  size_t wanted = schema.arguments.size();
  size_t given = op->getNumOperands();
  if (given < wanted)
    return withSchema(op->emitOpError()
                          << "takes " << wanted << " operands, " << given
                          << " are given, the first that is missing is '"
                          << schema.arguments[given].name << "'",
                      schema);
  if (given > wanted && !schema.anyArguments)
    return withSchema(op->emitOpError() << "takes " << wanted << " operands, "
                                        << given << " are given",
                      schema);
  for (auto [argument, type] :
       llvm::zip_first(schema.arguments, op->getOperandTypes()))
    if (!fits(type, argument.type))
      return withSchema(op->emitOpError()
                            << "takes " << argument.type.str() << " for '"
                            << argument.name << "', " << type << " is given",
                        schema);
  return success();
}

bool ingot::torch::fitsResult(Type type, const SchemaType &schema) {
  auto optional = dyn_cast<OptionalType>(type);
  return fits(optional ? optional.getContainedType() : type, schema) ||
         (schema.isTensor() && isa<torch::NoneType>(type));
}

static LogicalResult verifyResults(Operation *op, const Schema &schema) {
  if (schema.anyResults)
    return success();
  if (op->getNumResults() != schema.results.size())
    return withSchema(op->emitOpError()
                          << "has " << schema.results.size() << " results, "
                          << op->getNumResults() << " are written",
                      schema);
  for (auto [index, result, type] :
       llvm::enumerate(schema.results, op->getResultTypes()))
    if (!fitsResult(type, result.type))
      return withSchema(op->emitOpError()
                            << "gives " << result.type.str() << " as result "
                            << index << ", which is no " << type,
                        schema);
  return success();
}

LogicalResult ingot::torch::verifyOperator(Operation *op,
                                           const Schema &schema) {
  if (op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return op->emitOpError() << "has no regions and no successors";
  for (Type type : op->getOperandTypes())
    if (!isa<TorchDialect>(type.getDialect()))
      return op->emitOpError()
             << "takes types of the torch dialect, not " << type;
  for (Type type : op->getResultTypes())
    if (!isa<TorchDialect>(type.getDialect()))
      return op->emitOpError()
             << "gives types of the torch dialect, not " << type;
  return failure(failed(verifyOperands(op, schema)) ||
                 failed(verifyResults(op, schema)));
}
