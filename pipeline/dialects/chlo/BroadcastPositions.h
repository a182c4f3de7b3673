//===- BroadcastPositions.h - where broadcast operands go -------*- C++ -*-===//

#ifndef INGOT_PIPELINE_DIALECTS_CHLO_BROADCASTPOSITIONS_H
#define INGOT_PIPELINE_DIALECTS_CHLO_BROADCASTPOSITIONS_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace ingot::chlo {

/// The dimension of a result of `rank` for each dimension of `operand`: the
/// last ones, unless the operand has a lower rank and `dimensions` says else.
llvm::SmallVector<int64_t>
broadcastPositions(mlir::RankedTensorType operand, int64_t rank,
                   std::optional<llvm::ArrayRef<int64_t>> dimensions);

} // namespace ingot::chlo

#endif // INGOT_PIPELINE_DIALECTS_CHLO_BROADCASTPOSITIONS_H
