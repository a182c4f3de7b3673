//===- EliminateEmptyTensors.cpp - values are made where they are wanted --===//
//
// Upstream's elimination begins with the analysis that bufferization does right
// after it once more, and which is the dearer of the two. It changes something
// only where an empty tensor may end in a subset of another one, so values are
// followed back from there first. Most kernels compute in their destination.
//
// Equal empty tensors are one value for CSE. Whatever is computed into it would
// be a candidate for the same memory, and both analyses compare every two of
// these ops: in a program of many equal layers they took longer than all else.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace ingot {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Gives every use of an empty tensor one of its own.
static void separateEmptyTensors(Operation *root) {
  root->walk([](tensor::EmptyOp empty) {
    OpBuilder builder(empty);
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses()))
      if (!empty->hasOneUse())
        use.set(builder.clone(*empty)->getResult(0));
  });
}

/// Adds the values in whose memory an op may compute `value`; false if nobody
/// knows them.
static bool addDestinations(Value value, SmallVectorImpl<Value> &values) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    auto loop = dyn_cast<LoopLikeOpInterface>(parent);
    if (!loop)
      return isa<func::FuncOp>(parent) && argument.getOwner()->isEntryBlock();
    OpOperand *init = loop.getTiedLoopInit(argument);
    if (init)
      values.push_back(init->get());
    return init != nullptr;
  }
  auto result = cast<OpResult>(value);
  Operation *op = result.getOwner();
  if (auto written = dyn_cast<DestinationStyleOpInterface>(op)) {
    values.push_back(written.getTiedOpOperand(result)->get());
    return true;
  }
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    OpOperand *init = loop.getTiedLoopInit(result);
    OpOperand *yielded = loop.getTiedLoopYieldedValue(
        init ? loop.getTiedLoopRegionIterArg(init) : BlockArgument());
    if (init)
      values.push_back(init->get());
    if (yielded)
      values.push_back(yielded->get());
    return init != nullptr;
  }
  if (isa<tensor::ExtractSliceOp, tensor::CastOp>(op)) {
    values.push_back(op->getOperand(0));
    return true;
  }
  // Others make a value of their own, if of anything but tensors.
  return op->getNumRegions() == 0 &&
         llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
}

/// False if `value` is surely not computed into an empty tensor.
static bool mayBeginEmpty(Value value) {
  if (!isa<TensorType>(value.getType()))
    return false; // Vectors are inserted too.
  SmallVector<Value> values = {value};
  llvm::SmallPtrSet<Value, 16> seen;
  while (!values.empty()) {
    Value next = values.pop_back_val();
    if (next.getDefiningOp<tensor::EmptyOp>())
      return true;
    if (seen.insert(next).second && !addDestinations(next, values))
      return true;
  }
  return false;
}

namespace {
struct EliminateEmptyTensors final
    : ingot::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    separateEmptyTensors(getOperation());
    bool anyInserted = getOperation()
                           .walk([](SubsetInsertionOpInterface op) {
                             return mayBeginEmpty(op.getSourceOperand().get())
                                        ? WalkResult::interrupt()
                                        : WalkResult::advance();
                           })
                           .wasInterrupted();
    if (!anyInserted)
      return;
    IRRewriter rewriter(&getContext());
    if (failed(bufferization::eliminateEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
