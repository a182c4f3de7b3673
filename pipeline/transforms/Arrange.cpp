//===- Arrange.cpp - tensors with their dimensions in another order -------===//
//
// Copies are written as linalg.generic and not as linalg.transpose, so that
// ingot-fuse-producers can make them part of an elementwise neighbour.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/Arrange.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace ingot {

AffineMap arranged(AffineMap map, ArrayRef<int64_t> permutation) {
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                        applyPermutation(map.getResults(), permutation),
                        map.getContext());
}

RankedTensorType arranged(RankedTensorType type,
                          ArrayRef<int64_t> permutation) {
  return RankedTensorType::get(applyPermutation(type.getShape(), permutation),
                               type.getElementType(), type.getEncoding());
}

bool isReshape(ArrayRef<int64_t> shape, ArrayRef<int64_t> permutation) {
  int64_t last = -1;
  for (int64_t dim : permutation) {
    if (shape[dim] == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return true;
}

std::optional<Permutation>
ingot::spreadArrangement(linalg::LinalgOp op, ArrayRef<int64_t> permutation) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  if (!map.isProjectedPermutation() || map.getNumResults() >= map.getNumDims())
    return std::nullopt;
  auto isSpread = [&](unsigned loop) {
    return loop < map.getNumDims() && !map.isFunctionOfDim(loop);
  };
  Permutation spread;
  for (unsigned loop = 0; isSpread(loop); ++loop)
    spread.push_back(loop);
  for (int64_t dim : permutation) {
    unsigned loop = map.getDimPosition(dim);
    do
      spread.push_back(loop);
    while (isSpread(++loop));
  }
  return spread;
}

std::optional<Permutation> arrangementBy(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return Permutation(transpose.getPermutation());
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInputs() != 1 ||
      generic.getNumDpsInits() != 1 ||
      generic.getNumParallelLoops() != generic.getNumLoops())
    return std::nullopt;
  AffineMap read = generic.getIndexingMapsArray()[0];
  if (!read.isPermutation() || !generic.getIndexingMapsArray()[1].isIdentity())
    return std::nullopt;
  Block &body = generic.getRegion().front();
  if (!llvm::hasSingleElement(body) ||
      body.getTerminator()->getOperand(0) != body.getArgument(0) ||
      getElementTypeOrSelf(generic->getOperand(0)) !=
          getElementTypeOrSelf(generic->getResult(0)))
    return std::nullopt;
  // Loop i runs along dimension i of the result and along the operand's
  // dimension whose index it is.
  Permutation result(read.getNumResults());
  for (auto [dim, expression] : llvm::enumerate(read.getResults()))
    result[cast<AffineDimExpr>(expression).getPosition()] = dim;
  return result;
}

/// `value` without its dimensions of size one, and with those of `shape`.
static Value reshape(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<OpFoldResult> sizes, RankedTensorType type) {
  auto group = [](ArrayRef<int64_t> shape) {
    // Each group ends with a dimension that is not one; the last takes the
    // ones behind it too.
    SmallVector<ReassociationIndices> groups;
    ReassociationIndices current;
    for (auto [dim, size] : llvm::enumerate(shape)) {
      current.push_back(dim);
      if (size == 1)
        continue;
      groups.push_back(std::move(current));
      current.clear();
    }
    if (!groups.empty())
      llvm::append_range(groups.back(), current);
    return groups;
  };
  auto from = cast<RankedTensorType>(value.getType());
  SmallVector<ReassociationIndices> groups = group(from.getShape());
  if (groups.size() < static_cast<size_t>(from.getRank()))
    value = tensor::CollapseShapeOp::create(builder, loc, value, groups);
  groups = group(type.getShape());
  if (groups.size() < static_cast<size_t>(type.getRank()))
    value =
        tensor::ExpandShapeOp::create(builder, loc, type, value, groups, sizes);
  return value;
}

Value arrange(OpBuilder &builder, Location loc, Value value,
              ArrayRef<OpFoldResult> sizes, ArrayRef<int64_t> permutation) {
  if (isIdentityPermutation(permutation))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> arrangedSizes =
      applyPermutation(sizes, permutation);
  if (isReshape(type.getShape(), permutation))
    return reshape(builder, loc, value, arrangedSizes,
                   arranged(type, permutation));
  Value empty = tensor::EmptyOp::create(builder, loc, arrangedSizes,
                                        type.getElementType());
  auto rank = static_cast<unsigned>(type.getRank());
  AffineMap write = builder.getMultiDimIdentityMap(rank);
  AffineMap read = arranged(write, invertPermutationVector(permutation));
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), value, empty,
             ArrayRef<AffineMap>{read, write}, kinds,
             [](OpBuilder &nested, Location at, ValueRange elements) {
               linalg::YieldOp::create(nested, at, elements.front());
             })
      .getResult(0);
}

/// The order of loops that rebuildArranged() promises.
static SmallVector<unsigned> loopOrder(linalg::GenericOp op,
                                       ArrayRef<unsigned> inner) {
  SmallVector<unsigned> order;
  llvm::SmallBitVector seen(op.getNumLoops());
  auto append = [&](unsigned loop) {
    if (!seen.test(loop))
      order.push_back(loop);
    seen.set(loop);
  };
  AffineMap writes = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  for (AffineExpr result : writes.getResults())
    if (auto dim = dyn_cast<AffineDimExpr>(result))
      append(dim.getPosition());
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel)
      append(loop);
  llvm::for_each(inner, append);
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    append(loop);
  return order;
}

linalg::GenericOp rebuildArranged(RewriterBase &rewriter, linalg::GenericOp op,
                                  ValueRange operands,
                                  ArrayRef<Permutation> permutations,
                                  ArrayRef<unsigned> inner) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [map, permutation] : llvm::zip_equal(maps, permutations))
    map = arranged(map, permutation);
  size_t inputs = op.getNumDpsInputs();
  ValueRange inits = operands.drop_front(inputs);
  auto made = linalg::GenericOp::create(
      rewriter, op.getLoc(), inits.getTypes(), operands.take_front(inputs),
      inits, rewriter.getAffineMapArrayAttr(maps), op.getIteratorTypes(),
      /*doc=*/nullptr, /*library_call=*/nullptr);
  rewriter.cloneRegionBefore(op.getRegion(), made.getRegion(),
                             made.getRegion().end());
  SmallVector<unsigned> order = loopOrder(made, inner);
  if (llvm::is_sorted(order))
    return made;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(made);
  FailureOr<linalg::GenericOp> ordered =
      linalg::interchangeGenericOp(rewriter, made, order);
  return succeeded(ordered) ? *ordered : made;
}

} // namespace ingot
