//===- VerifyTwins.h - constraints of static and dynamic twins --*- C++ -*-===//
//
// `dynamic_reshape` obeys what `reshape` does, and so on: these are the
// constraints that both share, under numbers that both have.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFYTWINS_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFYTWINS_H

#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/stablehlo/Verify.h"

namespace ingot::stablehlo {

/// `size(operand) = size(result)` where both are known.
bool checkElementCount(Check &check, llvm::StringRef constraint,
                       mlir::RankedTensorType from, mlir::RankedTensorType to);

/// A reshape leaves the axis of a quantisation, and what is before and after
/// it, alone.
bool checkReshapedAxis(Check &check, llvm::StringRef constraint,
                       mlir::RankedTensorType from, mlir::RankedTensorType to);

/// (C1) to (C6) of broadcast_in_dim.
bool checkBroadcast(Check &check, mlir::RankedTensorType from,
                    mlir::RankedTensorType to,
                    llvm::ArrayRef<int64_t> dimensions);

/// The shape of a pad's result; no size may become negative.
bool checkPaddedShape(Check &check, llvm::StringRef constraint,
                      mlir::RankedTensorType operand,
                      llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
                      llvm::ArrayRef<int64_t> interior,
                      mlir::RankedTensorType result);

/// (C1) of gather up to (C21), which dynamic_gather numbers in another way.
/// Names the constraints of the specification as `dynamic_gather` does if
/// `sliceSizes` are not known.
struct GatherParts {
  mlir::RankedTensorType operand, indices, result;
  GatherDimensionNumbersAttr numbers;
  /// Unknown ones are kDynamic.
  llvm::ArrayRef<int64_t> sliceSizes;
  bool isDynamic = false;
};
bool checkGather(Check &check, const GatherParts &gather);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFYTWINS_H
