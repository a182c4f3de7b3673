//===- Compare.h - results against expected values --------------*- C++ -*-===//
//
// What `ingot run --expect` means by "as expected".
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_COMPARE_H
#define INGOT_CLIENT_CLI_COMPARE_H

#include "client/runtime/Tensor.h"

namespace ingot::client {

/// How far a result is from what was expected.
struct Difference {
  double absolute = 0, relative = 0; ///< The largest of any element.
  int64_t outside = 0;               ///< Elements outside the tolerance.
};

/// An element passes if |got - expected| <= atol + rtol * |expected|; NaN
/// equals NaN, and an infinity only itself. Shapes are equal up to dimensions
/// of one. INVALID_ARGUMENT for another type or shape.
absl::StatusOr<Difference> compare(const runtime::Tensor &got,
                                   const runtime::Tensor &expected, double atol,
                                   double rtol);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_COMPARE_H
