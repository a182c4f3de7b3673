//===- ControlFlow.cpp - if, case and while -------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

// Regions keep their types here; scf's own patterns of type conversion follow.

/// Moves a region and ends it in scf.yield.
static void moveRegion(Region &from, Region &to,
                       ConversionPatternRewriter &rewriter) {
  rewriter.inlineRegionBefore(from, to, to.end());
  Operation *end = to.back().getTerminator();
  rewriter.setInsertionPoint(end);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(end, end->getOperands());
}

namespace {

struct ConvertIf final : OpConversionPattern<IfOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(IfOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value condition =
        tensor::ExtractOp::create(rewriter, op.getLoc(), adaptor.getPred());
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                    condition);
    moveRegion(op.getTrueBranch(), branch.getThenRegion(), rewriter);
    moveRegion(op.getFalseBranch(), branch.getElseRegion(), rewriter);
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

/// An index that names no branch means the last one.
struct ConvertCase final : OpConversionPattern<CaseOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CaseOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getBranches().empty())
      return failure();
    Location loc = op.getLoc();
    Value index = tensor::ExtractOp::create(rewriter, loc, adaptor.getIndex());
    index = arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(),
                                       index);
    int64_t last = static_cast<int64_t>(op.getBranches().size()) - 1;
    SmallVector<int64_t> cases = llvm::to_vector(llvm::seq<int64_t>(0, last));
    auto branch = scf::IndexSwitchOp::create(rewriter, loc, op.getResultTypes(),
                                             index, cases, last);
    for (int64_t i = 0; i < last; ++i)
      moveRegion(op.getBranches()[i], branch.getCaseRegions()[i], rewriter);
    moveRegion(op.getBranches()[last], branch.getDefaultRegion(), rewriter);
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

struct ConvertWhile final : OpConversionPattern<WhileOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(WhileOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto loop = scf::WhileOp::create(rewriter, loc, op.getResultTypes(),
                                     op.getOperands());
    Region &before = loop.getBefore();
    rewriter.inlineRegionBefore(op.getCond(), before, before.end());
    Operation *end = before.back().getTerminator();
    rewriter.setInsertionPoint(end);
    Value condition =
        tensor::ExtractOp::create(rewriter, loc, end->getOperand(0));
    rewriter.replaceOpWithNewOp<scf::ConditionOp>(end, condition,
                                                  before.getArguments());
    moveRegion(op.getBody(), loop.getAfter(), rewriter);
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

} // namespace

void ingot::stablehlo::populateControlFlowPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertCase, ConvertIf, ConvertWhile>(converter,
                                                     patterns.getContext());
}
