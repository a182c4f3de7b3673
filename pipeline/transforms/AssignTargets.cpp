//===- AssignTargets.cpp - which target a part of a program is for --------===//
//
// The unit is the function: it is called from the host program, is never
// inlined, and kernels that form in it are its target's. So an op that is
// placed becomes a function first, with the constants that it reads, for what
// they decide is hoisted within a function. An entry point stays with the host
// program, and its body moves out.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/transforms/OutlineOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_ASSIGNTARGETS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

namespace {

/// Numbers in bodies of reductions and the like are no part of a program.
bool isWholeOp(Operation *op) {
  auto hasElements = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.getRank() > 0;
  };
  return !isa<SymbolOpInterface>(op) && op->getNumResults() != 0 &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::any_of(op->getResultTypes(), hasElements);
}

struct AssignTargets final : ingot::impl::AssignTargetsBase<AssignTargets> {
  using AssignTargetsBase::AssignTargetsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    symbols_ = &symbols;
    if (failed(checkAttributes()))
      return signalPassFailure();
    for (StringRef placement : placements) {
      auto [name, target] = placement.rsplit('=');
      if (name == "*") // By cost, when it is known what there is to do.
        continue;
      bool isFound = name.consume_front("@") ? placeFunction(name, target)
                                             : placeOps(name, target);
      if (isFound)
        continue;
      getOperation().emitError("placements: '")
          << placement << "' names no function, op or composite of the program";
      return signalPassFailure();
    }
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(kTargetAttr))
        function.setNoInline(true);
  }

private:
  /// A program may say itself what its functions are for.
  LogicalResult checkAttributes() {
    SmallVector<func::FuncOp> placed;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto target = function->getAttrOfType<StringAttr>(kTargetAttr);
      if (!target)
        continue;
      if (!llvm::any_of(placements, [&](StringRef placement) {
            return placement.rsplit('=').second == target.getValue();
          }))
        return function.emitError("is for the target '")
               << target.getValue()
               << "', which the request does not name; place the function "
                  "there "
                  "(--place @"
               << function.getSymName() << "=" << target.getValue() << ")";
      placed.push_back(function);
    }
    for (func::FuncOp function : placed)
      assign(function, function->getAttrOfType<StringAttr>(kTargetAttr));
    return success();
  }

  bool placeFunction(StringRef name, StringRef target) {
    auto function = symbols_->lookup<func::FuncOp>(name);
    if (!function || function.isExternal())
      return false;
    assign(function, target);
    return true;
  }

  void assign(func::FuncOp function, StringRef target) {
    Builder builder(&getContext());
    if (function.isPublic()) {
      function->removeAttr(kTargetAttr);
      function = moveBody(function);
    }
    function->setAttr(kTargetAttr, builder.getStringAttr(target));
  }

  /// Leaves a call of what it returns, which has the body.
  func::FuncOp moveBody(func::FuncOp entry) {
    OpBuilder builder(entry);
    auto body = func::FuncOp::create(builder, entry.getLoc(),
                                     (entry.getSymName() + ".placed").str(),
                                     entry.getFunctionType());
    body.setPrivate();
    body.getBody().takeBody(entry.getBody());
    symbols_->insert(body);
    Block *block = entry.addEntryBlock();
    builder.setInsertionPointToStart(block);
    auto call = func::CallOp::create(builder, entry.getLoc(), body,
                                     block->getArguments());
    func::ReturnOp::create(builder, entry.getLoc(), call.getResults());
    return body;
  }

  bool placeOps(StringRef name, StringRef target) {
    SmallVector<Operation *> found;
    getOperation().walk([&](Operation *op) {
      auto composite = dyn_cast<stablehlo::CompositeOp>(op);
      if ((composite && composite.getName() == name) ||
          (op->getName().getStringRef() == name && isWholeOp(op)))
        found.push_back(op);
    });
    for (Operation *op : found) {
      if (auto composite = dyn_cast<stablehlo::CompositeOp>(op))
        placeComposite(composite, target);
      else
        outlineOps(op, target, *symbols_, [](Operation *read) {
          return matchPattern(read, m_Constant());
        });
    }
    return !found.empty();
  }

  /// Its definition is a function already.
  void placeComposite(stablehlo::CompositeOp op, StringRef target) {
    auto definition = symbols_->lookup<func::FuncOp>(op.getDecomposition());
    assign(definition, target);
    OpBuilder builder(op);
    auto call = func::CallOp::create(builder, op.getLoc(), definition,
                                     op->getOperands());
    op->replaceAllUsesWith(call.getResults());
    op->erase();
  }

  SymbolTable *symbols_ = nullptr; ///< While it runs.
};

} // namespace
