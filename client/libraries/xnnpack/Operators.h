//===- Operators.h - operators of XNNPACK for call sites --------*- C++ -*-===//
//
// XNNPACK puts filters into an order of its own when an operator is made, so
// operators are made once for a site and kept (Kept.h). README.md has the
// operands and attributes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIBRARIES_XNNPACK_OPERATORS_H
#define INGOT_CLIENT_LIBRARIES_XNNPACK_OPERATORS_H

#include "proto/abi/executable.h"

#include <cstddef>
#include <memory>
#include <xnnpack.h>

namespace ingot::xnnpack {

/// A convolution of bytes with its filters, bias and scales, which it has
/// copies of. One thread at a time.
class Operator {
public:
  enum class Kind { Convolution, Depthwise, FullyConnected };

  /// `operands` are those of a call of `op`, the first of which is not read.
  /// Throws std::invalid_argument for operands or numbers that the function
  /// does not take, a nlohmann::json::exception for attributes that it does not
  /// have, and std::runtime_error with call and status where XNNPACK refuses.
  Operator(Kind kind, const ingot_custom_op &op, const ingot_tensor *operands);

  /// Computes `y` of `x`, of which XNN_EXTRA_BYTES behind the end are read as
  /// well. Any pool, or null. Throws std::runtime_error with call and status.
  void run(const void *x, void *y, pthreadpool_t pool);

  size_t inputBytes() const { return n_ * height_ * width_ * channels_; }

private:
  /// Ends an operator.
  struct Delete {
    void operator()(xnn_operator_t made) const { xnn_delete_operator(made); }
  };
  size_t n_ = 1, height_ = 1, width_ = 1, channels_ = 1;
  std::unique_ptr<xnn_operator, Delete> made_;
};

} // namespace ingot::xnnpack

#endif // INGOT_CLIENT_LIBRARIES_XNNPACK_OPERATORS_H
