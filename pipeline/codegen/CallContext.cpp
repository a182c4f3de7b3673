//===- CallContext.cpp - reaching the caller from generated code ----------===//
//
// Offsets come from the C header, so generated code and runtime cannot
// disagree. They are the same on every 64-bit target, which is what makes a
// cross-compiled kernel right. Loads are marked invariant: the caller leaves
// its structure alone during a call, and LLVM may keep a field in a register
// across calls of unknown code.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/CallContext.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace ingot {

static_assert(offsetof(ingot_call, user) == 0 &&
                  offsetof(ingot_call, allocate) == 8 &&
                  offsetof(ingot_call, release) == 16 &&
                  offsetof(ingot_call, parallel_for) == 24 &&
                  offsetof(ingot_call, fail) == 32 &&
                  offsetof(ingot_call, constants) == 40 &&
                  offsetof(ingot_call, states) == 48 &&
                  offsetof(ingot_call, custom_ops) == 56,
              "versions 1 and 2 of the ABI are frozen");

Value loadCallField(OpBuilder &builder, Location loc, Value call,
                    CallField field) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address = call;
  if (field != CallField::User)
    address =
        LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), call,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(field)},
                            LLVM::GEPNoWrapFlags::inbounds);
  // The caller does not change the structure while it runs the call.
  return LLVM::LoadOp::create(builder, loc, pointer, address, /*alignment=*/8,
                              /*isVolatile=*/false, /*isNonTemporal=*/false,
                              /*isInvariant=*/true);
}

Value callThroughField(OpBuilder &builder, Location loc, Value call,
                       CallField field, Type resultType, ValueRange arguments) {
  SmallVector<Value> operands = {
      loadCallField(builder, loc, call, field),
      loadCallField(builder, loc, call, CallField::User)};
  llvm::append_range(operands, arguments);
  Type result =
      resultType ? resultType : LLVM::LLVMVoidType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(
      result, llvm::to_vector(ValueRange(operands).drop_front().getTypes()));
  auto op = LLVM::CallOp::create(builder, loc, type, operands);
  return resultType ? op.getResult() : Value();
}

Value enclosingCall(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (function && function.getNumArguments() > 0 &&
      isa<LLVM::LLVMPointerType>(function.getArgument(0).getType()))
    return function.getArgument(0);
  op->emitError("is in a function without the caller's context; run "
                "ingot-thread-call-context first");
  return {};
}

} // namespace ingot
