//===- ChloDialect.h - dialect and attributes of CHLO -----------*- C++ -*-===//
//
// CHLO as its public reference defines it, in our own code. The ops are in
// ChloOps.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_CHLO_CHLODIALECT_H
#define INGOT_PIPELINE_DIALECTS_CHLO_CHLODIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"

#include "pipeline/dialects/chlo/ChloDialect.h.inc"
#include "pipeline/dialects/chlo/ChloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/chlo/ChloAttrs.h.inc"

#endif // INGOT_PIPELINE_DIALECTS_CHLO_CHLODIALECT_H
