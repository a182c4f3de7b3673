//===- CreateOps.h - making values and operators of torch -------*- C++ -*-===//
//
// For rewrites whose result is still of this dialect, as decompositions:
//
//   Value one = createInt(rewriter, loc, 1);
//   Operation *sum = createOperator(rewriter, loc, "torch.aten.add.Tensor",
//                                   {a, b}, type); // alpha is 1 by default
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_CREATEOPS_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_CREATEOPS_H

#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/Builders.h"

namespace ingot::torch {

mlir::Value createInt(mlir::OpBuilder &builder, mlir::Location loc,
                      int64_t value);
mlir::Value createFloat(mlir::OpBuilder &builder, mlir::Location loc,
                        double value);
mlir::Value createBool(mlir::OpBuilder &builder, mlir::Location loc,
                       bool value);
mlir::Value createString(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef value);
mlir::Value createNone(mlir::OpBuilder &builder, mlir::Location loc);

/// `!torch.list<elementType>` of values.
mlir::Value createList(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type elementType, mlir::ValueRange elements);
mlir::Value createIntList(mlir::OpBuilder &builder, mlir::Location loc,
                          llvm::ArrayRef<int64_t> values);
mlir::Value createBoolList(mlir::OpBuilder &builder, mlir::Location loc,
                           llvm::ArrayRef<bool> values);

/// The default value of an argument; null if it has none.
mlir::Value createDefault(mlir::OpBuilder &builder, mlir::Location loc,
                          const SchemaArgument &argument);

/// An operator of Operators.def. Arguments beyond `operands` take their default
/// values. REQUIRES: there is such an operator, and those have defaults.
mlir::Operation *createOperator(mlir::OpBuilder &builder, mlir::Location loc,
                                llvm::StringRef opName,
                                mlir::ValueRange operands,
                                mlir::TypeRange results);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_CREATEOPS_H
