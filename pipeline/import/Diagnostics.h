//===- Diagnostics.h - MLIR's diagnostics as messages -----------*- C++ -*-===//
//
// While a collector lives, everything that MLIR says in its context goes to an
// observer as ingot.v1.Diagnostic instead of to stderr.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_DIAGNOSTICS_H
#define INGOT_PIPELINE_IMPORT_DIAGNOSTICS_H

#include "ingot/v1/common.pb.h"

#include "mlir/IR/Diagnostics.h"

#include <functional>
#include <string>

namespace ingot {

/// The buffer name of the module that a request brought; becomes an empty file
/// name in messages.
inline constexpr char kModuleBufferName[] = "<module>";

/// The model's name of the node that a location is in; empty if it has none.
std::string nodeName(mlir::Location location);

/// Collects the diagnostics of one job. One thread at a time; must not outlive
/// the context.
class DiagnosticCollector {
public:
  using Sink = std::function<void(const v1::Diagnostic &)>;

  DiagnosticCollector(mlir::MLIRContext *context, Sink sink);

  /// The first error's text, for a status message; empty if there was none.
  const std::string &firstError() const { return firstError_; }

  /// Errors so far.
  unsigned errorCount() const { return errors_; }

private:
  void handle(mlir::Diagnostic &diagnostic);

  Sink sink_;
  std::string firstError_;
  unsigned errors_ = 0;
  mlir::ScopedDiagnosticHandler handler_;
};

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_DIAGNOSTICS_H
