//===- Passes.h - conversions between dialects ------------------*- C++ -*-===//
//
// Factories and registration of the passes declared in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_PASSES_H
#define INGOT_PIPELINE_CONVERSION_PASSES_H

#include "pipeline/conversion/TorchCustomOps/CustomForm.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace ingot {

/// Attributes that the conversion of globals leaves behind.
inline constexpr char kConstantAttr[] = "ingot.constant";
inline constexpr char kStateAttr[] = "ingot.state";
inline constexpr char kInitialAttr[] = "ingot.initial";
/// An argument or result of an entry point whose elements are stored otherwise
/// than the program has them: the program's element type, in words.
/// describeEntryPoints() reads it.
inline constexpr char kStandsForAttr[] = "ingot.stands_for";

#define GEN_PASS_DECL
#include "pipeline/conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "pipeline/conversion/Passes.h.inc"

} // namespace ingot

#endif // INGOT_PIPELINE_CONVERSION_PASSES_H
