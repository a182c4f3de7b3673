//===- PortableArtifact.h - StableHLO for other tools -----------*- C++ -*-===//
//
// Programs in the form that tools of StableHLO keep and exchange, for a release
// that need not be the newest.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_EMIT_PORTABLEARTIFACT_H
#define INGOT_PIPELINE_EMIT_PORTABLEARTIFACT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace ingot::pipeline {

/// Why `release` is no release of StableHLO that can be written, in words for
/// the user; empty if it is one. `1.15` and `1.15.0` are the same.
std::string faultOfRelease(llvm::StringRef release);

/// Writes a module of StableHLO, CHLO and func, which is changed by that. Fails
/// after diagnostics, one for each thing that the release does not know;
/// nothing is written then.
mlir::LogicalResult writePortableArtifact(mlir::ModuleOp module,
                                          llvm::StringRef release,
                                          llvm::raw_ostream &stream);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_PORTABLEARTIFACT_H
