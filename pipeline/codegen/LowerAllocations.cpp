//===- LowerAllocations.cpp - memory comes from the caller ----------------===//
//
// MLIR's conversion to LLVM calls three generic functions for memory. Their
// names, from MLIR 22, are replaced here by the caller's allocate and release,
// so no executable needs a malloc. Alignment is raised to INGOT_ALIGNMENT:
// vector code relies on it for whatever it is handed.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"
#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

#include <algorithm>

namespace ingot {
#define GEN_PASS_DEF_LOWERALLOCATIONS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using ingot::CallField;

static constexpr StringLiteral kAllocate = "_mlir_memref_to_llvm_alloc";
static constexpr StringLiteral kAlignedAllocate =
    "_mlir_memref_to_llvm_aligned_alloc";
static constexpr StringLiteral kFree = "_mlir_memref_to_llvm_free";

/// A constant alignment of at least 64. MLIR passes one as a constant; another
/// value could not be raised at compile time.
static Value raiseAlignment(OpBuilder &builder, Location loc, Value alignment) {
  int64_t least = INGOT_ALIGNMENT;
  if (alignment) {
    APInt value;
    if (!matchPattern(alignment, m_ConstantInt(&value)))
      return LLVM::UMaxOp::create(
          builder, loc, alignment,
          LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), least));
    least = std::max(least, value.getSExtValue());
  }
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), least);
}

namespace {
struct LowerAllocations final
    : ingot::impl::LowerAllocationsBase<LowerAllocations> {
  void runOnOperation() override {
    SmallVector<LLVM::CallOp> calls;
    getOperation().walk([&](LLVM::CallOp op) {
      std::optional<StringRef> callee = op.getCallee();
      if (callee && (*callee == kAllocate || *callee == kAlignedAllocate ||
                     *callee == kFree))
        calls.push_back(op);
    });
    for (LLVM::CallOp op : calls)
      if (failed(lower(op)))
        return signalPassFailure();
    for (StringRef name : {kAllocate, kAlignedAllocate, kFree})
      if (auto declaration =
              getOperation().lookupSymbol<LLVM::LLVMFuncOp>(name))
        declaration.erase();
  }

private:
  static LogicalResult lower(LLVM::CallOp op) {
    Value call = ingot::enclosingCall(op);
    if (!call)
      return failure();
    OpBuilder builder(op);
    Location loc = op.getLoc();
    StringRef callee = *op.getCallee();
    OperandRange arguments = op.getArgOperands();
    if (callee == kFree) {
      callThroughField(builder, loc, call, CallField::Release,
                       /*resultType=*/{}, arguments[0]);
      op.erase();
      return success();
    }
    bool aligned = callee == kAlignedAllocate;
    Value size = arguments[aligned ? 1 : 0];
    Value alignment =
        raiseAlignment(builder, loc, aligned ? arguments[0] : Value());
    Value memory =
        callThroughField(builder, loc, call, CallField::Allocate,
                         op.getResult().getType(), {size, alignment});
    op.replaceAllUsesWith(ValueRange(memory));
    op.erase();
    return success();
  }
};
} // namespace
