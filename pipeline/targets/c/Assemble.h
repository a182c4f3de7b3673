//===- Assemble.h - fragments as one file of C ------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TARGETS_C_ASSEMBLE_H
#define INGOT_PIPELINE_TARGETS_C_ASSEMBLE_H

#include "ingot/v1/artifact.pb.h"
#include "pipeline/targets/c/CTypes.h"

#include "llvm/ADT/ArrayRef.h"

namespace ingot::pipeline::c {

/// The pieces of all fragments, each once, types before what uses them.
std::string joinFragments(llvm::ArrayRef<Fragment> fragments);

/// The whole file: its interface, the pieces, the table of
/// proto/abi/executable.h and what calls entry points through it. The fragments
/// define `ingot_entry_N`, in the order of `wrappers`: entry points, then
/// initialisers.
std::string assembleFile(const v1::Manifest &manifest,
                         llvm::ArrayRef<std::string> wrappers,
                         llvm::ArrayRef<Fragment> fragments);

} // namespace ingot::pipeline::c

#endif // INGOT_PIPELINE_TARGETS_C_ASSEMBLE_H
