//===- ControlFlow.cpp - branches and loops as those of TOSA --------------===//

#include "pipeline/conversion/TorchToTosa/Tables.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// Types of values that TOSA can carry.
FailureOr<SmallVector<Type>> convertTypes(const TypeConverter &types,
                                          TypeRange given) {
  SmallVector<Type> converted;
  auto canCarry = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && !isa<ComplexType>(tensor.getElementType());
  };
  if (failed(types.convertTypes(given, converted)) ||
      !llvm::all_of(converted, canCarry))
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
    // Branches see what stands before them, so they are given nothing.
    auto branch = tosa::IfOp::create(rewriter, op.getLoc(), *types,
                                     adaptor.getCondition(), ValueRange());
    rewriter.inlineRegionBefore(op.getThenRegion(), branch.getThenGraph(),
                                branch.getThenGraph().end());
    rewriter.inlineRegionBefore(op.getElseRegion(), branch.getElseGraph(),
                                branch.getElseGraph().end());
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

struct ConvertYield final : OpConversionPattern<PrimIfYieldOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(PrimIfYieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isa<tosa::IfOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "the branch is not converted");
    rewriter.replaceOpWithNewOp<tosa::YieldOp>(op, adaptor.getOperands());
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
    std::string why;
    TosaBuilder b(op.getLoc(), rewriter, /*strict=*/false, why);
    SmallVector<Value> initial{b.scalar(b.getI64Type(), 0),
                               adaptor.getInitialCondition()};
    llvm::append_range(initial, adaptor.getIterArgsInit());
    SmallVector<Type> carried(ValueRange(initial).getTypes());
    auto loop = tosa::WhileOp::create(b, carried, initial);
    Block *condition = rewriter.createBlock(
        &loop.getCondGraph(), {}, carried,
        SmallVector<Location>(carried.size(), op.getLoc()));
    TosaBuilder inner(op.getLoc(), rewriter, /*strict=*/false, why);
    Value isLeft = inner.compare(Direction::LT, condition->getArgument(0),
                                 adaptor.getMaxTripCount());
    tosa::YieldOp::create(inner,
                          inner.logicalAnd(isLeft, condition->getArgument(1)));
    // The body takes no condition, which it does not ask for.
    Block *body = &op.getRegion().front();
    rewriter.inlineRegionBefore(op.getRegion(), loop.getBodyGraph(),
                                loop.getBodyGraph().end());
    TypeConverter::SignatureConversion signature(body->getNumArguments());
    signature.addInputs(0, carried[0]);
    signature.addInputs(carried[1]);
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
    if (!isa<tosa::WhileOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "the loop is not converted");
    std::string why;
    TosaBuilder b(op.getLoc(), rewriter, /*strict=*/false, why);
    Value number = op->getBlock()->getArgument(0);
    Value next = b.add(number, b.scalar(b.getI64Type(), 1));
    SmallVector<Value> values{next, adaptor.getShouldContinue()};
    llvm::append_range(values, adaptor.getIterArgs());
    rewriter.replaceOpWithNewOp<tosa::YieldOp>(op, values);
    return success();
  }
};

} // namespace

void ingot::torch::populateTosaControlFlowPatterns(
    const TypeConverter &types, RewritePatternSet &patterns) {
  patterns.add<ConvertIf, ConvertYield, ConvertLoop, ConvertCondition>(
      types, patterns.getContext());
}
