//===- SplitSums.cpp - long sums in blocks --------------------------------===//
//
// One accumulator loses a digit with every doubling of what it has taken: after
// some millions of equal numbers of f32 it stands still. Blocks of a fixed
// length are summed on their own, and their sums in f64, so that the error is
// that of one block however long the sum is (Higham, "The Accuracy of Floating
// Point Summation", 1993, calls the scheme blocked summation). Nothing depends
// on the number of threads.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace ingot {
#define GEN_PASS_DEF_SPLITSUMS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Elements of a block whose elements lie side by side: vector lanes share
/// them, so that each takes a few dozen.
static constexpr int64_t kContiguousBlock = 1024;
/// Of one that takes an element from each row; all go to one accumulator.
static constexpr int64_t kStridedBlock = 512;

/// Iterations of each loop that make a block.
static SmallVector<int64_t> blockSizes(linalg::LinalgOp op) {
  return ingot::reductionBlocks(
      op, ingot::contiguousSumLoop(op) ? kContiguousBlock : kStridedBlock);
}

namespace {

/// Splits one sum.
class SumSplitter {
public:
  SumSplitter(linalg::LinalgOp op, ArrayRef<int64_t> sizes)
      : op_(op), blocks_(sizes), builder_(op), loc_(op.getLoc()) {}

  LogicalResult run() {
    auto tiled = cast<TilingInterface>(op_.getOperation());
    for (const Range &range : tiled.getIterationDomain(builder_)) {
      offsets_.push_back(range.offset);
      sizes_.push_back(range.size);
    }
    Value init = op_.getDpsInits().front();
    shape_ = tensor::getMixedSizes(builder_, loc_, init);
    element_ = getElementTypeOrSelf(init.getType());
    Value totals = filled(emptyOf(builder_.getF64Type()));
    FailureOr<SmallVector<Value>> sums =
        loop(/*index=*/0, {totals, emptyOf(element_)});
    if (failed(sums))
      return failure();
    // What the sum starts from comes last; often it is zero.
    Value result = add(sums->front(), init, [&](Value total, Value first) {
      return narrowed(
          arith::AddFOp::create(builder_, loc_, total, widened(first)));
    });
    op_->getResult(0).replaceAllUsesWith(result);
    op_->erase();
    return success();
  }

private:
  /// The loops from `index` on. Carries the totals and the memory of a block's
  /// sums, which would be fetched anew for each block otherwise.
  FailureOr<SmallVector<Value>> loop(unsigned index, ValueRange carried) {
    while (index < blocks_.size() && blocks_[index] == 0)
      ++index;
    if (index == blocks_.size())
      return block(carried);
    Value end = getValueOrCreateConstantIndexOp(builder_, loc_, sizes_[index]);
    auto constant = [&](int64_t value) {
      return arith::ConstantIndexOp::create(builder_, loc_, value);
    };
    auto loops = scf::ForOp::create(builder_, loc_, constant(0), end,
                                    constant(blocks_[index]), carried);
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointToStart(loops.getBody());
    AffineExpr first, last;
    bindDims(builder_.getContext(), first, last);
    AffineMap rest = AffineMap::get(
        2, 0, {builder_.getAffineConstantExpr(blocks_[index]), last - first},
        builder_.getContext());
    OpFoldResult start = loops.getInductionVar();
    offsets_[index] = start;
    // Of known size, if no block is shorter.
    std::optional<int64_t> range = getConstantIntValue(end);
    bool isEven = range && *range % blocks_[index] == 0;
    sizes_[index] = isEven
                        ? OpFoldResult(builder_.getIndexAttr(blocks_[index]))
                        : affine::makeComposedFoldedAffineMin(
                              builder_, loc_, rest, {start, OpFoldResult(end)});
    FailureOr<SmallVector<Value>> next =
        loop(index + 1, loops.getRegionIterArgs());
    if (failed(next))
      return failure();
    scf::YieldOp::create(builder_, loc_, *next);
    return SmallVector<Value>(loops.getResults());
  }

  FailureOr<SmallVector<Value>> block(ValueRange carried) {
    FailureOr<TilingResult> tile =
        cast<TilingInterface>(op_.getOperation())
            .getTiledImplementation(builder_, offsets_, sizes_);
    if (failed(tile))
      return failure();
    auto sum = cast<linalg::LinalgOp>(tile->tiledOps.front());
    OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPoint(sum);
    OpOperand *init = sum.getDpsInitOperand(0);
    init->set(castTo(init->get().getType(), filled(carried[1])));
    builder_.setInsertionPointAfter(sum);
    Value partial = castTo(carried[1].getType(), sum->getResult(0));
    Value totals = add(partial, carried[0], [&](Value element, Value total) {
      return arith::AddFOp::create(builder_, loc_, total, widened(element));
    });
    return SmallVector<Value>{totals, partial};
  }

  /// `body` of each element of `input` and of `out`, into `out`.
  Value add(Value input, Value out,
            llvm::function_ref<Value(Value, Value)> body) {
    auto rank = static_cast<unsigned>(shape_.size());
    AffineMap map = builder_.getMultiDimIdentityMap(rank);
    SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
    auto generic = linalg::GenericOp::create(
        builder_, loc_, out.getType(), input, out, {map, map}, kinds,
        [&](OpBuilder &b, Location loc, ValueRange elements) {
          OpBuilder::InsertionGuard guard(builder_);
          builder_.restoreInsertionPoint(b.saveInsertionPoint());
          linalg::YieldOp::create(builder_, loc,
                                  body(elements[0], elements[1]));
        });
    return generic.getResult(0);
  }

  /// A tile may know a size that the whole does not, and the reverse.
  Value castTo(Type type, Value tensor) {
    return tensor.getType() == type
               ? tensor
               : tensor::CastOp::create(builder_, loc_, type, tensor)
                     .getResult();
  }
  Value emptyOf(Type element) {
    return tensor::EmptyOp::create(builder_, loc_, shape_, element);
  }
  /// With -0, to which every number can be added without a change.
  Value filled(Value tensor) {
    Value zero = arith::ConstantOp::create(
        builder_, loc_,
        builder_.getFloatAttr(getElementTypeOrSelf(tensor.getType()), -0.0));
    return linalg::FillOp::create(builder_, loc_, zero, tensor).getResult(0);
  }
  Value widened(Value element) {
    return element.getType().isF64()
               ? element
               : arith::ExtFOp::create(builder_, loc_, builder_.getF64Type(),
                                       element)
                     .getResult();
  }
  Value narrowed(Value total) {
    return element_.isF64()
               ? total
               : arith::TruncFOp::create(builder_, loc_, element_, total)
                     .getResult();
  }

  linalg::LinalgOp op_;
  ArrayRef<int64_t> blocks_;
  OpBuilder builder_;
  Location loc_;
  SmallVector<OpFoldResult> offsets_, sizes_, shape_;
  Type element_;
};

struct SplitSums final : ingot::impl::SplitSumsBase<SplitSums> {
  using SplitSumsBase::SplitSumsBase;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> sums;
    getOperation().walk([&](linalg::LinalgOp op) {
      if (op.hasPureTensorSemantics() && ingot::accumulationOf(op) &&
          ingot::canSliceOperands(op) && !isContraction(op))
        sums.push_back(op);
    });
    for (linalg::LinalgOp op : sums) {
      SmallVector<int64_t> sizes = blockSizes(op);
      if (llvm::all_of(sizes, [](int64_t size) { return size == 0; }))
        continue;
      if (failed(SumSplitter(op, sizes).run())) {
        op.emitOpError("cannot be split into blocks");
        return signalPassFailure();
      }
    }
  }

private:
  /// Rows of accumulators share what they load: the tiles of registers are for
  /// those.
  bool isContraction(linalg::LinalgOp op) {
    auto tile = ingot::chooseRegisterTile(op, vectorBits);
    return tile && tile->rowLoop;
  }
};

} // namespace
