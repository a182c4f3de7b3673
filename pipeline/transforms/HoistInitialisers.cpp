//===- HoistInitialisers.cpp - what constants decide is computed once -----===//
//
// A transposed weight, a dequantised table, a folded scale: whatever reads
// constants alone is the same in every call. It moves into initialisers,
// functions of constants that the loader runs when constants bind, and the
// program reads their results as further constants. Initialisers know nothing
// of values, so new weights need no new code.
//
// Launches that hang together make one initialiser, with a result for each
// value that the program reads. Equal initialisers are one function, whatever
// entry point they come from; applied to the same constants, they are one
// result.
//
// Which values that is, and which are not worth it, InitialiserCuts.cpp says.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/InitialiserCuts.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace ingot {
#define GEN_PASS_DEF_HOISTINITIALISERS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using dialect::ConstantOp;
using dialect::DeriveOp;
using dialect::DispatchOp;

std::string ingot::initialiserText(func::FuncOp function) {
  StringAttr name = function.getSymNameAttr();
  function.setSymName("initialiser");
  std::string text;
  llvm::raw_string_ostream stream(text);
  function->print(stream, OpPrintingFlags().useLocalScope());
  function.setSymNameAttr(name);
  return text;
}

namespace {
struct HoistInitialisers final
    : ingot::impl::HoistInitialisersBase<HoistInitialisers> {
  using HoistInitialisersBase::HoistInitialisersBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    nextConstant_ = 0;
    distinct_.clear();
    initialisers_.clear();
    derived_.clear();
    for (auto global : module.getOps<ml_program::GlobalOp>())
      nextConstant_ += global->hasAttr(kConstantAttr);
    bool changed = false;
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (!function.isDeclaration())
        changed |= hoistFrom(function, symbols);
    if (changed)
      eraseUnusedKernels(symbols);
  }

private:
  bool hoistFrom(func::FuncOp function, SymbolTable &symbols) {
    BindTimeOps bindTime(function, symbols);
    InitialiserCut cut = cutInitialisers(function, bindTime, symbols);
    Builder builder(&getContext());
    for (auto &[op, reason] : cut.stays)
      op->setAttr(kRecomputedAttr, builder.getStringAttr(reason));
    // All are outlined before the first is replaced: what asserts, fills or
    // looks at a part may be in several.
    SmallVector<std::pair<Value, int64_t>> numbers;
    for (const InitialiserOps &part : divideCut(cut.results, bindTime)) {
      SmallVector<int64_t> inputs;
      func::FuncOp initialiser = outline(part, symbols, inputs);
      int64_t number = derive(initialiser, inputs);
      for (Value result : part.results)
        numbers.push_back({result, number++});
    }
    for (auto [result, number] : numbers) {
      OpBuilder at(result.getDefiningOp());
      result.replaceAllUsesWith(
          ConstantOp::create(at, result.getLoc(), result.getType(), number));
    }
    eraseUnused(function);
    return !cut.results.empty();
  }

  /// The initialiser of a part, a new one or an equal one that is there
  /// already. `inputs` are the constants to apply it to.
  func::FuncOp outline(const InitialiserOps &part, SymbolTable &symbols,
                       SmallVectorImpl<int64_t> &inputs) {
    Location loc = getOperation().getLoc();
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    auto function = func::FuncOp::create(
        builder, loc, "initialiser_" + std::to_string(initialisers_.size()),
        builder.getFunctionType({}, ValueRange(part.results).getTypes()));
    function.setPrivate();
    function->setAttr(kInitialiserAttr, builder.getUnitAttr());
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    IRMapping mapping;
    llvm::MapVector<int64_t, Value> arguments;
    for (Operation *op : part.ops)
      builder.clone(*op, mapping)->walk([&](Operation *clone) {
        if (auto constant = dyn_cast<ConstantOp>(clone)) {
          Value &argument = arguments[constant.getIndex()];
          if (!argument)
            argument = body->addArgument(constant.getType(), constant.getLoc());
          constant.replaceAllUsesWith(argument);
          if (clone->getParentOp() == function)
            mapping.map(op->getResult(0), argument);
          clone->erase();
        } else if (auto launch = dyn_cast<DispatchOp>(clone)) {
          launch->removeAttr(kRecomputedAttr);
          launch.setKernelAttr(contentName(launch, symbols));
        }
      });
    SmallVector<Value> results;
    for (Value result : part.results)
      results.push_back(mapping.lookup(result));
    func::ReturnOp::create(builder, loc, results);
    function.setFunctionType(builder.getFunctionType(
        body->getArgumentTypes(), ValueRange(part.results).getTypes()));
    for (auto &[index, argument] : arguments)
      inputs.push_back(index);
    return uniqueFunction(function, symbols);
  }

  func::FuncOp uniqueFunction(func::FuncOp function, SymbolTable &symbols) {
    auto [known, isNew] =
        initialisers_.try_emplace(initialiserText(function), function);
    if (isNew)
      symbols.insert(function); // Renames it if the name is taken.
    else
      function.erase();
    return known->second;
  }

  /// Equal kernels may have different names until ingot-name-kernels: those
  /// that became equal since they were formed. Here the first for each target
  /// stands for all.
  FlatSymbolRefAttr contentName(DispatchOp launch, SymbolTable &symbols) {
    auto kernel = symbols.lookup<ModuleOp>(launch.getKernelAttr().getAttr());
    if (!kernel)
      return launch.getKernelAttr();
    DistinctKernels &distinct = distinct_[kernel->getAttr(kTargetAttr)];
    return FlatSymbolRefAttr::get(distinct.firstOf(kernel).getSymNameAttr());
  }

  /// The number of the first result of `initialiser` applied to `inputs`.
  int64_t derive(func::FuncOp initialiser, ArrayRef<int64_t> inputs) {
    SmallVector<int64_t> key(inputs);
    auto [known, isNew] = derived_.try_emplace(
        std::pair(initialiser.getSymName().str(), key), nextConstant_);
    if (isNew) {
      OpBuilder builder(getOperation().getBodyRegion());
      // Behind the globals and those before, in front of the functions.
      Block *body = getOperation().getBody();
      auto place = llvm::find_if(*body, [](Operation &op) {
        return !isa<ml_program::GlobalOp, DeriveOp>(op);
      });
      builder.setInsertionPoint(body, place);
      DeriveOp::create(builder, initialiser.getLoc(), nextConstant_,
                       initialiser.getSymName(), inputs);
      nextConstant_ += initialiser.getNumResults();
      numDerived += initialiser.getNumResults();
    }
    return known->second;
  }

  /// What only hoisted ops read is gone with them.
  static void eraseUnused(func::FuncOp function) {
    function.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

  void eraseUnusedKernels(SymbolTable &symbols) {
    llvm::DenseSet<Attribute> used;
    getOperation().walk([&](DispatchOp launch) {
      used.insert(launch.getKernelAttr().getAttr());
    });
    for (auto kernel :
         llvm::make_early_inc_range(getOperation().getOps<ModuleOp>()))
      if (!used.contains(kernel.getSymNameAttr()))
        symbols.erase(kernel);
  }

  int64_t nextConstant_ = 0;
  llvm::DenseMap<Attribute, DistinctKernels> distinct_; ///< By target.
  llvm::StringMap<func::FuncOp> initialisers_;          ///< By text.
  std::map<std::pair<std::string, SmallVector<int64_t>>, int64_t> derived_;
};
} // namespace
