//===- ConvertTosa.cpp - TOSA to linalg, as far as it goes ----------------===//
//
// Upstream has four passes from TOSA, each with a part of the patterns, and
// each fails at the first op that it does not take. Here all patterns run in
// one partial conversion in which no op is illegal, so that whatever stays is
// reported at once by ingot-check-supported.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/TorchCustomOps/CustomOp.h"
#include "pipeline/conversion/TosaIndexed.h"
#include "pipeline/conversion/TosaScales.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/DialectConversion.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTTOSA
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// What convert-torch-to-tosa-custom carried down is for the caller to supply.
/// Custom ops of other domains stay.
struct ConvertCustom final : OpConversionPattern<tosa::CustomOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tosa::CustomOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ArrayAttr operands =
        ingot::abiTypes(getContext(), adaptor.getInputList().getTypes());
    ArrayAttr results = ingot::abiTypes(getContext(), op.getResultTypes());
    if (op.getDomainName() != ingot::torch::kCustomDomain || !operands ||
        !results)
      return failure();
    // TOSA has no word for effects.
    rewriter.replaceOpWithNewOp<ingot::dialect::CustomOp>(
        op, op.getResultTypes(), op.getOperatorNameAttr(),
        op.getImplementationAttrsAttr(), operands, results,
        /*side_effects=*/true, /*index=*/IntegerAttr(), adaptor.getInputList());
    return success();
  }
};

struct ConvertTosa final : ingot::impl::ConvertTosaBase<ConvertTosa> {
  using ConvertTosaBase::ConvertTosaBase;

  void runOnOperation() override {
    ConversionTarget target(getContext());
    // Neither legal nor illegal: converted where a pattern applies, left where
    // none does.
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return isa_and_nonnull<tosa::TosaDialect>(op->getDialect())
                 ? std::optional<bool>()
                 : true;
    });
    // What patterns leave of them has no use.
    target.addLegalOp<tosa::ConstShapeOp>();
    TypeConverter types;
    tosa::populateTosaTypeConversion(types);
    if (failed(applyPartialConversion(getOperation(), target, patterns(types))))
      signalPassFailure();
  }

private:
  RewritePatternSet patterns(const TypeConverter &types) {
    RewritePatternSet patterns(&getContext());
    patterns.add<ConvertCustom>(types, &getContext());
    ingot::populateTosaIndexedPatterns(patterns);
    tosa::populateTosaToLinalgNamedConversionPatterns(types, &patterns, {});
    tosa::populateTosaToLinalgConversionPatterns(types, &patterns);
    tosa::populateTosaToTensorConversionPatterns(types, &patterns);
    // What linalg bodies still hold.
    ingot::populateTosaScalePatterns(patterns);
    tosa::populateTosaToArithConversionPatterns(&patterns);
    tosa::populateTosaRescaleToArithConversionPatterns(&patterns);
    return patterns;
  }
};
} // namespace
