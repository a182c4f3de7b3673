//===- ShapeInference.h - types of results by those of operands -*- C++ -*-===//
//
// What every builder needs to know of the sizes of a result: they follow from
// the operands, not from the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SHAPEINFERENCE_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SHAPEINFERENCE_H

#include "pipeline/conversion/TorchLowering/Size.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ValueRange.h"

namespace ingot::torch {

/// Every size is known.
bool areKnown(llvm::ArrayRef<Size> sizes);
/// REQUIRES: areKnown(sizes).
llvm::SmallVector<int64_t> knownSizes(llvm::ArrayRef<Size> sizes);

/// What both types know of the sizes, with the element type of the first.
/// REQUIRES: equal rank.
mlir::RankedTensorType mergeSizes(mlir::RankedTensorType a,
                                  mlir::RankedTensorType b);

/// Of values of equal rank that repeat along dimensions of size 1, with the
/// element type of the first.
mlir::RankedTensorType broadcastType(mlir::ValueRange values);

/// Of values of equal rank, one after the other along `dim`.
mlir::RankedTensorType concatenatedType(mlir::ValueRange values, int64_t dim);

/// With padding in front, behind and, if `interior` is not empty, between
/// elements. What is negative cuts off.
mlir::RankedTensorType paddedType(mlir::RankedTensorType type,
                                  llvm::ArrayRef<Size> low,
                                  llvm::ArrayRef<Size> high,
                                  llvm::ArrayRef<int64_t> interior = {});

mlir::RankedTensorType transposedType(mlir::RankedTensorType type,
                                      llvm::ArrayRef<int64_t> permutation);

/// The dimensions that are not among `dims`.
llvm::SmallVector<int64_t> otherDims(int64_t rank,
                                     llvm::ArrayRef<int64_t> dims);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_SHAPEINFERENCE_H
