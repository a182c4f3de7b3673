//===- FingerPrint.h - whether IR is what it was ----------------*- C++ -*-===//
//
// For passes that need not run again on what nobody has changed since. MLIR's
// own fingerprint is made by SHA-1, which was a twentieth of a plan, and does
// not have the names of ops.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_FINGERPRINT_H
#define INGOT_PIPELINE_CODEGEN_FINGERPRINT_H

#include <cstdint>

namespace mlir {
class Operation;
} // namespace mlir

namespace ingot {

/// Of `root` and all that is within: ops and their order, names, operands,
/// results, attributes, properties, blocks and their arguments; no locations.
/// It is of addresses, so that it means something only in one context and
/// process. Two of IR that differs are equal by a chance of 2^-64.
uint64_t fingerPrint(mlir::Operation *root);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_FINGERPRINT_H
