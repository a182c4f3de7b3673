//===- PrintModule.h - a module of LLVM IR as C -----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TARGETS_C_PRINTMODULE_H
#define INGOT_PIPELINE_TARGETS_C_PRINTMODULE_H

#include "pipeline/targets/c/CTypes.h"

#include "llvm/Support/Error.h"

namespace ingot::pipeline::c {

/// Every function that has a body, its types, and the constants that it reads.
/// All of it is of internal linkage in C. Fails on what C11 has no words for,
/// vectors among it, naming it.
llvm::Expected<Fragment> printModule(const llvm::Module &module);

} // namespace ingot::pipeline::c

#endif // INGOT_PIPELINE_TARGETS_C_PRINTMODULE_H
