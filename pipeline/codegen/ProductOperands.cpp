//===- ProductOperands.cpp - operands of products, as panels and rows -----===//
//
// Both operands get the sums in one order, that of the right operand, padded
// with zeros to whole steps of tiles, or groups of dot products. A left operand
// whose sums lie side by side already, in that order and that many, is read
// where it is.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ProductOperands.h"
#include "pipeline/codegen/ProductOffsets.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace ingot {

static Value zeroOf(OpBuilder &builder, Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

static Value emptyOf(OpBuilder &builder, Location loc,
                     ArrayRef<OpFoldResult> shape, Type element) {
  return tensor::EmptyOp::create(builder, loc, shape, element);
}

/// `value`, with zeros behind it in each dimension up to `shape`.
static Value padded(OpBuilder &builder, Location loc, Value value,
                    ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  Value zeros =
      linalg::FillOp::create(
          builder, loc, zeroOf(builder, loc, type.getElementType()),
          tensor::EmptyOp::create(builder, loc, shape, type.getElementType())
              .getResult())
          .getResult(0);
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0)),
      strides(shape.size(), builder.getIndexAttr(1));
  return tensor::InsertSliceOp::create(
      builder, loc, value, zeros, offsets,
      tensor::getMixedSizes(builder, loc, value), strides);
}

namespace {
/// A copy of a tensor along a map, element by element.
struct Copy {
  Value source;
  AffineMap map;    ///< From loops to the source's dimensions.
  AffineMap target; ///< To those of the copy; the loops themselves if null.
};
} // namespace

/// With `shifts` the top bit of each element is turned: 128 more, without a
/// sign.
static linalg::GenericOp makeCopy(OpBuilder &builder, Location loc,
                                  const Copy &copy, Value into,
                                  bool shifts = false) {
  unsigned rank = copy.map.getNumDims();
  AffineMap target =
      copy.target ? copy.target : builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
      builder, loc, into.getType(), copy.source, into, {copy.map, target},
      kinds, [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value element = elements[0];
        if (shifts)
          element = arith::XOrIOp::create(
              b, loc, element, arith::ConstantIntOp::create(b, loc, -128, 8));
        linalg::YieldOp::create(b, loc, element);
      });
}

/// The body of a product whose left operand is such a copy.
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

/// Makes one dimension of the `count` ones from `first` on.
static Value collapse(OpBuilder &builder, Location loc, Value value,
                      unsigned first, unsigned count) {
  auto type = cast<RankedTensorType>(value.getType());
  if (count == 1)
    return value;
  SmallVector<ReassociationIndices> groups;
  for (unsigned dim = 0; dim < unsigned(type.getRank()); ++dim)
    if (dim > first && dim < first + count)
      groups.back().push_back(dim);
    else
      groups.push_back({int64_t(dim)});
  return tensor::CollapseShapeOp::create(builder, loc, value, groups);
}

Value makePanels(RewriterBase &rewriter, linalg::GenericOp op,
                 const MatrixProduct &product, int64_t depth) {
  Location loc = op.getLoc();
  Value right = product.right->get();
  AffineMap map = op.getMatchingIndexingMap(product.right);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  MLIRContext *context = rewriter.getContext();

  // Batch, then sums and column in the order that they have.
  SmallVector<int64_t> order;
  auto placeOf = [&](unsigned loop) {
    return *map.getResultPosition(getAffineDimExpr(loop, context));
  };
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
    unsigned loop = cast<AffineDimExpr>(map.getResult(dim)).getPosition();
    bool isUnitSum = loop != product.column &&
                     !llvm::is_contained(product.batch, loop) &&
                     !llvm::is_contained(product.sums, loop);
    if (isUnitSum)
      order.push_back(dim); // First of all, and collapsed away below.
  }
  unsigned units = order.size();
  for (unsigned loop : product.batch)
    order.push_back(placeOf(loop));
  bool isColumnFirst = placeOf(product.column) < placeOf(product.sums.front());
  if (isColumnFirst)
    order.push_back(placeOf(product.column));
  for (unsigned loop : product.sums)
    order.push_back(placeOf(loop));
  if (!isColumnFirst)
    order.push_back(placeOf(product.column));
  Type element = getElementTypeOrSelf(right.getType());
  if (!llvm::is_sorted(order)) {
    SmallVector<OpFoldResult> shape;
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, right);
    for (int64_t dim : order)
      shape.push_back(sizes[dim]);
    right = linalg::TransposeOp::create(rewriter, loc, right,
                                        emptyOf(rewriter, loc, shape, element),
                                        order)
                ->getResult(0);
  }
  // [units..., batch..., K, N] or [..., N, K], without the units.
  unsigned batches = product.batch.size();
  unsigned sumsAt = units + batches + (isColumnFirst ? 1 : 0);
  right = collapse(rewriter, loc, right, sumsAt, product.sums.size());
  if (units > 0)
    right = collapse(rewriter, loc, right, 0, units + 1);

  int64_t columns = ranges[product.column];
  SmallVector<int64_t> shape;
  for (unsigned loop : product.batch)
    shape.push_back(ranges[loop]);
  SmallVector<int64_t> panelShape = shape;
  int64_t columnsPadded = llvm::alignTo(columns, kPanelColumns);
  shape.push_back(isColumnFirst ? columnsPadded : depth);
  shape.push_back(isColumnFirst ? depth : columnsPadded);
  right = padded(rewriter, loc, right, shape);

  int64_t group = product.groupSize();
  llvm::append_values(panelShape, columnsPadded / kPanelColumns, depth / group,
                      kPanelColumns, group);
  unsigned rank = panelShape.size();
  SmallVector<AffineExpr> results;
  for (unsigned dim = 0; dim < batches; ++dim)
    results.push_back(getAffineDimExpr(dim, context));
  // Tasks are cut from the outside in. Those of an operand that has its columns
  // side by side keep all panels, and of others all steps.
  AffineExpr panel = getAffineDimExpr(rank - (isColumnFirst ? 4 : 3), context),
             step = getAffineDimExpr(rank - (isColumnFirst ? 3 : 4), context),
             column = getAffineDimExpr(rank - 2, context),
             part = getAffineDimExpr(rank - 1, context);
  AffineExpr n = panel * kPanelColumns + column, k = step * group + part;
  results.push_back(isColumnFirst ? n : k);
  results.push_back(isColumnFirst ? k : n);
  SmallVector<AffineExpr> placed(ArrayRef(results).take_front(batches));
  llvm::append_values(placed, panel, step, column, part);
  Value into = tensor::EmptyOp::create(rewriter, loc, panelShape, element);
  linalg::GenericOp copy =
      makeCopy(rewriter, loc,
               {right, AffineMap::get(rank, 0, results, context),
                AffineMap::get(rank, 0, placed, context)},
               into);
  copy->setAttr(kPanelsAttribute, rewriter.getUnitAttr());
  return copy.getResult(0);
}

/// `op` on other inputs, in other loops of the same kinds.
static linalg::GenericOp rebuilt(RewriterBase &rewriter, linalg::GenericOp op,
                                 const MatrixProduct &product,
                                 ValueRange inputs, ArrayRef<AffineMap> maps) {
  Value init = op.getDpsInits()[0];
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), init.getType(), inputs, init, maps,
      op.getIteratorTypesArray(),
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value factors[] = {elements[0], elements[1], elements.back()};
        linalg::YieldOp::create(b, loc, multiplyAdd(b, loc, product, factors));
      });
  rewriter.replaceOp(op, made);
  return made;
}

linalg::GenericOp readAllPanels(RewriterBase &rewriter, linalg::GenericOp op,
                                const MatrixProduct &product, Value panels) {
  MLIRContext *context = rewriter.getContext();
  unsigned count = op.getNumLoops();
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<unsigned> places, loops;
  op.getReductionDims(places);
  llvm::copy_if(places, std::back_inserter(loops), [&](unsigned loop) {
    return !llvm::is_contained(product.sums, loop);
  });
  llvm::append_range(loops, product.sums);
  SmallVector<AffineExpr> dims, window;
  for (unsigned loop = 0; loop < count; ++loop)
    dims.push_back(getAffineDimExpr(loop, context));
  SmallVector<int64_t> extent;
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (auto [place, loop] : llvm::zip_equal(places, loops)) {
    AffineExpr dim = getAffineDimExpr(place, context);
    dims[loop] = dim;
    window.push_back(dim);
    extent.push_back(ranges[loop]);
    if (ranges[loop] != 1)
      sum = sum * ranges[loop] + dim;
  }
  auto mapOf = [&](OpOperand *operand) {
    return op.getMatchingIndexingMap(operand).replaceDimsAndSymbols(dims, {},
                                                                    count, 0);
  };
  SmallVector<AffineExpr> batch;
  for (unsigned loop : product.batch)
    batch.push_back(dims[loop]);
  AffineMap maps[] = {
      mapOf(product.left),
      panelMap(count, batch, dims[product.column], sum, product.groupSize()),
      AffineMap::get(count, 0, window, context),
      mapOf(op.getDpsInitOperand(0))};
  Value lengths = tensor::EmptyOp::create(rewriter, op.getLoc(), extent,
                                          rewriter.getI8Type());
  return rebuilt(rewriter, op, product, {product.left->get(), panels, lengths},
                 maps);
}

linalg::GenericOp standInForPanels(RewriterBase &rewriter, linalg::GenericOp op,
                                   const MatrixProduct &product) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges(), shape;
  SmallVector<unsigned> loops(product.batch), reductions;
  op.getReductionDims(reductions);
  llvm::append_range(loops, reductions);
  loops.push_back(product.column);
  SmallVector<AffineExpr> dims;
  for (unsigned loop : loops) {
    dims.push_back(rewriter.getAffineDimExpr(loop));
    shape.push_back(ranges[loop]);
  }
  AffineMap maps[] = {
      op.getMatchingIndexingMap(product.left),
      AffineMap::get(op.getNumLoops(), 0, dims, rewriter.getContext()),
      op.getMatchingIndexingMap(op.getDpsInitOperand(0))};
  Type element = getElementTypeOrSelf(product.right->get().getType());
  Value placeholder =
      tensor::EmptyOp::create(rewriter, op.getLoc(), shape, element);
  return rebuilt(rewriter, op, product, {product.left->get(), placeholder},
                 maps);
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
        ranges_(cast<linalg::LinalgOp>(op.getOperation())
                    .createLoopRanges(rewriter, loc_)) {
    // The new loops: batch, rows, column, sum.
    llvm::append_range(kept_, product.batch);
    llvm::append_range(kept_, product.rows);
    bool isDots = op->getAttrOfType<IntegerAttr>(kProductAttribute) != nullptr;
    shifts_ = isDots && product.isLeftSigned &&
              op.getStaticLoopRanges()[product.column] >= kManyColumns;
  }

  LogicalResult run(Value panels, Value placeholder) {
    unsigned count = kept_.size() + 2;
    AffineExpr column = getAffineDimExpr(count - 2, context_),
               sum = getAffineDimExpr(count - 1, context_);
    FailureOr<Value> right = sliceOf(panels, placeholder);
    if (failed(right))
      return failure();
    int64_t group = product_.groupSize();
    ArrayRef<int64_t> shape =
        cast<RankedTensorType>(panels.getType()).getShape();
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
              shifts_ ? multiplyAddShifted(b, loc, elements)
                      : multiplyAdd(b, loc, product_, elements));
        });
    made->setAttr(kProductAttribute, op_->getAttr(kProductAttribute));
    rewriter_.replaceOp(op_, made);
    return success();
  }

private:
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
    if (isInRows(map) && !shifts_) {
      results.assign(map.getResults().drop_back(sums).begin(),
                     map.getResults().drop_back(sums).end());
      left = collapse(rewriter_, loc_, left, results.size(), sums);
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
    Type element = getElementTypeOrSelf(left.getType());
    int64_t depth = product_.depth(op_);
    SmallVector<OpFoldResult> shape = outer;
    llvm::append_range(shape, inner);
    if (padded_ == depth) {
      Value into = emptyOf(rewriter_, loc_, shape, element);
      Value copy = makeCopy(rewriter_, loc_, {left, map, {}}, into, shifts_)
                       .getResult(0);
      return collapse(rewriter_, loc_, copy, outer.size(), inner.size());
    }
    return copyPaddedRows(left, map, outer, inner);
  }

  /// The same, with zeros up to what panels have.
  Value copyPaddedRows(Value left, AffineMap map, ArrayRef<OpFoldResult> outer,
                       ArrayRef<OpFoldResult> inner) {
    Type element = getElementTypeOrSelf(left.getType());
    int64_t depth = product_.depth(op_);
    SmallVector<OpFoldResult> whole(outer), part(outer), tail(outer);
    whole.push_back(rewriter_.getIndexAttr(padded_));
    part.push_back(rewriter_.getIndexAttr(depth));
    tail.push_back(rewriter_.getIndexAttr(padded_ - depth));
    SmallVector<OpFoldResult> zeros(whole.size(), rewriter_.getIndexAttr(0)),
        ones(whole.size(), rewriter_.getIndexAttr(1)), tailAt = zeros;
    tailAt.back() = rewriter_.getIndexAttr(depth);
    Value memory = emptyOf(rewriter_, loc_, whole, element);
    Value end = tensor::ExtractSliceOp::create(rewriter_, loc_, memory, tailAt,
                                               tail, ones);
    Value zero =
        shifts_
            ? arith::ConstantIntOp::create(rewriter_, loc_, -128, 8).getResult()
            : zeroOf(rewriter_, loc_, element);
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
          rewriter_, loc_, RankedTensorType::get(sizes, element), rows, groups,
          shape);
    }
    Value copy =
        makeCopy(rewriter_, loc_, {left, map, {}}, rows, shifts_).getResult(0);
    copy = collapse(rewriter_, loc_, copy, outer.size(), inner.size());
    return tensor::InsertSliceOp::create(rewriter_, loc_, copy, memory, zeros,
                                         part, ones);
  }

  RewriterBase &rewriter_;
  mutable linalg::GenericOp op_;
  const MatrixProduct &product_;
  Location loc_;
  MLIRContext *context_;
  int64_t padded_ = 0; ///< Elements of panels for each sum.
  /// Whether rows are copied as numbers without a sign, 128 more each.
  bool shifts_ = false;
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
