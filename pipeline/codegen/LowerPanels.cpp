//===- LowerPanels.cpp - panels are made by shuffles ----------------------===//
//
// A panel has the elements of a group (four bytes, two of 16 bits) of one
// column side by side, and sixteen columns in a row. Where the operand has its
// columns side by side, the rows of a group are read for four panels at once
// and interleaved. Where it has the sums side by side, a group lies there as it
// shall, and squares of groups are turned. Bytes that become longer do so last.
//
// As loops, a byte at a time, this takes longer than the product.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/MatrixProduct.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/TransposeByInterleaving.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERPANELS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::kPanelColumns;

/// Panels whose rows are read together: registers of 512 bits are then full.
static constexpr int64_t kTogether = 4;

namespace {
/// Writes the loops of one copy.
class PanelWriter {
public:
  explicit PanelWriter(linalg::GenericOp op)
      : op_(op), builder_(op), loc_(op.getLoc()), source_(op.getDpsInputs()[0]),
        target_(op.getDpsInits()[0]) {
    auto type = cast<MemRefType>(target_.getType());
    rank_ = type.getRank();
    element_ = getElementTypeOrSelf(source_.getType());
    group_ = type.getDimSize(rank_ - 1);
    extends_ = type.getElementType() != element_;
    isSigned_ = !llvm::any_of(*op.getBlock(), llvm::IsaPred<arith::ExtUIOp>);
    // The last result of the source's map tells what lies side by side there.
    AffineMap map = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
    isColumnLast_ = map.getResults().back().isFunctionOfDim(rank_ - 2);
  }

  void run() {
    SmallVector<ReassociationIndices> groups;
    for (unsigned dim = 0; dim + 1 < rank_; ++dim)
      groups.push_back({int64_t(dim)});
    groups.back().push_back(rank_ - 1);
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder_, loc_, target_);
    target_ = memref::CollapseShapeOp::create(builder_, loc_, target_, groups);
    Value panels = valueOf(sizes[rank_ - 4]), steps = valueOf(sizes[rank_ - 3]);
    SmallVector<Value> batch;
    for (unsigned dim = 0; dim + 4 < rank_; ++dim)
      batch.push_back(openLoop(constant(0), valueOf(sizes[dim]), 1));
    if (isColumnLast_) {
      Value many = roundDown(panels, kTogether);
      interleave(batch, constant(0), many, steps, kTogether);
      interleave(batch, many, panels, steps, 1);
    } else {
      transpose(batch, panels, steps);
    }
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder_, loc_, value);
  }
  Value valueOf(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(builder_, loc_, size);
  }
  Value add(Value a, Value b) {
    return builder_.createOrFold<arith::AddIOp>(loc_, a, b);
  }
  Value add(Value a, int64_t b) { return add(a, constant(b)); }
  Value times(Value a, int64_t factor) {
    return builder_.createOrFold<arith::MulIOp>(loc_, a, constant(factor));
  }
  Value roundDown(Value value, int64_t step) {
    Value rest =
        builder_.createOrFold<arith::RemUIOp>(loc_, value, constant(step));
    return builder_.createOrFold<arith::SubIOp>(loc_, value, rest);
  }
  /// What follows is in the loop.
  Value openLoop(Value from, Value to, int64_t step) {
    auto loop = scf::ForOp::create(builder_, loc_, from, to, constant(step));
    builder_.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  VectorType vectorOf(int64_t elements) {
    return VectorType::get({elements}, element_);
  }
  Value load(ArrayRef<Value> batch, Value row, Value column, int64_t elements) {
    SmallVector<Value> indices(batch);
    llvm::append_values(indices, row, column);
    return vector::LoadOp::create(builder_, loc_, vectorOf(elements), source_,
                                  indices);
  }
  /// Elements of the source, as the target has them.
  Value extended(Value vector) {
    if (!extends_)
      return vector;
    auto type = cast<VectorType>(vector.getType())
                    .clone(getElementTypeOrSelf(target_.getType()));
    if (isSigned_)
      return arith::ExtSIOp::create(builder_, loc_, type, vector);
    return arith::ExtUIOp::create(builder_, loc_, type, vector);
  }
  void store(Value vector, ArrayRef<Value> batch, Value panel, Value step,
             Value at) {
    vector = extended(vector);
    SmallVector<Value> indices(batch);
    llvm::append_values(indices, panel, step, at);
    vector::StoreOp::create(builder_, loc_, vector, target_, indices);
  }
  /// The elements of both by turns.
  Value alternate(Value a, Value b) {
    int64_t size = cast<VectorType>(a.getType()).getNumElements();
    SmallVector<int64_t> mask;
    for (int64_t i = 0; i < size; ++i)
      llvm::append_values(mask, i, size + i);
    return vector::ShuffleOp::create(builder_, loc_, a, b, mask);
  }

  /// Rows of the source are sums: those of a group become one.
  void interleave(ArrayRef<Value> batch, Value from, Value to, Value steps,
                  int64_t together) {
    OpBuilder::InsertionGuard guard(builder_);
    Value panel = openLoop(from, to, together);
    Value step = openLoop(constant(0), steps, 1);
    SmallVector<Value> rows;
    for (int64_t part = 0; part < group_; ++part)
      rows.push_back(load(batch, add(times(step, group_), part),
                          times(panel, kPanelColumns),
                          together * kPanelColumns));
    // 0 2 and 1 3, then 0 1 2 3.
    for (size_t half = rows.size() / 2; half > 0; half /= 2)
      for (size_t i = 0; i < half; ++i)
        rows[i] = alternate(rows[i], rows[i + half]);
    int64_t length = kPanelColumns * group_;
    for (int64_t i = 0; i < together; ++i) {
      Value one = vector::ExtractStridedSliceOp::create(
          builder_, loc_, rows.front(), ArrayRef<int64_t>{i * length},
          ArrayRef<int64_t>{length}, ArrayRef<int64_t>{1});
      store(one, batch, add(panel, i), step, constant(0));
    }
  }

  /// Rows of the source are columns: squares of groups are turned.
  void transpose(ArrayRef<Value> batch, Value panels, Value steps) {
    Value panel = openLoop(constant(0), panels, 1);
    Value whole = roundDown(steps, kPanelColumns);
    {
      OpBuilder::InsertionGuard guard(builder_);
      Value step = openLoop(constant(0), whole, kPanelColumns);
      turnSquare(batch, panel, step);
    }
    Value step = openLoop(whole, steps, 1);
    Value column = openLoop(constant(0), constant(kPanelColumns), 1);
    Value row = add(times(panel, kPanelColumns), column);
    store(load(batch, row, times(step, group_), group_), batch, panel, step,
          times(column, group_));
  }

  void turnSquare(ArrayRef<Value> batch, Value panel, Value step) {
    Type word =
        builder_.getIntegerType(group_ * element_.getIntOrFloatBitWidth());
    auto line = VectorType::get({kPanelColumns}, word);
    SmallVector<Value> rows;
    for (int64_t column = 0; column < kPanelColumns; ++column) {
      Value row = add(times(panel, kPanelColumns), column);
      Value groups =
          load(batch, row, times(step, group_), kPanelColumns * group_);
      rows.push_back(vector::BitCastOp::create(builder_, loc_, line, groups));
    }
    // Not vector.transpose: its rows would become single elements when they are
    // taken out and simplified.
    for (auto [i, words] : llvm::enumerate(ingot::transposeByInterleaving(
             builder_, loc_, rows, /*laneBits=*/0))) {
      Value groups = vector::BitCastOp::create(
          builder_, loc_, vectorOf(kPanelColumns * group_), words);
      store(groups, batch, panel, add(step, int64_t(i)), constant(0));
    }
  }

  linalg::GenericOp op_;
  OpBuilder builder_;
  Location loc_;
  Value source_, target_;
  unsigned rank_ = 0;
  Type element_;          ///< Of the source.
  int64_t group_ = 1;     ///< Elements of a group.
  bool extends_ = false;  ///< The target's elements are longer.
  bool isSigned_ = false; ///< With their sign.
  bool isColumnLast_ = false;
};

struct LowerPanels final : ingot::impl::LowerPanelsBase<LowerPanels> {
  void runOnOperation() override {
    SmallVector<linalg::GenericOp> copies;
    getOperation().walk([&](linalg::GenericOp op) {
      if (op->hasAttr(ingot::kPanelsAttribute))
        copies.push_back(op);
    });
    for (linalg::GenericOp op : copies) {
      PanelWriter(op).run();
      op.erase();
    }
  }
};
} // namespace
