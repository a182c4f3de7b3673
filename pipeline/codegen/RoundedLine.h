//===- RoundedLine.h - integers that floats compute exactly -----*- C++ -*-===//
//
// What fixed point makes of one or two small integers is, as a rule, a line
// rounded to the nearest integer and cut to a range. Floats of 32 bits compute
// a rounded line in a few operations, but not every line exactly: of all lines
// next to the given one, one is looked for whose floats round to the same
// integer for each input there is. It is tried on all of them, so what is found
// is proved. Knows nothing of programs.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_ROUNDEDLINE_H
#define INGOT_PIPELINE_CODEGEN_ROUNDEDLINE_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>

namespace ingot {

/// What is wanted of one input; y is 0 where there is one integer only.
struct LinePoint {
  int32_t x = 0, y = 0, value = 0;
};

/// The line as real numbers: start where both inputs are at the origin, and x
/// and y more for each step. Values beyond the range become its ends. What lies
/// less than `away` below a half is rounded away from the start, too, which is
/// what fixed point does that rounds twice.
struct RealLine {
  double x = 0, y = 0, start = 0, away = 0;
  int32_t originX = 0, originY = 0;
  int32_t low = 0, high = 0;
};

/// In f32, sum = x * this->x + (y * this->y + start). Where `half` is 0, it is
/// rounded to the nearest integer, halves to even, and is less than 2^20. Else
/// `half`, below 1, is added with the sign of the sum, and what is behind the
/// point cut off. Then `offset` is added. A product may or may not be rounded
/// before it is added to the start, where that is not 0, or to the product
/// y * this->y: each way gives the values asked for, within the range.
struct RoundedLine {
  float x = 0, y = 0, start = 0, half = 0;
  int32_t offset = 0;
};

/// 2^23 + 2^22. Added to a float below 2^22, it leaves the rounded integer in
/// the lowest bits.
inline constexpr float kRoundingFloat = 12582912.0f;

/// The same for the same points, on every machine. Nothing if no line is found.
std::optional<RoundedLine> findRoundedLine(llvm::ArrayRef<LinePoint> points,
                                           const RealLine &line);

/// What floats make of one point, all products rounded or none. For tests.
int32_t valueOf(const RoundedLine &line, int32_t x, int32_t y, bool fuses);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_ROUNDEDLINE_H
