//===- EliminateEmptyTensors.cpp - values are made where they are wanted --===//
//
// Upstream's elimination begins with the analysis that bufferization does right
// after it once more, and which is the dearer of the two. It changes something
// only where an empty tensor may end in a subset of another one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

namespace ingot {
#define GEN_PASS_DEF_ELIMINATEEMPTYTENSORS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct EliminateEmptyTensors final
    : ingot::impl::EliminateEmptyTensorsBase<EliminateEmptyTensors> {
  void runOnOperation() override {
    bool anyEmpty = false, anySubset = false;
    getOperation().walk([&](Operation *op) {
      anyEmpty |= isa<tensor::EmptyOp>(op);
      anySubset |= isa<SubsetInsertionOpInterface>(op);
    });
    if (!anyEmpty || !anySubset)
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    if (failed(bufferization::eliminateEmptyTensors(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
