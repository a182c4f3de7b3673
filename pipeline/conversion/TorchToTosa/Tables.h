//===- Tables.h - rows that exist for TOSA only -----------------*- C++ -*-===//
//
// Most rows are those of TorchLowering/, which serve every dialect. Here stand
// those for which TOSA has an op of its own, and the reasons for what it cannot
// have.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TABLES_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TABLES_H

#include "pipeline/conversion/TorchLowering/Conversion.h"
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

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TABLES_H
