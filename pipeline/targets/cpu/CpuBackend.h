//===- CpuBackend.h - x86-64, AArch64 and RISC-V ----------------*- C++ -*-===//
//
// Code for the CPUs of Linux machines, by LLVM's code generators and lld. The
// backend of a machine that is such a CPU and has something beside it derives
// from this class, gives its name, and overrides what it adds.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_CPU_CPUBACKEND_H
#define INGOT_PIPELINE_TARGETS_CPU_CPUBACKEND_H

#include "pipeline/targets/Backend.h"

namespace ingot::pipeline {

/// Of targets that name it. Thread-safe.
class CpuBackend : public Backend {
public:
  llvm::StringRef family() const final { return "cpu"; }
  llvm::StringRef triples() const override { return ""; }
  bool takes(const llvm::Triple &triple) const override { return false; }
  llvm::Expected<v1::Target> resolve(const v1::Target &target) const override;
  unsigned layoutVectorBits(const v1::Target &target) const override;
  bool needsMachineState(mlir::ModuleOp program,
                         const v1::Target &target) const override;
  std::vector<std::string>
  processorFeatures(const v1::Target &target) const override;
  ProductInstructions
  productInstructions(const v1::Target &target) const override;
  void addKernelPasses(mlir::OpPassManager &pm,
                       const v1::Target &target) const override;
  llvm::Expected<std::string> emit(mlir::ModuleOp module, CodeKind code,
                                   const v1::Target &target,
                                   EmitKind kind) const override;
  llvm::Expected<std::string> link(llvm::ArrayRef<llvm::StringRef> objects,
                                   const v1::Target &target,
                                   EmitKind kind) const override;
};

/// Registers it; the build calls this (pipeline/CONTRIBUTING.md, "A backend").
namespace cpu {
void registerFolder();
} // namespace cpu

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_CPU_CPUBACKEND_H
