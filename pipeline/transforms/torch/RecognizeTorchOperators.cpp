//===- RecognizeTorchOperators.cpp - operators by name to ops -------------===//
//
// A name alone is not enough: importers may come from another release than our
// table, so operands and results have to fit the schema too. What does not fit
// stays a torch.operator, and the report quotes the schema.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace ingot {
#define GEN_PASS_DEF_RECOGNIZETORCHOPERATORS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct RecognizeTorchOperators final
    : ingot::impl::RecognizeTorchOperatorsBase<RecognizeTorchOperators> {
  using RecognizeTorchOperatorsBase::RecognizeTorchOperatorsBase;

  void runOnOperation() override {
    SmallVector<ingot::torch::OperatorOp> known;
    getOperation()->walk([&](ingot::torch::OperatorOp op) {
      if (ingot::torch::getSchema(op))
        known.push_back(op);
    });
    for (ingot::torch::OperatorOp op : known) {
      OpBuilder builder(op);
      OperationState state(op.getLoc(), ingot::torch::getSchema(op)->opName,
                           op.getOperands(), op.getResultTypes(),
                           op->getDiscardableAttrDictionary().getValue());
      op->replaceAllUsesWith(builder.create(state));
      op->erase();
    }
  }
};
} // namespace
