//===- HostCpu.cpp - the target named host --------------------------------===//
//
// The machine is asked once, with every feature that LLVM can detect
// written out, so that its key is the same on every machine like this one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/cpu/CpuTargets.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

namespace ingot::pipeline {

namespace {

v1::Target hostTarget() {
  v1::Target target;
  target.set_triple(llvm::sys::getDefaultTargetTriple());
  target.set_cpu(llvm::sys::getHostCPUName().str());
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    target.add_features((feature.second ? "+" : "-") + feature.first().str());
  llvm::Expected<v1::Target> resolved = resolveCpu(target);
  if (resolved)
    return *resolved;
  // A CPU newer than LLVM, or one that it detects under names of its own: what
  // the triple alone promises is still right.
  llvm::consumeError(resolved.takeError());
  v1::Target plain;
  plain.set_triple(target.triple());
  resolved = resolveCpu(plain);
  if (resolved)
    return *resolved;
  llvm::consumeError(resolved.takeError());
  return target;
}

} // namespace

const NamedTarget &hostCpu() {
  static const NamedTarget host{"host", hostTarget(), "This machine"};
  return host;
}

} // namespace ingot::pipeline
