//===- PrefixFunctions.cpp - a name space for the user's functions --------===//
//
// What the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/host/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace ingot {
#define GEN_PASS_DEF_PREFIXFUNCTIONS
#include "pipeline/host/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct PrefixFunctions final
    : ingot::impl::PrefixFunctionsBase<PrefixFunctions> {
  using PrefixFunctionsBase::PrefixFunctionsBase;

  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      auto name = StringAttr::get(&getContext(), ingot::kProgramPrefix +
                                                     function.getSymName());
      users.replaceAllUsesWith(function, name);
      function.setSymNameAttr(name);
    }
  }
};
} // namespace
