//===- InitialiserCuts.cpp - what moves into initialisers -----------------===//
//
// Backwards from every op that runs in each call: what it reads of constants is
// kept as a constant, made anew from views and scalars of constants, or, where
// keeping it does not pay, computed in the call as before.
//
// Launches that hang together go into one initialiser. Fills and views do not
// count for that: rather one more fill than one function for all of a network.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/InitialiserCuts.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace ingot;
using dialect::DispatchOp;

/// Bytes of a value that the table of constants can hold, or nothing.
static std::optional<int64_t> constantBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !abiElementType(type.getElementType()))
    return std::nullopt;
  return denseByteSize(type);
}

static int64_t bytesOf(ValueRange values) {
  int64_t sum = 0;
  for (Value value : values)
    sum += constantBytes(value).value_or(0);
  return sum;
}

/// True for what computes each element of its result from a few others: no
/// reduction, no loop.
static bool isLight(Operation *work) {
  return !work->walk([](Operation *op) {
                auto structured = dyn_cast<linalg::LinalgOp>(op);
                bool isHeavy = structured
                                   ? structured.getNumReductionLoops() != 0
                                   : isa<RegionBranchOpInterface>(op);
                return isHeavy ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// True if kernels read the value and nothing is computed into its memory.
static bool isOnlyRead(Value value) {
  return llvm::all_of(value.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto launch = dyn_cast<DispatchOp>(user))
      return !launch.isDpsInit(&use);
    if (BindTimeOps::isFree(user))
      return llvm::all_of(user->getResults(), [](Value result) {
        return !isa<TensorType>(result.getType()) || isOnlyRead(result);
      });
    return isa<func::ReturnOp>(user);
  });
}

/// Why an op is run in each call though it reads constants alone, or an empty
/// string. A splat or a broadcast row is written into memory that is warm and
/// read from there at once; kept, it would hold memory for good and come from
/// far each time. Where little is written the launch itself is worth saving. A
/// splat that something is put into would only be copied in each call.
static std::string whyItStays(Operation *op, SymbolTable &symbols) {
  constexpr int64_t kAlwaysKept = 32 << 10, kMaxGrowth = 8;
  auto launch = dyn_cast<DispatchOp>(op);
  int64_t made = bytesOf(op->getResults());
  int64_t read = bytesOf(launch ? launch.getInputs() : op->getOperands());
  Operation *work =
      launch ? symbols.lookup(launch.getKernelAttr().getAttr()) : op;
  if (!work || !isLight(work))
    return "";
  bool isWrittenInto = read == 0 && !llvm::all_of(op->getResults(), isOnlyRead);
  if (!isWrittenInto && (made <= kAlwaysKept || made / kMaxGrowth <= read))
    return "";
  return (Twine(made) + " bytes of " + Twine(read) +
          (isWrittenInto ? ", written into" : ""))
      .str();
}

namespace {

/// Finds where values that constants decide meet the rest of a function.
class Cutter {
public:
  Cutter(BindTimeOps &bindTime, SymbolTable &symbols)
      : bindTime_(bindTime), symbols_(symbols) {}

  InitialiserCut run(func::FuncOp function) {
    function.walk([&](Operation *op) {
      if (!isInside(op))
        for (Value value : op->getOperands())
          require(value);
    });
    llvm::sort(cut_.results, [&](Value a, Value b) {
      auto key = [&](Value value) {
        return std::pair(bindTime_.place(value.getDefiningOp()),
                         cast<OpResult>(value).getResultNumber());
      };
      return key(a) < key(b);
    });
    return std::move(cut_);
  }

private:
  /// True for an op that runs when constants bind, or as part of one that does.
  bool isInside(Operation *op) const {
    for (; op; op = op->getParentOp())
      if (bindTime_.contains(op))
        return true;
    return false;
  }

  /// The function needs `value`, from the table of constants or made anew.
  void require(Value value) {
    SmallVector<Value> open{value};
    while (!open.empty()) {
      Value next = open.pop_back_val();
      if (!bindTime_.contains(next) || !seen_.insert(next).second)
        continue;
      Operation *op = next.getDefiningOp();
      if (!BindTimeOps::isFree(op) && !stays(op)) {
        cut_.results.push_back(next);
        continue;
      }
      llvm::append_range(open, BindTimeOps::valuesReadBy(op));
    }
  }

  /// True for an op that runs in each call all the same.
  bool stays(Operation *op) {
    auto [known, isNew] = stays_.try_emplace(op, false);
    if (!isNew)
      return known->second;
    // The table of constants has static tensors only.
    if (!llvm::all_of(op->getResults(), constantBytes))
      return known->second = true;
    std::string reason = whyItStays(op, symbols_);
    known->second = !reason.empty();
    if (known->second)
      cut_.stays.push_back({op, std::move(reason)});
    return known->second;
  }

  BindTimeOps &bindTime_;
  SymbolTable &symbols_;
  /// Looked up only, never iterated over.
  llvm::DenseSet<Value> seen_;
  llvm::DenseMap<Operation *, bool> stays_;
  InitialiserCut cut_;
};

/// Divides what a cut takes out into parts that share no launch.
class Divider {
public:
  explicit Divider(BindTimeOps &bindTime) : bindTime_(bindTime) {}

  SmallVector<InitialiserOps> run(ArrayRef<Value> results) {
    SmallVector<SmallVector<Operation *>> closures;
    for (Value result : results)
      closures.push_back(closureOf(result));
    llvm::IntEqClasses classes(results.size());
    llvm::DenseMap<Operation *, unsigned> owner; // Looked up only.
    for (auto [i, closure] : llvm::enumerate(closures))
      for (Operation *op : closure)
        if (joins(op))
          classes.join(owner.try_emplace(op, i).first->second, i);
    llvm::MapVector<unsigned, InitialiserOps> components;
    for (auto [i, result] : llvm::enumerate(results)) {
      InitialiserOps &component = components[classes.findLeader(i)];
      component.results.push_back(result);
      component.ops.append(closures[i]);
    }
    SmallVector<InitialiserOps> found;
    for (auto &[leader, component] : components) {
      addAssertions(component);
      llvm::sort(component.ops, [&](Operation *a, Operation *b) {
        return bindTime_.place(a) < bindTime_.place(b);
      });
      component.ops.erase(llvm::unique(component.ops), component.ops.end());
      found.push_back(std::move(component));
    }
    return found;
  }

private:
  /// What an initialiser of `value` runs.
  static SmallVector<Operation *> closureOf(Value value) {
    SetVector<Operation *> closure;
    closure.insert(value.getDefiningOp());
    for (size_t i = 0; i < closure.size(); ++i)
      for (Value read : BindTimeOps::valuesReadBy(closure[i]))
        closure.insert(read.getDefiningOp());
    return closure.takeVector();
  }

  /// False for what several initialisers rather do twice: fills, views.
  static bool joins(Operation *op) {
    return !BindTimeOps::isFree(op) &&
           llvm::any_of(BindTimeOps::valuesReadBy(op), [](Value value) {
             return isa<TensorType>(value.getType()) &&
                    !value.getDefiningOp<tensor::EmptyOp>();
           });
  }

  /// Something that could go wrong happens only after the program's assertions
  /// on constants that stand in front of it.
  void addAssertions(InitialiserOps &component) {
    unsigned last = 0;
    for (Operation *op : component.ops)
      if (!bindTime_.isSpeculatable(op))
        last = std::max(last, bindTime_.place(op));
    for (cf::AssertOp assertion : bindTime_.assertions()) {
      if (bindTime_.place(assertion) > last)
        break;
      component.ops.append(closureOf(assertion.getArg()));
      component.ops.push_back(assertion);
    }
  }

  BindTimeOps &bindTime_;
};

} // namespace

InitialiserCut ingot::cutInitialisers(func::FuncOp function,
                                      BindTimeOps &bindTime,
                                      SymbolTable &symbols) {
  return Cutter(bindTime, symbols).run(function);
}

SmallVector<InitialiserOps> ingot::divideCut(ArrayRef<Value> results,
                                             BindTimeOps &bindTime) {
  return Divider(bindTime).run(results);
}
