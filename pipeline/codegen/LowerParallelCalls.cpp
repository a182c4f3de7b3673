//===- LowerParallelCalls.cpp - tasks run on the caller's threads ---------===//
//
// parallel_for of ingot_call takes a function of one signature, a pointer and a
// number of iterations. A task has a parameter for each value that it captures.
// So each call fills an environment, a structure on its own stack, and passes
// it with a trampoline that unpacks it. The stack is safe: parallel_for returns
// only when all tasks have ended.
//
// The pass runs last, when everything unused is gone. A memref of rank 2 is
// seven values, and a task usually reads one to three of them; the others would
// be stored and loaded in vain. To drop a parameter the pass must know every
// caller, so a task that two calls start is an error and not copied;
// ingot-outline-parallel makes a task for each loop, and a serial call of it
// for loops that turn out short.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERPARALLELCALLS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::CallField;

namespace {
struct LowerParallelCalls final
    : ingot::impl::LowerParallelCallsBase<LowerParallelCalls> {
  void runOnOperation() override {
    SmallVector<LLVM::LLVMFuncOp> tasks;
    SmallVector<std::pair<LLVM::CallOp, LLVM::LLVMFuncOp>> calls;
    SymbolTable symbols(getOperation());
    getOperation().walk([&](Operation *op) {
      if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
          function && function->hasAttr(ingot::kTaskAttribute))
        tasks.push_back(function);
      auto call = dyn_cast<LLVM::CallOp>(op);
      if (!call || !call.getCallee())
        return;
      auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*call.getCallee());
      if (callee && callee->hasAttr(ingot::kTaskAttribute))
        calls.emplace_back(call, callee);
    });

    llvm::MapVector<Operation *, LLVM::CallOp> starts;
    llvm::DenseMap<Operation *, SmallVector<LLVM::CallOp>> serial;
    for (auto [call, task] : calls) {
      auto caller = call->getParentOfType<LLVM::LLVMFuncOp>();
      if (caller->hasAttr(ingot::kTaskAttribute)) {
        call.emitError("starts a task from inside a task");
        return signalPassFailure();
      }
      if (call->removeAttr(ingot::kSerialAttribute)) {
        serial[task].push_back(call);
      } else if (!starts.try_emplace(task, call).second) {
        call.emitError("starts a task that is started elsewhere too");
        return signalPassFailure();
      }
    }
    for (auto [task, call] : starts)
      lower(call, cast<LLVM::LLVMFuncOp>(task), serial[task]);
    // The mark is internal; a second run must not take lowered functions for
    // tasks.
    for (LLVM::LLVMFuncOp task : tasks)
      task->removeAttr(ingot::kTaskAttribute);
  }

private:
  /// The environment is a structure of everything but the range.
  void lower(LLVM::CallOp op, LLVM::LLVMFuncOp task,
             ArrayRef<LLVM::CallOp> serial) {
    Location loc = op.getLoc();
    auto pointer = LLVM::LLVMPointerType::get(&getContext());
    Value call = op.getArgOperands().front();
    llvm::BitVector unused = dropUnused(task);
    for (LLVM::CallOp other : serial) {
      OpBuilder builder(other);
      LLVM::CallOp::create(builder, loc, task, usedOf(other, unused));
      other.erase();
    }
    SmallVector<Value> captured = usedOf(op, unused);
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
    for (auto [index, value] : llvm::enumerate(captured))
      LLVM::StoreOp::create(builder, loc, value,
                            field(builder, loc, type, environment, index));
    Value function = LLVM::AddressOfOp::create(builder, loc, pointer,
                                               trampoline.getSymName());
    callThroughField(builder, loc, call, CallField::ParallelFor,
                     /*resultType=*/{}, {function, environment, count});
    op.erase();
  }

  /// Takes from `task` the parameters that it does not use, but for the range,
  /// and says which. A memref is passed as several values, most of which its
  /// type already tells.
  static llvm::BitVector dropUnused(LLVM::LLVMFuncOp task) {
    Block &body = task.getBody().front();
    unsigned count = body.getNumArguments();
    llvm::BitVector unused(count);
    SmallVector<Type> types;
    SmallVector<DictionaryAttr> attributes;
    for (BlockArgument argument : body.getArguments()) {
      unsigned index = argument.getArgNumber();
      if (index + 2 < count && argument.use_empty()) {
        unused.set(index);
        continue;
      }
      types.push_back(argument.getType());
      attributes.push_back(task.getArgAttrDict(index));
    }
    body.eraseArguments(unused);
    task.setFunctionType(LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(task.getContext()), types));
    task.setAllArgAttrs(attributes);
    return unused;
  }

  static SmallVector<Value> usedOf(LLVM::CallOp call,
                                   const llvm::BitVector &unused) {
    SmallVector<Value> used;
    for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
      if (!unused.test(index))
        used.push_back(operand);
    return used;
  }

  static Value field(OpBuilder &builder, Location loc, Type environment,
                     Value address, int32_t index) {
    return LLVM::GEPOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        environment, address, ArrayRef<LLVM::GEPArg>{0, index},
        LLVM::GEPNoWrapFlags::inbounds);
  }

  /// void @T_entry(ptr environment, i64 begin, i64 end), an ingot_task.
  LLVM::LLVMFuncOp makeTrampoline(Location loc, LLVM::LLVMFuncOp task,
                                  LLVM::LLVMStructType environment) {
    std::string name = task.getSymName().str() + "_entry";
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
    SmallVector<Value> arguments;
    for (auto [index, captured] : llvm::enumerate(environment.getBody()))
      arguments.push_back(LLVM::LoadOp::create(
          builder, loc, captured,
          field(builder, loc, environment, entry->getArgument(0), index)));
    arguments.push_back(entry->getArgument(1));
    arguments.push_back(entry->getArgument(2));
    LLVM::CallOp::create(builder, loc, task, arguments);
    LLVM::ReturnOp::create(builder, loc, ValueRange());
    return function;
  }
};
} // namespace
