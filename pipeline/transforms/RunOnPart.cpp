//===- RunOnPart.cpp - passes on the functions of one target --------------===//
//
// Passes of a target and of its backend are over a whole module, and one that
// claims every product must not see those of other targets. So the functions of
// the target move into a module of their own for as long as its passes run.
// They are public there: who calls them is not to be seen, and passes may not
// remove them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/RunOnPart.h"
#include "pipeline/transforms/NestedPasses.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace ingot {
#define GEN_PASS_DEF_RUNONPART
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

namespace {

struct RunOnPart final : ingot::impl::RunOnPartBase<RunOnPart> {
  using RunOnPartBase::RunOnPartBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    getDialectsOfPasses(pipeline, passes, registry);
  }

  LogicalResult initialize(MLIRContext *) override {
    return parsePasses(pipeline, passes);
  }

  void runOnOperation() override {
    ModuleOp whole = getOperation();
    OpBuilder builder = OpBuilder::atBlockEnd(whole.getBody());
    auto apart = ModuleOp::create(builder, whole.getLoc());
    llvm::StringSet<> lent; // What the module has of the rest of the program.
    llvm::StringSet<> publicApart;
    for (Operation &op : llvm::make_early_inc_range(*whole.getBody())) {
      if (&op == apart)
        break;
      if (isOfPart(&op)) {
        op.moveBefore(apart.getBody(), apart.getBody()->end());
        if (auto function = cast<func::FuncOp>(op); function.isPrivate()) {
          publicApart.insert(function.getSymName());
          function.setPublic();
        }
        continue;
      }
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (!symbol)
        continue;
      Operation *clone = op.clone();
      if (auto function = dyn_cast<func::FuncOp>(clone)) {
        function.eraseBody();
        function.setPrivate();
      }
      apart.push_back(clone);
      lent.insert(symbol.getName());
    }
    LogicalResult result = runPipeline(passes, apart);
    for (Operation &op : llvm::make_early_inc_range(*apart.getBody())) {
      auto symbol = dyn_cast<SymbolOpInterface>(op);
      if (symbol && lent.contains(symbol.getName())) {
        op.erase();
        continue;
      }
      if (symbol && publicApart.contains(symbol.getName()))
        symbol.setPrivate();
      op.moveBefore(apart);
    }
    apart.erase();
    if (failed(result))
      signalPassFailure();
  }

  OpPassManager passes{ModuleOp::getOperationName()};

private:
  bool isOfPart(Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (!function || function.isExternal())
      return false;
    auto target = function->getAttrOfType<StringAttr>(kTargetAttr);
    return (target ? target.getValue() : StringRef()) == part;
  }
};

} // namespace

void ingot::addOnPart(OpPassManager &pm, StringRef part,
                      const OpPassManager &passes) {
  auto pass = std::make_unique<RunOnPart>(
      RunOnPartOptions{part.str(), textOfPasses(passes)});
  pass->passes = passes;
  pm.addPass(std::move(pass));
}
