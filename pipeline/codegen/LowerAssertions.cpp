//===- LowerAssertions.cpp - cf.assert reports through the call -----------===//
//
// A failed assertion must not return into code that relies on it, and an
// executable must not abort its process. The caller's `fail` does not come back
// (the runtime unwinds to the call), so the block ends in unreachable. That is
// why the pass runs on unstructured control flow: scf has no way out of a
// region.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

namespace ingot {
#define GEN_PASS_DEF_LOWERASSERTIONS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct LowerAssertions final
    : ingot::impl::LowerAssertionsBase<LowerAssertions> {
  void runOnOperation() override {
    messages_.clear();
    SmallVector<cf::AssertOp> assertions;
    getOperation().walk([&](cf::AssertOp op) { assertions.push_back(op); });
    for (cf::AssertOp op : assertions) {
      if (!isa<func::FuncOp>(op->getParentOp())) {
        op.emitError("is inside structured control flow");
        return signalPassFailure();
      }
      Value call = ingot::enclosingCall(op);
      if (!call)
        return signalPassFailure();
      lower(op, call);
    }
  }

private:
  /// Splits the block: a failed condition goes to a block that never comes
  /// back.
  void lower(cf::AssertOp op, Value call) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    Block *before = op->getBlock();
    Block *after = before->splitBlock(op->getNextNode());
    Block *failure = builder.createBlock(before->getParent());
    builder.setInsertionPointToStart(failure);
    Value message = LLVM::AddressOfOp::create(
        builder, loc, LLVM::LLVMPointerType::get(&getContext()),
        messageSymbol(op));
    ingot::callThroughField(builder, loc, call, ingot::CallField::Fail,
                            /*resultType=*/{}, message);
    LLVM::UnreachableOp::create(builder, loc);

    builder.setInsertionPoint(op);
    cf::CondBranchOp::create(builder, loc, op.getArg(), after, ValueRange(),
                             failure, ValueRange());
    op.erase();
  }

  /// Equal messages share one string. The symbols count up, so that the output
  /// does not depend on what the strings hash to.
  StringRef messageSymbol(cf::AssertOp op) {
    auto [entry, isNew] = messages_.try_emplace(op.getMsg());
    if (!isNew)
      return entry->second;
    SymbolTable symbols(getOperation());
    OpBuilder builder = OpBuilder::atBlockBegin(getOperation().getBody());
    std::string text = op.getMsg().str() + '\0';
    auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), text.size());
    auto global = LLVM::GlobalOp::create(
        builder, op.getLoc(), type, /*isConstant=*/true,
        LLVM::Linkage::Internal,
        "ingot.message." + std::to_string(messages_.size()),
        builder.getStringAttr(text));
    symbols.insert(global);
    entry->second = global.getSymName().str();
    return entry->second;
  }

  llvm::StringMap<std::string> messages_;
};
} // namespace
