//===- ReturnMutatedArguments.cpp - what a program writes is a result -----===//
//
// PyTorch writes into what it is given: running statistics, caches. An
// executable does not, since the caller's memory may be mapped read-only or
// shared. So the last value written is returned, and the caller stores it.
// Writes under control flow are refused: whether one happened would have to be
// a result as well.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot {
#define GEN_PASS_DEF_RETURNMUTATEDARGUMENTS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// What the argument holds when the function returns; null if nobody writes it.
static FailureOr<Value> lastValue(BlockArgument argument) {
  OverwriteTensorContentsOp last;
  for (Operation *user : argument.getUsers()) {
    auto overwrite = dyn_cast<OverwriteTensorContentsOp>(user);
    if (!overwrite)
      continue;
    // Whether a branch or a loop wrote is not followed.
    if (overwrite->getBlock() != argument.getOwner())
      return failure();
    if (!last || last->isBeforeInBlock(overwrite))
      last = overwrite;
  }
  return last ? last.getValue() : Value();
}

static LogicalResult returnMutated(func::FuncOp function) {
  SmallVector<Value> values;
  for (BlockArgument argument : function.getArguments()) {
    if (!isa<NonValueTensorType>(argument.getType()))
      continue;
    FailureOr<Value> value = lastValue(argument);
    if (failed(value))
      return function.emitOpError("overwrites its argument ")
             << argument.getArgNumber()
             << " within a branch or a loop; only what is written in the "
                "function's own block can be given back";
    if (*value)
      values.push_back(*value);
  }
  if (values.empty())
    return success();
  Operation *terminator = function.front().getTerminator();
  terminator->insertOperands(terminator->getNumOperands(), values);
  SmallVector<Type> results(terminator->getOperandTypes());
  function.setType(
      function.getFunctionType().clone(function.getArgumentTypes(), results));
  if (ArrayAttr attributes = function.getResAttrsAttr()) {
    SmallVector<Attribute> all(attributes.begin(), attributes.end());
    all.resize(results.size(), DictionaryAttr::get(function.getContext()));
    function.setResAttrsAttr(ArrayAttr::get(function.getContext(), all));
  }
  return success();
}

namespace {
struct ReturnMutatedArguments final
    : ingot::impl::ReturnMutatedArgumentsBase<ReturnMutatedArguments> {
  using ReturnMutatedArgumentsBase::ReturnMutatedArgumentsBase;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      // Who calls a function from inside does not expect more results.
      if (!function.isPublic() || function.isDeclaration() ||
          !function.getBody().hasOneBlock() ||
          !SymbolTable::symbolKnownUseEmpty(function, getOperation()))
        continue;
      if (failed(returnMutated(function)))
        return signalPassFailure();
    }
  }
};
} // namespace
