//===- HostPipeline.h - a host program to the LLVM dialect ------*- C++ -*-===//
//
// The phase link up to translation. Needs the module attribute that
// ingot-emit-entry-points reads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_HOST_HOSTPIPELINE_H
#define INGOT_PIPELINE_HOST_HOSTPIPELINE_H

#include <cstdint>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace ingot {

/// What a target says of the memory of host programs.
struct HostOptions {
  /// What buffers start at a multiple of, at least INGOT_ALIGNMENT.
  uint64_t alignment = 64;
  /// The most bytes of a call's arena; 0: any.
  uint64_t maxArenaBytes = 0;
};

void buildHostPipeline(mlir::OpPassManager &pm,
                       const HostOptions &options = {});

} // namespace ingot

#endif // INGOT_PIPELINE_HOST_HOSTPIPELINE_H
