//===- UnrollRows.cpp - matrices in registers become rows -----------------===//
//
// LLVM has vectors of rank one. A tile of 8 x 32 that reaches the conversion
// whole is an array of vectors there, and each op on it takes both arrays
// apart and puts the result together: four instructions where one is meant, all
// of which the passes behind it have to read and remove again. Upstream's
// patterns for the purpose do the same on vector ops. One walk that knows the
// rows of each value makes none of them.
//
// An op that the walk does not know gets its operands put together again. That
// is right for any op; ingot-lower-vectors takes over from there.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/STLExtras.h"

namespace ingot {
#define GEN_PASS_DEF_UNROLLROWS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Of a vector that has rows; null for any other type. A row of one element is
/// none: transposes and unit dimensions have patterns of their own.
static VectorType matrixType(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getRank() >= 2 && !vector.isScalable() &&
                 vector.getShape().back() > 1
             ? vector
             : VectorType();
}

static VectorType rowType(VectorType matrix) {
  return VectorType::get(matrix.getShape().take_back(),
                         matrix.getElementType());
}

static int64_t rowCount(VectorType matrix) {
  return matrix.getNumElements() / matrix.getShape().back();
}

/// The position of row number `row`: an index for each dimension but the last.
static SmallVector<int64_t> rowPosition(VectorType matrix, int64_t row) {
  ArrayRef<int64_t> shape = matrix.getShape().drop_back();
  SmallVector<int64_t> position(shape.size());
  for (size_t dim = shape.size(); dim-- > 0; row /= shape[dim])
    position[dim] = row % shape[dim];
  return position;
}

/// A transfer each of whose rows is a transfer too: along the memory's last
/// dimension or of one element repeated, one row inside its bounds as all are.
static bool hasRows(VectorTransferOpInterface transfer) {
  VectorType type = transfer.getVectorType();
  if (!matrixType(type) || transfer.getMask() ||
      !isa<MemRefType>(transfer.getShapedType()))
    return false;
  AffineMap map = transfer.getPermutationMap();
  unsigned last = map.getNumDims() - 1;
  for (auto [dim, result] : llvm::enumerate(map.getResults())) {
    bool isRow = dim + 1 == map.getNumResults();
    auto expr = dyn_cast<AffineDimExpr>(result);
    if (expr && (expr.getPosition() == last) != isRow)
      return false;
    if (!isRow && !transfer.isDimInBounds(dim))
      return false;
  }
  return true;
}

namespace {
class RowUnroller {
public:
  explicit RowUnroller(func::FuncOp function)
      : builder_(function.getContext()) {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (llvm::any_of(op->getResultTypes(), matrixType) ||
          llvm::any_of(op->getOperandTypes(), matrixType))
        ops_.push_back(op);
    });
  }

  void run() {
    // Each op comes after those that its operands are results of.
    for (Operation *op : ops_) {
      builder_.setInsertionPoint(op);
      if (unroll(op))
        done_.push_back(op);
      else
        joinOperands(op);
    }
    // Readers before what they read. A loop that gave its body away has no
    // region left that could read anything.
    for (Operation *op : llvm::reverse(done_))
      op->erase();
    for (auto [block, count] : bodies_)
      block->eraseArguments(1, count);
  }

private:
  bool unroll(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return unrollLoop(loop);
    if (auto yield = dyn_cast<scf::YieldOp>(op))
      return unrollYield(yield);
    if (auto read = dyn_cast<vector::TransferReadOp>(op))
      return unrollRead(read);
    if (auto write = dyn_cast<vector::TransferWriteOp>(op))
      return unrollWrite(write);
    if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
      return unrollBroadcast(broadcast);
    if (auto cast = dyn_cast<vector::ShapeCastOp>(op))
      return unrollShapeCast(cast);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return unrollConstant(constant);
    if (OpTrait::hasElementwiseMappableTraits(op))
      return unrollElementwise(op);
    return false;
  }

  /// The rows of a matrix; made of the whole where nobody took it apart.
  ArrayRef<Value> rowsOf(Value value) {
    auto [found, isNew] = rows_.try_emplace(value);
    if (!isNew)
      return found->second;
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointAfterValue(value);
    VectorType type = matrixType(value.getType());
    SmallVector<Value> rows;
    for (int64_t row = 0; row < rowCount(type); ++row)
      rows.push_back(vector::ExtractOp::create(builder_, value.getLoc(), value,
                                               rowPosition(type, row)));
    return rows_[value] = std::move(rows);
  }

  void setRows(Value value, SmallVector<Value> rows) {
    rows_[value] = std::move(rows);
  }

  /// `op`, which is not known here, reads matrices as they were.
  void joinOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      auto found = rows_.find(operand.get());
      VectorType type = matrixType(operand.get().getType());
      if (!type || found == rows_.end() || !isReplaced(operand.get()))
        continue;
      Location loc = op->getLoc();
      Value whole = ub::PoisonOp::create(builder_, loc, type);
      for (auto [row, value] : llvm::enumerate(found->second))
        whole = vector::InsertOp::create(builder_, loc, value, whole,
                                         rowPosition(type, row));
      operand.set(whole);
    }
  }

  /// True for what will be gone.
  bool isReplaced(Value value) const {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return loops_.contains(argument.getOwner()->getParentOp());
    return replaced_.contains(value.getDefiningOp());
  }

  bool finish(Operation *op) {
    replaced_.insert(op);
    return true;
  }

  bool unrollElementwise(Operation *op) {
    if (op->getNumResults() != 1)
      return false;
    VectorType type = matrixType(op->getResult(0).getType());
    if (!type)
      return false;
    SmallVector<Value> rows;
    for (int64_t row = 0; row < rowCount(type); ++row) {
      IRMapping mapping;
      for (Value operand : op->getOperands())
        if (matrixType(operand.getType()))
          mapping.map(operand, rowsOf(operand)[row]);
      Operation *made = builder_.clone(*op, mapping);
      made->getResult(0).setType(rowType(type));
      rows.push_back(made->getResult(0));
    }
    setRows(op->getResult(0), std::move(rows));
    return finish(op);
  }

  bool unrollConstant(arith::ConstantOp op) {
    VectorType type = matrixType(op.getType());
    auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
    if (!type || !splat)
      return false;
    Value row = arith::ConstantOp::create(builder_, op.getLoc(),
                                          splat.resizeSplat(rowType(type)));
    setRows(op, SmallVector<Value>(rowCount(type), row));
    return finish(op);
  }

  bool unrollBroadcast(vector::BroadcastOp op) {
    VectorType type = matrixType(op.getType());
    auto source = dyn_cast<VectorType>(op.getSourceType());
    if (!type || (source && source.getRank() > 1))
      return false;
    Value row = op.getSource();
    if (row.getType() != rowType(type))
      row = vector::BroadcastOp::create(builder_, op.getLoc(), rowType(type),
                                        row);
    setRows(op, SmallVector<Value>(rowCount(type), row));
    return finish(op);
  }

  /// Between matrices of the same rows.
  bool unrollShapeCast(vector::ShapeCastOp op) {
    VectorType from = matrixType(op.getSourceVectorType());
    VectorType to = matrixType(op.getResultVectorType());
    if (!from || !to || rowType(from) != rowType(to))
      return false;
    setRows(op, llvm::to_vector(rowsOf(op.getSource())));
    return finish(op);
  }

  /// Where row `position` of a transfer begins.
  SmallVector<Value> rowIndices(VectorTransferOpInterface transfer,
                                ArrayRef<int64_t> position) {
    auto indices = llvm::to_vector(transfer.getIndices());
    for (auto [step, result] :
         llvm::zip(position, transfer.getPermutationMap().getResults())) {
      auto expr = dyn_cast<AffineDimExpr>(result);
      if (!expr || step == 0)
        continue;
      Value &index = indices[expr.getPosition()];
      Location loc = transfer.getLoc();
      if (std::optional<int64_t> known = getConstantIntValue(index))
        index = arith::ConstantIndexOp::create(builder_, loc, *known + step);
      else
        index = arith::AddIOp::create(
            builder_, loc, index,
            arith::ConstantIndexOp::create(builder_, loc, step));
    }
    return indices;
  }

  static AffineMap rowMap(VectorTransferOpInterface transfer) {
    AffineMap map = transfer.getPermutationMap();
    return AffineMap::get(map.getNumDims(), 0, map.getResults().back());
  }

  ArrayAttr rowBounds(VectorTransferOpInterface transfer) {
    return builder_.getBoolArrayAttr(
        transfer.isDimInBounds(transfer.getTransferRank() - 1));
  }

  bool unrollRead(vector::TransferReadOp op) {
    auto transfer = cast<VectorTransferOpInterface>(op.getOperation());
    if (!hasRows(transfer))
      return false;
    VectorType type = op.getVectorType();
    SmallVector<Value> rows;
    for (int64_t row = 0; row < rowCount(type); ++row) {
      SmallVector<Value> indices = rowIndices(transfer, rowPosition(type, row));
      // Rows that are one in memory are read once.
      if (row > 0 && llvm::equal(indices, op.getIndices())) {
        rows.push_back(rows.front());
        continue;
      }
      rows.push_back(vector::TransferReadOp::create(
          builder_, op.getLoc(), rowType(type), op.getBase(), indices,
          AffineMapAttr::get(rowMap(transfer)), op.getPadding(),
          /*mask=*/Value(), rowBounds(transfer)));
    }
    setRows(op, std::move(rows));
    return finish(op);
  }

  bool unrollWrite(vector::TransferWriteOp op) {
    auto transfer = cast<VectorTransferOpInterface>(op.getOperation());
    if (!hasRows(transfer))
      return false;
    VectorType type = op.getVectorType();
    auto rows = llvm::to_vector(rowsOf(op.getVector()));
    for (auto [row, value] : llvm::enumerate(rows))
      vector::TransferWriteOp::create(
          builder_, op.getLoc(), value, op.getBase(),
          rowIndices(transfer, rowPosition(type, row)),
          AffineMapAttr::get(rowMap(transfer)), /*mask=*/Value(),
          rowBounds(transfer));
    return finish(op);
  }

  /// `values` with the rows in place of each matrix.
  SmallVector<Value> splitAll(ValueRange values) {
    SmallVector<Value> parts;
    for (Value value : values)
      if (matrixType(value.getType()))
        llvm::append_range(parts, rowsOf(value));
      else
        parts.push_back(value);
    return parts;
  }

  /// Each row is carried by itself: as an array of vectors the accumulators
  /// would live in memory. The body moves with its old arguments, which go when
  /// nothing reads them.
  bool unrollLoop(scf::ForOp op) {
    if (llvm::none_of(op.getResultTypes(), matrixType))
      return false;
    auto loop = scf::ForOp::create(builder_, op.getLoc(), op.getLowerBound(),
                                   op.getUpperBound(), op.getStep(),
                                   splitAll(op.getInitArgs()));
    loop->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    loop.getRegion().takeBody(op.getRegion());
    Block *body = loop.getBody();
    unsigned result = 0, old = body->getNumArguments();
    for (unsigned index = 1; index < old; ++index) {
      Value argument = body->getArgument(index);
      Value before = op.getResult(index - 1);
      VectorType type = matrixType(argument.getType());
      if (!type) {
        Value moved = body->addArgument(argument.getType(), op.getLoc());
        argument.replaceAllUsesWith(moved);
        before.replaceAllUsesWith(loop.getResult(result++));
      } else {
        SmallVector<Value> inside, outside;
        for (int64_t row = 0; row < rowCount(type); ++row) {
          inside.push_back(body->addArgument(rowType(type), op.getLoc()));
          outside.push_back(loop.getResult(result++));
        }
        setRows(argument, std::move(inside));
        setRows(before, std::move(outside));
      }
    }
    bodies_.emplace_back(body, old - 1);
    loops_.insert(loop);
    return finish(op);
  }

  bool unrollYield(scf::YieldOp op) {
    if (!loops_.contains(op->getParentOp()))
      return false;
    scf::YieldOp::create(builder_, op.getLoc(), splitAll(op.getOperands()));
    return finish(op);
  }

  OpBuilder builder_;
  SmallVector<Operation *> ops_;
  DenseMap<Value, SmallVector<Value>> rows_;
  SmallVector<Operation *> done_; ///< In order; erased at the end.
  llvm::SmallPtrSet<Operation *, 16> replaced_; ///< The same.
  llvm::SmallPtrSet<Operation *, 4> loops_;     ///< That carry rows.
  /// Their bodies, and how many arguments behind the first are the old ones.
  SmallVector<std::pair<Block *, unsigned>> bodies_;
};

struct UnrollRows final : ingot::impl::UnrollRowsBase<UnrollRows> {
  void runOnOperation() override { RowUnroller(getOperation()).run(); }
};
} // namespace
