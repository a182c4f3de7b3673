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

/// Reads each tensor of a model once: bodies of loops are imported for each
/// iteration and functions for each call, and their weights may have to be
/// copied. One thread at a time; the source outlives it.
class TensorReader {
public:
  TensorReader(const ModelSource &source, mlir::MLIRContext *context)
      : source_(source), context_(context) {}

  llvm::Expected<Val> read(const proto::TensorProto &tensor);
  /// Not kept: sparse weights are rare.
  llvm::Expected<Val> read(const proto::SparseTensorProto &tensor) const;

private:
  const ModelSource &source_;
  mlir::MLIRContext *context_;
  /// Never iterated.
  llvm::DenseMap<const proto::TensorProto *, Val> known_;
};

/// What a constant's type and elements say.
TensorInfo constantInfo(mlir::ElementsAttr constant, Dtype dtype);

/// A constant of elements that are followed. REQUIRES: all are known, the shape
/// is static, and the dtype is a type of the dialect that is not complex.
mlir::ElementsAttr makeConstant(const TensorInfo &info, llvm::StringRef name,
                                mlir::MLIRContext *context);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_TENSORS_H
