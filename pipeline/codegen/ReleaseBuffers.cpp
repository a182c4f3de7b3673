//===- ReleaseBuffers.cpp - releases, where something is allocated --------===//
//
// Most kernels allocate nothing: results are their caller's, and what lies
// between ops is in registers or on the stack. Upstream's analysis of ownership
// and the cleaning up after it find nothing there, at a tenth of the time that
// MLIR needs for a kernel.
//
// Host programs allocate for each launch, and mostly it is plain who owns what:
// only views and launches see a buffer, or it is returned. Upstream compares
// each of N buffers with all others, a fifth of the time for the host program
// of bert_base, to release them where they are released here: at the end of the
// block that allocates them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
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

/// True if `user` may make an alias of a buffer that is not followed.
static bool hidesAlias(Operation *user) {
  if (isa<memref::LoadOp, memref::DimOp>(user))
    return false;
  return isa<RegionBranchOpInterface, CallOpInterface>(user) ||
         user->hasTrait<OpTrait::IsTerminator>() ||
         llvm::any_of(user->getResultTypes(), [](Type type) {
           return isa<BaseMemRefType, IndexType>(type);
         });
}

/// True if all uses of a buffer lie in the block that allocates it and no alias
/// gets out of sight; a function may return it, and then its caller owns it.
static bool isPlain(memref::AllocOp alloc) {
  SmallVector<Value> aliases{alloc};
  while (!aliases.empty()) {
    Value alias = aliases.pop_back_val();
    for (Operation *user : alias.getUsers()) {
      if (isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1) {
        aliases.push_back(user->getResult(0));
        continue;
      }
      bool isResult = isa<func::ReturnOp>(user) && alias == alloc;
      if (!alloc->getBlock()->findAncestorOpInBlock(*user) ||
          (hidesAlias(user) && !isResult))
        return false;
    }
  }
  return true;
}

/// True if each buffer that `done` returns is a plain one, and no other.
static bool returnsPlain(func::ReturnOp done) {
  llvm::SmallPtrSet<Value, 4> buffers;
  return llvm::all_of(done.getOperands(), [&](Value value) {
    if (!isa<BaseMemRefType>(value.getType()))
      return true;
    auto alloc = value.getDefiningOp<memref::AllocOp>();
    return alloc && alloc->getBlock() == done->getBlock() &&
           buffers.insert(value).second;
  });
}

/// Releases what `allocs` are at the end of their blocks, but for results.
static void releaseAtEnd(ArrayRef<memref::AllocOp> allocs) {
  for (memref::AllocOp alloc : allocs) {
    if (llvm::any_of(alloc->getUsers(), llvm::IsaPred<func::ReturnOp>))
      continue;
    OpBuilder builder(alloc->getBlock()->getTerminator());
    memref::DeallocOp::create(builder, alloc.getLoc(), alloc);
  }
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
    SmallVector<memref::AllocOp> allocs;
    bool isPlainAll = true;
    WalkResult found = getOperation().walk([&](Operation *op) {
      if (!makesOwner(op))
        return WalkResult::advance();
      auto done = dyn_cast<func::ReturnOp>(op);
      auto alloc = dyn_cast<memref::AllocOp>(op);
      if (alloc)
        allocs.push_back(alloc);
      isPlainAll = alloc ? isPlain(alloc) : done && returnsPlain(done);
      return isPlainAll ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (!found.wasInterrupted() && allocs.empty())
      return markAllAnalysesPreserved();
    if (isPlainAll)
      return releaseAtEnd(allocs);
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
