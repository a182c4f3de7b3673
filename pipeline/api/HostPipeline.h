//===- HostPipeline.h - a host program to the LLVM dialect ------*- C++ -*-===//
//
// The phase link up to translation. Needs the module attribute that
// ingot-emit-entry-points reads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_HOSTPIPELINE_H
#define INGOT_PIPELINE_API_HOSTPIPELINE_H

#include <cstdint>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace ingot::pipeline {

/// Smallest payload in bytes that leaves the program when a request names none.
inline constexpr uint64_t kDefaultConstantThreshold = 1024;

void buildHostPipeline(mlir::OpPassManager &pm);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_HOSTPIPELINE_H
