//===- CollapseLoops.cpp - short reductions become one longer one ---------===//
//
// The mean of each channel of an image whose rows lie side by side is a sum
// over two loops, of which the inner one is a row of 7 or 28: not a vector, or
// one and a remainder, and LLVM adds up the lanes after each row. All operands
// agree that the rows lie side by side, so one loop runs over the image.
//
// Only the innermost loops, and only ops between memory and memory: an array of
// other dimensions between two ops would hide the one from the other's
// strategy.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/FloatSums.h"
#include "pipeline/codegen/Generalize.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_COLLAPSELOOPS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// A loop as long as this fills vectors well enough on its own.
static constexpr int64_t kLongLoop = 256;

static bool readsAnyOf(AffineMap map, ArrayRef<int64_t> loops) {
  return llvm::any_of(loops,
                      [&](int64_t loop) { return map.isFunctionOfDim(loop); });
}

/// Whether `maps` all take `loops` side by side and in their order, or not at
/// all.
static bool keepTogether(ArrayRef<AffineMap> maps,
                         const ReassociationIndices &loops) {
  return llvm::all_of(maps, [&](AffineMap map) {
    return map.isProjectedPermutation() &&
           (!readsAnyOf(map, loops) ||
            linalg::isDimSequencePreserved(map, loops));
  });
}

/// The innermost loops of `op` that can be one, of known sizes; nothing if
/// there are none or the innermost is long already.
static std::optional<ReassociationIndices> innermostLoops(linalg::LinalgOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  auto last = static_cast<int64_t>(ranges.size()) - 1;
  if (last < 1 || kinds[last] != utils::IteratorType::reduction ||
      ranges[last] >= kLongLoop || ShapedType::isDynamic(ranges[last]))
    return std::nullopt;
  ReassociationIndices loops = {last};
  for (int64_t loop = last - 1; loop >= 0; --loop) {
    ReassociationIndices more = {loop};
    llvm::append_range(more, loops);
    if (kinds[loop] != kinds[last] || ShapedType::isDynamic(ranges[loop]) ||
        !keepTogether(maps, more))
      break;
    loops = std::move(more);
  }
  // Those that are 1 are nothing to run through together.
  auto isLoop = [&](int64_t loop) { return ranges[loop] != 1; };
  if (llvm::count_if(loops, isLoop) < 2)
    return std::nullopt;
  return loops;
}

/// Whether what `op` reads along `loops` comes from memory, and what it writes
/// along them goes there.
static bool isBetweenMemory(linalg::LinalgOp op, ArrayRef<int64_t> loops) {
  int64_t inputs = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!readsAnyOf(op.getMatchingIndexingMap(&operand), loops))
      continue;
    if (op.isDpsInit(&operand)) {
      Value result = op.getTiedOpResult(&operand);
      if (llvm::any_of(result.getUsers(), llvm::IsaPred<linalg::LinalgOp>))
        return false;
    } else {
      ++inputs;
    }
    if (isa_and_nonnull<linalg::LinalgOp, tensor::ExtractSliceOp,
                        tensor::PadOp>(operand.get().getDefiningOp()))
      return false;
  }
  // A reduction of several arrays may be a contraction, which has tiles.
  return op.getNumReductionLoops() == 0 || inputs == 1;
}

namespace {
struct CollapseLoops final : ingot::impl::CollapseLoopsBase<CollapseLoops> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    auto ops = llvm::to_vector(
        getOperation().getBody().front().getOps<linalg::LinalgOp>());
    for (linalg::LinalgOp op : ops) {
      if (isa<linalg::FillOp>(op.getOperation()) ||
          !op.hasPureTensorSemantics() || op.hasIndexSemantics())
        continue;
      std::optional<ReassociationIndices> loops = innermostLoops(op);
      if (!loops || !isBetweenMemory(op, *loops))
        continue;
      rewriter.setInsertionPoint(op);
      linalg::GenericOp generic = ingot::generalize(rewriter, op);
      if (generic)
        collapse(rewriter, generic, *loops);
    }
  }

private:
  static void collapse(RewriterBase &rewriter, linalg::GenericOp op,
                       const ReassociationIndices &loops) {
    rewriter.setInsertionPoint(op);
    FailureOr<linalg::CollapseResult> collapsed =
        linalg::collapseOpIterationDims(op, loops, rewriter);
    if (succeeded(collapsed))
      rewriter.replaceOp(op, collapsed->results);
  }
};
} // namespace
