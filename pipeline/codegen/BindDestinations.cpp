//===- BindDestinations.cpp - a kernel's signature becomes memrefs --------===//
//
// Done before anything else, so that bufferization never has to guess where a
// result goes: a result that an op made in a buffer of its own is copied, and
// empty-tensor elimination removes most of those copies.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace ingot {
#define GEN_PASS_DEF_BINDDESTINATIONS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// The one function to be compiled; null, with a diagnostic, if there is none.
static func::FuncOp findKernel(ModuleOp module) {
  auto kernel = module.lookupSymbol<func::FuncOp>("kernel");
  if (!kernel || kernel.isExternal()) {
    module.emitError("holds no function 'kernel'");
    return {};
  }
  FunctionType type = kernel.getFunctionType();
  unsigned count = type.getNumResults();
  if (type.getNumInputs() < count ||
      type.getInputs().take_back(count) != type.getResults()) {
    kernel.emitError("needs one destination argument per result, last and of "
                     "the results' types");
    return {};
  }
  for (Type argument : type.getInputs())
    if (isa<TensorType>(argument) && !isa<RankedTensorType>(argument)) {
      kernel.emitError("takes an unranked tensor");
      return {};
    }
  if (!kernel.getBody().hasOneBlock()) {
    kernel.emitError("has more than one block");
    return {};
  }
  return kernel;
}

static void bindResults(func::FuncOp kernel, unsigned firstDestination,
                        ArrayRef<Value> buffers) {
  auto exit = cast<func::ReturnOp>(kernel.getBody().front().getTerminator());
  OpBuilder builder(exit);
  for (auto [index, value] : llvm::enumerate(exit.getOperands())) {
    unsigned argument = firstDestination + index;
    bufferization::MaterializeInDestinationOp::create(
        builder, exit.getLoc(), /*result=*/Type(), value, buffers[argument],
        /*restrict=*/true, /*writable=*/true);
    kernel.setArgAttr(argument, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
  }
  exit.getOperandsMutable().clear();
}

namespace {
struct BindDestinations final
    : ingot::impl::BindDestinationsBase<BindDestinations> {
  using BindDestinationsBase::BindDestinationsBase;

  void runOnOperation() override {
    func::FuncOp kernel = findKernel(getOperation());
    if (!kernel)
      return signalPassFailure();
    if (StringAttr name = getOperation().getSymNameAttr())
      kernel.setName(name);

    unsigned count = kernel.getNumArguments();
    unsigned firstDestination = count - kernel.getNumResults();
    Block &body = kernel.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    SmallVector<Value> buffers(body.args_begin(), body.args_end());
    SmallVector<Type> types;
    for (BlockArgument argument : body.getArguments()) {
      if (auto tensor = dyn_cast<RankedTensorType>(argument.getType())) {
        argument.setType(
            MemRefType::get(tensor.getShape(), tensor.getElementType()));
        auto value = bufferization::ToTensorOp::create(
            builder, kernel.getLoc(), tensor, argument, /*restrict=*/true,
            /*writable=*/argument.getArgNumber() >= firstDestination);
        argument.replaceAllUsesExcept(value, value);
      }
      types.push_back(argument.getType());
    }
    bindResults(kernel, firstDestination, buffers);
    kernel.setType(builder.getFunctionType(types, {}));
  }
};
} // namespace
