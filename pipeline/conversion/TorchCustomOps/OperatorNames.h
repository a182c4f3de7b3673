//===- OperatorNames.h - what is an operator, and its name ------*- C++ -*-===//
//
// Operators of Operators.def, those that importers write by name, and those of
// libraries that Ingot knows nothing of.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_OPERATORNAMES_H
#define INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_OPERATORNAMES_H

#include "mlir/IR/Operation.h"

namespace ingot::torch {

/// The name of an operator of a library that Operators.def knows nothing of:
/// `torch.mylib.foo`, `onnx.Gemm`. Importers write it as `torch.operator`.
bool isForeignName(llvm::StringRef name);

/// An operator, as opposed to constants, containers, casts and control flow,
/// which are how programs are written.
bool isOperator(mlir::Operation *op);

/// torch.aten.layer_norm, also of a torch.operator; of any other op its name.
llvm::StringRef operatorName(mlir::Operation *op);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_OPERATORNAMES_H
