//===- WorkEstimate.h - how long a loop will run, roughly -------*- C++ -*-===//
//
// Whether other threads are worth waking is decided when a program is compiled,
// for any machine that runs it. So this counts operations and says nanoseconds
// of a processor of these days; within a factor of three is good enough.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_WORKESTIMATE_H
#define INGOT_PIPELINE_CODEGEN_WORKESTIMATE_H

#include "mlir/IR/Region.h"

namespace ingot {

/// Nanoseconds that one run of `region` takes. Loops of unknown length are
/// taken for short ones. Ops are those that stand where loops are: scf, arith,
/// math, memref and vector; others count as one operation.
double estimateNanoseconds(mlir::Region &region);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_WORKESTIMATE_H
