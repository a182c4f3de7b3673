//===- ReadTfLite.h - TensorFlow Lite models to modules ---------*- C++ -*-===//
//
// The reader of `.tflite` files: integers to TOSA, everything else to
// StableHLO, in one module.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_READTFLITE_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_READTFLITE_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot {

/// A function for each signature, or `main`. Any bytes may be given; null after
/// diagnostics. Constants point into `source` where it is aligned.
mlir::OwningOpRef<mlir::ModuleOp> readTfLite(const ModelSource &source,
                                             mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_READTFLITE_H
