//===- Results.h - what takes the place of an operator ----------*- C++ -*-===//
//
// What a rewrite of one operator into others gives: decompositions of PyTorch's
// composite operators and conversions of ONNX's use it alike.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_RESULTS_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_RESULTS_H

#include "pipeline/dialects/torch/build/Tensor.h"

namespace ingot::torch {

/// What takes the place of each result. Empty: the operator is not one that can
/// be taken apart with what is known of it. Null: nobody wants this result.
struct Results : llvm::SmallVector<mlir::Value, 1> {
  Results() = default;
  Results(Tensor result) : SmallVector({result.value()}) {}
  Results(mlir::Value result) : SmallVector({result}) {}
  Results(std::initializer_list<Tensor> results) {
    append(results.begin(), results.end());
  }
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_RESULTS_H
