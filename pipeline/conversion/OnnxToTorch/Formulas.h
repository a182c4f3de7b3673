//===- Formulas.h - what several conversions compute ------------*- C++ -*-===//
//
// Beside the formulas of dialects/torch/build: operators whose types it does
// not infer, and the few idioms that ONNX's operators share.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_FORMULAS_H
#define INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_FORMULAS_H

#include "pipeline/conversion/OnnxToTorch/OnnxOp.h"
#include "pipeline/dialects/torch/build/Groups.h"

namespace ingot::onnx {

using torch::floorDivide;
using torch::gather;
using torch::indexSelect;
using torch::Scalar;
using torch::TorchBuilder;

mlir::Type si64(TorchBuilder &builder);
mlir::Type si32(TorchBuilder &builder);
mlir::Type f32(TorchBuilder &builder);
mlir::Type f64(TorchBuilder &builder);
mlir::Type boolean(TorchBuilder &builder);

/// Sizes that are known, in a type; mlir::ShapedType::kDynamic if not.
Ints sizesOf(Tensor x);

/// An operator with a result type that is not inferred.
Tensor typed(TorchBuilder &builder, llvm::StringRef opName,
             TorchBuilder::Arguments arguments, llvm::ArrayRef<int64_t> sizes,
             mlir::Type dtype);
/// An operator of one tensor, which keeps its type: `aten.sinh`.
Tensor unary(llvm::StringRef opName, Tensor x);
/// Of two of one dtype, which broadcast: `aten.bitwise_left_shift.Tensor`.
Tensor binary(llvm::StringRef opName, Tensor a, Tensor b);

/// The number that a tensor of one element holds: an int or a float.
mlir::Value item(Tensor x);
/// An int as a tensor without dimensions, si64.
Tensor tensorOf(TorchBuilder &builder, mlir::Value number);
/// Ints as a vector, si64.
Tensor vectorOf(TorchBuilder &builder, llvm::ArrayRef<mlir::Value> numbers);
/// A constant vector of ints, si64.
Tensor vectorOf(TorchBuilder &builder, llvm::ArrayRef<int64_t> numbers);
/// A constant tensor of floats.
Tensor floats(TorchBuilder &builder, llvm::ArrayRef<double> elements,
              llvm::ArrayRef<int64_t> sizes, mlir::Type dtype);

/// A vector along one dimension of many; the others are 1.
Tensor along(Tensor vector, int64_t dim, int64_t rank);
/// `0, 1, ...` along one dimension of many, si64.
Tensor places(TorchBuilder &builder, mlir::Value count, int64_t dim,
              int64_t rank);

/// [batch, tokens, heads * size] as [batch, heads, tokens, size].
Tensor splitHeads(Tensor x, int64_t heads);

/// Slices at indices, some of which may be out of range: there stands `fill`,
/// or what the nearest index in range has if that is none.
Tensor readAt(Tensor x, int64_t dim, Tensor indices,
              std::optional<Scalar> fill);

/// The remainder of the sign of the divisor.
Tensor remainder(Tensor a, Scalar b);
Tensor remainder(Tensor a, Tensor b);
/// To the nearest, ties to even.
Tensor roundEven(Tensor x);
/// The nearest that an integer dtype holds; the fraction is cut off.
Tensor saturate(Tensor x, mlir::Type dtype);
/// The first result of a reduction of several dimensions to a product.
Tensor product(Tensor x, llvm::ArrayRef<int64_t> dims, bool keepDim);

} // namespace ingot::onnx

#endif // INGOT_PIPELINE_CONVERSION_ONNXTOTORCH_FORMULAS_H
