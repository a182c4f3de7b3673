//===- ProductPanels.cpp - the right operand of products, as panels -------===//
//
// Panels have the sums in the order of the operand that they are made of,
// padded with zeros to whole steps of tiles, or groups of dot products. Where
// those multiply 16 bits, the panels' elements have as many: a panel is read by
// every row, and made once.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/OperandCopies.h"
#include "pipeline/codegen/ProductOffsets.h"
#include "pipeline/codegen/ProductOperands.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace ingot {

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
/// Makes the panels of one product.
class PanelMaker {
public:
  PanelMaker(RewriterBase &rewriter, linalg::GenericOp op,
             const MatrixProduct &product, PanelFormat format)
      : rewriter_(rewriter), product_(product), format_(format),
        loc_(op.getLoc()), context_(rewriter.getContext()),
        map_(op.getMatchingIndexingMap(product.right)),
        ranges_(op.getStaticLoopRanges()),
        isColumnFirst_(placeOf(product.column) <
                       placeOf(product.sums.front())) {}

  Value run() {
    SmallVector<int64_t> shape;
    for (unsigned loop : product_.batch)
      shape.push_back(ranges_[loop]);
    SmallVector<int64_t> panelShape = shape;
    int64_t columns = llvm::alignTo(ranges_[product_.column], kPanelColumns);
    shape.push_back(isColumnFirst_ ? columns : format_.depth);
    shape.push_back(isColumnFirst_ ? format_.depth : columns);
    Value right = padded(rewriter_, loc_, inOrder(), shape);
    llvm::append_values(panelShape, columns / kPanelColumns,
                        format_.depth / format_.group, kPanelColumns,
                        format_.group);
    Type element = getElementTypeOrSelf(right.getType());
    ElementChange change = ElementChange::None;
    if (format_.elementBits != element.getIntOrFloatBitWidth()) {
      element = rewriter_.getIntegerType(format_.elementBits);
      change = product_.isRightSigned ? ElementChange::SignExtend
                                      : ElementChange::ZeroExtend;
    }
    Value into = tensor::EmptyOp::create(rewriter_, loc_, panelShape, element);
    linalg::GenericOp copy =
        makeCopy(rewriter_, loc_, copyOf(right), into, change);
    copy->setAttr(kPanelsAttribute, rewriter_.getUnitAttr());
    return copy.getResult(0);
  }

private:
  unsigned placeOf(unsigned loop) {
    return *map_.getResultPosition(getAffineDimExpr(loop, context_));
  }

  /// Dimensions of the operand that are sums of one step.
  SmallVector<int64_t> unitSums() {
    SmallVector<int64_t> units;
    for (unsigned dim = 0; dim < map_.getNumResults(); ++dim) {
      unsigned loop = cast<AffineDimExpr>(map_.getResult(dim)).getPosition();
      if (loop != product_.column &&
          !llvm::is_contained(product_.batch, loop) &&
          !llvm::is_contained(product_.sums, loop))
        units.push_back(dim);
    }
    return units;
  }

  /// The operand as [batch..., K, N] or [batch..., N, K].
  Value inOrder() {
    // Sums of one step stand first, to be collapsed away. Sums and column keep
    // the order that they have.
    SmallVector<int64_t> dims = unitSums();
    unsigned units = dims.size();
    for (unsigned loop : product_.batch)
      dims.push_back(placeOf(loop));
    if (isColumnFirst_)
      dims.push_back(placeOf(product_.column));
    for (unsigned loop : product_.sums)
      dims.push_back(placeOf(loop));
    if (!isColumnFirst_)
      dims.push_back(placeOf(product_.column));
    Value right = product_.right->get();
    if (!llvm::is_sorted(dims)) {
      SmallVector<OpFoldResult> sizes =
          tensor::getMixedSizes(rewriter_, loc_, right);
      SmallVector<OpFoldResult> shape =
          llvm::map_to_vector(dims, [&](int64_t dim) { return sizes[dim]; });
      Value into = emptyOf(rewriter_, loc_, shape,
                           getElementTypeOrSelf(right.getType()));
      right = linalg::TransposeOp::create(rewriter_, loc_, right, into, dims)
                  ->getResult(0);
    }
    unsigned sumsAt = units + product_.batch.size() + (isColumnFirst_ ? 1 : 0);
    right = collapseDims(rewriter_, loc_, right, sumsAt, product_.sums.size());
    return units > 0 ? collapseDims(rewriter_, loc_, right, 0, units + 1)
                     : right;
  }

  /// The copy of `right` into panels. Tasks are cut from the outside in: those
  /// of an operand that has its columns side by side keep all panels, and of
  /// others all steps.
  OperandCopy copyOf(Value right) {
    unsigned batches = product_.batch.size(), rank = batches + 4;
    SmallVector<AffineExpr> source, target;
    for (unsigned dim = 0; dim < batches; ++dim)
      source.push_back(getAffineDimExpr(dim, context_));
    target = source;
    AffineExpr panel =
                   getAffineDimExpr(rank - (isColumnFirst_ ? 4 : 3), context_),
               step =
                   getAffineDimExpr(rank - (isColumnFirst_ ? 3 : 4), context_),
               column = getAffineDimExpr(rank - 2, context_),
               part = getAffineDimExpr(rank - 1, context_);
    AffineExpr n = panel * kPanelColumns + column,
               k = step * format_.group + part;
    source.push_back(isColumnFirst_ ? n : k);
    source.push_back(isColumnFirst_ ? k : n);
    llvm::append_values(target, panel, step, column, part);
    return {right, AffineMap::get(rank, 0, source, context_),
            AffineMap::get(rank, 0, target, context_)};
  }

  RewriterBase &rewriter_;
  const MatrixProduct &product_;
  PanelFormat format_;
  Location loc_;
  MLIRContext *context_;
  AffineMap map_; ///< By which the operand is read.
  SmallVector<int64_t> ranges_;
  bool isColumnFirst_;
};
} // namespace

Value makePanels(RewriterBase &rewriter, linalg::GenericOp op,
                 const MatrixProduct &product, PanelFormat format) {
  return PanelMaker(rewriter, op, product, format).run();
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
  int64_t group = cast<RankedTensorType>(panels.getType()).getShape().back();
  AffineMap maps[] = {mapOf(product.left),
                      panelMap(count, batch, dims[product.column], sum, group),
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
  // Of the operand, whatever the panels have become.
  Type element = getElementTypeOrSelf(product.left->get().getType());
  Value placeholder =
      tensor::EmptyOp::create(rewriter, op.getLoc(), shape, element);
  return rebuilt(rewriter, op, product, {product.left->get(), placeholder},
                 maps);
}

} // namespace ingot
