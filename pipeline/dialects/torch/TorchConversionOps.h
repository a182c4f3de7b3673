//===- TorchConversionOps.h - between torch and builtin types ---*- C++ -*-===//
//
// The dialect `torch_c`, which conversions of a part of a program leave at its
// edges. Its constants fold: `torch_c.to_i64` of a constant int is one of
// arith.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_TORCHCONVERSIONOPS_H
#define INGOT_PIPELINE_DIALECTS_TORCH_TORCHCONVERSIONOPS_H

#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "pipeline/dialects/torch/TorchConversionDialect.h.inc"

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/TorchConversionOps.h.inc"

#endif // INGOT_PIPELINE_DIALECTS_TORCH_TORCHCONVERSIONOPS_H
