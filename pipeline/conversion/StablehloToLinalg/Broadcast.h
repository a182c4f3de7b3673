//===- Broadcast.h - tensors repeated along dimensions ----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_BROADCAST_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_BROADCAST_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::stablehlo {

/// `operand` repeated to a tensor of `type` and `sizes`, its dimension i being
/// the result's dimension `dimensions[i]`. A dimension of size 1 is repeated;
/// whether a size is 1 is found out at run time where it must be. Dimensions in
/// `fixed` are known not to be repeated, those in `repeated` to have size 1.
mlir::Value broadcastTensor(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::RankedTensorType type,
                            llvm::ArrayRef<mlir::OpFoldResult> sizes,
                            mlir::Value operand,
                            llvm::ArrayRef<int64_t> dimensions,
                            llvm::ArrayRef<int64_t> fixed = {},
                            llvm::ArrayRef<int64_t> repeated = {});

/// Each element is its index along `dimension`.
mlir::Value countTensor(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType type,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        int64_t dimension);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_BROADCAST_H
