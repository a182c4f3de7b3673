//===- ConvolutionVectors.h - what vectors convolutions take ----*- C++ -*-===//
//
// The layout of a convolution is chosen in the plan by what its kernel will
// make of it, so both ask here.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_CONVOLUTIONVECTORS_H
#define INGOT_PIPELINE_CODEGEN_CONVOLUTIONVECTORS_H

#include <cstdint>

namespace ingot {

/// Vectors of elements that are further apart in memory are not put together
/// from the vectors between them.
inline constexpr int64_t kMaxStep = 4;

/// The same of tiles of rows. Narrow vectors of every fourth element take
/// longer than elements one by one (3x3 in steps of 4: 1.2 to 1.5 times).
inline int64_t maxStepOfRows(unsigned vectorBits) {
  return vectorBits == 0 ? 1 : vectorBits < 512 ? 3 : kMaxStep;
}

/// True if vectors of `lanes` along the filters would be mostly idle: these
/// fill less than three quarters of one.
inline bool areFewFilters(int64_t filters, int64_t lanes) {
  return 4 * filters < 3 * lanes;
}

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_CONVOLUTIONVECTORS_H
