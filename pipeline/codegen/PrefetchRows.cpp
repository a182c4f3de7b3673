//===- PrefetchRows.cpp - rows of a panel before they are wanted ----------===//
//
// The innermost loop of a product reads one short piece of each row of the
// right-hand side: with every step another page. No prefetcher of a machine
// follows that, so the loop asks for the pieces some rows ahead itself.
//
// The requests go to the second-level cache: where rows are a power of two
// apart, all of them share one set of the first-level cache and would drive
// each other out, and what lies in the second arrives while earlier steps are
// still computed. 32 rows ahead cover the way to memory. A request beyond the
// last row asks for the next block's first rows, or for memory that is not
// there, which machines ignore.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/LoopIndices.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"

namespace ingot {
#define GEN_PASS_DEF_PREFETCHROWS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// How many steps ahead; a shorter loop asks for nothing that it reads.
static constexpr int64_t kDistance = 32;
/// memref.prefetch's word for the second-level cache.
static constexpr uint32_t kSecondLevel = 2;
/// A cache line of every machine we know.
static constexpr int64_t kLineBytes = 64;
/// More requests a step than this would be in each other's way.
static constexpr int64_t kMaxRequests = 4;

/// Rows that begin so close to each other are one stream, which machines
/// follow.
static constexpr int64_t kNearBytes = 256;

/// A read of one vector along the last dimension, which all rows of a tile may
/// share, of a row that the loop's variable chooses.
static bool readsNextRow(vector::TransferReadOp read, scf::ForOp loop) {
  auto type = dyn_cast<MemRefType>(read.getBase().getType());
  if (!type || type.getRank() < 2 || !type.areTrailingDimsContiguous(1) ||
      ingot::dependsOnLoop(read.getIndices().back(), loop))
    return false;
  ArrayRef<AffineExpr> results = read.getPermutationMap().getResults();
  if (results.empty() ||
      results.back() !=
          getAffineDimExpr(type.getRank() - 1, read.getContext()) ||
      !llvm::all_of(results.drop_back(), llvm::IsaPred<AffineConstantExpr>))
    return false;
  auto [strides, offset] = type.getStridesAndOffset();
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  return llvm::any_of(
      llvm::drop_end(llvm::zip_equal(read.getIndices(), strides)),
      [&](auto dim) {
        auto [index, stride] = dim;
        return ingot::dependsOnLoop(index, loop) &&
               (ShapedType::isDynamic(stride) || stride * bytes > kNearBytes);
      });
}

namespace {
struct PrefetchRows final : ingot::impl::PrefetchRowsBase<PrefetchRows> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      // Accumulators that the loop carries tell a product from a copy.
      bool isInnermost = loop.getBody()
                             ->walk([](LoopLikeOpInterface) {
                               return WalkResult::interrupt();
                             })
                             .wasInterrupted() == false;
      std::optional<llvm::APInt> trips = loop.getStaticTripCount();
      if (trips && trips->slt(kDistance))
        return;
      if (isInnermost && llvm::any_of(loop.getInitArgs().getTypes(),
                                      llvm::IsaPred<VectorType>))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      for (vector::TransferReadOp read :
           llvm::to_vector(loop.getOps<vector::TransferReadOp>()))
        if (readsNextRow(read, loop))
          prefetch(read, loop);
  }

private:
  static void prefetch(vector::TransferReadOp read, scf::ForOp loop) {
    int64_t elementBytes =
        std::max<int64_t>(1, read.getVectorType().getElementTypeBitWidth() / 8);
    int64_t elements = read.getVectorType().getShape().back();
    int64_t lines = llvm::divideCeil(elements * elementBytes, kLineBytes);
    if (lines > kMaxRequests)
      return;
    OpBuilder builder(read);
    Location loc = read.getLoc();
    Value distance = arith::MulIOp::create(
        builder, loc, loop.getStep(),
        arith::ConstantIndexOp::create(builder, loc, kDistance));
    Value ahead =
        arith::AddIOp::create(builder, loc, loop.getInductionVar(), distance);
    for (int64_t line = 0; line < lines; ++line) {
      SmallVector<Value> indices;
      for (Value index : read.getIndices())
        indices.push_back(ingot::indexAt(builder, index, loop, ahead));
      if (line > 0)
        indices.back() = arith::AddIOp::create(
            builder, loc, indices.back(),
            arith::ConstantIndexOp::create(builder, loc,
                                           line * kLineBytes / elementBytes));
      memref::PrefetchOp::create(builder, loc, read.getBase(), indices,
                                 /*isWrite=*/false,
                                 /*localityHint=*/kSecondLevel,
                                 /*isDataCache=*/true);
    }
  }
};
} // namespace
