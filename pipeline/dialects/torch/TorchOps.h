//===- TorchOps.h - ops of torch with a form of their own -------*- C++ -*-===//
//
// Constants, literals, casts, containers, control flow. PyTorch's operators
// have no classes: see TorchOp.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_TORCHOPS_H
#define INGOT_PIPELINE_DIALECTS_TORCH_TORCHOPS_H

#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/ContainerOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/torch/ControlFlowOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/torch/ModuleOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/torch/TensorOps.h.inc"

namespace ingot::torch {

/// True of the ops of ModuleOps.td: what a program of TorchScript keeps between
/// calls, or looks up in objects. No conversion knows them.
bool isTorchScriptState(mlir::Operation *op);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_TORCHOPS_H
