//===- StoredOnce.h - from sums to bytes that are rounded once --*- C++ -*-===//
//
// FULLY_CONNECTED of TFLite multiplies its sums with a double, which is
// arithmetic of StableHLO here. What is rounded twice is QuantizedStores.h's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_STOREDONCE_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_STOREDONCE_H

#include "mlir/IR/Operation.h"

#include <limits>
#include <optional>

namespace ingot::offload {

/// True for what is made of constants alone, by a few ops.
bool isConstant(mlir::Value value);

/// What happens to the sums of a product until they are stored as bytes:
/// numbers for each column are added, then it is multiplied with a double and
/// rounded once, halves away from zero (TFLite's FULLY_CONNECTED).
class StoredOnce {
public:
  /// Follows the only readers of `sums`, [rows, columns].
  static llvm::FailureOr<StoredOnce> of(mlir::Value sums);

  llvm::SmallVector<mlir::Operation *> ops; ///< In their order.
  llvm::SmallVector<mlir::Value> terms;     ///< i32 for each column.
  llvm::SmallVector<int64_t> signs;         ///< Of the terms.
  llvm::SmallVector<double> factors;
  int64_t zeroPoint = 0, low = std::numeric_limits<int32_t>::min(),
          high = std::numeric_limits<int32_t>::max();

private:
  explicit StoredOnce(mlir::Value sums) : value_(sums) {}

  /// The only reader, if it is of that kind, and the operand beside ours.
  template <typename Op> std::pair<Op, mlir::Value> reader();
  /// Goes on to the reader of that kind if `accept` takes its other operand.
  template <typename Op>
  bool take(llvm::function_ref<bool(mlir::Value)> accept);
  bool takeTerms();
  bool takeFactors();
  bool takeStore();

  mlir::Value value_;
};

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_STOREDONCE_H
