//===- SingleRounding.h - one rounding by a function of two -----*- C++ -*-===//
//
// FULLY_CONNECTED of TFLite multiplies sums with a double and rounds once.
// CMSIS-NN rounds twice: to 31 fractional bits of a multiplier, then for a
// shift to the right. Without a shift the second rounding does nothing. The
// multiplier then has as many bits less as the shift would have had, which
// moves some of the at most 255 sums where the result becomes the next number.
// If none is moved past an integer, which can be seen beforehand, no result
// changes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_SINGLEROUNDING_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_SINGLEROUNDING_H

#include <cstdint>
#include <optional>

namespace ingot::offload {

/// The multiplier q of which, for every x of 32 bits,
///
///   (x * q + 2^30) >> 31     and     x * factor as a double, rounded to the
///                                    nearest integer, halves away from zero
///
/// are one number after both are brought into [least, most]. Nothing if there
/// is none. REQUIRES: least and most are within 2^16 of zero.
std::optional<int32_t> multiplierOfOneRounding(double factor, int64_t least,
                                               int64_t most);

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_SINGLEROUNDING_H
