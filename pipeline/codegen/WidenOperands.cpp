//===- WidenOperands.cpp - narrow floats are made f32 once ----------------===//
//
// A product of bf16 or f16 that no instruction of the machine takes multiplies
// f32. Made within its register tiles, these are made again by each tile that
// reads the same element: of four rows and two vectors, on AVX2, that was
// twenty instructions beside eight multiply-adds, for what is repeated in a
// vector is widened one by one. A wide copy of an operand costs one pass over
// it, is exact, and is read by vectors and broadcasts alone.
//
// What few rows read is left: a copy of a matrix takes twice its bytes from
// memory and back. So is what is large, as the weights of language models.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/Passes.h"
#include "pipeline/codegen/RegisterTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_WIDENOPERANDS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// How often each element has to be read, by products and convolutions: one
/// that vectors run along by as many rows, one that is repeated by as many
/// columns.
static constexpr int64_t kMinRows = 64;
static constexpr int64_t kMinColumns = 32;
/// What a copy may take for the time of a call.
static constexpr int64_t kMaxBytes = 64 << 20;

/// Reads of each element of what `map` takes; unknown loops count once.
static int64_t countReads(linalg::LinalgOp op, AffineMap map) {
  int64_t reads = 1;
  for (auto [loop, range] : llvm::enumerate(op.getStaticLoopRanges()))
    if (!map.isFunctionOfDim(loop) && !ShapedType::isDynamic(range))
      reads *= range;
  return reads;
}

/// The op that makes the elements of `input` wider before anything else is done
/// with them; null if there is none.
static arith::ExtFOp wideningOf(linalg::GenericOp op, OpOperand *input) {
  BlockArgument element = op.getMatchingBlockArgument(input);
  if (!element.hasOneUse())
    return {};
  return dyn_cast<arith::ExtFOp>(*element.user_begin());
}

/// `value` with elements of `type`. What only transposes it is done in the same
/// pass.
static Value widened(OpBuilder &builder, Location loc, Value value, Type type) {
  unsigned rank = cast<RankedTensorType>(value.getType()).getRank();
  Value made = tensor::EmptyOp::create(
      builder, loc, tensor::getMixedSizes(builder, loc, value), type);
  AffineMap identity = builder.getMultiDimIdentityMap(rank), reads = identity;
  if (auto transpose = value.getDefiningOp<linalg::TransposeOp>()) {
    reads = inversePermutation(AffineMap::getPermutationMap(
        transpose.getPermutation(), builder.getContext()));
    value = transpose.getInput();
  }
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, made.getType(), value, made, {reads, identity},
             kinds,
             [&](OpBuilder &b, Location, ValueRange elements) {
               linalg::YieldOp::create(
                   b, loc,
                   arith::ExtFOp::create(b, loc, type, elements[0])
                       .getResult());
             })
      .getResult(0);
}

/// True if a copy of `value` with elements of `type` is no large part of
/// memory.
static bool isAffordable(Value value, Type type) {
  auto tensor = cast<RankedTensorType>(value.getType());
  return !tensor.hasStaticShape() ||
         tensor.getNumElements() <=
             kMaxBytes * 8 / int64_t{type.getIntOrFloatBitWidth()};
}

namespace {
struct WidenOperands final : ingot::impl::WidenOperandsBase<WidenOperands> {
  using WidenOperandsBase::WidenOperandsBase;

  void runOnOperation() override {
    SmallVector<std::pair<linalg::LinalgOp, unsigned>> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      std::optional<ingot::RegisterTile> tile =
          ingot::chooseRegisterTile(op, vectorBits);
      if (tile && tile->rowLoop)
        ops.emplace_back(op, tile->vectorLoop);
    });
    IRRewriter rewriter(&getContext());
    for (auto [op, vectorLoop] : ops)
      widen(rewriter, op, vectorLoop);
  }

private:
  static void widen(IRRewriter &rewriter, linalg::LinalgOp op,
                    unsigned vectorLoop) {
    // Most have none: their names stay.
    if (llvm::none_of(op.getDpsInputs(), [](Value input) {
          auto type = dyn_cast<FloatType>(getElementTypeOrSelf(input));
          return type && type.getWidth() < 32;
        }))
      return;
    linalg::GenericOp generic = ingot::generalize(rewriter, op);
    if (!generic)
      return;
    for (OpOperand *input : generic.getDpsInputOperands()) {
      arith::ExtFOp widening = wideningOf(generic, input);
      AffineMap map = generic.getMatchingIndexingMap(input);
      int64_t least = map.isFunctionOfDim(vectorLoop) ? kMinRows : kMinColumns;
      if (!widening || countReads(generic, map) < least ||
          !isAffordable(input->get(), widening.getType()))
        continue;
      rewriter.setInsertionPoint(generic);
      Value wide =
          widened(rewriter, generic.getLoc(), input->get(), widening.getType());
      rewriter.modifyOpInPlace(generic, [&] {
        BlockArgument element = generic.getMatchingBlockArgument(input);
        element.setType(widening.getType());
        input->set(wide);
      });
      rewriter.replaceOp(widening, widening.getIn());
    }
  }
};
} // namespace
