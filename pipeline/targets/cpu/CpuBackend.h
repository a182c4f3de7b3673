//===- CpuBackend.h - x86-64, AArch64 and RISC-V ----------------*- C++ -*-===//
//
// Code for the CPUs of Linux machines, by LLVM's code generators and lld.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_CPU_CPUBACKEND_H
#define INGOT_PIPELINE_TARGETS_CPU_CPUBACKEND_H

#include "pipeline/targets/Backend.h"

namespace ingot::pipeline {

/// Registers it; the build calls this (pipeline/CONTRIBUTING.md, "A backend").
namespace cpu {
void registerFolder();
} // namespace cpu

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_CPU_CPUBACKEND_H
