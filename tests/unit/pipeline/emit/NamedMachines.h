//===- NamedMachines.h - machines of registered targets ---------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_EMIT_NAMEDMACHINES_H
#define INGOT_TESTS_UNIT_PIPELINE_EMIT_NAMEDMACHINES_H

#include "pipeline/targets/Backend.h"
#include "pipeline/targets/Descriptions.h"
#include "pipeline/targets/cpu/CpuTargets.h"

#include "gtest/gtest.h"

namespace ingot::pipeline {

/// Adds a failure if there is none of that name.
inline v1::Target targetOf(llvm::StringRef name) {
  static const bool isRegistered = [] {
    registerBackendFolders();
    llvm::cantFail(registerTargets(shippedTargetDescriptions()));
    return true;
  }();
  (void)isRegistered;
  for (const NamedTarget &entry : namedTargets())
    if (entry.name == name)
      return entry.target;
  ADD_FAILURE() << "no target " << name.str();
  return {};
}

inline Machine
machineOf(llvm::StringRef name,
          llvm::CodeGenOptLevel level = llvm::CodeGenOptLevel::Aggressive) {
  return llvm::cantFail(createMachine(targetOf(name), level));
}

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_EMIT_NAMEDMACHINES_H
