//===- IngotToLLVM.cpp - launches are calls, tables are loads -------------===//
//
// A launch of a kernel is a plain call: kernel and host program are linked into
// one object, so no table of kernels is needed while the program runs.
// Constants and state differ from caller to caller and are loaded from the
// tables of the call context (proto/abi/executable.h).
//
//===----------------------------------------------------------------------===//

#include "pipeline/host/IngotToLLVM.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "proto/abi/executable.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#include <cstddef>

using namespace mlir;
using namespace ingot::dialect;

/// The call context of the function around `op`.
static Value callContext(Operation *op) {
  return op->getParentOfType<FunctionOpInterface>().getArgument(0);
}

/// Loads entry `index` of the table that the call context holds at `offset`.
static Value loadTableEntry(OpBuilder &builder, Location loc, Value context,
                            size_t offset, int64_t index) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto at = [&](Value base, int64_t bytes) -> Value {
    return LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                               ArrayRef<LLVM::GEPArg>{bytes});
  };
  auto table = LLVM::LoadOp::create(builder, loc, pointer,
                                    at(context, static_cast<int64_t>(offset)));
  return LLVM::LoadOp::create(
      builder, loc, pointer,
      at(table, index * static_cast<int64_t>(sizeof(void *))));
}

namespace {

/// ingot.constant and ingot.state on memrefs.
template <typename SourceOp, size_t tableOffset>
struct TableOpLowering : ConvertOpToLLVMPattern<SourceOp> {
  using ConvertOpToLLVMPattern<SourceOp>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(SourceOp op, typename SourceOp::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getResult().getType());
    if (!type)
      return failure();
    Value data = loadTableEntry(rewriter, op.getLoc(), callContext(op),
                                tableOffset, op.getIndex());
    Value descriptor = MemRefDescriptor::fromStaticShape(
        rewriter, op.getLoc(), *this->getTypeConverter(), type, data);
    rewriter.replaceOp(op, descriptor);
    return success();
  }
};

struct DispatchOpLowering : ConvertOpToLLVMPattern<DispatchOp> {
  using ConvertOpToLLVMPattern<DispatchOp>::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(DispatchOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> arguments{callContext(op)};
    for (auto [original, converted] :
         llvm::zip_equal(op->getOperands(), adaptor.getOperands())) {
      auto type = dyn_cast<MemRefType>(original.getType());
      if (type && op.getBarePointers())
        arguments.push_back(
            MemRefDescriptor(converted).alignedPtr(rewriter, op.getLoc()));
      else if (type)
        MemRefDescriptor::unpack(rewriter, op.getLoc(), converted, type,
                                 arguments);
      else
        arguments.push_back(converted);
    }
    LLVM::LLVMFuncOp kernel = declare(op, arguments, rewriter);
    LLVM::CallOp::create(rewriter, op.getLoc(), kernel, arguments);
    rewriter.eraseOp(op);
    return success();
  }

private:
  static LLVM::LLVMFuncOp declare(DispatchOp op, ValueRange arguments,
                                  OpBuilder &builder) {
    auto module = op->getParentOfType<ModuleOp>();
    if (auto known =
            module.lookupSymbol<LLVM::LLVMFuncOp>(op.getKernelAttr().getAttr()))
      return known;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    auto type = LLVM::LLVMFunctionType::get(
        LLVM::LLVMVoidType::get(builder.getContext()),
        llvm::to_vector(arguments.getTypes()));
    return LLVM::LLVMFuncOp::create(builder, op.getLoc(), op.getKernel(), type);
  }
};

} // namespace

void ingot::populateIngotToLLVMPatterns(LLVMTypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<TableOpLowering<ConstantOp, offsetof(ingot_call, constants)>,
               TableOpLowering<StateOp, offsetof(ingot_call, states)>,
               DispatchOpLowering>(converter);
  populateCustomOpToLLVMPatterns(converter, patterns);
}
