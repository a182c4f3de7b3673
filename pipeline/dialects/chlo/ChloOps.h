//===- ChloOps.h - every op of CHLO -----------------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_DIALECTS_CHLO_CHLOOPS_H
#define INGOT_PIPELINE_DIALECTS_CHLO_CHLOOPS_H

#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/chlo/BroadcastOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/chlo/FunctionOps.h.inc"
#define GET_OP_CLASSES
#include "pipeline/dialects/chlo/StructureOps.h.inc"

#endif // INGOT_PIPELINE_DIALECTS_CHLO_CHLOOPS_H
