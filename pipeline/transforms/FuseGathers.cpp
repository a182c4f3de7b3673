//===- FuseGathers.cpp - elements that are extracted, one by one ----------===//
//
// Ops that frontends write with `tensor.extract` in their bodies (gathers,
// broadcasts of unknown sizes) hide from every map what they read. Two cases
// are put right:
//
//   - where each index is a loop of the op, one by one, the source is an
//   operand
//     like any other. A broadcast of unknown sizes chooses between the loop and
//     0 for a size of 1; if the loop has the size of the source, the loop is
//     right in both cases.
//   - where an elementwise op makes what elements are extracted from, the
//     element is computed where it is wanted, if that is not more often than it
//     was: an embedding dequantises the rows that it takes, not the table.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/FuseGathers.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// The size of dimension `dim`, followed to where the tensor was made; null
/// where nothing is known of it.
static OpFoldResult sizeOf(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return Builder(type.getContext()).getIndexAttr(type.getDimSize(dim));
  while (auto op = tensor.getDefiningOp<linalg::LinalgOp>())
    tensor =
        op.getDpsInitOperand(cast<OpResult>(tensor).getResultNumber())->get();
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  for (Operation *user : tensor.getUsers())
    if (auto size = dyn_cast<tensor::DimOp>(user);
        size && size.getConstantIndex() == dim)
      return size.getResult();
  return {};
}

/// The loop of `op` that `index`, a value in its body, is; none if it is
/// computed.
static std::optional<unsigned> loopOf(Value index, linalg::GenericOp op) {
  auto loop = index.getDefiningOp<linalg::IndexOp>();
  if (!loop || loop->getParentOp() != op)
    return std::nullopt;
  return loop.getDim();
}

/// Whether `condition` asks if `size` is 1.
static bool asksForOne(Value condition, OpFoldResult size) {
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  auto asked = dyn_cast_if_present<Value>(size);
  return compare && asked &&
         compare.getPredicate() == arith::CmpIPredicate::eq &&
         compare.getLhs() == asked && isConstantIntValue(compare.getRhs(), 1);
}

/// The range of a loop, as the sizes of the results tell it; null if none does.
static OpFoldResult rangeOf(linalg::GenericOp op, unsigned loop) {
  for (OpOperand &init : op.getDpsInitsMutable())
    for (auto [dim, place] :
         llvm::enumerate(op.getMatchingIndexingMap(&init).getResults()))
      if (place == getAffineDimExpr(loop, op.getContext()))
        return sizeOf(init.get(), dim);
  return {};
}

/// The loop along which `extract` walks dimension `dim` of its source, both of
/// one size; none if it does anything else.
static std::optional<unsigned> walkedLoop(tensor::ExtractOp extract,
                                          linalg::GenericOp op, int64_t dim) {
  Value index = extract.getIndices()[dim];
  OpFoldResult size = sizeOf(extract.getTensor(), dim);
  if (auto select = index.getDefiningOp<arith::SelectOp>())
    if (isConstantIntValue(select.getTrueValue(), 0) &&
        asksForOne(select.getCondition(), size))
      index = select.getFalseValue();
  std::optional<unsigned> loop = loopOf(index, op);
  if (!loop || !size || rangeOf(op, *loop) != size)
    return std::nullopt;
  return loop;
}

namespace {

/// Makes an operand of what is read element by element.
struct ExtractToOperand final : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics())
      return failure();
    for (auto extract : op.getBody()->getOps<tensor::ExtractOp>())
      if (std::optional<AffineMap> map = mapOf(extract, op)) {
        rewrite(op, extract, *map, rewriter);
        return success();
      }
    return failure();
  }

private:
  static std::optional<AffineMap> mapOf(tensor::ExtractOp extract,
                                        linalg::GenericOp op) {
    // What the op reads it must not compute.
    if (extract.getTensor().getParentRegion() == &op.getRegion())
      return std::nullopt;
    SmallVector<AffineExpr> places;
    for (int64_t dim = 0; dim < extract.getTensor().getType().getRank();
         ++dim) {
      std::optional<unsigned> loop = walkedLoop(extract, op, dim);
      if (!loop)
        return std::nullopt;
      AffineExpr place = getAffineDimExpr(*loop, op.getContext());
      if (llvm::is_contained(places, place))
        return std::nullopt; // A diagonal.
      places.push_back(place);
    }
    return AffineMap::get(op.getNumLoops(), 0, places, op.getContext());
  }

  static void rewrite(linalg::GenericOp op, tensor::ExtractOp extract,
                      AffineMap map, PatternRewriter &rewriter) {
    SmallVector<Value> inputs(op.getDpsInputs());
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    unsigned place = inputs.size();
    inputs.push_back(extract.getTensor());
    maps.insert(maps.begin() + place, map);
    auto made = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(), inputs, op.getDpsInits(),
        maps, op.getIteratorTypesArray());
    made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), made.getRegion(),
                                made.getRegion().begin());
    BlockArgument element = made.getBody()->insertArgument(
        place, extract.getType(), extract.getLoc());
    rewriter.replaceOp(extract, element);
    rewriter.replaceOp(op, made.getResults());
  }
};

/// Computes extracted elements in place of all of them.
struct ProducerIntoExtract final : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp extract,
                                PatternRewriter &rewriter) const override {
    auto reader = extract->getParentOfType<linalg::GenericOp>();
    auto producer = extract.getTensor().getDefiningOp<linalg::GenericOp>();
    if (!reader || extract->getParentOp() != reader || !producer ||
        !canCompute(producer) || !isRarer(reader, producer))
      return failure();
    AffineMap written =
        producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
    SmallVector<Value> loops(producer.getNumLoops());
    for (auto [dim, place] : llvm::enumerate(written.getResults()))
      loops[cast<AffineDimExpr>(place).getPosition()] =
          extract.getIndices()[dim];
    Location loc = extract.getLoc();
    IRMapping mapping;
    for (OpOperand *input : producer.getDpsInputOperands()) {
      SmallVector<Value> place;
      for (AffineExpr dim : producer.getMatchingIndexingMap(input).getResults())
        place.push_back(loops[cast<AffineDimExpr>(dim).getPosition()]);
      Value element =
          isa<RankedTensorType>(input->get().getType())
              ? tensor::ExtractOp::create(rewriter, loc, input->get(), place)
                    .getResult()
              : input->get();
      mapping.map(producer.getMatchingBlockArgument(input), element);
    }
    for (Operation &op : producer.getBody()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(op))
        mapping.map(index.getResult(), loops[index.getDim()]);
      else
        rewriter.clone(op, mapping);
    }
    rewriter.replaceOp(extract,
                       mapping.lookupOrDefault(
                           producer.getBody()->getTerminator()->getOperand(0)));
    return success();
  }

private:
  /// One result, from elements at places that its own place tells.
  static bool canCompute(linalg::GenericOp op) {
    return op.hasPureTensorSemantics() && op.getNumResults() == 1 &&
           op.getNumReductionLoops() == 0 &&
           !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
           op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation() &&
           llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) {
             return map.isProjectedPermutation();
           });
  }

  /// Whether `reader` extracts no more elements than `producer` makes. Nothing
  /// is said of sizes that only the run knows.
  static bool isRarer(linalg::GenericOp reader, linalg::GenericOp producer) {
    int64_t wanted = 1, made = 1;
    for (int64_t range : reader.getStaticLoopRanges())
      if (ShapedType::isDynamic(range) ||
          llvm::MulOverflow(wanted, range, wanted))
        return false;
    for (int64_t range : producer.getStaticLoopRanges())
      if (ShapedType::isDynamic(range) || llvm::MulOverflow(made, range, made))
        return false;
    return wanted <= made;
  }
};

} // namespace

void ingot::populateFuseGathersPatterns(RewritePatternSet &patterns) {
  patterns.add<ExtractToOperand, ProducerIntoExtract>(patterns.getContext());
}
