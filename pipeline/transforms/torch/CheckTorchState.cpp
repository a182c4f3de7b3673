//===- CheckTorchState.cpp - programs of TorchScript that keep state ------===//
//
// What the pass needs and leaves is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/transforms/Passes.h"

namespace ingot {
#define GEN_PASS_DEF_CHECKTORCHSTATE
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;

namespace {
struct CheckTorchState final
    : ingot::impl::CheckTorchStateBase<CheckTorchState> {
  using CheckTorchStateBase::CheckTorchStateBase;

  void runOnOperation() override {
    // One is enough: they come in hundreds, and the remedy is the same.
    WalkResult walk = getOperation()->walk<WalkOrder::PreOrder>(
        [](Operation *op) -> WalkResult {
          if (!ingot::torch::isTorchScriptState(op))
            return WalkResult::advance();
          return op->emitOpError()
                 << "belongs to a TorchScript program that keeps state or "
                    "objects, which cannot be compiled; export the model with "
                    "torch.export and import that with torch-mlir's FX "
                    "importer (torch_mlir.fx.export_and_import), which makes "
                    "parameters arguments or literals";
        });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
