//===- OperatorCalls.cpp - operators that the caller supplies -------------===//
//
// What convert-torch-to-stablehlo-custom carried down whole stays whole: a call
// through the executable's table. The contract is in TorchToTosa/README.md.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/BorderTypes.h"
#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

using namespace mlir;
using namespace ingot::stablehlo;

static StringAttr configText(CustomCallOp op, StringRef name) {
  auto config = dyn_cast_or_null<DictionaryAttr>(op.getBackendConfigAttr());
  return config ? config.getAs<StringAttr>(name) : StringAttr();
}

bool ingot::stablehlo::callsOperator(CustomCallOp op) {
  return configText(op, "domain_name") && configText(op, "operator_name");
}

/// The types as a list of the manifest; null if one has no form there.
static ArrayAttr describe(Builder &builder, TypeRange types) {
  SmallVector<Attribute> described;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !ingot::borderElementType(tensor.getElementType()))
      return {};
    described.push_back(TypeAttr::get(
        RankedTensorType::get(tensor.getShape(), tensor.getElementType())));
  }
  return builder.getArrayAttr(described);
}

LogicalResult ingot::stablehlo::convertOperatorCall(CustomCall &call) {
  CustomCallOp op = call.op;
  ArrayAttr operands = describe(call.rewriter, op.getInputs().getTypes());
  ArrayAttr results = describe(call.rewriter, op.getResultTypes());
  if (!operands || !results)
    return failure();
  SmallVector<Type> types;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    types.push_back(call.resultType(i));
  StringAttr attributes = configText(op, "implementation_attrs");
  call.rewriter.replaceOpWithNewOp<ingot::dialect::CustomOp>(
      op, types, configText(op, "operator_name"),
      attributes ? attributes : call.rewriter.getStringAttr(""), operands,
      results, op.getHasSideEffect(), /*index=*/IntegerAttr(), call.inputs);
  return success();
}
