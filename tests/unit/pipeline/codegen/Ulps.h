//===- Ulps.h - errors in units in the last place ---------------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_CODEGEN_ULPS_H
#define INGOT_TESTS_UNIT_PIPELINE_CODEGEN_ULPS_H

#include <algorithm>
#include <cmath>
#include <limits>

namespace ingot::pipeline {

/// How far `got` is from the true value, in distances between neighbours of T
/// there. Infinite where one is NaN or infinite and the other is not.
template <typename T> double ulpsBetween(T got, long double wanted) {
  T nearest = static_cast<T>(wanted);
  if (std::isnan(got) && std::isnan(nearest))
    return 0;
  if (std::isinf(nearest) || std::isinf(got))
    return got == nearest ? 0 : INFINITY;
  int exponent = std::ilogb(std::fabs(wanted));
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent - 1);
  long double unit =
      std::ldexp(1.0L, exponent - std::numeric_limits<T>::digits + 1);
  double error = static_cast<double>(std::fabs(got - wanted) / unit);
  return std::isnan(error) ? INFINITY : error;
}

/// The largest of some errors.
struct WorstError {
  double ulps = 0;
  double where = 0;

  void add(double error, double at) {
    if (error <= ulps)
      return;
    ulps = error;
    where = at;
  }
};

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_CODEGEN_ULPS_H
