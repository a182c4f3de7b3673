//===- ReleaseBuffers.cpp - releases, where something is allocated --------===//
//
// Most kernels allocate nothing: results are their caller's, and what lies
// between ops is in registers or on the stack. Upstream's analysis of ownership
// and the cleaning up after it find nothing there, at a tenth of the time that
// MLIR needs for a kernel.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"

namespace ingot {
#define GEN_PASS_DEF_RELEASEBUFFERS
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// True for an op after which somebody has to release or copy a buffer.
static bool makesOwner(Operation *op) {
  if (isa<bufferization::CloneOp, memref::ReallocOp>(op))
    return true;
  // Whoever is given a buffer owns it; one that is the caller's is copied.
  if (isa<func::CallOp, func::ReturnOp>(op))
    return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>) ||
           llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  // The stack's are released by themselves.
  return !isa<memref::AllocaOp>(op) && hasEffect<MemoryEffects::Allocate>(op);
}

namespace {
struct ReleaseBuffers final : ingot::impl::ReleaseBuffersBase<ReleaseBuffers> {
  ReleaseBuffers() { build(); }
  ReleaseBuffers(const ReleaseBuffers &other) : ReleaseBuffersBase(other) {
    build();
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    ReleaseBuffersBase::getDependentDialects(registry);
    pipeline_.getDependentDialects(registry);
  }

  void runOnOperation() override {
    WalkResult found = getOperation().walk([](Operation *op) {
      return makesOwner(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!found.wasInterrupted())
      return markAllAnalysesPreserved();
    if (failed(runPipeline(pipeline_, getOperation())))
      signalPassFailure();
  }

private:
  void build() {
    bufferization::buildBufferDeallocationPipeline(pipeline_, {});
    // It copies what a caller must own and does not (bufferization.clone).
    pipeline_.addPass(createConvertBufferizationToMemRefPass());
  }

  OpPassManager pipeline_{ModuleOp::getOperationName()};
};
} // namespace
