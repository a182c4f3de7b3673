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
    findCalls();
    for (auto &[call, memory] : calls_)
      for (Value result : call->getResults())
        if (isa<RankedTensorType>(result.getType()))
          receive(result, call, memory);
    for (auto &[call, memory] : calls_)
      for (OpOperand &operand : call->getOpOperands())
        if (isa<RankedTensorType>(operand.get().getType()))
          send(operand, memory);
    calls_.clear();
    sent_.clear();
  }

private:
  void findCalls() {
    llvm::StringMap<StringRef> known;
    for (StringRef text : memories) {
      auto [target, memory] = text.rsplit('=');
      known[target] = memory;
    }
    SymbolTable symbols(getOperation());
    getOperation().walk([&](func::CallOp call) {
      auto function = symbols.lookup<func::FuncOp>(call.getCallee());
      auto target =
          function ? function->getAttrOfType<StringAttr>(ingot::kTargetAttr)
                   : StringAttr();
      auto found = target ? known.find(target.getValue()) : known.end();
      if (found != known.end())
        calls_[call] = found->second;
    });
  }

  /// Where an op has its operands and results; empty: with the host program.
  StringRef memoryOf(Operation *op) const {
    return op ? calls_.lookup(op) : StringRef();
  }

  void receive(Value result, Operation *call, StringRef memory) {
    SmallVector<OpOperand *> elsewhere;
    for (OpOperand &use : result.getUses())
      if (memoryOf(use.getOwner()) != memory)
        elsewhere.push_back(&use);
    if (elsewhere.empty())
      return;
    OpBuilder builder(call);
    builder.setInsertionPointAfter(call);
    Value here = transfer(builder, result, memory + ".receive");
    for (OpOperand *use : elsewhere)
      use->set(here);
  }

  void send(OpOperand &operand, StringRef memory) {
    Value value = operand.get();
    if (memoryOf(value.getDefiningOp()) == memory)
      return;
    Operation *call = operand.getOwner();
    Value &there = sent_[{value, {call->getBlock(), memory}}];
    if (!there) {
      OpBuilder builder(call);
      there = transfer(builder, value, memory + ".send");
    }
    operand.set(there);
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

  /// In the order of the program, with their memories. While it runs.
  llvm::MapVector<Operation *, StringRef> calls_;
  /// What was sent in front of a call, for those behind it in the block.
  llvm::DenseMap<std::pair<Value, std::pair<Block *, StringRef>>, Value> sent_;
};

} // namespace
