//===- TransferOperands.cpp - tensors to the memory that reads them -------===//
//
// One machine runs the whole program, so whoever copies between its memories is
// a function that a library or the caller supplies. Here it is only said which
// tensors go where, as custom ops, that people can read in `mlir:offload`.
// Constants are read where they are bound.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_TRANSFEROPERANDS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {

struct TransferOperands final
    : ingot::impl::TransferOperandsBase<TransferOperands> {
  using TransferOperandsBase::TransferOperandsBase;

  void runOnOperation() override {
    for (StringRef text : memories) {
      auto [target, memory] = text.split('=');
      byTarget_[target] = memory;
    }
    findCalls();
    for (auto &[call, memory] : calls_)
      for (Value result : call->getResults())
        if (isa<RankedTensorType>(result.getType()))
          giveBack(result, call, memory);
    for (auto &[call, memory] : calls_)
      for (OpOperand &operand : call->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType()))
          bring(operand, memory);
    calls_.clear();
    made_.clear();
    brought_.clear();
    byTarget_.clear();
  }

private:
  /// The memory that a function is in; empty: that of the host program.
  StringRef memoryOf(func::FuncOp function) const {
    auto target = function
                      ? function->getAttrOfType<StringAttr>(ingot::kTargetAttr)
                      : StringAttr();
    return target ? byTarget_.lookup(target.getValue()) : StringRef();
  }

  void findCalls() {
    SymbolTable symbols(getOperation());
    getOperation().walk([&](func::CallOp call) {
      if (auto function = symbols.lookup<func::FuncOp>(call.getCallee()))
        calls_[call] = memoryOf(function);
    });
  }

  /// Where an op has its operands: a call where its function is, others where
  /// the function is that they stand in.
  StringRef memoryOf(Operation *op) const {
    auto call = calls_.find(op);
    return call != calls_.end() ? call->second
                                : memoryOf(op->getParentOfType<func::FuncOp>());
  }

  StringRef memoryOf(Value value) const {
    if (auto made = made_.find(value); made != made_.end())
      return made->second;
    if (Operation *maker = value.getDefiningOp())
      return memoryOf(maker);
    Operation *around = value.getParentBlock()->getParentOp();
    auto function = dyn_cast<func::FuncOp>(around);
    return memoryOf(function ? function
                             : around->getParentOfType<func::FuncOp>());
  }

  /// Behind the call, for all who read its result elsewhere. For other calls
  /// only as far as the host's memory: bring() knows who takes it from there.
  void giveBack(Value result, Operation *call, StringRef memory) {
    SmallVector<OpOperand *> elsewhere;
    for (OpOperand &use : result.getUses())
      if (memoryOf(use.getOwner()) != memory)
        elsewhere.push_back(&use);
    if (elsewhere.empty())
      return;
    OpBuilder builder(call);
    builder.setInsertionPointAfter(call);
    Value atHost = memory.empty() ? result : receive(builder, result, memory);
    const StringRef around = memoryOf(call->getParentOfType<func::FuncOp>());
    Value there;
    for (OpOperand *use : elsewhere) {
      const bool isCall = calls_.contains(use->getOwner());
      if (!isCall && !around.empty() && !there)
        there = send(builder, atHost, around);
      use->set(isCall || around.empty() ? atHost : there);
    }
  }

  void bring(OpOperand &operand, StringRef memory) {
    Value value = operand.get();
    const StringRef before = memoryOf(value);
    if (before == memory)
      return;
    Operation *call = operand.getOwner();
    OpBuilder builder(call);
    auto once = [&](Value from, StringRef to, function_ref<Value()> transfer) {
      Value &there = brought_[{from, {call->getBlock(), to}}];
      if (!there)
        there = transfer();
      return there;
    };
    if (!before.empty())
      value = once(value, "", [&] { return receive(builder, value, before); });
    if (!memory.empty())
      value = once(value, memory, [&] { return send(builder, value, memory); });
    operand.set(value);
  }

  Value send(OpBuilder &builder, Value value, StringRef memory) {
    Value there = transfer(builder, value, memory + ".send");
    made_[there] = memory;
    return there;
  }

  Value receive(OpBuilder &builder, Value value, StringRef memory) {
    Value here = transfer(builder, value, memory + ".receive");
    made_[here] = "";
    return here;
  }

  Value transfer(OpBuilder &builder, Value value, const Twine &name) {
    ++numTransfers;
    ArrayAttr types = ingot::abiTypes(&getContext(), value.getType());
    if (!types) {
      emitError(value.getLoc())
          << "target.memory: no function can be given a tensor of type "
          << value.getType();
      signalPassFailure();
      return value;
    }
    return ingot::dialect::CustomOp::create(
               builder, value.getLoc(), value.getType(), name.str(),
               /*implementation_attrs=*/"{}", types, types,
               /*side_effects=*/false, /*index=*/IntegerAttr(), value)
        ->getResult(0);
  }

  /// While it runs.
  llvm::StringMap<StringRef> byTarget_;
  /// In the order of the program, with the memories of what is called.
  llvm::MapVector<Operation *, StringRef> calls_;
  /// Results of transfers, with their memories.
  llvm::DenseMap<Value, StringRef> made_;
  /// What was brought somewhere in front of a call, for those behind it in the
  /// block.
  llvm::DenseMap<std::pair<Value, std::pair<Block *, StringRef>>, Value>
      brought_;
};

} // namespace
