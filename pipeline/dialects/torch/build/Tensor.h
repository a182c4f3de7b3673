//===- Tensor.h - formulas on tensors of the torch dialect ------*- C++ -*-===//
//
// Decompositions read like PyTorch's documentation, `x * sigmoid(x)`, and
// create one core operator for each sign. Operands broadcast and promote as in
// PyTorch.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_TENSOR_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_TENSOR_H

#include "pipeline/dialects/torch/build/TorchBuilder.h"

namespace ingot::torch {

/// A Python number: a constant, or an int, float or bool of the program.
struct Scalar : Argument {
  using Argument::Argument;
};

/// A tensor with value semantics, of known rank and dtype. Copied freely; the
/// builder must outlive it. Converts to true unless it is None.
class Tensor {
public:
  Tensor() = default;
  Tensor(TorchBuilder &builder, mlir::Value value)
      : builder_(&builder), value_(value) {}

  TorchBuilder &builder() const { return *builder_; }
  mlir::Value value() const { return value_; }
  operator mlir::Value() const { return value_; }
  operator Argument() const { return Argument(value_); }
  explicit operator bool() const { return static_cast<bool>(value_); }

  TorchTensorType type() const {
    return mlir::cast<TorchTensorType>(value_.getType());
  }
  mlir::Type dtype() const { return type().getDtype(); }
  int64_t rank() const { return type().getRank(); }
  bool isFloat() const;
  /// A constant if it is known. Dimensions count from 0, or from the end.
  mlir::Value size(int64_t dim) const;

private:
  TorchBuilder *builder_ = nullptr;
  mlir::Value value_;
};

Tensor operator+(Tensor a, Tensor b);
Tensor operator-(Tensor a, Tensor b);
Tensor operator*(Tensor a, Tensor b);
/// Of integers, a float.
Tensor operator/(Tensor a, Tensor b);
Tensor operator+(Tensor a, Scalar b);
Tensor operator-(Tensor a, Scalar b);
Tensor operator*(Tensor a, Scalar b);
Tensor operator/(Tensor a, Scalar b);
Tensor operator-(Scalar a, Tensor b);
Tensor operator-(Tensor a);

/// Comparisons give bools.
Tensor operator==(Tensor a, Tensor b);
Tensor operator!=(Tensor a, Tensor b);
Tensor operator<(Tensor a, Tensor b);
Tensor operator<=(Tensor a, Tensor b);
Tensor operator>(Tensor a, Tensor b);
Tensor operator>=(Tensor a, Tensor b);
Tensor operator==(Tensor a, Scalar b);
Tensor operator!=(Tensor a, Scalar b);
Tensor operator<(Tensor a, Scalar b);
Tensor operator<=(Tensor a, Scalar b);
Tensor operator>(Tensor a, Scalar b);
Tensor operator>=(Tensor a, Scalar b);
Tensor logicalAnd(Tensor a, Tensor b);
Tensor logicalOr(Tensor a, Tensor b);
Tensor logicalNot(Tensor a);

/// An operator of one tensor, by name: `map("aten.exp", x)`.
Tensor map(llvm::StringRef opName, Tensor x);
/// One of two.
Tensor map(llvm::StringRef opName, Tensor a, Tensor b);
inline Tensor abs(Tensor x) { return map("aten.abs", x); }
inline Tensor exp(Tensor x) { return map("aten.exp", x); }
inline Tensor log(Tensor x) { return map("aten.log", x); }
inline Tensor log1p(Tensor x) { return map("aten.log1p", x); }
inline Tensor expm1(Tensor x) { return map("aten.expm1", x); }
inline Tensor sqrt(Tensor x) { return map("aten.sqrt", x); }
inline Tensor rsqrt(Tensor x) { return map("aten.rsqrt", x); }
inline Tensor tanh(Tensor x) { return map("aten.tanh", x); }
inline Tensor erf(Tensor x) { return map("aten.erf", x); }
inline Tensor sigmoid(Tensor x) { return map("aten.sigmoid", x); }
inline Tensor relu(Tensor x) { return map("aten.relu", x); }
inline Tensor maximum(Tensor a, Tensor b) { return map("aten.maximum", a, b); }
inline Tensor minimum(Tensor a, Tensor b) { return map("aten.minimum", a, b); }
/// Integers divided, rounded down.
Tensor floorDivide(Tensor a, Scalar b);
Tensor floorDivide(Tensor a, Tensor b);
/// Either bound may be None.
Tensor clamp(Tensor x, Scalar low, Scalar high);
Tensor pow(Tensor x, Scalar exponent);
Tensor where(Tensor condition, Tensor a, Tensor b);
/// The number takes on the dtype of the tensor.
Tensor where(Tensor condition, Tensor a, Scalar b);
Tensor where(Tensor condition, Scalar a, Tensor b);

/// The same elements of another dtype; nothing happens if it is that one.
Tensor convert(Tensor x, mlir::Type dtype);
/// To what PyTorch computes in: f32 instead of f16 and bf16.
Tensor widen(Tensor x);
/// To a float, if it is a bool or an integer.
Tensor toFloat(Tensor x);

using Dims = llvm::ArrayRef<int64_t>;
/// `0, 1, ..., rank - 1`.
llvm::SmallVector<int64_t> allDims(Tensor x);
/// The product of these sizes, an int.
mlir::Value elementCount(Tensor x, Dims dims);
/// An empty list of dimensions reduces none.
Tensor sum(Tensor x, Dims dims, bool keepDim = false, mlir::Type dtype = {});
Tensor mean(Tensor x, Dims dims, bool keepDim = false);
Tensor amax(Tensor x, Dims dims, bool keepDim = false);
Tensor amin(Tensor x, Dims dims, bool keepDim = false);

using Sizes = llvm::ArrayRef<mlir::Value>;
Tensor view(Tensor x, Sizes sizes);
Tensor expand(Tensor x, Sizes sizes);
/// Each element next to copies of itself, times[i] of it along dimension i.
Tensor repeatEach(Tensor x, llvm::ArrayRef<int64_t> times);
/// To the sizes of another tensor.
Tensor expandAs(Tensor x, Tensor other);
Tensor permute(Tensor x, Dims dims);
Tensor transpose(Tensor x, int64_t a, int64_t b);
Tensor unsqueeze(Tensor x, int64_t dim);
Tensor squeeze(Tensor x, int64_t dim);
Tensor slice(Tensor x, int64_t dim, Scalar start, Scalar end, Scalar step = 1);
Tensor select(Tensor x, int64_t dim, Scalar index);
Tensor concatenate(llvm::ArrayRef<Tensor> parts, int64_t dim);
Tensor flip(Tensor x, Dims dims);

/// All elements equal.
Tensor full(TorchBuilder &builder, Sizes sizes, Scalar value, mlir::Type dtype);
/// A tensor without dimensions.
Tensor number(TorchBuilder &builder, Scalar value, mlir::Type dtype);
/// `start, start + 1, ...` below `end`, si64.
Tensor iota(TorchBuilder &builder, Scalar start, Scalar end);

/// The number of a dtype, as operators take it.
int64_t dtypeNumber(mlir::Type dtype);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_TENSOR_H
