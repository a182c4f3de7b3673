//===- ControlFlow.cpp - if, case and while -------------------------------===//
//
// Regions keep their types here; scf's own patterns of type conversion follow,
// which also take tuples and tokens apart.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Scalars.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

static Value reinterpret(OpBuilder &builder, Value value, Type type) {
  return value.getType() == type ? value
                                 : UnrealizedConversionCastOp::create(
                                       builder, value.getLoc(), type, value)
                                       .getResult(0);
}

/// The values in these types. StableHLO lets sizes be known in one place and
/// not in another, where scf wants the same type everywhere.
static SmallVector<Value> castAll(OpBuilder &builder, ValueRange values,
                                  TypeRange types) {
  SmallVector<Value> results;
  for (auto [value, type] : llvm::zip_equal(values, types)) {
    auto from = dyn_cast<RankedTensorType>(value.getType());
    auto to = dyn_cast<RankedTensorType>(type);
    if (!from || !to || from == to) {
      results.push_back(value);
      continue;
    }
    // Only what has no sign can be cast.
    Type element = signless(to.getElementType());
    Value plain = reinterpret(builder, value, from.clone(element));
    plain = castTensor(builder, value.getLoc(), plain,
                       cast<RankedTensorType>(to.clone(element)));
    results.push_back(reinterpret(builder, plain, to));
  }
  return results;
}

/// Moves a region and ends it in scf.yield of these types.
static void moveRegion(Region &from, Region &to, TypeRange types,
                       ConversionPatternRewriter &rewriter) {
  rewriter.inlineRegionBefore(from, to, to.end());
  Operation *end = to.back().getTerminator();
  rewriter.setInsertionPoint(end);
  rewriter.replaceOpWithNewOp<scf::YieldOp>(
      end, castAll(rewriter, end->getOperands(), types));
}

namespace {

struct ConvertIf final : OpPattern<IfOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(IfOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value condition =
        tensor::ExtractOp::create(rewriter, op.getLoc(), adaptor.getPred());
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), op.getResultTypes(),
                                    condition);
    moveRegion(op.getTrueBranch(), branch.getThenRegion(), op.getResultTypes(),
               rewriter);
    moveRegion(op.getFalseBranch(), branch.getElseRegion(), op.getResultTypes(),
               rewriter);
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

/// An index that names no branch means the last one.
struct ConvertCase final : OpPattern<CaseOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(CaseOp op, Adaptor adaptor,
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
      moveRegion(op.getBranches()[i], branch.getCaseRegions()[i],
                 op.getResultTypes(), rewriter);
    moveRegion(op.getBranches()[last], branch.getDefaultRegion(),
               op.getResultTypes(), rewriter);
    rewriter.replaceOp(op, branch.getResults());
    return success();
  }
};

struct ConvertWhile final : OpPattern<WhileOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(WhileOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto loop = scf::WhileOp::create(
        rewriter, loc, op.getResultTypes(),
        castAll(rewriter, op.getOperands(), op.getResultTypes()));
    Region &before = loop.getBefore();
    rewriter.inlineRegionBefore(op.getCond(), before, before.end());
    Operation *end = before.back().getTerminator();
    rewriter.setInsertionPoint(end);
    Value condition =
        tensor::ExtractOp::create(rewriter, loc, end->getOperand(0));
    rewriter.replaceOpWithNewOp<scf::ConditionOp>(end, condition,
                                                  before.getArguments());
    moveRegion(op.getBody(), loop.getAfter(), op.getResultTypes(), rewriter);
    rewriter.replaceOp(op, loop.getResults());
    return success();
  }
};

/// Takes the operands through. Tuples and tokens stand for any number of
/// values.
template <typename Op> struct PassThrough final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;
  using OneToN = typename OpPattern<Op>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(Op op, OneToN adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(
        op, SmallVector<ValueRange>(adaptor.getOperands()));
    return success();
  }
};

/// Tokens order effects, of which a program on one device has none.
template <typename Op> struct DropToken final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;
  using OneToN = typename OpPattern<Op>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(Op op, OneToN,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {ValueRange()});
    return success();
  }
};

struct ConvertTuple final : OpPattern<TupleOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(TupleOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> all;
    for (ValueRange values : adaptor.getOperands())
      llvm::append_range(all, values);
    rewriter.replaceOpWithMultiple(op, {ValueRange(all)});
    return success();
  }
};

struct ConvertGetTupleElement final : OpPattern<GetTupleElementOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(GetTupleElementOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tuple = cast<TupleType>(op.getOperand().getType());
    ValueRange rest = adaptor.getOperands().front();
    for (auto [i, type] : llvm::enumerate(tuple.getTypes())) {
      SmallVector<Type> parts;
      if (failed(getTypeConverter()->convertType(type, parts)))
        return failure();
      if (i == op.getIndex()) {
        rewriter.replaceOpWithMultiple(op, {rest.take_front(parts.size())});
        return success();
      }
      rest = rest.drop_front(parts.size());
    }
    return failure();
  }
};

} // namespace

void ingot::stablehlo::populateControlFlowPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertCase, ConvertGetTupleElement, ConvertIf, ConvertTuple,
               ConvertWhile, DropToken<AfterAllOp>, DropToken<CreateTokenOp>,
               PassThrough<OptimizationBarrierOp>>(converter,
                                                   patterns.getContext());
}
