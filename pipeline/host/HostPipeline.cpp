//===- HostPipeline.cpp - a host program to the LLVM dialect --------------===//
//
// The host program shares bufferization and lowering with kernels, and with
// them the calling convention. Only its first and last pass are its own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/host/HostPipeline.h"
#include "pipeline/codegen/Pipelines.h"
#include "pipeline/host/IngotToLLVM.h"
#include "pipeline/host/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

void ingot::buildHostPipeline(mlir::OpPassManager &pm) {
  // First: bufferization already adds functions of its own.
  pm.addPass(createPrefixFunctions());
  buildBufferizePipeline(pm);
  LowerOptions lower;
  lower.extraPatterns = populateIngotToLLVMPatterns;
  buildLowerToLLVMPipeline(pm, lower);
  // Last: wrappers call functions by their lowered signatures.
  pm.addPass(createEmitEntryPoints());
}
