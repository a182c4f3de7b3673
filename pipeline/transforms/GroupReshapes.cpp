//===- GroupReshapes.cpp - which dimensions become which ------------------===//
//
// A reshape to several unknown sizes says only what they are. Where each is a
// size of the operand, or a multiple of one, dimensions are split or merged,
// and a pass that follows tensors sees through it: layouts of convolutions
// reach behind it, and elementwise ops fuse with what is on its other side.
//
// Of programs that were StableHLO, and of frontends', it was asserted before
// that the number of elements stays; who writes tensor.reshape promises it. So
// nothing is checked here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace ingot {
#define GEN_PASS_DEF_GROUPRESHAPES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
/// A reshape whose result's sizes are values.
struct Reshape {
  Value source;
  RankedTensorType from, to;
  ValueRange sizes;

  bool expands() const { return to.getRank() > from.getRank(); }
  RankedTensorType narrow() const { return expands() ? from : to; }
  RankedTensorType wide() const { return expands() ? to : from; }
};

/// A size as a number of times another value.
struct Multiple {
  Value base;
  int64_t factor;
};
} // namespace

/// Through what frontends compute in i32 and i64, which ValueBounds does not
/// follow. A size that i32 cannot hold is wrong in the program itself, and its
/// number of elements was found to differ.
static Multiple multipleOf(Value size) {
  int64_t factor = 1;
  while (Operation *op = size.getDefiningOp()) {
    auto product = dyn_cast<arith::MulIOp>(op);
    std::optional<int64_t> number =
        product ? getConstantIntValue(product.getRhs()) : std::nullopt;
    int64_t more = factor;
    if (number ? llvm::MulOverflow(factor, *number, more) != 0
               : !isa<arith::IndexCastOp, arith::ExtSIOp>(op))
      break;
    factor = more;
    size = op->getOperand(0);
  }
  return {size, factor};
}

/// The value that a dimension was given; null if it was given none.
static Value sizeOf(Value tensor, int64_t dim) {
  while (auto op = tensor.getDefiningOp<DestinationStyleOpInterface>())
    tensor = op.getTiedOpOperand(cast<OpResult>(tensor))->get();
  auto empty = tensor.getDefiningOp<tensor::EmptyOp>();
  return empty && empty.getType().isDynamicDim(dim) ? empty.getDynamicSize(dim)
                                                    : Value();
}

/// Whether `size` is `factor` times that dimension of `source`.
static bool isTimes(Value size, Value source, int64_t dim, int64_t factor) {
  Multiple wanted = multipleOf(size);
  auto asked = wanted.base.getDefiningOp<tensor::DimOp>();
  if (asked && asked.getSource() == source &&
      asked.getConstantIndex() == std::optional<int64_t>(dim))
    return wanted.factor == factor;
  if (Value given = sizeOf(source, dim)) {
    Multiple own = multipleOf(given);
    int64_t times;
    if (own.base == wanted.base)
      return !llvm::MulOverflow(own.factor, factor, times) &&
             times == wanted.factor;
  }
  if (!size.getType().isIndex())
    return false;
  using Variable = ValueBoundsConstraintSet::Variable;
  AffineExpr product = getAffineDimExpr(0, size.getContext()) * factor;
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      Variable(size), Variable(AffineMap::get(1, 0, product),
                               ArrayRef<Variable>{Variable(source, dim)}));
  return succeeded(equal) && *equal;
}

/// Whether that dimension of `source` is `factor` times `size`, which only a
/// product tells that it was given.
static bool isPart(Value size, Value source, int64_t dim, int64_t factor) {
  Value given = sizeOf(source, dim);
  if (!given)
    return false;
  Multiple part = multipleOf(size), own = multipleOf(given);
  int64_t product;
  return own.base == part.base &&
         !llvm::MulOverflow(part.factor, factor, product) &&
         product == own.factor;
}

/// Whether dimensions of the wider shape with this product, of which one may be
/// unknown, are one dimension of the narrower one.
static bool areOne(const Reshape &reshape, int64_t narrow,
                   std::optional<int64_t> unknown, int64_t product) {
  if (!reshape.narrow().isDynamicDim(narrow))
    return !unknown && reshape.narrow().getDimSize(narrow) == product;
  if (!unknown)
    return false;
  if (reshape.expands())
    return product == 1
               ? isTimes(reshape.sizes[*unknown], reshape.source, narrow, 1)
               : isPart(reshape.sizes[*unknown], reshape.source, narrow,
                        product);
  return isTimes(reshape.sizes[narrow], reshape.source, *unknown, product);
}

/// For each dimension of the narrower shape those of the wider one.
static std::optional<SmallVector<ReassociationIndices>>
groupsOf(const Reshape &reshape) {
  RankedTensorType narrow = reshape.narrow(), wide = reshape.wide();
  SmallVector<ReassociationIndices> groups;
  int64_t next = 0;
  for (int64_t dim : llvm::seq(narrow.getRank())) {
    ReassociationIndices group;
    std::optional<int64_t> unknown;
    int64_t product = 1;
    do {
      if (next == wide.getRank())
        return std::nullopt;
      if (wide.isDynamicDim(next)) {
        if (unknown)
          return std::nullopt;
        unknown = next;
      } else if (llvm::MulOverflow(product, wide.getDimSize(next), product)) {
        return std::nullopt;
      }
      group.push_back(next++);
    } while (!areOne(reshape, dim, unknown, product));
    // Sizes of 1 that the next one does not need.
    while (wide.getRank() - next > narrow.getRank() - dim - 1 &&
           wide.getDimSize(next) == 1)
      group.push_back(next++);
    groups.push_back(std::move(group));
  }
  if (next != wide.getRank() || groups.empty())
    return std::nullopt;
  return groups;
}

namespace {
struct GroupReshape final : OpRewritePattern<tensor::ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ReshapeOp op,
                                PatternRewriter &rewriter) const override {
    auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
    auto to = dyn_cast<RankedTensorType>(op.getType());
    auto shape = op.getShape().getDefiningOp<tensor::FromElementsOp>();
    if (!from || !to || !shape || from.getRank() == to.getRank())
      return failure();
    Reshape reshape{op.getSource(), from, to, shape.getElements()};
    std::optional<SmallVector<ReassociationIndices>> groups = groupsOf(reshape);
    if (!groups)
      return failure();
    if (!reshape.expands()) {
      rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
          op, to, op.getSource(), *groups);
      return success();
    }
    SmallVector<OpFoldResult> sizes;
    for (auto [dim, size] : llvm::enumerate(reshape.sizes))
      sizes.push_back(
          to.isDynamicDim(dim)
              ? OpFoldResult(getValueOrCreateCastToIndexLike(
                    rewriter, op.getLoc(), rewriter.getIndexType(), size))
              : rewriter.getIndexAttr(to.getDimSize(dim)));
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(op, to, op.getSource(),
                                                       *groups, sizes);
    return success();
  }
};

struct GroupReshapes final : ingot::impl::GroupReshapesBase<GroupReshapes> {
  using GroupReshapesBase::GroupReshapesBase;

  void runOnOperation() override {
    SmallVector<Operation *> reshapes;
    getOperation().walk([&](Operation *op) {
      if (isa<tensor::ReshapeOp, tensor::ExpandShapeOp,
              tensor::CollapseShapeOp>(op))
        reshapes.push_back(op);
    });
    if (reshapes.empty())
      return markAllAnalysesPreserved();
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<GroupReshape>(context);
    // What is split and merged again the same way goes.
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    if (failed(applyOpPatternsGreedily(reshapes, std::move(patterns),
                                       ingot::structuredRewrites())))
      signalPassFailure();
  }
};
} // namespace
