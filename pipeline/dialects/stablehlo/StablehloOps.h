//===- StablehloOps.h - every op of StableHLO -------------------*- C++ -*-===//
//
// One generated header for each file of definitions; a source that needs a few
// ops still includes this one.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_STABLEHLOOPS_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_STABLEHLOOPS_H

#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/CollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ContractionOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ControlFlowOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/DynamicOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/IndexingOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/MiscOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ReductionOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ShapeOps.h.inc"

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_STABLEHLOOPS_H
