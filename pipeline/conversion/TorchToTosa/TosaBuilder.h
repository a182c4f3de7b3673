//===- TosaBuilder.h - TensorBuilder of TOSA --------------------*- C++ -*-===//
//
// Where TOSA wants a shape while compiling that only the run knows, ops of
// `tensor` take its place. TOSA has no tensors without elements; these are
// `tensor.empty`. What it cannot say at all is refused.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"

namespace ingot::torch {

/// Makes ops of TOSA. One thread at a time.
class TosaBuilder final : public TensorBuilder {
public:
  using TensorBuilder::constant;
  using TensorBuilder::TensorBuilder;

  std::unique_ptr<TensorBuilder> clone(bool strict) const override;

  mlir::Value constant(mlir::ElementsAttr elements) override;
  Size sizeOf(mlir::Value value, int64_t dim) override;
  mlir::Value full(llvm::ArrayRef<Size> sizes, mlir::Value scalar) override;
  mlir::Value iota(llvm::ArrayRef<Size> sizes, int64_t dim,
                   mlir::Type element) override;

  mlir::Value makeElementwise(ElementOp op, mlir::RankedTensorType type,
                              mlir::ValueRange operands) override;
  mlir::Value compare(Comparison comparison, mlir::Value a,
                      mlir::Value b) override;
  mlir::Value select(mlir::Value condition, mlir::Value a,
                     mlir::Value b) override;

  mlir::Value broadcastInDim(mlir::Value value, llvm::ArrayRef<Size> sizes,
                             Dims dims) override;
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<Size> sizes) override;
  mlir::Value unsqueeze(mlir::Value value, int64_t dim) override;
  mlir::Value squeeze(mlir::Value value, Dims dims) override;
  mlir::Value transpose(mlir::Value value, Dims permutation) override;
  mlir::Value reverse(mlir::Value value, Dims dims) override;
  mlir::Value updateSlice(mlir::Value value, mlir::Value update,
                          llvm::ArrayRef<Size> starts) override;
  mlir::Value pad(mlir::Value value, mlir::Value padding,
                  llvm::ArrayRef<Size> low, llvm::ArrayRef<Size> high,
                  Dims interior = {}) override;
  mlir::Value concatenate(mlir::ValueRange values, int64_t dim) override;
  mlir::Value castTo(mlir::Value value, mlir::RankedTensorType type) override;

  mlir::Value reduce(Reducer reducer, mlir::Value value, Dims dims,
                     bool keep = false) override;
  Values reduceVariadic(mlir::ValueRange values, mlir::ValueRange initial,
                        Dims dims, bool keep, Body body) override;
  mlir::Value dotGeneral(mlir::Value lhs, mlir::Value rhs, Dims lhsBatch,
                         Dims rhsBatch, Dims lhsContracted,
                         Dims rhsContracted) override;
  mlir::Value gather(mlir::Value value, mlir::Value indices,
                     Dims indexed) override;
  mlir::Value scatter(mlir::Value value, mlir::Value indices,
                      mlir::Value updates, Dims indexed,
                      std::optional<Reducer> reducer) override;
  mlir::Value reduceWindows(Reducer reducer, mlir::Value value,
                            const Windows &windows) override;
  Values reduceWindowsVariadic(mlir::ValueRange values,
                               mlir::ValueRange initial, const Windows &windows,
                               Body body) override;
  mlir::Value averageWindows(mlir::Value value, const Windows &windows,
                             bool countsPadding) override;
  mlir::Value convolve(mlir::Value input, mlir::Value weight, mlir::Value bias,
                       const ConvolutionParameters &parameters) override;

  mlir::Operation *makeIf(mlir::TypeRange types,
                          mlir::Value condition) override;
  mlir::Operation *makeWhile(mlir::ValueRange initial) override;
  void yield(mlir::ValueRange values) override;
  void assertThat(mlir::Value condition, llvm::StringRef message) override;

  //===--------------------------------------------------------------------===//
  // For rows of TOSA alone, and its element functions
  //===--------------------------------------------------------------------===//

  /// `number` as [1, ..., 1] of the rank of `value`, which repeats beside it.
  mlir::Value splatLikeRank(mlir::Value value, double number);
  /// One number in a tensor of one element, as zero points and pads are.
  mlir::Value oneElement(mlir::Type element, double number);
  /// A `!tosa.shape`.
  mlir::Value shapeConstant(llvm::ArrayRef<int64_t> numbers);
  /// `value` with dimensions of size 1 in front until it has `rank`.
  mlir::Value raiseRank(mlir::Value value, int64_t rank);
  /// The place of the first greatest element along `dim`, which is left out.
  mlir::Value argMax(mlir::Value value, int64_t dim);
  /// Elements of a type that TOSA computes with.
  static bool isComputable(mlir::Type element);
  /// Of 8 bits without a sign: computed with 32.
  static bool isUnsigned(mlir::Value value) {
    return elementOf(value).isUnsignedInteger(8);
  }

protected:
  Values alignOperands(mlir::ValueRange values) override;
  mlir::Value makeSlice(mlir::Value value, int64_t dim, Size start, Size limit,
                        llvm::ArrayRef<Size> sizes, int64_t step) override;

private:
  /// TOSA has no tensors without elements. One of this type if it has none,
  /// else null.
  mlir::Value emptyOf(mlir::RankedTensorType type);
  /// To or from 8 bits without a sign, which TOSA does not cast.
  mlir::Value convertUnsigned(mlir::Value value, mlir::RankedTensorType type);
  /// For ops of `tensor`.
  mlir::OpFoldResult indexOf(Size size);
  llvm::SmallVector<mlir::OpFoldResult> indicesOf(llvm::ArrayRef<Size> sizes);
  /// All sizes as one tensor<nxindex>.
  mlir::Value extentsOf(llvm::ArrayRef<Size> sizes);
  /// `dims` says where the dimensions of `value` go among `rank`; the others
  /// have size 1.
  mlir::Value expand(mlir::Value value, int64_t rank,
                     llvm::ArrayRef<int64_t> dims);
  mlir::Value staticReshape(mlir::Value value, mlir::RankedTensorType type);
  /// Every `step`-th of `value`, from the first on.
  mlir::Value takeSteps(mlir::Value value, int64_t dim, int64_t step);
  mlir::Value padInside(mlir::Value value, mlir::Value padding, int64_t dim,
                        int64_t count);
  /// Updates [1, w, c] reduced into [1, k, c], each at its place of [1, w].
  mlir::Value reduceInto(Reducer reducer, mlir::Value value, mlir::Value places,
                         mlir::Value updates);
  /// Index vectors as places in the elements of the dimensions `indexed` of
  /// `value` in row-major order: [1, n], i32.
  mlir::Value flattenIndices(mlir::Value value, mlir::Value indices,
                             llvm::ArrayRef<int64_t> indexed);
  /// [1, indexed elements, others].
  mlir::Value flattenIndexed(mlir::Value value,
                             llvm::ArrayRef<int64_t> indexed);
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H
