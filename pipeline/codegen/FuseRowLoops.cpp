//===- FuseRowLoops.cpp - a row's sum where its elements are computed -----===//
//
// Chains over rows (TileRows.cpp) compute a row, and then a loop of its own
// adds up what was computed: a layer norm what is left of each element without
// the mean, squared. Both loops do little but wait for the first-level cache.
// So the loop that computes the row adds it up, too.
//
// Each iteration of the sum reads what the same iteration of the first loop
// wrote, so both in one are what they were one after the other. The elements
// are still stored: something else may read them.
//
// Not taken: rows of functions, which need all registers for four vectors at a
// time: a softmax of 512x512 took 1.015 times as long. Extrema, which are
// faster as integers in a loop of their own (FoldExtrema.cpp). Sums whose order
// is fixed, for they become no vectors.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/DisjointArrays.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace ingot {
#define GEN_PASS_DEF_FUSEROWLOOPS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The one store of an innermost loop that carries nothing; null if it has
/// others, or does more than that, reading and arithmetic.
static memref::StoreOp storeOf(scf::ForOp loop) {
  auto stores = loop.getBody()->getOps<memref::StoreOp>();
  bool isSimple =
      loop.getNumRegionIterArgs() == 0 && llvm::hasSingleElement(stores) &&
      llvm::all_of(loop.getBody()->without_terminator(), [](Operation &op) {
        bool isArithmetic =
            isa<arith::ArithDialect, affine::AffineDialect>(op.getDialect()) &&
            isPure(&op);
        return isArithmetic || isa<memref::StoreOp, memref::LoadOp>(op);
      });
  return isSimple ? *stores.begin() : memref::StoreOp();
}

/// True if no read of `loop` is of `array`.
static bool readsNothingOf(scf::ForOp loop, Value array) {
  return llvm::all_of(
      loop.getBody()->getOps<memref::LoadOp>(), [&](memref::LoadOp read) {
        return ingot::areApart(ingot::arrayOf(read.getMemRef()), array);
      });
}

/// True if a loop that adds numbers up in any order stores their sum by
/// `store`.
static bool isSum(memref::StoreOp store) {
  auto sum = store.getValueToStore().getDefiningOp<arith::AddFOp>();
  return sum &&
         bitEnumContainsAll(sum.getFastmath(), arith::FastMathFlags::reassoc);
}

static bool haveEqualBounds(scf::ForOp a, scf::ForOp b) {
  auto areEqual = [](Value a, Value b) {
    return isEqualConstantIntOrValue(a, b);
  };
  return areEqual(a.getLowerBound(), b.getLowerBound()) &&
         areEqual(a.getUpperBound(), b.getUpperBound()) &&
         areEqual(a.getStep(), b.getStep());
}

/// True if `index` of `second` is what `stored` is of `first`: each their own
/// induction variable, or the same value from outside.
static bool areEqualIndices(scf::ForOp first, Value stored, scf::ForOp second,
                            Value index) {
  if (stored == first.getInductionVar())
    return index == second.getInductionVar();
  return isEqualConstantIntOrValue(stored, index);
}

/// True if `op`, between the loops, may as well come before the first one,
/// which stores by `store`.
static bool mayComeBefore(Operation &op, scf::ForOp first,
                          memref::StoreOp store) {
  if (op.getNumRegions() == 0 && isPure(&op))
    return true;
  Value written = ingot::arrayOf(store.getMemRef());
  if (auto read = dyn_cast<memref::LoadOp>(op))
    return ingot::areApart(ingot::arrayOf(read.getMemRef()), written);
  auto write = dyn_cast<memref::StoreOp>(op);
  if (!write)
    return false;
  Value array = ingot::arrayOf(write.getMemRef());
  return ingot::areApart(array, written) && readsNothingOf(first, array);
}

/// The loop behind `first` that adds up what it stores by `store`; null if
/// there is none.
static scf::ForOp findSum(scf::ForOp first, memref::StoreOp store) {
  Operation *next = first->getNextNode();
  while (!isa<scf::ForOp>(next)) {
    if (next->hasTrait<OpTrait::IsTerminator>() ||
        !mayComeBefore(*next, first, store))
      return {};
    next = next->getNextNode();
  }
  auto second = cast<scf::ForOp>(next);
  memref::StoreOp sum = storeOf(second);
  Value row = ingot::arrayOf(store.getMemRef());
  if (!sum || !isSum(sum) || !ingot::isFresh(row) ||
      !haveEqualBounds(first, second))
    return {};
  Value total = ingot::arrayOf(sum.getMemRef());
  if (!ingot::isFresh(total) || total == row || !readsNothingOf(first, total))
    return {};
  bool readsRow = false;
  for (auto read : second.getBody()->getOps<memref::LoadOp>()) {
    Value array = ingot::arrayOf(read.getMemRef());
    if (array != row && !ingot::areApart(array, row))
      return {};
    if (array != row)
      continue;
    readsRow = true;
    if (read.getMemRef() != store.getMemRef() ||
        !llvm::all_of_zip(store.getIndices(), read.getIndices(),
                          [&](Value stored, Value index) {
                            return areEqualIndices(first, stored, second,
                                                   index);
                          }))
      return {};
  }
  return readsRow ? second : scf::ForOp();
}

/// Moves what `first` does into `second`, which reads there what it stores.
static void fuse(IRRewriter &rewriter, scf::ForOp first, memref::StoreOp store,
                 scf::ForOp second) {
  SmallVector<memref::LoadOp> reads;
  for (auto read : second.getBody()->getOps<memref::LoadOp>())
    if (read.getMemRef() == store.getMemRef())
      reads.push_back(read);
  IRMapping map;
  map.map(first.getInductionVar(), second.getInductionVar());
  rewriter.setInsertionPointToStart(second.getBody());
  for (Operation &op : first.getBody()->without_terminator())
    rewriter.clone(op, map);
  Value element = map.lookupOrDefault(store.getValueToStore());
  for (memref::LoadOp read : reads)
    rewriter.replaceOp(read, element);
  rewriter.eraseOp(first);
}

namespace {
struct FuseRowLoops final : ingot::impl::FuseRowLoopsBase<FuseRowLoops> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    IRRewriter rewriter(&getContext());
    for (scf::ForOp loop : loops)
      if (memref::StoreOp store = storeOf(loop))
        if (scf::ForOp sum = findSum(loop, store))
          fuse(rewriter, loop, store, sum);
  }
};
} // namespace
