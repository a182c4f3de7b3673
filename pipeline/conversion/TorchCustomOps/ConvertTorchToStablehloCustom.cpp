//===- ConvertTorchToStablehloCustom.cpp - operators by custom_call -------===//
//
// What the pass needs and leaves is stated in Passes.td of the folder above.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchCustomOps/Constants.h"
#include "pipeline/conversion/TorchCustomOps/StablehloCustomCalls.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTORCHTOSTABLEHLOCUSTOM
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

Value StablehloCustomCalls::constant(OpBuilder &builder, Location loc,
                                     ElementsAttr value) const {
  return stablehlo::ConstantOp::create(builder, loc, value);
}

Value StablehloCustomCalls::convert(OpBuilder &builder, Location loc,
                                    Value tensor, Type element) const {
  auto type = cast<RankedTensorType>(tensor.getType()).clone(element);
  return stablehlo::ConvertOp::create(builder, loc, type, tensor);
}

Value StablehloCustomCalls::toTensor(OpBuilder &builder, Location loc,
                                     Value value, RankedTensorType type) const {
  Value source = convertedSource(value);
  if (source && source.getType() == type)
    return source;
  // A number that another conversion left as a scalar.
  if (source && !isa<TensorType>(source.getType()))
    return tensor::FromElementsOp::create(builder, loc, type, source);
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

Value StablehloCustomCalls::fromTensor(OpBuilder &builder, Location loc,
                                       Value tensor, Type type) const {
  return UnrealizedConversionCastOp::create(builder, loc, type, tensor)
      .getResult(0);
}

Operation *StablehloCustomCalls::create(OpBuilder &builder, Location loc,
                                        const CustomOp &op) const {
  using stablehlo::CustomCallOp;
  OperationState state(loc, CustomCallOp::getOperationName());
  state.addOperands(op.operands);
  state.addTypes(op.results);
  auto &properties = state.getOrAddProperties<CustomCallOp::Properties>();
  properties.call_target_name = builder.getStringAttr(op.name);
  if (op.hasSideEffect)
    properties.has_side_effect = builder.getBoolAttr(true);
  properties.api_version = stablehlo::CustomCallApiVersionAttr::get(
      builder.getContext(),
      stablehlo::CustomCallApiVersion::API_VERSION_TYPED_FFI);
  auto text = [&](StringRef name, StringRef value) {
    return builder.getNamedAttr(name, builder.getStringAttr(value));
  };
  properties.backend_config =
      builder.getDictionaryAttr({text("domain_name", kCustomDomain),
                                 text("implementation_attrs", op.attributes),
                                 text("operator_name", op.name)});
  return builder.create(state);
}

namespace {
struct ConvertTorchToStablehloCustom final
    : ingot::impl::ConvertTorchToStablehloCustomBase<
          ConvertTorchToStablehloCustom> {
  using ConvertTorchToStablehloCustomBase::ConvertTorchToStablehloCustomBase;

  void runOnOperation() override {
    if (failed(convertToCustomOps(getOperation(), opsToConvert, form,
                                  StablehloCustomCalls())))
      signalPassFailure();
  }
};
} // namespace
