//===- ProductOperands.cpp - operands of products, as panels and rows -----===//
//
// Both operands get the sums in one order, that of the panels of the right
// operand, and as many with the zeros behind them. A left operand whose sums
// lie side by side already, in that order and that many, is read where it is,
// unless dot products multiply longer elements than its bytes.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ProductOperands.h"
#include "pipeline/codegen/OperandCopies.h"
#include "pipeline/codegen/ProductOffsets.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace ingot {

/// The body of a product whose rows are copied with 128 more.
static Value multiplyAddShifted(OpBuilder &b, Location loc,
                                ValueRange elements) {
  Type i32 = b.getI32Type();
  Value left = arith::ExtUIOp::create(b, loc, i32, elements[0]);
  left = arith::SubIOp::create(b, loc, left,
                               arith::ConstantIntOp::create(b, loc, 128, 32));
  Value right = arith::ExtSIOp::create(b, loc, i32, elements[1]);
  Value term = arith::MulIOp::create(b, loc, left, right);
  return arith::AddIOp::create(b, loc, elements[2], term);
}

/// Columns whose products are worth another copy of the rows: dot products take
/// a left side without a sign, and turn one that has it once for each vector of
/// columns.
static constexpr int64_t kManyColumns = 128;

namespace {
/// Rewrites one block.
class BlockReader {
public:
  BlockReader(RewriterBase &rewriter, linalg::GenericOp op,
              const MatrixProduct &product)
      : rewriter_(rewriter), op_(op), product_(product), loc_(op.getLoc()),
        context_(rewriter.getContext()),
        rowElement_(getElementTypeOrSelf(product.left->get().getType())),
        ranges_(cast<linalg::LinalgOp>(op.getOperation())
                    .createLoopRanges(rewriter, loc_)) {
    // The new loops: batch, rows, column, sum.
    llvm::append_range(kept_, product.batch);
    llvm::append_range(kept_, product.rows);
    if (auto name = op->getAttrOfType<StringAttr>(kProductAttribute))
      chooseChange(*findDotInstruction(name));
  }

  LogicalResult run(Value panels, Value placeholder) {
    unsigned count = kept_.size() + 2;
    AffineExpr column = getAffineDimExpr(count - 2, context_),
               sum = getAffineDimExpr(count - 1, context_);
    FailureOr<Value> right = sliceOf(panels, placeholder);
    if (failed(right))
      return failure();
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(panels.getType()).getShape();
    int64_t group = shape.back();
    padded_ = shape[shape.size() - 3] * group;
    SmallVector<AffineExpr> batch;
    for (unsigned dim = 0; dim < product_.batch.size(); ++dim)
      batch.push_back(getAffineDimExpr(dim, context_));
    auto [left, leftMap] = rows(count, sum);
    SmallVector<AffineExpr> dims(op_.getNumLoops(),
                                 getAffineConstantExpr(0, context_));
    for (auto [place, loop] : llvm::enumerate(kept_))
      dims[loop] = getAffineDimExpr(place, context_);
    dims[product_.column] = column;
    OpOperand *init = op_.getDpsInitOperand(0);
    AffineMap out = op_.getMatchingIndexingMap(init).replaceDimsAndSymbols(
        dims, {}, count, 0);
    SmallVector<utils::IteratorType> kinds(count,
                                           utils::IteratorType::parallel);
    kinds.back() = utils::IteratorType::reduction;
    auto made = linalg::GenericOp::create(
        rewriter_, loc_, init->get().getType(), ValueRange{left, *right},
        init->get(), {leftMap, panelMap(count, batch, column, sum, group), out},
        kinds, [&](OpBuilder &b, Location loc, ValueRange elements) {
          linalg::YieldOp::create(
              b, loc,
              change_ == ElementChange::Shift
                  ? multiplyAddShifted(b, loc, elements)
                  : multiplyAdd(b, loc, product_, elements));
        });
    made->setAttr(kProductAttribute, op_->getAttr(kProductAttribute));
    rewriter_.replaceOp(op_, made);
    return success();
  }

private:
  /// What `dots` wants of the rows.
  void chooseChange(const DotInstruction &dots) {
    if (dots.elementBits != product_.elementBits()) {
      change_ = product_.isLeftSigned ? ElementChange::SignExtend
                                      : ElementChange::ZeroExtend;
      rowElement_ = rewriter_.getIntegerType(dots.elementBits);
    } else if (dots.isLeftUnsigned && product_.isLeftSigned &&
               op_.getStaticLoopRanges()[product_.column] >= kManyColumns) {
      change_ = ElementChange::Shift;
    }
  }

  /// The panels of the block's columns.
  FailureOr<Value> sliceOf(Value panels, Value placeholder) {
    Value right = product_.right->get();
    if (right == placeholder)
      return panels;
    auto slice = right.getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || slice.getSource() != placeholder)
      return failure();
    AffineMap map = op_.getMatchingIndexingMap(product_.right);
    auto offsetOf = [&](unsigned loop) {
      return slice.getMixedOffsets()[*map.getResultPosition(
          getAffineDimExpr(loop, context_))];
    };
    SmallVector<OpFoldResult> offsets, sizes;
    for (unsigned loop : product_.batch) {
      offsets.push_back(offsetOf(loop));
      sizes.push_back(ranges_[loop].size);
    }
    AffineExpr dim = getAffineDimExpr(0, context_);
    offsets.push_back(affine::makeComposedFoldedAffineApply(
        rewriter_, loc_, dim.floorDiv(kPanelColumns),
        {offsetOf(product_.column)}));
    sizes.push_back(affine::makeComposedFoldedAffineApply(
        rewriter_, loc_, dim.ceilDiv(kPanelColumns),
        {ranges_[product_.column].size}));
    auto type = cast<RankedTensorType>(panels.getType());
    for (int64_t size : type.getShape().take_back(3)) {
      offsets.push_back(rewriter_.getIndexAttr(0));
      sizes.push_back(rewriter_.getIndexAttr(size));
    }
    SmallVector<OpFoldResult> strides(type.getRank(),
                                      rewriter_.getIndexAttr(1));
    return Value(tensor::ExtractSliceOp::create(rewriter_, loc_, panels,
                                                offsets, sizes, strides));
  }

  /// The left operand's map with 0 for the loops that the new op lacks; its own
  /// dims are those of kept_ and then the sums.
  AffineMap leftMap() const {
    SmallVector<AffineExpr> dims(op_.getNumLoops(),
                                 getAffineConstantExpr(0, context_));
    unsigned next = 0;
    for (unsigned loop : kept_)
      dims[loop] = getAffineDimExpr(next++, context_);
    for (unsigned loop : product_.sums)
      dims[loop] = getAffineDimExpr(next++, context_);
    linalg::GenericOp op = op_;
    return op.getMatchingIndexingMap(product_.left)
        .replaceDimsAndSymbols(dims, {}, next, 0);
  }

  /// True if the sums are the last dimensions, in their order, and as many
  /// as panels have.
  bool isInRows(AffineMap map) const {
    if (!map.isProjectedPermutation() || padded_ != product_.depth(op_))
      return false;
    unsigned first = kept_.size(), sums = product_.sums.size();
    if (map.getNumResults() < sums)
      return false;
    for (auto [place, expr] : llvm::enumerate(map.getResults().take_back(sums)))
      if (expr != getAffineDimExpr(first + place, context_))
        return false;
    return true;
  }

  std::pair<Value, AffineMap> rows(unsigned count, AffineExpr sum) {
    Value left = product_.left->get();
    AffineMap map = leftMap();
    unsigned sums = product_.sums.size();
    SmallVector<AffineExpr> results;
    if (isInRows(map) && change_ == ElementChange::None) {
      results.assign(map.getResults().drop_back(sums).begin(),
                     map.getResults().drop_back(sums).end());
      left = collapseDims(rewriter_, loc_, left, results.size(), sums);
    } else {
      left = copyRows(left, map);
      for (unsigned dim = 0; dim < kept_.size(); ++dim)
        results.push_back(getAffineDimExpr(dim, context_));
    }
    results.push_back(sum);
    return {left, AffineMap::get(count, 0, results, context_)};
  }

  /// A copy that has the block's loops first and the sums last.
  Value copyRows(Value left, AffineMap map) {
    SmallVector<OpFoldResult> outer, inner;
    for (unsigned loop : kept_)
      outer.push_back(ranges_[loop].size);
    for (unsigned loop : product_.sums)
      inner.push_back(ranges_[loop].size);
    int64_t depth = product_.depth(op_);
    SmallVector<OpFoldResult> shape = outer;
    llvm::append_range(shape, inner);
    if (padded_ == depth) {
      Value into = emptyOf(rewriter_, loc_, shape, rowElement_);
      Value copy = makeCopy(rewriter_, loc_, {left, map, {}}, into, change_)
                       .getResult(0);
      return collapseDims(rewriter_, loc_, copy, outer.size(), inner.size());
    }
    return copyPaddedRows(left, map, outer, inner);
  }

  /// The same, with zeros up to what panels have.
  Value copyPaddedRows(Value left, AffineMap map, ArrayRef<OpFoldResult> outer,
                       ArrayRef<OpFoldResult> inner) {
    int64_t depth = product_.depth(op_);
    SmallVector<OpFoldResult> whole(outer), part(outer), tail(outer);
    whole.push_back(rewriter_.getIndexAttr(padded_));
    part.push_back(rewriter_.getIndexAttr(depth));
    tail.push_back(rewriter_.getIndexAttr(padded_ - depth));
    SmallVector<OpFoldResult> zeros(whole.size(), rewriter_.getIndexAttr(0)),
        ones(whole.size(), rewriter_.getIndexAttr(1)), tailAt = zeros;
    tailAt.back() = rewriter_.getIndexAttr(depth);
    Value memory = emptyOf(rewriter_, loc_, whole, rowElement_);
    Value end = tensor::ExtractSliceOp::create(rewriter_, loc_, memory, tailAt,
                                               tail, ones);
    Value zero =
        change_ == ElementChange::Shift
            ? arith::ConstantIntOp::create(rewriter_, loc_, -128, 8).getResult()
            : zeroOf(rewriter_, loc_, rowElement_);
    end = linalg::FillOp::create(rewriter_, loc_, zero, end).getResult(0);
    memory = tensor::InsertSliceOp::create(rewriter_, loc_, end, memory, tailAt,
                                           tail, ones);
    Value rows = tensor::ExtractSliceOp::create(rewriter_, loc_, memory, zeros,
                                                part, ones);
    SmallVector<OpFoldResult> shape(outer);
    llvm::append_range(shape, inner);
    SmallVector<ReassociationIndices> groups;
    for (unsigned dim = 0; dim < outer.size(); ++dim)
      groups.push_back({int64_t(dim)});
    groups.emplace_back();
    for (unsigned dim = 0; dim < inner.size(); ++dim)
      groups.back().push_back(int64_t(outer.size() + dim));
    if (inner.size() > 1) {
      SmallVector<int64_t> sizes;
      for (OpFoldResult size : shape)
        sizes.push_back(
            getConstantIntValue(size).value_or(ShapedType::kDynamic));
      rows = tensor::ExpandShapeOp::create(
          rewriter_, loc_, RankedTensorType::get(sizes, rowElement_), rows,
          groups, shape);
    }
    Value copy =
        makeCopy(rewriter_, loc_, {left, map, {}}, rows, change_).getResult(0);
    copy = collapseDims(rewriter_, loc_, copy, outer.size(), inner.size());
    return tensor::InsertSliceOp::create(rewriter_, loc_, copy, memory, zeros,
                                         part, ones);
  }

  RewriterBase &rewriter_;
  mutable linalg::GenericOp op_;
  const MatrixProduct &product_;
  Location loc_;
  MLIRContext *context_;
  int64_t padded_ = 0; ///< Elements of panels for each sum.
  /// What copies of rows change of their elements; other than none, all rows
  /// are copied.
  ElementChange change_ = ElementChange::None;
  Type rowElement_; ///< Of the copies.
  SmallVector<Range> ranges_;
  SmallVector<unsigned> kept_;
};
} // namespace

LogicalResult readPanels(RewriterBase &rewriter, linalg::GenericOp op,
                         const MatrixProduct &product, Value panels,
                         Value placeholder) {
  return BlockReader(rewriter, op, product).run(panels, placeholder);
}

} // namespace ingot
