//===- Tables.h - conversions that exist for TOSA only ----------*- C++ -*-===//
//
// Most conversions are those of TorchToStablehlo/, made with another builder.
// Here stand those for which TOSA has an op of its own.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TABLES_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TABLES_H

#include "pipeline/conversion/TorchToStablehlo/Conversion.h"
#include "pipeline/conversion/TorchToTosa/TosaBuilder.h"

namespace ingot::torch {

/// The builder of a conversion to TOSA.
inline TosaBuilder &tosaBuilder(Conversion &c) {
  return static_cast<TosaBuilder &>(c.b);
}

/// One function per file.
void populateTosaElements(ConversionTable &table);
void populateTosaExtremes(ConversionTable &table);
void populateTosaSpecialOps(ConversionTable &table);
void populateTosaControlFlowPatterns(const mlir::TypeConverter &types,
                                     mlir::RewritePatternSet &patterns);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TABLES_H
