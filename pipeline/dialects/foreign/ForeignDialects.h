//===- ForeignDialects.h - names that programs bring along ------*- C++ -*-===//
//
// MHLO, from which StableHLO came, and Shardy's annotations. Both are gone once
// a program is imported (conversion/UpgradeMhlo.cpp, DropSharding.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_FOREIGN_FOREIGNDIALECTS_H
#define INGOT_PIPELINE_DIALECTS_FOREIGN_FOREIGNDIALECTS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "pipeline/dialects/foreign/MhloDialect.h.inc"
#include "pipeline/dialects/foreign/SdyDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/foreign/SdyAttrs.h.inc"

#define GET_OP_CLASSES
#include "pipeline/dialects/foreign/SdyOps.h.inc"

#endif // INGOT_PIPELINE_DIALECTS_FOREIGN_FOREIGNDIALECTS_H
