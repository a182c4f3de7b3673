//===- ControlFlow.cpp - torch.prim.If and torch.prim.Loop ----------------===//

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/dialects/torch/TorchOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// Types of values that StableHLO can carry.
FailureOr<SmallVector<Type>> convertTypes(const TypeConverter &types,
                                          TypeRange given) {
  SmallVector<Type> converted;
  if (failed(types.convertTypes(given, converted)) ||
      !llvm::all_of(converted, llvm::IsaPred<RankedTensorType>))
    return failure();
  return converted;
}

struct ConvertIf final : OpConversionPattern<PrimIfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PrimIfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto types = convertTypes(*getTypeConverter(), op.getResultTypes());
    if (failed(types))
      return rewriter.notifyMatchFailure(op, "a result is no tensor");
    auto branch = stablehlo::IfOp::create(rewriter, op.getLoc(), *types,
                                          adaptor.getCondition());
    rewriter.inlineRegionBefore(op.getThenRegion(), branch.getTrueBranch(),
                                branch.getTrueBranch().end());
    rewriter.inlineRegionBefore(op.getElseRegion(), branch.getFalseBranch(),
                                branch.getFalseBranch().end());
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

struct ConvertYield final : OpConversionPattern<PrimIfYieldOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PrimIfYieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<stablehlo::IfOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "the branch is not converted");
    rewriter.replaceOpWithNewOp<stablehlo::ReturnOp>(op, adaptor.getOperands());
    return success();
  }
};

/// A while over the number of the iteration, the condition and what the loop
/// carries.
struct ConvertLoop final : OpConversionPattern<PrimLoopOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PrimLoopOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto types = convertTypes(*getTypeConverter(), op.getResultTypes());
    if (failed(types))
      return rewriter.notifyMatchFailure(op, "a carried value is no tensor");
    TensorBuilder b(op.getLoc(), rewriter, /*strict=*/false);
    SmallVector<Value> initial{b.scalar(b.getI64Type(), 0),
                               adaptor.getInitialCondition()};
    llvm::append_range(initial, adaptor.getIterArgsInit());
    auto loop =
        stablehlo::WhileOp::create(b, ValueRange(initial).getTypes(), initial);
    b.fillRegion(loop.getCond(), ValueRange(initial).getTypes(),
                 [&](TensorBuilder &inner, ValueRange arguments) {
                   Value isLeft = inner.compare(Direction::LT, arguments[0],
                                                adaptor.getMaxTripCount());
                   return SmallVector<Value>{
                       inner.logicalAnd(isLeft, arguments[1])};
                 });
    // The body takes no condition, which it does not ask for.
    Block *body = &op.getRegion().front();
    rewriter.inlineRegionBefore(op.getRegion(), loop.getBody(),
                                loop.getBody().end());
    TypeConverter::SignatureConversion signature(body->getNumArguments());
    signature.addInputs(0, initial[0].getType());
    signature.addInputs(initial[1].getType());
    for (auto [i, type] : llvm::enumerate(*types))
      signature.addInputs(i + 1, type);
    rewriter.applySignatureConversion(body, signature, getTypeConverter());
    rewriter.replaceOp(op, loop.getResults().drop_front(2));
    return success();
  }
};

struct ConvertCondition final : OpConversionPattern<PrimLoopConditionOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PrimLoopConditionOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<stablehlo::WhileOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "the loop is not converted");
    TensorBuilder b(op.getLoc(), rewriter, /*strict=*/false);
    Value number = op->getBlock()->getArgument(0);
    Value next = b.add(number, b.scalar(b.getI64Type(), 1));
    SmallVector<Value> values{next, adaptor.getShouldContinue()};
    llvm::append_range(values, adaptor.getIterArgs());
    rewriter.replaceOpWithNewOp<stablehlo::ReturnOp>(op, values);
    return success();
  }
};

} // namespace

void ingot::torch::populateControlFlowPatterns(const TypeConverter &types,
                                               RewritePatternSet &patterns) {
  patterns.add<ConvertIf, ConvertYield, ConvertLoop, ConvertCondition>(
      types, patterns.getContext());
}
