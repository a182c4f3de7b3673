//===- OperatorCalls.cpp - operators that the caller supplies -------------===//
//
// What convert-torch-to-stablehlo-custom carried down whole, or a frontend
// whose format has custom operators, stays whole: a call through the
// executable's table. The contract is in TorchCustomOps/README.md.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/TorchCustomOps/CustomOp.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// Of custom operators that the reader of TFLite carries through.
static constexpr llvm::StringLiteral kTfLiteDomain = "tflite";

static StringAttr configText(CustomCallOp op, StringRef name) {
  auto config = dyn_cast_or_null<DictionaryAttr>(op.getBackendConfigAttr());
  return config ? config.getAs<StringAttr>(name) : StringAttr();
}

bool ingot::stablehlo::callsOperator(CustomCallOp op) {
  StringAttr domain = configText(op, "domain_name");
  return domain &&
         (domain.getValue() == ingot::torch::kCustomDomain ||
          domain.getValue() == kTfLiteDomain) &&
         configText(op, "operator_name");
}

LogicalResult ingot::stablehlo::convertOperatorCall(CustomCall &call) {
  CustomCallOp op = call.op;
  ArrayAttr operands =
      ingot::abiTypes(op.getContext(), op.getInputs().getTypes());
  ArrayAttr results = ingot::abiTypes(op.getContext(), op.getResultTypes());
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
