//===- FoldExtrema.cpp - the largest of many floats by integers -----------===//
//
// The larger of two floats by the rules of IEEE 754 (-0 is below +0, and NaN
// wins) is five dependent instructions of x86, of which one compares by value.
// The bits of floats, as integers, are in order among numbers of one sign, so
// three integer extrema of all of them, of one instruction each, say the same:
//
//   * the signed maximum is the largest number, if any has no sign; NaN without
//     a sign is above all numbers;
//   * else all have a sign, and the unsigned minimum is the largest of them;
//   * the unsigned maximum is NaN if any NaN has a sign.
//
// The smallest is the mirror image, by the same three. No order changes the
// result, and which NaN it is was nobody's concern before.
//
// Only chains in loops are taken, for three numbers become one only at the end:
// vectors that a loop carries, and a number in memory into which an innermost
// loop folds its elements. LLVM makes vectors of the latter, and it takes the
// three numbers of a vector apart in one instruction a step as well, where the
// five of floats waited for each other in each of four steps.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/DisjointArrays.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

#include <array>

namespace ingot {
#define GEN_PASS_DEF_FOLDEXTREMA
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Fewer extrema are found sooner than three numbers are put together.
static constexpr int64_t kMinSteps = 4;
/// The same of numbers in memory: as many as fill a vector.
static constexpr int64_t kMinElements = 16;
/// Stands for a number of iterations that only the run knows.
static constexpr int64_t kManySteps = 1 << 20;

namespace {
/// Signed maximum, unsigned minimum and unsigned maximum of bits.
using Bounds = std::array<Value, 3>;

/// What a loop folds its iter_arg by.
struct Fold {
  bool isMaximum = false;
  int64_t steps = 0;
};
} // namespace

static int64_t tripCount(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  return count
             ? std::min<int64_t>(count->getLimitedValue(kManySteps), kManySteps)
             : kManySteps;
}

static unsigned initIndex(scf::ForOp loop, OpOperand &use) {
  return use.getOperandNumber() - loop.getNumControlOperands();
}

/// How `loop` folds its iter_arg `index`: by extrema of one kind alone, its own
/// and those of loops inside, and nothing else reads the value on its way.
static std::optional<Fold> matchFold(scf::ForOp loop, unsigned index) {
  std::optional<Fold> fold;
  auto add = [&](Fold part) {
    if (fold && fold->isMaximum != part.isMaximum)
      return false;
    fold = Fold{part.isMaximum, (fold ? fold->steps : 0) + part.steps};
    return true;
  };
  Value total = loop.getRegionIterArg(index);
  while (total.hasOneUse()) {
    OpOperand &use = *total.use_begin();
    Operation *user = use.getOwner();
    if (user->getBlock() != loop.getBody())
      return std::nullopt;
    if (isa<scf::YieldOp>(user)) {
      if (!fold || use.getOperandNumber() != index)
        return std::nullopt;
      fold->steps = std::min(fold->steps, kManySteps) * tripCount(loop);
      return fold;
    }
    if (isa<arith::MaximumFOp, arith::MinimumFOp>(user)) {
      if (!add({isa<arith::MaximumFOp>(user), 1}))
        return std::nullopt;
      total = user->getResult(0);
      continue;
    }
    auto inner = dyn_cast<scf::ForOp>(user);
    if (!inner || use.getOperandNumber() < inner.getNumControlOperands())
      return std::nullopt;
    std::optional<Fold> part = matchFold(inner, initIndex(inner, use));
    if (!part || !add(*part))
      return std::nullopt;
    total = inner.getResult(initIndex(inner, use));
  }
  return std::nullopt;
}

static Type bitsOf(Type floats) {
  Type bits = IntegerType::get(floats.getContext(), 32);
  auto vector = dyn_cast<VectorType>(floats);
  return vector ? Type(vector.clone(bits)) : bits;
}

static Bounds foldIn(OpBuilder &builder, Location loc, const Bounds &bounds,
                     Value floats) {
  Value bits =
      arith::BitcastOp::create(builder, loc, bitsOf(floats.getType()), floats);
  return {arith::MaxSIOp::create(builder, loc, bounds[0], bits),
          arith::MinUIOp::create(builder, loc, bounds[1], bits),
          arith::MaxUIOp::create(builder, loc, bounds[2], bits)};
}

/// Lets `loop` carry the bounds of its iter_arg `index` besides. The iter_arg
/// itself is passed through unchanged.
static Bounds carryBounds(RewriterBase &rewriter, scf::ForOp &loop,
                          unsigned index, const Bounds &inits) {
  rewriter.setInsertionPoint(loop);
  // Fails only where there are no loops to replace.
  FailureOr<LoopLikeOpInterface> carrying = loop.replaceWithAdditionalYields(
      rewriter, inits, /*replaceInitOperandUsesInLoop=*/false,
      [](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
        return SmallVector<Value>(carried.begin(), carried.end());
      });
  loop = cast<scf::ForOp>(carrying->getOperation());
  unsigned first = loop.getNumRegionIterArgs() - inits.size();
  Bounds bounds;
  for (unsigned i = 0; i < bounds.size(); ++i)
    bounds[i] = loop.getRegionIterArg(first + i);
  Value total = loop.getRegionIterArg(index);
  while (!isa<scf::YieldOp>(*total.user_begin())) {
    OpOperand &use = *total.use_begin();
    Operation *user = use.getOwner();
    if (auto inner = dyn_cast<scf::ForOp>(user)) {
      unsigned carried = initIndex(inner, use);
      bounds = carryBounds(rewriter, inner, carried, bounds);
      total = inner.getResult(carried);
      continue;
    }
    rewriter.setInsertionPoint(user);
    bounds = foldIn(rewriter, user->getLoc(), bounds,
                    user->getOperand(1 - use.getOperandNumber()));
    total = user->getResult(0);
  }
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  rewriter.modifyOpInPlace(yield, [&] {
    yield.setOperand(index, loop.getRegionIterArg(index));
    for (unsigned i = 0; i < bounds.size(); ++i)
      yield.setOperand(first + i, bounds[i]);
  });
  return {loop.getResult(first), loop.getResult(first + 1),
          loop.getResult(first + 2)};
}

/// The extremum that the bounds tell.
static Value combine(OpBuilder &builder, Location loc, const Bounds &bounds,
                     bool isMaximum, Type floats) {
  auto number = [&](uint32_t bits) {
    Type type = bounds[0].getType();
    TypedAttr value = builder.getI32IntegerAttr(static_cast<int32_t>(bits));
    if (auto vector = dyn_cast<VectorType>(type))
      value = DenseElementsAttr::get(vector, APInt(32, bits));
    return arith::ConstantOp::create(builder, loc, type, value);
  };
  auto compare = [&](arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b).getResult();
  };
  auto select = [&](Value condition, Value a, Value b) {
    return arith::SelectOp::create(builder, loc, condition, a, b).getResult();
  };
  constexpr uint32_t kInfinity = 0x7f800000, kMinusInfinity = 0xff800000;
  auto [largest, unsignedLeast, unsignedLargest] = bounds;
  Value bits;
  if (isMaximum) {
    Value allNegative = compare(arith::CmpIPredicate::slt, largest, number(0));
    bits = select(allNegative, unsignedLeast, largest);
    bits = select(compare(arith::CmpIPredicate::ugt, unsignedLargest,
                          number(kMinusInfinity)),
                  unsignedLargest, bits);
  } else {
    Value anyNegative =
        compare(arith::CmpIPredicate::slt, unsignedLargest, number(0));
    bits = select(anyNegative, unsignedLargest, unsignedLeast);
    bits =
        select(compare(arith::CmpIPredicate::sgt, largest, number(kInfinity)),
               largest, bits);
  }
  return arith::BitcastOp::create(builder, loc, floats, bits);
}

/// Whether all that `loop` does to memory but by `load` and `store` is to read
/// from arrays other than theirs.
static bool leavesAlone(scf::ForOp loop, memref::LoadOp load,
                        memref::StoreOp store) {
  Value total = ingot::arrayOf(load.getMemRef());
  return llvm::all_of(*loop.getBody(), [&](Operation &op) {
    if (&op == load || &op == store || isPure(&op) ||
        op.hasTrait<OpTrait::IsTerminator>())
      return true;
    auto read = dyn_cast<memref::LoadOp>(op);
    return read && ingot::areApart(ingot::arrayOf(read.getMemRef()), total);
  });
}

namespace {
/// A loop's fold into a number in memory.
struct FoldInMemory {
  memref::LoadOp load;
  Operation *extremum = nullptr;
  memref::StoreOp store;
};
} // namespace

/// Whether `a` and `b` are computed alike from the same values.
static bool areEqual(ValueRange a, ValueRange b) {
  return llvm::all_of_zip(a, b, [](Value a, Value b) {
    Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
    return a == b ||
           (first && second && isPure(first) &&
            OperationEquivalence::isEquivalentTo(
                first, second, OperationEquivalence::IgnoreLocations));
  });
}

/// What folds elements by extrema and is then stored by `store`; null if none.
static Operation *extremumIn(memref::StoreOp store) {
  Operation *extremum = store.getValueToStore().getDefiningOp();
  return isa_and_nonnull<arith::MaximumFOp, arith::MinimumFOp>(extremum) &&
                 extremum->getResult(0).getType().isF32() &&
                 extremum->hasOneUse() &&
                 extremum->getBlock() == store->getBlock()
             ? extremum
             : nullptr;
}

/// How the innermost loop `loop`, from which went what does not change in it,
/// folds its elements into a number that `store` puts back where it was.
static std::optional<FoldInMemory> matchFoldInMemory(scf::ForOp loop,
                                                     memref::StoreOp store) {
  Operation *extremum = extremumIn(store);
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value);
  };
  if (!isOutside(store.getMemRef()) ||
      !llvm::all_of(store.getIndices(), isOutside))
    return std::nullopt;
  for (Value operand : extremum->getOperands()) {
    auto load = operand.getDefiningOp<memref::LoadOp>();
    if (load && load->hasOneUse() && load->getBlock() == loop.getBody() &&
        load.getMemRef() == store.getMemRef() &&
        areEqual(load.getIndices(), store.getIndices()) &&
        leavesAlone(loop, load, store))
      return FoldInMemory{load, extremum, store};
  }
  return std::nullopt;
}

/// Lets `loop` carry the bounds of what it folded in memory, which reads and
/// writes it once.
static scf::ForOp carryFromMemory(RewriterBase &rewriter, scf::ForOp loop,
                                  FoldInMemory fold) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Operation *first = rewriter.clone(*fold.load);
  Type floats = first->getResult(0).getType();
  Value init = arith::BitcastOp::create(rewriter, loc, bitsOf(floats),
                                        first->getResult(0));
  Value element = fold.extremum->getOperand(
      fold.extremum->getOperand(0) == fold.load.getResult() ? 1 : 0);
  bool isMaximum = isa<arith::MaximumFOp>(fold.extremum);
  // Fails only where there are no loops to replace.
  FailureOr<LoopLikeOpInterface> carrying = loop.replaceWithAdditionalYields(
      rewriter, {init, init, init}, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &builder, Location loc, ArrayRef<BlockArgument> carried) {
        Bounds bounds =
            foldIn(builder, loc, {carried[0], carried[1], carried[2]}, element);
        return SmallVector<Value>(bounds.begin(), bounds.end());
      });
  loop = cast<scf::ForOp>(carrying->getOperation());
  rewriter.setInsertionPointAfter(loop);
  ValueRange results = loop.getResults().take_back(3);
  Value result = combine(rewriter, loc, {results[0], results[1], results[2]},
                         isMaximum, floats);
  memref::StoreOp::create(rewriter, loc, result, fold.store.getMemRef(),
                          fold.store.getIndices());
  rewriter.eraseOp(fold.store);
  rewriter.eraseOp(fold.extremum);
  rewriter.eraseOp(fold.load);
  return loop;
}

namespace {
struct FoldExtrema final : ingot::impl::FoldExtremaBase<FoldExtrema> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    convertIn(rewriter, getOperation().getBody());
  }

private:
  /// Outer loops first: they take those inside along.
  static void convertIn(RewriterBase &rewriter, Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block)) {
        Operation *left = &op;
        if (auto loop = dyn_cast<scf::ForOp>(op)) {
          for (unsigned i = 0, count = loop.getNumRegionIterArgs(); i < count;
               ++i)
            convert(rewriter, loop, i);
          convertMemory(rewriter, loop);
          left = loop;
        }
        for (Region &inner : left->getRegions())
          convertIn(rewriter, inner);
      }
  }

  static void convertMemory(RewriterBase &rewriter, scf::ForOp &loop) {
    if (tripCount(loop) < kMinElements)
      return;
    auto stores = loop.getBody()->getOps<memref::StoreOp>();
    // One: a loop that leaves others alone has no others.
    if (!llvm::hasSingleElement(stores) || !extremumIn(*stores.begin()))
      return;
    moveLoopInvariantCode(loop);
    if (std::optional<FoldInMemory> fold =
            matchFoldInMemory(loop, *stores.begin()))
      loop = carryFromMemory(rewriter, loop, *fold);
  }

  static void convert(RewriterBase &rewriter, scf::ForOp &loop,
                      unsigned index) {
    auto type = dyn_cast<VectorType>(loop.getResult(index).getType());
    if (!type || type.getRank() != 1 || !type.getElementType().isF32())
      return;
    std::optional<Fold> fold = matchFold(loop, index);
    if (!fold || fold->steps < kMinSteps)
      return;
    Location loc = loop.getLoc();
    rewriter.setInsertionPoint(loop);
    Value init = arith::BitcastOp::create(rewriter, loc, bitsOf(type),
                                          loop.getInitArgs()[index]);
    Bounds bounds = carryBounds(rewriter, loop, index, {init, init, init});
    rewriter.setInsertionPointAfter(loop);
    Value result = combine(rewriter, loc, bounds, fold->isMaximum, type);
    rewriter.replaceAllUsesWith(loop.getResult(index), result);
  }
};
} // namespace
