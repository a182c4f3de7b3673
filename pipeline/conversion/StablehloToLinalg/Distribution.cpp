//===- Distribution.cpp - collectives of one device, composites -----------===//
//
// An executable runs on one device, so a group has one member and a collective
// is the identity. What does need others is left to be reported.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/MultiplyAdd.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot::stablehlo;

/// Whether all groups have at most one member. Groups given as axes of a mesh
/// are not looked up.
static bool hasOneMember(Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  return dense &&
         (dense.getType().getRank() != 2 || dense.getType().getDimSize(1) <= 1);
}

/// The elements, of type `given`, as the wider ones that the region folds in.
static Value promoteTensor(OpBuilder &builder, Location loc, Value value,
                           Type given, Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  return generateTensor(
      builder, loc, type.clone(element), sizesOf(builder, loc, value), value,
      builder.getMultiDimIdentityMap(type.getRank()),
      [&](OpBuilder &b, ValueRange elements) {
        return promoteElement(b, loc, elements.front(), given, element);
      });
}

namespace {

template <typename Op> struct DropCollective final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!hasOneMember(op.getReplicaGroups()))
      return failure();
    // With a dynamic root, an operand more says who it is.
    ValueRange kept = adaptor.getOperands().take_front(op->getNumResults());
    if (kept.size() != op->getNumResults())
      return failure();
    SmallVector<Value> results;
    for (auto [i, value] : llvm::enumerate(kept)) {
      RankedTensorType type = this->resultType(op, static_cast<unsigned>(i));
      if (!type || failed(verifyCompatibleShape(type, value.getType())))
        return failure();
      Type given = getElementTypeOrSelf(op->getOperand(i).getType());
      results.push_back(castTensor(rewriter, op.getLoc(),
                                   promoteTensor(rewriter, op.getLoc(), value,
                                                 given, type.getElementType()),
                                   type));
    }
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Nobody sends to a device that no pair names; it gets zeros.
struct ConvertCollectivePermute final : OpPattern<CollectivePermuteOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(CollectivePermuteOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = resultType(op);
    auto pairs = op.getSourceTargetPairs().getValues<int64_t>();
    bool isSent = false;
    for (int64_t i = 0; i + 1 < op.getSourceTargetPairs().size(); i += 2) {
      if (pairs[i] != 0 || pairs[i + 1] != 0)
        return failure();
      isSent = true;
    }
    if (!type)
      return failure();
    if (isSent) {
      rewriter.replaceOp(op, adaptor.getOperand());
      return success();
    }
    Location loc = op.getLoc();
    rewriter.replaceOp(
        op, filledTensor(rewriter, loc, type,
                         sizesOf(rewriter, loc, adaptor.getOperand()),
                         zeroScalar(rewriter, loc, type.getElementType())));
    return success();
  }
};

template <typename Op> struct ConvertId final : OpPattern<Op> {
  using OpPattern<Op>::OpPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = this->resultType(op);
    if (!type || !type.hasStaticShape())
      return failure();
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, type, cast<ElementsAttr>(rewriter.getZeroAttr(type)));
    return success();
  }
};

/// Whether `from` calls `function`, itself or by others that are not in
/// `seen` yet.
static bool reaches(func::FuncOp from, func::FuncOp function,
                    SmallPtrSetImpl<Operation *> &seen) {
  return from
      .walk([&](Operation *op) {
        FlatSymbolRefAttr name;
        if (auto call = dyn_cast<func::CallOp>(op))
          name = call.getCalleeAttr();
        else if (auto composite = dyn_cast<CompositeOp>(op))
          name = composite.getDecompositionAttr();
        auto callee =
            name ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name)
                 : func::FuncOp();
        bool isFound =
            callee && (callee == function || (seen.insert(callee).second &&
                                              reaches(callee, function, seen)));
        return isFound ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// A call of the decomposition, which the inliner takes in. One that calls
/// itself would never end.
struct ConvertComposite final : OpPattern<CompositeOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(CompositeOp op, Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        op, op.getDecompositionAttr());
    SmallPtrSet<Operation *, 8> seen;
    if (!function || reaches(function, function, seen))
      return failure();
    rewriter.replaceOpWithNewOp<func::CallOp>(
        op, op.getDecompositionAttr(), op.getResultTypes(), op.getInputs());
    return success();
  }
};

} // namespace

void ingot::stablehlo::joinAsyncOps(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  SmallVector<AsyncStartOp> starts;
  module.walk([&](AsyncStartOp start) { starts.push_back(start); });
  for (AsyncStartOp start : starts) {
    Block &body = start.getBody().front();
    Operation *end = body.getTerminator();
    SmallVector<Operation *> users(start->getUsers());
    if (!llvm::all_of(users, [&](Operation *user) {
          return isa<AsyncDoneOp>(user) &&
                 user->getResultTypes() == end->getOperandTypes();
        }))
      continue;
    rewriter.inlineBlockBefore(&body, start, start.getOperands());
    for (Operation *user : users)
      rewriter.replaceOp(user, end->getOperands());
    rewriter.eraseOp(end);
    rewriter.eraseOp(start);
  }
}

void ingot::stablehlo::populateDistributionPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<
      ConvertCollectivePermute, ConvertComposite, ConvertId<PartitionIdOp>,
      ConvertId<ReplicaIdOp>, DropCollective<AllGatherOp>,
      DropCollective<AllReduceOp>, DropCollective<AllToAllOp>,
      DropCollective<CollectiveBroadcastOp>, DropCollective<CollectiveReduceOp>,
      DropCollective<CrossReplicaSumOp>, DropCollective<ReduceScatterOp>>(
      converter, patterns.getContext());
}
