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

  Value constant(mlir::ElementsAttr elements) override;
  Size sizeOf(Value value, int64_t dim) override;
  Value full(llvm::ArrayRef<Size> sizes, Value scalar) override;
  Value iota(llvm::ArrayRef<Size> sizes, int64_t dim, Type element) override;

  Value makeElementwise(ElementOp op, RankedTensorType type,
                        ValueRange operands) override;
  Value compare(Comparison comparison, Value a, Value b) override;
  Value select(Value condition, Value a, Value b) override;

  Value broadcastInDim(Value value, llvm::ArrayRef<Size> sizes,
                       Dims dims) override;
  Value reshape(Value value, llvm::ArrayRef<Size> sizes) override;
  Value unsqueeze(Value value, int64_t dim) override;
  Value squeeze(Value value, Dims dims) override;
  Value transpose(Value value, Dims permutation) override;
  Value reverse(Value value, Dims dims) override;
  Value updateSlice(Value value, Value update,
                    llvm::ArrayRef<Size> starts) override;
  Value pad(Value value, Value padding, llvm::ArrayRef<Size> low,
            llvm::ArrayRef<Size> high, Dims interior = {}) override;
  Value concatenate(ValueRange values, int64_t dim) override;
  Value castTo(Value value, RankedTensorType type) override;

  Value reduce(Reducer reducer, Value value, Dims dims,
               bool keep = false) override;
  Values reduceVariadic(ValueRange values, ValueRange initial, Dims dims,
                        bool keep, Body body) override;
  Value dotGeneral(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch,
                   Dims lhsContracted, Dims rhsContracted) override;
  Value gather(Value value, Value indices, Dims indexed) override;
  Value scatter(Value value, Value indices, Value updates, Dims indexed,
                std::optional<Reducer> reducer) override;
  Value reduceWindows(Reducer reducer, Value value,
                      const Windows &windows) override;
  Values reduceWindowsVariadic(ValueRange values, ValueRange initial,
                               const Windows &windows, Body body) override;
  Value averageWindows(Value value, const Windows &windows,
                       bool countsPadding) override;
  Value convolve(Value input, Value weight, Value bias,
                 const ConvolutionParameters &parameters) override;

  Operation *makeIf(TypeRange types, Value condition) override;
  Operation *makeWhile(ValueRange initial) override;
  void yield(ValueRange values) override;
  void assertThat(Value condition, llvm::StringRef message) override;

  //===--------------------------------------------------------------------===//
  // For rows of TOSA alone, and its element functions
  //===--------------------------------------------------------------------===//

  /// `number` as [1, ..., 1] of the rank of `value`, which repeats beside it.
  Value splatLikeRank(Value value, double number);
  /// One number in a tensor of one element, as zero points and pads are.
  Value oneElement(Type element, double number);
  /// A `!tosa.shape`.
  Value shapeConstant(llvm::ArrayRef<int64_t> numbers);
  /// `value` with dimensions of size 1 in front until it has `rank`.
  Value raiseRank(Value value, int64_t rank);
  /// The place of the first greatest element along `dim`, which is left out.
  Value argMax(Value value, int64_t dim);
  /// Elements of a type that TOSA computes with.
  static bool isComputable(Type element);
  /// Of 8 bits without a sign: computed with 32.
  static bool isUnsigned(Value value) {
    return elementOf(value).isUnsignedInteger(8);
  }

protected:
  Values alignOperands(ValueRange values) override;
  Value makeSlice(Value value, int64_t dim, Size start, Size limit,
                  llvm::ArrayRef<Size> sizes, int64_t step) override;

private:
  /// TOSA has no tensors without elements. One of this type if it has none,
  /// else null.
  Value emptyOf(RankedTensorType type);
  /// To or from 8 bits without a sign, which TOSA does not cast.
  Value convertUnsigned(Value value, RankedTensorType type);
  /// For ops of `tensor`.
  mlir::OpFoldResult indexOf(Size size);
  llvm::SmallVector<mlir::OpFoldResult> indicesOf(llvm::ArrayRef<Size> sizes);
  /// All sizes as one tensor<nxindex>.
  Value extentsOf(llvm::ArrayRef<Size> sizes);
  /// `dims` says where the dimensions of `value` go among `rank`; the others
  /// have size 1.
  Value expand(Value value, int64_t rank, llvm::ArrayRef<int64_t> dims);
  Value staticReshape(Value value, RankedTensorType type);
  /// Every `step`-th of `value`, from the first on.
  Value takeSteps(Value value, int64_t dim, int64_t step);
  Value padInside(Value value, Value padding, int64_t dim, int64_t count);
  /// Updates [1, w, c] reduced into [1, k, c], each at its place of [1, w].
  Value reduceInto(Reducer reducer, Value value, Value places, Value updates);
  /// Index vectors as places in the elements of the dimensions `indexed` of
  /// `value` in row-major order: [1, n], i32.
  Value flattenIndices(Value value, Value indices,
                       llvm::ArrayRef<int64_t> indexed);
  /// [1, indexed elements, others].
  Value flattenIndexed(Value value, llvm::ArrayRef<int64_t> indexed);
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H
