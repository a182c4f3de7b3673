//===- FindRepeats.cpp - layers that a program has several times ----------===//
//
// Each op gets a hash of what it is, without its operands. A repeat of period d
// is a run of ops whose hashes equal those d ops later. Periods that are tried
// are the distances at which short sequences come again. Where copies begin in
// a run is free: they are cut where fewest values cross, which for a network is
// between two layers. Then copies are compared op by op.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/FindRepeats.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <limits>
#include <map>

using namespace mlir;
using namespace ingot;

/// Copies of fewer ops, and repeats that save fewer, are not worth a function.
static constexpr size_t kMinCopy = 16, kMinSaved = 64;
/// To look for each of them takes as long as for the first.
static constexpr size_t kMaxRepeats = 16;

static bool isWeight(Operation *op) {
  return isa<ml_program::GlobalLoadConstOp, ml_program::GlobalLoadOp,
             dialect::ConstantOp>(op);
}

static bool isOfConstants(Value value, unsigned &budget) {
  Operation *op = value.getDefiningOp();
  if (!op || isWeight(op) || !isMemoryEffectFree(op))
    return false;
  // What its regions read as well.
  return !op->walk([&](Operation *inner) {
              if (budget == 0)
                return WalkResult::interrupt();
              --budget;
              for (Value operand : inner->getOperands())
                if ((inner == op ||
                     !op->getRegion(0).isAncestor(operand.getParentRegion())) &&
                    !isOfConstants(operand, budget))
                  return WalkResult::interrupt();
              return WalkResult::advance();
            }).wasInterrupted();
}

bool ingot::isOfConstants(Value value) {
  unsigned budget = 16;
  return ::isOfConstants(value, budget);
}

/// True if two values of constants are computed in the same way.
static bool isSameConstant(Value one, Value other) {
  auto first = dyn_cast<OpResult>(one), second = dyn_cast<OpResult>(other);
  if (one == other)
    return true;
  if (!first || !second || first.getResultNumber() != second.getResultNumber())
    return false;
  llvm::DenseMap<Value, Value> same; // In regions.
  return OperationEquivalence::isEquivalentTo(
      first.getOwner(), second.getOwner(),
      [&](Value a, Value b) {
        auto known = same.find(a);
        return success(known != same.end() ? known->second == b
                                           : isSameConstant(a, b));
      },
      [&](Value a, Value b) { same[a] = b; },
      OperationEquivalence::IgnoreLocations);
}

static bool isReshape(Operation *op) {
  return isa_and_present<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op);
}

/// A generic op that spreads single values.
static bool isSplat(linalg::GenericOp op) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return op.getMatchingIndexingMap(input).getNumResults() == 0;
  });
}

static bool isElementwise(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic.getNumReductionLoops() == 0;
}

static bool hasKnownSizes(Operation *op) {
  auto isKnown = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasStaticShape();
  };
  return llvm::all_of(op->getOperandTypes(), isKnown) &&
         llvm::all_of(op->getResultTypes(), isKnown);
}

/// What an op is, whatever it reads.
static size_t hashOf(Operation *op) {
  size_t hash = OperationEquivalence::computeHash(
      op, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        hash = llvm::hash_combine(hash, hashOf(&inner));
  return hash;
}

namespace {

/// Places are counted among the ops of the block that are no leaves.
struct Range {
  size_t begin, end;
  size_t size() const { return end - begin; }
};

/// Ops of `range` that equal those `period` later.
struct Run {
  Range range{0, 0};
  size_t period = 0;

  size_t saved() const { return period ? range.size() / period * period : 0; }
};

class Search {
public:
  explicit Search(Block &block) : block_(block) {
    mayWrite_ = llvm::any_of(block.without_terminator(), [](Operation &op) {
      return !isWeight(&op) && !isMemoryEffectFree(&op);
    });
    for (Operation &op : block.without_terminator())
      if (!isLeaf(&op)) {
        places_[&op] = ops_.size();
        ops_.push_back(&op);
        hashes_.push_back(hashOf(&op));
      }
  }

  std::vector<Repeat> find() {
    std::vector<Repeat> found;
    findIn({0, ops_.size()}, found);
    return found;
  }

private:
  /// True for an op that reads nothing, or what nobody writes: it may stand
  /// anywhere.
  bool isLeaf(Operation *op) const {
    if (op->getNumOperands() != 0 || op->getNumRegions() != 0)
      return false;
    return isa<ml_program::GlobalLoadOp>(op)
               ? !mayWrite_
               : isWeight(op) || isMemoryEffectFree(op);
  }

  void findIn(Range range, std::vector<Repeat> &found) {
    if (range.size() < kMinSaved || searches_++ >= kMaxRepeats)
      return;
    Run run = longestRun(range);
    if (run.saved() < kMinSaved)
      return;
    Repeat repeat;
    const Range used = cut(run, repeat);
    // Nothing is found twice: what is left on both sides is shorter.
    findIn({range.begin, used.begin}, found);
    if (repeat.copies.size() > 1 &&
        (repeat.copies.size() - 1) * run.period >= kMinSaved)
      found.push_back(std::move(repeat));
    findIn({used.end, range.end}, found);
  }

  /// Distances at which sequences of a few ops come again, the most frequent
  /// ones first.
  std::vector<size_t> periodsIn(Range range) const {
    constexpr size_t kSequence = 8, kMaxPeriods = 32;
    std::map<size_t, size_t> counts;
    llvm::DenseMap<size_t, size_t> last;
    for (size_t i = range.begin; i + kSequence <= range.end; ++i) {
      const size_t hash = static_cast<size_t>(llvm::hash_combine_range(
                              hashes_.begin() + i,
                              hashes_.begin() + i + kSequence)) >>
                          2; // The highest values are the map's own.
      auto [place, isNew] = last.try_emplace(hash, i);
      if (!isNew)
        ++counts[i - std::exchange(place->second, i)];
    }
    std::vector<std::pair<size_t, size_t>> order;
    for (auto [period, count] : counts)
      if (period >= kMinCopy)
        order.emplace_back(count, period);
    llvm::sort(order, [](auto a, auto b) {
      return std::pair(b.first, a.second) < std::pair(a.first, b.second);
    });
    std::vector<size_t> periods;
    for (auto [count, period] : llvm::ArrayRef(order).take_front(kMaxPeriods))
      periods.push_back(period);
    return periods;
  }

  Run longestRun(Range range) const {
    Run best;
    for (size_t period : periodsIn(range))
      for (size_t i = range.begin; i + period < range.end;) {
        const size_t begin = i;
        while (i + period < range.end && hashes_[i] == hashes_[i + period])
          ++i;
        Run run{{begin, i}, period};
        if (run.saved() > best.saved())
          best = run;
        ++i;
      }
    return best;
  }

  size_t placeOf(Operation *op) const {
    auto place = places_.find(block_.findAncestorOpInBlock(*op));
    return place == places_.end() ? ops_.size() : place->second;
  }

  /// True if whoever makes `value` and whoever reads it may be fused, or a
  /// reshape moved from one to the other: a function around either would
  /// prevent that. Several elementwise readers of one layer may be one by then.
  bool mayFuse(Value value, size_t period) const {
    Operation *maker = value.getDefiningOp();
    auto generic = dyn_cast_or_null<linalg::GenericOp>(maker);
    if (isReshape(maker) || (generic && isSplat(generic)))
      return true;
    if (!maker || value.use_empty())
      return false;
    Operation *reader = *value.getUsers().begin();
    if (value.hasOneUse())
      return isReshape(reader) || (generic && isa<linalg::GenericOp>(reader));
    size_t first = placeOf(reader), last = first;
    for (Operation *user : value.getUsers()) {
      first = std::min(first, placeOf(user));
      last = std::max(last, placeOf(user));
    }
    return generic && last - first < period &&
           llvm::all_of(value.getUsers(), isElementwise);
  }

  /// Where a copy best begins, counted from the begin of the run: the fewest
  /// values are read across the cut behind it.
  size_t bestCut(const Run &run) const {
    const size_t period = run.period;
    // Two copies are to remain.
    const size_t end = std::min(2 * period, run.range.size() + 1);
    constexpr int64_t kFusedWeight = 1ll << 32; // More than there are values.
    std::vector<int64_t> change(2 * period + 1);
    for (size_t i = 0; i < 2 * period; ++i)
      for (Value result : ops_[run.range.begin + i]->getResults()) {
        size_t last = i;
        for (Operation *user : result.getUsers())
          last = std::max(last, placeOf(user) - run.range.begin);
        // Across each cut behind it and in front of its last reader, if it is
        // of the copy in front of that cut.
        const int64_t weight = mayFuse(result, period) ? kFusedWeight : 1;
        change[i + 1] += weight;
        change[std::min({last, i + period, 2 * period - 1}) + 1] -= weight;
      }
    size_t best = 0;
    int64_t crossing = 0, fewest = std::numeric_limits<int64_t>::max();
    for (size_t at = 0; at < end; ++at) {
      crossing += change[at];
      if (at >= period && crossing < fewest) {
        fewest = crossing;
        best = at - period;
      }
    }
    return best;
  }

  /// Makes copies of a run; returns the places that they are at, or those of
  /// the run's first ops if there are none.
  Range cut(const Run &run, Repeat &repeat) const {
    const size_t begin = run.range.begin + bestCut(run), period = run.period;
    const size_t end = run.range.end + period;
    std::vector<std::vector<Value>> read;
    size_t next = begin;
    for (; next + period <= end; next += period) {
      Range copy{next, next + period};
      if (!isLike({begin, begin + period}, copy) || mayFuseAround(copy) ||
          !givesTheSame({begin, begin + period}, copy))
        break;
      read.push_back(readBy(copy));
      if (!isAsDistinct(read.front(), read.back())) {
        read.pop_back();
        break;
      }
      repeat.copies.emplace_back(ops_.begin() + copy.begin,
                                 ops_.begin() + copy.end);
    }
    next = std::max(next, begin + period);
    collectInputs(read, repeat);
    collectOutputs({begin, begin + period}, repeat);
    return {begin, next};
  }

  bool contains(Range range, Value value) const {
    Operation *op = value.getDefiningOp();
    if (!op)
      op = value.getParentBlock() == &block_
               ? nullptr
               : value.getParentBlock()->getParentOp();
    if (!op)
      return false;
    const size_t place = placeOf(op);
    return place >= range.begin && place < range.end;
  }

  /// True if somebody behind `copy` reads `result` of it.
  bool isOutput(Range copy, Value result) const {
    return llvm::any_of(result.getUsers(), [&](Operation *user) {
      return placeOf(user) >= copy.end;
    });
  }

  /// True if a value that goes into or out of a copy may be fused across its
  /// edge.
  bool mayFuseAround(Range copy) const {
    for (size_t i = copy.begin; i < copy.end; ++i) {
      for (Value operand : ops_[i]->getOperands())
        if (!contains(copy, operand) && !ingot::isOfConstants(operand) &&
            mayFuse(operand, copy.size()))
          return true;
      for (Value result : ops_[i]->getResults())
        if (mayFuse(result, copy.size()) && isOutput(copy, result))
          return true;
    }
    return false;
  }

  /// Compares two copies op by op.
  bool isLike(Range first, Range other) const {
    llvm::DenseMap<Value, Value> same;
    auto mark = [&](Value a, Value b) { same[a] = b; };
    auto check = [&](Value a, Value b) -> LogicalResult {
      if (auto known = same.find(a); known != same.end())
        return success(known->second == b);
      if (contains(first, a) || contains(other, b))
        return failure();
      if (ingot::isOfConstants(a))
        return success(isSameConstant(a, b));
      return success(!ingot::isOfConstants(b) && a.getType() == b.getType());
    };
    for (size_t i = 0; i < first.size(); ++i) {
      Operation *one = ops_[first.begin + i], *two = ops_[other.begin + i];
      if (!hasKnownSizes(one))
        return false;
      if (one == two) {
        for (auto [a, b] : llvm::zip(one->getResults(), two->getResults()))
          mark(a, b);
        continue;
      }
      if (!OperationEquivalence::isEquivalentTo(
              one, two, check, mark, OperationEquivalence::IgnoreLocations))
        return false;
    }
    return true;
  }

  /// What a copy reads that stands in front of it, once for each operand.
  std::vector<Value> readBy(Range copy) const {
    std::vector<Value> read;
    for (size_t i = copy.begin; i < copy.end; ++i)
      ops_[i]->walk<WalkOrder::PreOrder>([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!contains(copy, operand) && !ingot::isOfConstants(operand))
            read.push_back(operand);
      });
    return read;
  }

  /// True if what is one value in the first copy is one in `other`.
  static bool isAsDistinct(const std::vector<Value> &first,
                           const std::vector<Value> &other) {
    llvm::DenseMap<Value, Value> known;
    return llvm::all_of(llvm::zip_equal(first, other), [&](auto pair) {
      auto [one, two] = pair;
      return known.try_emplace(one, two).first->second == two;
    });
  }

  /// Keeps the order in which a copy reads them. Two that are one in each copy
  /// are one input.
  static void collectInputs(const std::vector<std::vector<Value>> &read,
                            Repeat &repeat) {
    repeat.inputs.resize(read.size());
    if (read.empty())
      return;
    std::map<std::vector<const void *>, size_t> known;
    for (size_t i = 0; i < read.front().size(); ++i) {
      std::vector<const void *> values;
      for (const std::vector<Value> &own : read)
        values.push_back(own[i].getAsOpaquePointer());
      if (!known.try_emplace(std::move(values), i).second)
        continue;
      for (auto [inputs, own] : llvm::zip_equal(repeat.inputs, read))
        inputs.push_back(own[i]);
    }
  }

  /// True if `other` gives what the first copy does, or it does not matter: as
  /// an output of all copies a value that is one of some only may not be fused.
  bool givesTheSame(Range first, Range other) const {
    for (size_t i = 0; i < first.size(); ++i)
      for (auto [one, two] : llvm::zip(ops_[first.begin + i]->getResults(),
                                       ops_[other.begin + i]->getResults())) {
        const bool gives = isOutput(first, one);
        if (gives != isOutput(other, two) &&
            mayFuse(gives ? two : one, first.size()))
          return false;
      }
    return true;
  }

  void collectOutputs(Range first, Repeat &repeat) const {
    for (size_t i = 0; i < first.size(); ++i)
      for (OpResult result : ops_[first.begin + i]->getResults())
        for (size_t number = 0; number < repeat.copies.size(); ++number) {
          const size_t begin = first.begin + number * first.size();
          if (!isOutput({begin, begin + first.size()},
                        ops_[begin + i]->getResult(result.getResultNumber())))
            continue;
          repeat.outputs.push_back(result);
          break;
        }
  }

  Block &block_;
  bool mayWrite_;
  size_t searches_ = 0;
  std::vector<Operation *> ops_;
  std::vector<size_t> hashes_;
  llvm::DenseMap<Operation *, size_t> places_;
};

} // namespace

std::vector<Repeat> ingot::findRepeats(Block &block) {
  return Search(block).find();
}
