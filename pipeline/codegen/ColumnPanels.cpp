//===- ColumnPanels.cpp - right-hand sides that lie by columns ------------===//
//
// A register tile walks down some columns of the right-hand side. Where rows
// are long, each step is in another page, and rows that are a power of two
// apart drive each other out of the cache. A kernel copies such panels where
// enough rows share them (PackPanels.cpp), again in each call. Those of a
// constant are made once, when it is bound, so that few rows gain as well.
//
// What a panel holds and the order of sums are the same, and so are results.
//
// A constant that has the sums side by side would be read row by row, with a
// sum for each lane (TileDots.cpp), or turned in each call (PackOperands.cpp).
// It is turned once for all instead, and read as any other; sums then have the
// order of the loops.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/ColumnPanels.h"

#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/PackPanels.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace ingot {

/// Smaller matrices are in the first-level cache.
static constexpr int64_t kMinBytes = 32 << 10;
/// Multiplications from which a product takes ten microseconds and more, of
/// which panels save some. They cost a kernel and milliseconds at bind.
static constexpr int64_t kMinProducts = 1 << 20;
/// What an unknown number of rows counts.
static constexpr int64_t kUnknownRows = 16;
/// Fewer rows read a matrix as fast that has its sums side by side, and so does
/// any number where there are few columns: lanes that share a sum keep more
/// sums at once then.
static constexpr int64_t kMinTurnedRows = 8;
static constexpr int64_t kMinTurnedVectors = 16;

/// The loop and the divisor of `loop floordiv divisor` or `loop mod divisor`.
static std::optional<std::pair<unsigned, int64_t>>
dividedLoop(AffineExpr expression, AffineExprKind kind) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (!binary || binary.getKind() != kind)
    return std::nullopt;
  auto loop = dyn_cast<AffineDimExpr>(binary.getLHS());
  auto width = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!loop || !width)
    return std::nullopt;
  return std::pair(loop.getPosition(), width.getValue());
}

std::optional<ColumnPanels> columnPanelsOf(linalg::LinalgOp op) {
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (map.getNumResults() < 3)
      continue;
    auto panel = dividedLoop(map.getResult(0), AffineExprKind::FloorDiv),
         column = dividedLoop(map.getResults().back(), AffineExprKind::Mod);
    if (!panel || panel != column)
      continue;
    auto [loop, width] = *panel;
    ArrayRef<int64_t> shape =
        cast<ShapedType>(input->get().getType()).getShape();
    if (shape.back() == width &&
        shape.front() * width == op.getStaticLoopRanges()[loop] &&
        llvm::none_of(
            map.getResults().drop_front().drop_back(),
            [&](AffineExpr row) { return row.isFunctionOfDim(panel->first); }))
      return ColumnPanels{input, loop, width};
  }
  return std::nullopt;
}

std::optional<int64_t> dimOfLoop(AffineMap map, unsigned loop) {
  std::optional<unsigned> place =
      map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
  if (!place)
    return std::nullopt;
  for (auto [dim, result] : llvm::enumerate(map.getResults()))
    if (dim != *place && result.isFunctionOfDim(loop))
      return std::nullopt;
  return *place;
}

bool canSplitColumns(linalg::LinalgOp op, unsigned loop, int64_t width,
                     OpOperand *panels) {
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic || generic.hasIndexSemantics() || generic.getNumResults() != 1)
    return false;
  int64_t range = generic.getStaticLoopRanges()[loop];
  if (ShapedType::isDynamic(range) || range % width != 0 ||
      !dimOfLoop(op.getMatchingIndexingMap(op.getDpsInitOperand(0)), loop))
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    return &operand == panels || !map.isFunctionOfDim(loop) ||
           dimOfLoop(map, loop);
  });
}

/// Of all loops, that of the sums included.
static int64_t countSteps(linalg::LinalgOp op) {
  int64_t count = 1;
  for (int64_t range : op.getStaticLoopRanges())
    count *= ShapedType::isDynamic(range) ? kUnknownRows : range;
  return count;
}

/// Of the result, those that read all of the operand of `map`.
static int64_t countRows(linalg::LinalgOp op, AffineMap map) {
  SmallVector<unsigned> loops;
  op.getParallelDims(loops);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t count = 1;
  for (unsigned loop : loops)
    if (!map.isFunctionOfDim(loop))
      count *=
          ShapedType::isDynamic(ranges[loop]) ? kUnknownRows : ranges[loop];
  return count;
}

/// The input of `op` that has the columns of the result, enough of them,
/// elsewhere than last, if enough rows read it; null if there is none.
static OpOperand *findRowMatrix(linalg::LinalgOp op, unsigned vectorBits) {
  std::optional<unsigned> columns = contiguousLoop(op);
  if (!columns || hasWindows(op) || !hasVectorizableBody(op) ||
      countSteps(op) < kMinProducts)
    return nullptr;
  OpOperand *found = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(*columns))
      continue;
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (found || !type || !type.hasStaticShape() ||
        !map.isProjectedPermutation())
      return nullptr;
    std::optional<int64_t> dim = dimOfLoop(map, *columns);
    if (!dim || *dim + 1 == type.getRank() ||
        type.getDimSize(*dim) * type.getElementTypeBitWidth() <
            kMinTurnedVectors * vectorBits ||
        countRows(op, map) < kMinTurnedRows)
      return nullptr;
    found = input;
  }
  return found;
}

bool mayReadColumnPanels(linalg::LinalgOp op, unsigned vectorBits) {
  if (vectorBits == 0 || op.getNumDpsInputs() != 2 ||
      !op.hasPureTensorSemantics() || !accumulationOf(op))
    return false;
  return chooseRegisterTile(op, vectorBits) || findRowMatrix(op, vectorBits);
}

/// True for one of `constants`, unless it is one number many times, which is
/// the same in any order.
static bool isKnown(Value value, ArrayRef<Value> constants) {
  SplatElementsAttr splat;
  return llvm::is_contained(constants, value) &&
         !matchPattern(value, m_Constant(&splat));
}

/// True if all windows of `op` are of one place, in steps of any length: no two
/// pixels share what they read.
static bool sharesNoPixels(linalg::LinalgOp op) {
  SmallVector<unsigned> sums;
  op.getReductionDims(sums);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  return llvm::all_of(op.getIndexingMapsArray(), [&](AffineMap map) {
    return llvm::all_of(map.getResults(), [&](AffineExpr result) {
      return isa<AffineDimExpr>(result) ||
             llvm::none_of(sums, [&](unsigned loop) {
               return ranges[loop] != 1 && result.isFunctionOfDim(loop);
             });
    });
  });
}

/// The constant that `op` reads by columns, if panels of it pay.
static OpOperand *findMatrix(linalg::LinalgOp op, ArrayRef<Value> constants,
                             const RegisterTile &tile, unsigned vectorBits) {
  if (!tile.rowLoop)
    return nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(tile.vectorLoop))
      continue;
    auto type = cast<RankedTensorType>(input->get().getType());
    if (!isKnown(input->get(), constants) || !type.hasStaticShape() ||
        !map.isProjectedPermutation() ||
        map.getResults().back() !=
            getAffineDimExpr(tile.vectorLoop, op.getContext()))
      return nullptr;
    int64_t columns = type.getShape().back(),
            steps = type.getNumElements() / columns,
            bytes = type.getElementTypeBitWidth() / 8;
    // Of windows other reads take longer, unless filters come from far.
    if (hasWindows(op) && !sharesNoPixels(op) &&
        columns * steps * bytes <= streamedBytes(vectorBits))
      return nullptr;
    return columns % tile.vectorSize == 0 && columns != tile.vectorSize &&
                   columns * steps * bytes >= kMinBytes &&
                   countSteps(op) >= kMinProducts &&
                   !panelLiesWell(columns, bytes * 8, tile.vectorSize, steps,
                                  vectorBits)
               ? input
               : nullptr;
  }
  return nullptr;
}

/// The panels of `matrix`, each `width` columns, which are its last dimension,
/// or that of what it is transposed from.
static Value makeColumnPanels(OpBuilder &builder, Location loc, Value matrix,
                              int64_t width) {
  const int64_t rank = cast<RankedTensorType>(matrix.getType()).getRank();
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (auto turned = matrix.getDefiningOp<linalg::TransposeOp>()) {
    order.assign(turned.getPermutation().begin(),
                 turned.getPermutation().end());
    matrix = turned.getInput();
  }
  auto type = cast<RankedTensorType>(matrix.getType());
  const int64_t columns = order.pop_back_val();
  SmallVector<int64_t> split, shape;
  SmallVector<ReassociationIndices> groups;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    groups.push_back({int64_t(split.size())});
    split.push_back(size);
    if (int64_t(dim) != columns)
      continue;
    groups.back().push_back(split.size());
    split.back() /= width;
    split.push_back(width);
  }
  for (int64_t &dim : order)
    dim += dim > columns;
  order.insert(order.begin(), columns);
  order.push_back(columns + 1);
  for (int64_t dim : order)
    shape.push_back(split[dim]);
  Type element = type.getElementType();
  Value parts = tensor::ExpandShapeOp::create(
      builder, loc, RankedTensorType::get(split, element), matrix, groups);
  Value into = tensor::EmptyOp::create(builder, loc, shape, element);
  return linalg::TransposeOp::create(builder, loc, parts, into, order)
      ->getResult(0);
}

/// Lets `op` read `value` instead of `input`, at `places`.
static void readAs(RewriterBase &rewriter, linalg::GenericOp op,
                   OpOperand &input, Value value, ArrayRef<AffineExpr> places) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap &map = maps[input.getOperandNumber()];
  map = AffineMap::get(map.getNumDims(), 0, places, op.getContext());
  rewriter.modifyOpInPlace(op, [&] {
    input.set(value);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

/// Lets `op` read panels of its matrix, if they pay.
static void packPanels(RewriterBase &rewriter, linalg::LinalgOp named,
                       ArrayRef<Value> constants, unsigned vectorBits) {
  std::optional<RegisterTile> tile = chooseRegisterTile(named, vectorBits);
  if (!tile || !findMatrix(named, constants, *tile, vectorBits))
    return;
  linalg::GenericOp op = generalize(rewriter, named);
  if (!op)
    return;
  OpOperand *matrix = findMatrix(op, constants, *tile, vectorBits);
  if (!matrix ||
      !canSplitColumns(op, tile->vectorLoop, tile->vectorSize, matrix))
    return;
  rewriter.setInsertionPoint(op);
  Value panels =
      makeColumnPanels(rewriter, op.getLoc(), matrix->get(), tile->vectorSize);
  AffineMap map = op.getMatchingIndexingMap(matrix);
  AffineExpr column = map.getResults().back();
  SmallVector<AffineExpr> places = {column.floorDiv(tile->vectorSize)};
  llvm::append_range(places, map.getResults().drop_back());
  places.push_back(column % tile->vectorSize);
  readAs(rewriter, op, *matrix, panels, places);
}

/// Lets `op` read `matrix` with the dimension last that `columns` runs along.
static Value turnMatrix(RewriterBase &rewriter, linalg::GenericOp op,
                        OpOperand &matrix, unsigned columns) {
  AffineMap map = op.getMatchingIndexingMap(&matrix);
  auto type = cast<RankedTensorType>(matrix.get().getType());
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  int64_t dim = *dimOfLoop(map, columns);
  std::rotate(order.begin() + dim, order.begin() + dim + 1, order.end());
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> places;
  for (int64_t from : order) {
    shape.push_back(type.getDimSize(from));
    places.push_back(map.getResult(from));
  }
  rewriter.setInsertionPoint(op);
  Value into = tensor::EmptyOp::create(rewriter, op.getLoc(), shape,
                                       type.getElementType());
  Value turned = linalg::TransposeOp::create(rewriter, op.getLoc(),
                                             matrix.get(), into, order)
                     ->getResult(0);
  readAs(rewriter, op, matrix, turned, places);
  return turned;
}

void packColumns(RewriterBase &rewriter, linalg::LinalgOp op,
                 ArrayRef<Value> constants, unsigned vectorBits) {
  SmallVector<Value> known(constants);
  if (OpOperand *rows = findRowMatrix(op, vectorBits);
      rows && isKnown(rows->get(), constants)) {
    linalg::GenericOp generic = generalize(rewriter, op);
    if (!generic)
      return;
    known.push_back(turnMatrix(rewriter, generic,
                               *findRowMatrix(generic, vectorBits),
                               *contiguousLoop(generic)));
    op = generic;
  }
  packPanels(rewriter, op, known, vectorBits);
}

} // namespace ingot
