//===- HostPipeline.cpp - a host program to the LLVM dialect --------------===//
//
// The host program shares bufferization and lowering with kernels, and with
// them the calling convention. Its own are the first and last passes and the
// plan of its memory.
//
//===----------------------------------------------------------------------===//

#include "pipeline/host/HostPipeline.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/host/IngotToLLVM.h"
#include "pipeline/host/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

void ingot::buildHostPipeline(mlir::OpPassManager &pm,
                              const HostOptions &options) {
  // First: bufferization already adds functions of its own.
  pm.addPass(createPrefixFunctions());
  buildBufferizePipeline(pm, {/*isPlanned=*/true, options.alignment});
  // Once every buffer has its release, and before views become arithmetic.
  pm.addNestedPass<mlir::func::FuncOp>(
      createPlanMemory({options.maxArenaBytes}));
  LowerOptions lower;
  lower.extraPatterns = populateIngotToLLVMPatterns;
  buildLowerToLLVMPipeline(pm, lower);
  // Last: wrappers call functions by their lowered signatures.
  pm.addPass(createEmitEntryPoints());
}
