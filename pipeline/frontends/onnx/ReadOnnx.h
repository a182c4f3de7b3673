//===- ReadOnnx.h - models of ONNX to modules -------------------*- C++ -*-===//
//
// The reader of the format. What it does with each operator, README.md says.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_READONNX_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_READONNX_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace ingot {

/// A module with one public function `main`, in `torch.operator "onnx.X"` and
/// operators of PyTorch for control flow. Null after diagnostics. Constants
/// point into `source`.
mlir::OwningOpRef<mlir::ModuleOp> readOnnx(const ModelSource &source,
                                           mlir::MLIRContext *context);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_READONNX_H
