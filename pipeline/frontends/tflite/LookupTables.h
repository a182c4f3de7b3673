//===- LookupTables.h - functions of quantised numbers ----------*- C++ -*-===//
//
// The kernels for 8 bits look functions up in tables of 256 entries, those for
// 16 bits interpolate between 513. These are the same tables, made of floats as
// the kernels make them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_LOOKUPTABLES_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_LOOKUPTABLES_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <cstdint>

namespace ingot::tflite {

/// real = scale * (stored - zero point).
struct Affine {
  float scale = 1;
  int64_t zeroPoint = 0;
};

using RealFunction = llvm::function_ref<float(float)>;

/// function(x) of a stored number, rounded as the kernels for 8 bits round it;
/// not yet within the range of the type.
int32_t applyTo8Bits(int32_t stored, Affine input, Affine output,
                     RealFunction function);

/// Samples of a function over all 16-bit numbers, with the entry behind the
/// last.
using Samples16 = std::array<int16_t, 513>;
Samples16 sampleFor16Bits(Affine input, Affine output, RealFunction function);
/// The same in doubles.
Samples16 sampleFor16Bits(double inputScale, int64_t inputZeroPoint,
                          double outputScale, int64_t outputZeroPoint,
                          llvm::function_ref<double(double)> function);
/// Between two samples.
int16_t interpolate(int16_t stored, const Samples16 &samples);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_LOOKUPTABLES_H
