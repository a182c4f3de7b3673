//===- IngotDialect.h - kernel launches, constants, state -------*- C++ -*-===//
//
// The ops stand in IngotOps.td. Bufferization is attached as an external model
// so that the dialect itself loads without the bufferization dialect.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_INGOT_INGOTDIALECT_H
#define INGOT_PIPELINE_DIALECTS_INGOT_INGOTDIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringMap.h"

#include "pipeline/dialects/ingot/IngotDialect.h.inc"

#define GET_OP_CLASSES
#include "pipeline/dialects/ingot/IngotOps.h.inc"

namespace ingot::dialect {

/// On an `ingot.custom` whose function is not supplied by whoever loads the
/// executable: it is in pipeline/mathlib, by the operator's name, and is linked
/// in. The same contract, without a place in the manifest.
inline constexpr llvm::StringLiteral kLibraryFunctionAttr =
    "ingot.library_function";

/// Teaches one-shot bufferization the ops of the dialect.
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);

} // namespace ingot::dialect

#endif // INGOT_PIPELINE_DIALECTS_INGOT_INGOTDIALECT_H
