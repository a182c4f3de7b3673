//===- TosaBuilder.h - TensorBuilder that makes ops of TOSA -----*- C++ -*-===//
//
// What conversions of PyTorch's operators compute with, as ops of TOSA; see
// TensorBuilder.h for what each method promises. Where TOSA wants a shape while
// compiling that only the run knows, ops of `tensor` take its place.
//
// What TOSA cannot say becomes an op that is not legal: the operator is left as
// it was, with the reason.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H

#include "pipeline/conversion/TorchToStablehlo/TensorBuilder.h"

namespace ingot::torch {

class TosaBuilder final : public TensorBuilder {
public:
  /// `why` outlives the builder.
  TosaBuilder(mlir::Location loc, const mlir::OpBuilder &builder, bool strict,
              std::string &why)
      : TensorBuilder(loc, builder, strict), why_(why) {}

  using TensorBuilder::add;
  using TensorBuilder::constant;
  using TensorBuilder::multiply;
  using TensorBuilder::reduce;
  using TensorBuilder::subtract;

  Size sizeOf(mlir::Value value, int64_t dim) override;
  mlir::Value shapeOf(llvm::ArrayRef<Size> sizes) override;
  mlir::Value constant(mlir::ElementsAttr elements) override;
  mlir::Value full(llvm::ArrayRef<Size> sizes, mlir::Value scalar) override;
  mlir::Value iota(llvm::ArrayRef<Size> sizes, int64_t dim,
                   mlir::Type element) override;
  mlir::Value compare(Direction direction, mlir::Value a,
                      mlir::Value b) override;
  mlir::Value select(mlir::Value condition, mlir::Value a,
                     mlir::Value b) override;
  mlir::Value broadcastInDim(mlir::Value value, llvm::ArrayRef<Size> sizes,
                             llvm::ArrayRef<int64_t> dims) override;
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<Size> sizes) override;
  mlir::Value unsqueeze(mlir::Value value, int64_t dim) override;
  mlir::Value squeeze(mlir::Value value, llvm::ArrayRef<int64_t> dims) override;
  mlir::Value transpose(mlir::Value value,
                        llvm::ArrayRef<int64_t> permutation) override;
  mlir::Value reverse(mlir::Value value, llvm::ArrayRef<int64_t> dims) override;
  mlir::Value updatePart(mlir::Value value, mlir::Value update,
                         llvm::ArrayRef<Size> starts) override;
  mlir::Value pad(mlir::Value value, mlir::Value padding,
                  llvm::ArrayRef<Size> low, llvm::ArrayRef<Size> high,
                  llvm::ArrayRef<int64_t> interior = {}) override;
  mlir::Value concatenate(mlir::ValueRange values, int64_t dim) override;
  mlir::Value castTo(mlir::Value value, mlir::RankedTensorType type) override;
  mlir::Value reduce(Fold fold, mlir::Value value, llvm::ArrayRef<int64_t> dims,
                     bool keep = false) override;
  mlir::Value dotGeneral(mlir::Value lhs, mlir::Value rhs,
                         llvm::ArrayRef<int64_t> lhsBatch,
                         llvm::ArrayRef<int64_t> rhsBatch,
                         llvm::ArrayRef<int64_t> lhsContracted,
                         llvm::ArrayRef<int64_t> rhsContracted) override;
  mlir::Value gather(mlir::Value value, mlir::Value indices,
                     llvm::ArrayRef<int64_t> indexed) override;
  mlir::Value scatter(mlir::Value value, mlir::Value indices,
                      mlir::Value updates, llvm::ArrayRef<int64_t> indexed,
                      std::optional<Fold> fold) override;

  mlir::Value foldWindows(Fold fold, mlir::Value value,
                          const Windows &windows) override;
  llvm::SmallVector<mlir::Value> foldWindows(mlir::ValueRange values,
                                             mlir::ValueRange initial,
                                             const Windows &windows,
                                             Body body) override;
  void assertThat(mlir::Value condition, llvm::StringRef message) override;
  std::unique_ptr<TensorBuilder> strictly() const override {
    return std::make_unique<TosaBuilder>(getLoc(), *this, true, why_);
  }
  mlir::Value averageWindows(mlir::Value value, const Windows &windows,
                             bool countsPadding) override;
  mlir::Value convolve(mlir::Value input, mlir::Value weight, mlir::Value bias,
                       const ConvolutionParameters &parameters) override;

  //===--------------------------------------------------------------------===//
  // For conversions that exist for TOSA only
  //===--------------------------------------------------------------------===//

  /// `number` without a size of its own, [1, ..., 1], to stand beside `value`.
  mlir::Value beside(mlir::Value value, double number);
  /// One number in a tensor of one element, as zero points and pads are.
  mlir::Value single(mlir::Type element, double number);
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
  mlir::Value make(mlir::OperationState &state, mlir::RankedTensorType type,
                   mlir::ValueRange operands) override;
  mlir::Value makeBinary(mlir::OperationState &state, mlir::Value a,
                         mlir::Value b) override;
  mlir::Value sliceBetween(mlir::Value value, int64_t dim, Size start,
                           Size limit, Size length, int64_t step) override;

private:
  /// A value of this type by an op that is not legal; keeps the reason.
  mlir::Value refuse(mlir::RankedTensorType type, const llvm::Twine &why);
  /// TOSA has no tensors without elements. One of this type if it has none,
  /// else null.
  mlir::Value emptyOf(mlir::RankedTensorType type);
  /// To or from 8 bits without a sign, which TOSA does not cast.
  mlir::Value convertUnsigned(mlir::Value value, mlir::RankedTensorType type);
  /// For ops of `tensor`.
  mlir::OpFoldResult indexOf(Size size);
  llvm::SmallVector<mlir::OpFoldResult> indicesOf(llvm::ArrayRef<Size> sizes);
  /// Equal ranks; sizes as they are, since TOSA's ops broadcast.
  llvm::SmallVector<mlir::Value> alignRanks(mlir::ValueRange values);
  /// `dims` says where the dimensions of `value` go among `rank`; the others
  /// have size 1.
  mlir::Value expand(mlir::Value value, int64_t rank,
                     llvm::ArrayRef<int64_t> dims);
  mlir::Value staticReshape(mlir::Value value, mlir::RankedTensorType type);
  /// Every `step`-th of `value`, from the first on.
  mlir::Value takeSteps(mlir::Value value, int64_t dim, int64_t step);
  mlir::Value padInside(mlir::Value value, mlir::Value padding, int64_t dim,
                        int64_t count);
  /// Updates [1, w, c] folded into [1, k, c], each at its place of [1, w].
  mlir::Value foldInto(Fold fold, mlir::Value value, mlir::Value places,
                       mlir::Value updates);
  /// Index vectors as places in the elements of the dimensions `indexed` of
  /// `value` in row-major order: [1, n], i32.
  mlir::Value flattenIndices(mlir::Value value, mlir::Value indices,
                             llvm::ArrayRef<int64_t> indexed);
  /// [1, indexed elements, others].
  mlir::Value flattenIndexed(mlir::Value value,
                             llvm::ArrayRef<int64_t> indexed);

  std::string &why_;
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOTOSA_TOSABUILDER_H
