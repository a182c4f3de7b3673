//===- SupportedOps.h - what code generation takes --------------*- C++ -*-===//
//
// The list is here and nowhere else; it names dialects where all of a dialect
// is taken, ops where a part is.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_SUPPORTEDOPS_H
#define INGOT_PIPELINE_TRANSFORMS_SUPPORTEDOPS_H

namespace mlir {
class Operation;
} // namespace mlir

namespace ingot {

/// Whether it may stand in a program behind `legalize`, if its types may.
/// REQUIRES: an op of a dialect that is loaded.
bool isSupportedOp(mlir::Operation *op);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_SUPPORTEDOPS_H
