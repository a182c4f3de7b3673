//===- DisjointArrays.h - arrays without common memory ----------*- C++ -*-===//
//
// What passes on loops over memory ask before they move a read.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_DISJOINTARRAYS_H
#define INGOT_PIPELINE_CODEGEN_DISJOINTARRAYS_H

#include "mlir/IR/Value.h"

namespace ingot {

/// The array of which `view` shows a part.
mlir::Value arrayOf(mlir::Value view);

/// Whether `array` is nobody else's memory, by what it is itself.
bool isFresh(mlir::Value array);

/// Whether two arrays have no memory in common.
bool areApart(mlir::Value a, mlir::Value b);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_DISJOINTARRAYS_H
