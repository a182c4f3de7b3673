//===- Tables.h - rows that exist for StableHLO only ------------*- C++ -*-===//
//
// Most rows are those of TorchLowering/, which serve every dialect. Here stand
// those that need what other dialects do not have: a sort, random numbers, bits
// of a number, a convolution with groups of samples.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TABLES_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TABLES_H

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"

namespace ingot::torch {

/// The builder of a conversion to StableHLO.
inline StablehloBuilder &stablehloBuilder(Conversion &c) {
  return static_cast<StablehloBuilder &>(c.b);
}

/// One function per file.
void populateStablehloBits(ConversionTable &table);
void populateStablehloConvolutionGradients(ConversionTable &table);
void populateStablehloRandom(ConversionTable &table);
void populateStablehloSorting(ConversionTable &table);
void populateStablehloVision(ConversionTable &table);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TABLES_H
