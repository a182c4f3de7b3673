//===- Compare.cpp - results against expected values ----------------------===//
//
// Distances are computed in doubles, which hold every element type but 64-bit
// integers. Whether integers are equal is therefore decided by their bytes, and
// unequal ones have a distance of 1 at least. Floats of eight bits are treated
// as the integers of their bytes.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Compare.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ingot::client {
namespace {

using runtime::Tensor;

float halfToFloat(uint16_t half) {
  int exponent = half >> 10 & 31, fraction = half & 1023;
  float value = exponent == 31 ? (fraction ? NAN : INFINITY)
                : exponent     ? std::ldexp(1024.f + fraction, exponent - 25)
                               : std::ldexp(static_cast<float>(fraction), -24);
  return half & 0x8000 ? -value : value;
}

template <typename T> double load(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof(value));
  return static_cast<double>(value);
}

/// Element `index` as a double. The parts of complex numbers are elements.
double element(const Tensor &tensor, int64_t index) {
  int64_t size = runtime::elementSize(tensor.type());
  const char *at = tensor.data() + index * size;
  switch (tensor.type()) {
  case INGOT_I8:
    return load<int8_t>(at);
  case INGOT_BOOL:
  case INGOT_U8:
    return load<uint8_t>(at);
  case INGOT_I16:
    return load<int16_t>(at);
  case INGOT_U16:
    return load<uint16_t>(at);
  case INGOT_I32:
    return load<int32_t>(at);
  case INGOT_U32:
    return load<uint32_t>(at);
  case INGOT_I64:
    return load<int64_t>(at);
  case INGOT_U64:
    return load<uint64_t>(at);
  case INGOT_F16:
    return halfToFloat(static_cast<uint16_t>(load<uint16_t>(at)));
  case INGOT_BF16: {
    uint32_t bits = static_cast<uint32_t>(load<uint16_t>(at)) << 16;
    return load<float>(reinterpret_cast<const char *>(&bits));
  }
  case INGOT_C64:
    return load<float>(tensor.data() + index * 4);
  case INGOT_C128:
    return load<double>(tensor.data() + index * 8);
  case INGOT_F64:
    return load<double>(at);
  default:
    if (runtime::isFloat8(tensor.type()))
      return load<uint8_t>(at);
    return load<float>(at);
  }
}

std::vector<int64_t> withoutUnitDimensions(std::vector<int64_t> shape) {
  shape.erase(std::remove(shape.begin(), shape.end(), 1), shape.end());
  return shape;
}

} // namespace

absl::StatusOr<Difference> compare(const Tensor &got, const Tensor &expected,
                                   double atol, double rtol) {
  if (got.type() != expected.type() ||
      withoutUnitDimensions(got.shape()) !=
          withoutUnitDimensions(expected.shape()))
    return absl::InvalidArgumentError(absl::StrCat(
        "is ", got.typeName(), " and ", expected.typeName(), " was expected"));
  bool isComplex = got.type() == INGOT_C64 || got.type() == INGOT_C128;
  bool isInteger = got.type() <= INGOT_U64 || runtime::isFloat8(got.type());
  size_t size = static_cast<size_t>(runtime::elementSize(got.type()));
  int64_t count = got.elementCount() * (isComplex ? 2 : 1);
  Difference difference;
  for (int64_t i = 0; i < count; ++i) {
    double a = element(got, i), b = element(expected, i);
    bool same = isInteger ? std::memcmp(got.data() + i * size,
                                        expected.data() + i * size, size) == 0
                          : a == b || (std::isnan(a) && std::isnan(b));
    if (same)
      continue;
    double distance = std::abs(a - b);
    if (isInteger && distance == 0)
      distance = 1;
    if (!std::isfinite(distance) || std::isinf(b))
      distance = INFINITY;
    difference.absolute = std::max(difference.absolute, distance);
    if (b != 0)
      difference.relative =
          std::max(difference.relative, distance / std::abs(b));
    // An infinity is never within a tolerance of anything else.
    difference.outside +=
        std::isinf(distance) || distance > atol + rtol * std::abs(b);
  }
  return difference;
}

} // namespace ingot::client
