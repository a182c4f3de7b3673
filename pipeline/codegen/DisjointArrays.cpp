//===- DisjointArrays.cpp - arrays without common memory ------------------===//
//
// No analysis: an allocation is apart from everything known, and so is what the
// caller marked.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/DisjointArrays.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;

namespace ingot {

/// The function whose argument `array` is, if it is one.
static func::FuncOp takerOf(Value array) {
  auto argument = dyn_cast<BlockArgument>(array);
  return argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                  : func::FuncOp();
}

Value arrayOf(Value view) {
  while (auto part = view.getDefiningOp<ViewLikeOpInterface>())
    view = part.getViewSource();
  return view;
}

bool isFresh(Value array) {
  return isa_and_nonnull<memref::AllocaOp, memref::AllocOp>(
      array.getDefiningOp());
}

bool areApart(Value a, Value b) {
  auto isOwn = [](Value array) {
    func::FuncOp taker = takerOf(array);
    return isFresh(array) ||
           (taker && taker.getArgAttr(cast<BlockArgument>(array).getArgNumber(),
                                      LLVM::LLVMDialect::getNoAliasAttrName()));
  };
  auto isKnown = [](Value array) {
    return isFresh(array) || takerOf(array) ||
           array.getDefiningOp<memref::GetGlobalOp>();
  };
  return a != b && ((isOwn(a) && isKnown(b)) || (isOwn(b) && isKnown(a)));
}

} // namespace ingot
