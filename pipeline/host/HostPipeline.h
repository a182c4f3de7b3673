//===- HostPipeline.h - a host program to the LLVM dialect ------*- C++ -*-===//
//
// The phase link up to translation. Needs the module attribute that
// ingot-emit-entry-points reads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_HOST_HOSTPIPELINE_H
#define INGOT_PIPELINE_HOST_HOSTPIPELINE_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace ingot {

void buildHostPipeline(mlir::OpPassManager &pm);

} // namespace ingot

#endif // INGOT_PIPELINE_HOST_HOSTPIPELINE_H
