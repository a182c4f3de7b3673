//===- QuantizedStores.h - from sums to stored bytes ------------*- C++ -*-===//
//
// A quantised op sums in 32 bits and stores bytes. A library does both in one
// call, so rows of a table take what stands between: while ops are TOSA's, a
// `tosa.rescale` and a few ops with a number each. Arithmetic on sums that is
// none of these is none of this file's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDSTORES_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDSTORES_H

#include "mlir/IR/Operation.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ingot::offload {

/// The number that all elements of a constant are; null for another value.
std::optional<int64_t> splatOf(mlir::Value value);

/// What happens to sums of 32 bits until they are stored as bytes: a product
/// with a real number, a zero point, a range.
class Storing {
public:
  /// Follows the only readers of `sums`. Fails unless that leads to bytes.
  static mlir::FailureOr<Storing> of(mlir::Value sums);

  llvm::SmallVector<mlir::Operation *> ops; ///< In their order.
  llvm::SmallVector<int32_t> multipliers, shifts;
  int64_t zeroPoint = 0;
  int64_t low = std::numeric_limits<int32_t>::min(),
          high = std::numeric_limits<int32_t>::max();

private:
  mlir::LogicalResult takeRescale(mlir::Operation *op);
  mlir::LogicalResult takeStep(mlir::Operation *op, mlir::Value value);
  mlir::LogicalResult takeRange(int64_t least, int64_t most) {
    low = std::clamp(low, least, most);
    high = std::clamp(high, least, most);
    return mlir::success();
  }
};

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_QUANTIZEDSTORES_H
