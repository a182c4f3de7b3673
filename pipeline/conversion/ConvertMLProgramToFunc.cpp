//===- ConvertMLProgramToFunc.cpp - one kind of function from here on -----===//
//
// ml_program has functions with control flow and subgraphs whose ops have no
// order but that of data and tokens. Everything after import knows func.func
// only. What the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Builders.h"

namespace ingot {
#define GEN_PASS_DEF_CONVERTMLPROGRAMTOFUNC
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Replaces a function of either kind by a func.func with the same body.
template <typename FunctionOp> static func::FuncOp replace(FunctionOp op) {
  OpBuilder builder(op);
  auto function = func::FuncOp::create(builder, op.getLoc(), op.getSymName(),
                                       op.getFunctionType());
  if (op.getSymVisibilityAttr())
    function.setSymVisibilityAttr(op.getSymVisibilityAttr());
  if (ArrayAttr attributes = op.getArgAttrsAttr())
    function.setArgAttrsAttr(attributes);
  if (ArrayAttr attributes = op.getResAttrsAttr())
    function.setResAttrsAttr(attributes);
  function.getBody().takeBody(op.getBody());
  op.erase();
  return function;
}

template <typename Terminator> static void replaceTerminators(Region &body) {
  for (Block &block : body)
    if (auto terminator = dyn_cast<Terminator>(block.getTerminator())) {
      OpBuilder builder(terminator);
      func::ReturnOp::create(builder, terminator.getLoc(),
                             terminator.getOperands());
      terminator.erase();
    }
}

/// Token operands and results fall away; the order of the block now says what
/// they said.
static void dropTokens(Block &block) {
  SmallVector<Operation *> dead;
  for (Operation &op : block) {
    OpBuilder builder(&op);
    if (auto load = dyn_cast<ml_program::GlobalLoadGraphOp>(op)) {
      auto plain = ml_program::GlobalLoadOp::create(
          builder, op.getLoc(), load.getResult().getType(), load.getGlobal());
      load.getResult().replaceAllUsesWith(plain.getResult());
      dead.push_back(&op);
    } else if (auto store = dyn_cast<ml_program::GlobalStoreGraphOp>(op)) {
      ml_program::GlobalStoreOp::create(builder, op.getLoc(), store.getGlobal(),
                                        store.getValue());
      dead.push_back(&op);
    } else if (isa<ml_program::TokenOp>(op)) {
      dead.push_back(&op);
    }
  }
  // Backwards: a token's consumers stand behind its producer.
  for (Operation *op : llvm::reverse(dead))
    op->erase();
}

namespace {
struct ConvertMLProgramToFunc final
    : ingot::impl::ConvertMLProgramToFuncBase<ConvertMLProgramToFunc> {
  using ConvertMLProgramToFuncBase::ConvertMLProgramToFuncBase;

  void runOnOperation() override {
    for (auto function : llvm::make_early_inc_range(
             getOperation().getOps<ml_program::FuncOp>()))
      replaceTerminators<ml_program::ReturnOp>(replace(function).getBody());

    for (auto subgraph : llvm::make_early_inc_range(
             getOperation().getOps<ml_program::SubgraphOp>()))
      if (failed(convertSubgraph(subgraph)))
        return signalPassFailure();
  }

private:
  static LogicalResult convertSubgraph(ml_program::SubgraphOp subgraph) {
    if (subgraph.getBody().empty()) {
      replace(subgraph);
      return success();
    }
    Block &block = subgraph.getBody().front();
    if (!sortTopologically(&block))
      return subgraph.emitError("operations of this subgraph depend on each "
                                "other in a circle, so none can run first");
    Region &body = replace(subgraph).getBody();
    dropTokens(body.front());
    replaceTerminators<ml_program::OutputOp>(body);
    return success();
  }
};
} // namespace
