//===- NameGlobals.cpp - constants in the order of their uses -------------===//
//
// Bufferization makes a global of each constant array and visits functions in
// an order that hangs on addresses. Numbers and places of globals would differ
// from run to run, and with them the bytes of a program with several functions.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_NAMEGLOBALS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct NameGlobals final : ingot::impl::NameGlobalsBase<NameGlobals> {
  using NameGlobalsBase::NameGlobalsBase;

  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    llvm::MapVector<memref::GlobalOp, SmallVector<memref::GetGlobalOp>> uses;
    getOperation().walk([&](memref::GetGlobalOp use) {
      auto global = symbols.lookup<memref::GlobalOp>(use.getName());
      if (global && global.isPrivate())
        uses[global].push_back(use);
    });
    Operation *previous = nullptr;
    for (auto [index, entry] : llvm::enumerate(uses)) {
      auto &[global, its] = entry;
      // Dots are in no name that anything else makes up.
      auto name = StringAttr::get(&getContext(), "constant." + Twine(index));
      symbols.remove(global);
      global.setSymNameAttr(name);
      if (previous)
        global->moveAfter(previous);
      else if (global != &getOperation().getBody()->front())
        global->moveBefore(&getOperation().getBody()->front());
      previous = global;
      for (memref::GetGlobalOp use : its)
        use.setNameAttr(FlatSymbolRefAttr::get(name));
    }
  }
};
} // namespace
