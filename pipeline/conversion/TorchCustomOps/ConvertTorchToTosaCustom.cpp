//===- ConvertTorchToTosaCustom.cpp - operators by tosa.custom ------------===//
//
// What the pass needs and leaves is stated in Passes.td of the folder above.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchCustomOps/Constants.h"
#include "pipeline/conversion/TorchCustomOps/CustomOp.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTORCHTOTOSACUSTOM
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// Values cross to builtin types by ops of torch_c; numbers are scalars there.
struct TosaCustomOps final : CustomOpDialect {
  bool keepsUnsigned() const override { return true; }

  const char *refuse(RankedTensorType type) const override {
    if (isa<ComplexType>(type.getElementType()))
      return "has complex elements, which TOSA has not";
    if (llvm::is_contained(type.getShape(), 0))
      return "has no elements, and every size of TOSA is at least 1";
    return nullptr;
  }

  Value constant(OpBuilder &builder, Location loc,
                 ElementsAttr value) const override {
    return tosa::ConstOp::create(builder, loc, value.getShapedType(), value);
  }

  Value convert(OpBuilder &builder, Location loc, Value tensor,
                Type element) const override {
    auto type = cast<RankedTensorType>(tensor.getType()).clone(element);
    return tosa::CastOp::create(builder, loc, type, tensor);
  }

  Value toTensor(OpBuilder &builder, Location loc, Value value,
                 RankedTensorType type) const override {
    Value source = convertedSource(value);
    if (source && source.getType() == type)
      return source;
    if (isa<TorchTensorType>(value.getType()))
      return ToBuiltinTensorOp::create(builder, loc, type, value);
    if (!source)
      source = toScalar(builder, loc, value);
    return tensor::FromElementsOp::create(builder, loc, type, source);
  }

  Value fromTensor(OpBuilder &builder, Location loc, Value tensor,
                   Type type) const override {
    if (isa<TorchTensorType>(type))
      return FromBuiltinTensorOp::create(builder, loc, type, tensor);
    Value scalar = tensor::ExtractOp::create(builder, loc, tensor);
    if (isa<IntType>(type))
      return FromI64Op::create(builder, loc, type, scalar);
    if (isa<torch::FloatType>(type))
      return FromF64Op::create(builder, loc, type, scalar);
    return FromI1Op::create(builder, loc, type, scalar);
  }

  Operation *create(OpBuilder &builder, Location loc,
                    const CustomOp &op) const override {
    return tosa::CustomOp::create(builder, loc, op.results, op.name,
                                  kCustomDomain, op.attributes, op.operands);
  }

private:
  static Value toScalar(OpBuilder &builder, Location loc, Value value) {
    if (isa<IntType>(value.getType()))
      return ToI64Op::create(builder, loc, builder.getI64Type(), value);
    if (isa<torch::FloatType>(value.getType()))
      return ToF64Op::create(builder, loc, builder.getF64Type(), value);
    if (isa<BoolType>(value.getType()))
      return ToI1Op::create(builder, loc, builder.getI1Type(), value);
    return GeneratorToI64Op::create(builder, loc, builder.getI64Type(), value);
  }
};

struct ConvertTorchToTosaCustom final
    : ingot::impl::ConvertTorchToTosaCustomBase<ConvertTorchToTosaCustom> {
  using ConvertTorchToTosaCustomBase::ConvertTorchToTosaCustomBase;

  void runOnOperation() override {
    if (failed(convertToCustomOps(getOperation(), opsToConvert, form,
                                  TosaCustomOps())))
      signalPassFailure();
  }
};
} // namespace
