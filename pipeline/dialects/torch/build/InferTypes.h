//===- InferTypes.h - result types of PyTorch's operators -------*- C++ -*-===//
//
// What an operator gives, from what it is given: dtype by promotion, rank, and
// sizes as far as they are known. Only operators that decompositions create
// have a rule here; programs come with types.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_INFERTYPES_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_INFERTYPES_H

#include "pipeline/dialects/torch/Schema.h"

#include "mlir/IR/Value.h"

namespace ingot::torch {

/// The types of an operator's results. Sizes that contradict each other, as of
/// a program that fails when it runs, become unknown. Nothing if there is no
/// rule for the operator.
/// REQUIRES: operands as many as the schema says; rank and dtype of every
/// tensor are known, and so are dimensions (`dim`, `dims`).
std::optional<llvm::SmallVector<mlir::Type>>
inferResultTypes(mlir::MLIRContext *context, const Schema &schema,
                 llvm::ArrayRef<mlir::Value> operands);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_INFERTYPES_H
