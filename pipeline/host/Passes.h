//===- Passes.h - passes of the host program --------------------*- C++ -*-===//
//
// Factories and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_HOST_PASSES_H
#define INGOT_PIPELINE_HOST_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace ingot {

/// The module attribute that EmitEntryPoints reads.
inline constexpr char kManifestAttr[] = "ingot.manifest";
/// What ingot-prefix-functions puts before a name.
inline constexpr char kProgramPrefix[] = "program.";
/// The attribute of a function that has an arena: its bytes.
inline constexpr char kArenaBytesAttr[] = "ingot.arena_bytes";

#define GEN_PASS_DECL
#include "pipeline/host/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "pipeline/host/Passes.h.inc"

} // namespace ingot

#endif // INGOT_PIPELINE_HOST_PASSES_H
