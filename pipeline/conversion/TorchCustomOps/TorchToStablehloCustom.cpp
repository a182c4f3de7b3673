//===- TorchToStablehloCustom.cpp - operators by custom_call --------------===//
//
// What the pass needs and leaves is stated in Passes.td of the folder above.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchCustomOps/Constants.h"
#include "pipeline/conversion/TorchCustomOps/CustomOp.h"
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

namespace {

/// Values cross to builtin types as convert-torch-to-stablehlo lets them:
/// numbers are tensors without dimensions.
struct StablehloCustomCalls final : CustomOpDialect {
  bool keepsUnsigned() const override { return true; }

  const char *refuse(RankedTensorType) const override { return nullptr; }

  Value constant(OpBuilder &builder, Location loc,
                 DenseElementsAttr value) const override {
    return stablehlo::ConstantOp::create(builder, loc, value);
  }

  Value convert(OpBuilder &builder, Location loc, Value tensor,
                Type element) const override {
    auto type = cast<RankedTensorType>(tensor.getType()).clone(element);
    return stablehlo::ConvertOp::create(builder, loc, type, tensor);
  }

  Value toTensor(OpBuilder &builder, Location loc, Value value,
                 RankedTensorType type) const override {
    Value source = convertedSource(value);
    if (source && source.getType() == type)
      return source;
    // A number that another conversion left as a scalar.
    if (source && !isa<TensorType>(source.getType()))
      return tensor::FromElementsOp::create(builder, loc, type, source);
    return UnrealizedConversionCastOp::create(builder, loc, type, value)
        .getResult(0);
  }

  Value fromTensor(OpBuilder &builder, Location loc, Value tensor,
                   Type type) const override {
    return UnrealizedConversionCastOp::create(builder, loc, type, tensor)
        .getResult(0);
  }

  Operation *create(OpBuilder &builder, Location loc,
                    const CustomOp &op) const override {
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
    properties.backend_config = builder.getDictionaryAttr(
        {builder.getNamedAttr("domain_name",
                              builder.getStringAttr(kCustomDomain)),
         builder.getNamedAttr("implementation_attrs",
                              builder.getStringAttr(op.attributes)),
         builder.getNamedAttr("operator_name",
                              builder.getStringAttr(op.name))});
    return builder.create(state);
  }
};

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
