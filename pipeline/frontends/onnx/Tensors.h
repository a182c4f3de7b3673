//===- Tensors.h - tensors of a model as constants --------------*- C++ -*-===//
//
// Elements stand in raw bytes, in one of five lists, in a file beside the
// model, or sparsely with their indices.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_TENSORS_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_TENSORS_H

#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/onnx/Value.h"

#include "llvm/Support/Error.h"

namespace ingot::onnx::reader {

/// The value of a tensor. Large constants point into the bytes of `source`;
/// elements of small ones are followed.
llvm::Expected<Val> readTensor(const proto::TensorProto &tensor,
                               const ModelSource &source,
                               mlir::MLIRContext *context);

/// The same, written out densely.
llvm::Expected<Val> readSparseTensor(const proto::SparseTensorProto &tensor,
                                     const ModelSource &source,
                                     mlir::MLIRContext *context);

/// What a constant's type and elements say.
TensorInfo constantInfo(mlir::ElementsAttr constant, Dtype dtype);

/// A constant of elements that are followed. REQUIRES: all are known, the shape
/// is static, and the dtype is a type of the dialect that is not complex.
mlir::ElementsAttr makeConstant(const TensorInfo &info, llvm::StringRef name,
                                mlir::MLIRContext *context);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_TENSORS_H
