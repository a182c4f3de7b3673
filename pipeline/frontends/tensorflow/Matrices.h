//===- Matrices.h - what rows of matrices share -----------------*- C++ -*-===//
//
// Matrices are the last two dimensions; those in front are batches.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_MATRICES_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_MATRICES_H

#include "pipeline/frontends/tensorflow/Operator.h"

namespace ingot::tensorflow {

/// Why a row fails whose operand is no isMatrix().
inline constexpr char kNoMatrix[] =
    "its operand is no matrix of real or complex numbers of 32 or 64 bits";

inline constexpr char kNoSquare[] =
    "its operand is no square matrix of real or complex numbers of 32 or 64 "
    "bits";

/// True if operand i is a matrix of numbers that LAPACK has functions for.
bool isMatrix(Operator &c, size_t i);

/// The type of a complex number's parts; `element` itself if it is real.
Type realPart(Type element);

/// Calls a function of LAPACK as JAX does on CPUs; `function` is its name
/// without the letter of the type, which is that of the first operand.
SmallVector<Value> callLapack(StablehloBuilder &b, StringRef function,
                              mlir::ValueRange operands, ArrayRef<Type> results,
                              ArrayRef<mlir::NamedAttribute> config);

/// An option of such a call that is a letter.
mlir::NamedAttribute letter(StablehloBuilder &b, StringRef name, char value);

/// The type of a matrix or, with one size, of a vector of its batch.
RankedTensorType batchType(StablehloBuilder &b, Value matrix,
                           ArrayRef<int64_t> sizes, Type element);

/// The value itself if it is real.
Value conjugate(StablehloBuilder &b, Value value);
Value transposeMatrix(StablehloBuilder &b, Value value);
/// Equal batches.
Value multiply(StablehloBuilder &b, Value lhs, Value rhs);
/// x of matrix x = rhs, for a matrix that is square. Equal batches.
Value solve(StablehloBuilder &b, Value matrix, Value rhs);

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_MATRICES_H
