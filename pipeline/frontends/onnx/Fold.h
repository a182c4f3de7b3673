//===- Fold.h - elements that the reader computes ---------------*- C++ -*-===//
//
// Arithmetic on followed elements, with the rounding and the wrapping of their
// dtype. A symbol goes through what keeps sizes apart (+ - * /); in anything
// else it becomes a value that nothing is known of.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_FOLD_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_FOLD_H

#include "pipeline/frontends/onnx/Inference.h"

namespace ingot::onnx::reader {

/// `value` as `dtype` holds it: rounded, wrapped, cut towards zero.
Scalar convertScalar(Scalar value, Dtype dtype);

/// The result of a unary or binary operator by name, such as "Add"; of dtype
/// `dtype` operands. Unknown if the operator is not computed here.
Scalar foldUnary(llvm::StringRef op, Scalar a, Dtype dtype);
Scalar foldBinary(llvm::StringRef op, Scalar a, Scalar b, Dtype dtype,
                  Symbols &symbols);

/// Sets the first result's elements from those of operands that broadcast, if
/// all are followed. REQUIRES: the result's shape is set.
void foldElementwise(
    Inference &node,
    llvm::function_ref<Scalar(llvm::ArrayRef<Scalar> operands)> compute);

/// Elements of a part or a permutation: the one at index (i, j, ...) of `sizes`
/// stands at offset + i * strides[0] + j * strides[1] + ... Nothing if that is
/// not among `elements`, or there are too many.
std::optional<Elements> pickElements(const Elements &elements, int64_t offset,
                                     llvm::ArrayRef<int64_t> sizes,
                                     llvm::ArrayRef<int64_t> strides);

/// How far apart neighbours along each dimension stand, row by row; nothing if
/// a size is not known.
std::optional<Ints> stridesOf(llvm::ArrayRef<Scalar> shape);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_FOLD_H
