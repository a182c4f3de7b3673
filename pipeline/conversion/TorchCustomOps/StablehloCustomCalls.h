//===- StablehloCustomCalls.h - custom ops of StableHLO ---------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_STABLEHLOCUSTOMCALLS_H
#define INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_STABLEHLOCUSTOMCALLS_H

#include "pipeline/conversion/TorchCustomOps/CustomOp.h"

namespace ingot::torch {

/// Values cross to builtin types as convert-torch-to-stablehlo lets them:
/// numbers are tensors without dimensions.
class StablehloCustomCalls final : public CustomOpDialect {
public:
  bool keepsUnsigned() const override { return true; }
  const char *refuse(mlir::RankedTensorType) const override { return nullptr; }
  mlir::Value constant(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::DenseElementsAttr value) const override;
  mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value tensor, mlir::Type element) const override;
  mlir::Value toTensor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value,
                       mlir::RankedTensorType type) const override;
  mlir::Value fromTensor(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tensor, mlir::Type type) const override;
  mlir::Operation *create(mlir::OpBuilder &builder, mlir::Location loc,
                          const CustomOp &op) const override;
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_STABLEHLOCUSTOMCALLS_H
