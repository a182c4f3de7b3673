//===- VhloDialect.h - portable artifacts of StableHLO ----------*- C++ -*-===//
//
// The dialect that StableHLO's portable artifacts are written in. Its ops have
// no classes: see VhloOps.cpp and VhloTable.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_VHLO_VHLODIALECT_H
#define INGOT_PIPELINE_DIALECTS_VHLO_VHLODIALECT_H

#include "pipeline/dialects/vhlo/VhloTable.h"

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"

#include "pipeline/dialects/vhlo/VhloDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/vhlo/VhloAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "pipeline/dialects/vhlo/VhloTypes.h.inc"

namespace ingot::vhlo {

/// The row of an op of this dialect; null for others and for unknown ones.
const OpVersion *versionOf(mlir::Operation *op);

/// The first release that can hold a value, which is what a wrapper wraps.
/// Nothing if no release can: VHLO has no form for it. Whatever it is made of
/// counts as well.
std::optional<Version> firstRelease(mlir::Attribute value);
std::optional<Version> firstRelease(mlir::Type value);

} // namespace ingot::vhlo

#endif // INGOT_PIPELINE_DIALECTS_VHLO_VHLODIALECT_H
