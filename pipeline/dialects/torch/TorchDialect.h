//===- TorchDialect.h - the dialect of PyTorch programs ---------*- C++ -*-===//
//
// The torch dialect as torch-mlir's importers write it, in our own code. What
// conversions use of it: the types in TorchTypes.h, the special ops in
// TorchOps.h, and PyTorch's operators through the view in TorchOp.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_TORCHDIALECT_H
#define INGOT_PIPELINE_DIALECTS_TORCH_TORCHDIALECT_H

#include "pipeline/dialects/torch/TorchTypes.h"

#include "mlir/IR/Dialect.h"

#include "pipeline/dialects/torch/TorchDialect.h.inc"

#endif // INGOT_PIPELINE_DIALECTS_TORCH_TORCHDIALECT_H
