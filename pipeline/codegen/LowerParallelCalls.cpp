//===- LowerParallelCalls.cpp - tasks run on the caller's threads ---------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot::pipeline {
#define GEN_PASS_DEF_LOWERPARALLELCALLS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot::pipeline

using namespace mlir;
using ingot::pipeline::CallField;

namespace {
struct LowerParallelCalls final
    : ingot::pipeline::impl::LowerParallelCallsBase<LowerParallelCalls> {
  void runOnOperation() override {
    SmallVector<LLVM::LLVMFuncOp> tasks;
    SmallVector<std::pair<LLVM::CallOp, LLVM::LLVMFuncOp>> calls;
    SymbolTable symbols(getOperation());
    getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
          function && function->hasAttr(ingot::pipeline::kTaskAttribute))
        tasks.push_back(function);
      auto call = dyn_cast<LLVM::CallOp>(op);
      if (!call || !call.getCallee())
        return;
      auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
      if (callee && callee->hasAttr(ingot::pipeline::kTaskAttribute))
        calls.emplace_back(call, callee);
    });

    for (auto [call, task] : calls) {
      auto caller = call->getParentOfType<LLVM::LLVMFuncOp>();
      if (caller->hasAttr(ingot::pipeline::kTaskAttribute)) {
        call.emitError("starts a task from inside a task");
        return signalPassFailure();
      }
      lower(call, task);
    }
    for (LLVM::LLVMFuncOp task : tasks)
      task->removeAttr(ingot::pipeline::kTaskAttribute);
  }

private:
  /// The environment is a structure of everything but the range.
  void lower(LLVM::CallOp op, LLVM::LLVMFuncOp task) {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    SmallVector<Value> captured(op.getArgOperands());
    Value count = captured.pop_back_val();
    captured.pop_back();
    auto type = LLVM::LLVMStructType::getLiteral(
        &getContext(), llvm::to_vector(ValueRange(captured).getTypes()));
    LLVM::LLVMFuncOp trampoline = makeTrampoline(loc, task, type);

    // In the entry block, so that a loop around the call does not grow the
    // stack.
    Block &entry = op->getParentOfType<LLVM::LLVMFuncOp>().getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&entry);
    Value one = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), 1);
    Value environment =
        LLVM::AllocaOp::create(builder, loc, pointer, type, one);

    builder.setInsertionPoint(op);
    Value packed = LLVM::PoisonOp::create(builder, loc, type);
    for (auto [index, value] : llvm::enumerate(captured))
      packed = LLVM::InsertValueOp::create(builder, loc, packed, value, index);
    LLVM::StoreOp::create(builder, loc, packed, environment);
    Value function = LLVM::AddressOfOp::create(builder, loc, pointer,
                                               trampoline.getSymName());
    callThroughField(builder, loc, captured.front(), CallField::ParallelFor,
                     /*resultType=*/{}, {function, environment, count});
    op.erase();
  }

  /// void @T_entry(ptr environment, i64 begin, i64 end), an ingot_task.
  LLVM::LLVMFuncOp makeTrampoline(Location loc, LLVM::LLVMFuncOp task,
                                  LLVM::LLVMStructType environment) {
    std::string name = task.getSymName().str() + "_entry";
    if (auto existing = getOperation().lookupSymbol<LLVM::LLVMFuncOp>(name))
      return existing;
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(task);
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Type i64 = builder.getI64Type();
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(&getContext()), {pointer, i64, i64});
    auto function = LLVM::LLVMFuncOp::create(builder, loc, name, type,
                                             LLVM::Linkage::Internal);
    Block *entry = function.addEntryBlock(builder);
    builder.setInsertionPointToStart(entry);
    Value packed =
        LLVM::LoadOp::create(builder, loc, environment, entry->getArgument(0));
    SmallVector<Value> arguments;
    for (unsigned i = 0; i < environment.getBody().size(); ++i)
      arguments.push_back(
          LLVM::ExtractValueOp::create(builder, loc, packed, i));
    arguments.push_back(entry->getArgument(1));
    arguments.push_back(entry->getArgument(2));
    LLVM::CallOp::create(builder, loc, task, arguments);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    return function;
  }
};
} // namespace
