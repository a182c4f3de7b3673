//===- ThreadCallContext.cpp - pass ingot_call to every function ----------===//
//
// Generated code owns nothing: memory, threads and failure come from whoever
// called. What the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot {
#define GEN_PASS_DEF_THREADCALLCONTEXT
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct ThreadCallContext final
    : ingot::impl::ThreadCallContextBase<ThreadCallContext> {
  void runOnOperation() override {
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    SmallVector<func::FuncOp> functions;
    SmallVector<func::CallOp> calls;
    bool failed = false;
    getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<func::FuncOp>(op))
        functions.push_back(function);
      else if (auto call = dyn_cast<func::CallOp>(op))
        calls.push_back(call);
      else if (isa<func::ConstantOp, func::CallIndirectOp>(op)) {
        op->emitError("functions as values are not supported");
        failed = true;
      }
    });
    if (failed)
      return signalPassFailure();

    for (func::FuncOp function : functions)
      if (llvm::failed(function.insertArgument(0, pointer, /*argAttrs=*/nullptr,
                                               function.getLoc())))
        return signalPassFailure();
    for (func::CallOp call : calls) {
      Value context = ingot::enclosingCall(call);
      if (!context)
        return signalPassFailure();
      call.getOperandsMutable().assign(llvm::to_vector(
          llvm::concat<Value>(SmallVector<Value>{context},
                              SmallVector<Value>(call.getOperands()))));
    }
  }
};
} // namespace
