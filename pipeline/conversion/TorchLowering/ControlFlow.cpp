//===- ControlFlow.cpp - torch.prim.If and torch.prim.Loop ----------------===//
//
// Ops with regions have patterns instead of rows, because the driver converts
// what is in a region after the op around it: the regions move into the op of
// the other dialect as they are, and their terminators follow on their own.
//
// A loop of PyTorch counts up to a limit while a condition holds. It becomes a
// while that carries the count and the condition in front of the loop's values.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/TableConversion.h"
#include "pipeline/dialects/torch/TorchOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

/// A pattern that makes ops of the dialect that is converted to.
template <typename Op>
class ControlFlowPattern : public OpConversionPattern<Op> {
public:
  ControlFlowPattern(const TypeConverter &types, const TorchTarget &target,
                     MLIRContext *context)
      : OpConversionPattern<Op>(types, context), target_(target) {}

protected:
  /// A builder for the op. What it refuses is left in `refusal`.
  std::unique_ptr<TensorBuilder>
  makeBuilder(Op op, ConversionPatternRewriter &rewriter,
              std::string &refusal) const {
    return target_.makeBuilder(op.getLoc(), rewriter, /*strict=*/false,
                               refusal);
  }

  /// Types of tensors that the dialect has.
  FailureOr<SmallVector<Type>> convertTypes(TypeRange given) const {
    SmallVector<Type> converted;
    auto canCarry = [&](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && target_.refuseElement(tensor.getElementType()).empty();
    };
    if (failed(this->getTypeConverter()->convertTypes(given, converted)) ||
        !llvm::all_of(converted, canCarry))
      return failure();
    return converted;
  }

private:
  const TorchTarget &target_;
};

struct ConvertIf final : ControlFlowPattern<PrimIfOp> {
  using ControlFlowPattern::ControlFlowPattern;

  LogicalResult
  matchAndRewrite(PrimIfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto types = convertTypes(op.getResultTypes());
    if (failed(types))
      return rewriter.notifyMatchFailure(op, "a result is no tensor");
    std::string refusal;
    Operation *branch = makeBuilder(op, rewriter, refusal)
                            ->makeIf(*types, adaptor.getCondition());
    if (!branch)
      return rewriter.notifyMatchFailure(op, refusal);
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), branch->getRegions()))
      rewriter.inlineRegionBefore(from, to, to.end());
    rewriter.replaceOp(op, branch->getResults());
    return success();
  }
};

struct ConvertYield final : ControlFlowPattern<PrimIfYieldOp> {
  using ControlFlowPattern::ControlFlowPattern;

  LogicalResult
  matchAndRewrite(PrimIfYieldOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<PrimIfOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "the branch is not converted");
    std::string refusal;
    makeBuilder(op, rewriter, refusal)->yield(adaptor.getOperands());
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertLoop final : ControlFlowPattern<PrimLoopOp> {
  using ControlFlowPattern::ControlFlowPattern;

  LogicalResult
  matchAndRewrite(PrimLoopOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto types = convertTypes(op.getResultTypes());
    if (failed(types))
      return rewriter.notifyMatchFailure(op, "a carried value is no tensor");
    std::string refusal;
    std::unique_ptr<TensorBuilder> b = makeBuilder(op, rewriter, refusal);
    SmallVector<Value> initial{b->scalar(b->getI64Type(), 0),
                               adaptor.getInitialCondition()};
    llvm::append_range(initial, adaptor.getIterArgsInit());
    SmallVector<Type> carried(ValueRange(initial).getTypes());
    Operation *loop = b->makeWhile(initial);
    if (!loop)
      return rewriter.notifyMatchFailure(op, refusal);
    b->fillRegion(loop->getRegion(0), carried,
                  [&](TensorBuilder &inner, ValueRange arguments) {
                    Value isLeft = inner.compare(Comparison::LT, arguments[0],
                                                 adaptor.getMaxTripCount());
                    return SmallVector<Value>{
                        inner.logicalAnd(isLeft, arguments[1])};
                  });
    if (!refusal.empty())
      return rewriter.notifyMatchFailure(op, refusal);
    // The body takes no condition, which it does not ask for.
    Block *body = &op.getRegion().front();
    Region &target = loop->getRegion(1);
    rewriter.inlineRegionBefore(op.getRegion(), target, target.end());
    TypeConverter::SignatureConversion signature(body->getNumArguments());
    signature.addInputs(0, carried[0]);
    signature.addInputs(carried[1]);
    for (auto [i, type] : llvm::enumerate(*types))
      signature.addInputs(i + 1, type);
    rewriter.applySignatureConversion(body, signature, getTypeConverter());
    rewriter.replaceOp(op, loop->getResults().drop_front(2));
    return success();
  }
};

struct ConvertCondition final : ControlFlowPattern<PrimLoopConditionOp> {
  using ControlFlowPattern::ControlFlowPattern;

  LogicalResult
  matchAndRewrite(PrimLoopConditionOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<PrimLoopOp>(op->getParentOp()))
      return rewriter.notifyMatchFailure(op, "the loop is not converted");
    std::string refusal;
    std::unique_ptr<TensorBuilder> b = makeBuilder(op, rewriter, refusal);
    Value number = op->getBlock()->getArgument(0);
    Value next = b->add(number, b->scalar(b->getI64Type(), 1));
    if (!refusal.empty())
      return rewriter.notifyMatchFailure(op, refusal);
    SmallVector<Value> values{next, adaptor.getShouldContinue()};
    llvm::append_range(values, adaptor.getIterArgs());
    b->yield(values);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void ingot::torch::populateControlFlowPatterns(const TypeConverter &types,
                                               const TorchTarget &target,
                                               RewritePatternSet &patterns) {
  patterns.add<ConvertIf, ConvertYield, ConvertLoop, ConvertCondition>(
      types, target, patterns.getContext());
}
