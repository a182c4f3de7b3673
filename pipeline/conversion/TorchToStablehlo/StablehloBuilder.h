//===- StablehloBuilder.h - TensorBuilder of StableHLO ----------*- C++ -*-===//
//
// Each method makes the static op of StableHLO if every size that it needs is
// known and the dynamic one otherwise. Functions that StableHLO lacks are ops
// of CHLO. Nothing is refused.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_STABLEHLOBUILDER_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_STABLEHLOBUILDER_H

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"

namespace ingot::torch {

/// Makes ops of StableHLO and CHLO. One thread at a time.
class StablehloBuilder final : public TensorBuilder {
public:
  using TensorBuilder::constant;
  using TensorBuilder::TensorBuilder;

  std::unique_ptr<TensorBuilder> clone(bool strict) const override;

  mlir::Value constant(mlir::ElementsAttr elements) override;
  Size sizeOf(mlir::Value value, int64_t dim) override;
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
  mlir::Value convolve(mlir::Value input, mlir::Value weight, mlir::Value bias,
                       const ConvolutionParameters &parameters) override;

  mlir::Operation *makeIf(mlir::TypeRange types,
                          mlir::Value condition) override;
  mlir::Operation *makeWhile(mlir::ValueRange initial) override;
  void yield(mlir::ValueRange values) override;
  void assertThat(mlir::Value condition, llvm::StringRef message) override;

  //===--------------------------------------------------------------------===//
  // For rows of StableHLO alone
  //===--------------------------------------------------------------------===//

  /// The places of a stable sort of `value` along `dim`, and the values in that
  /// order. `isBefore` takes two elements.
  struct Sorted {
    mlir::Value values, places;
  };
  Sorted sort(mlir::Value value, int64_t dim,
              llvm::function_ref<mlir::Value(TensorBuilder &builder,
                                             mlir::Value a, mlir::Value b)>
                  isBefore);
  /// A convolution with everything that the op has a word for. `padding` holds
  /// low and high of each spatial dimension.
  struct ConvolutionForm {
    mlir::RankedTensorType type;
    mlir::Attribute dimensionNumbers;
    llvm::SmallVector<int64_t> stride, inputDilation, kernelDilation;
    Sizes padding;
    int64_t featureGroups = 1, batchGroups = 1;
  };
  mlir::Value makeConvolution(mlir::Value input, mlir::Value weight,
                              const ConvolutionForm &form);

protected:
  mlir::Value makeSlice(mlir::Value value, int64_t dim, Size start, Size limit,
                        llvm::ArrayRef<Size> sizes, int64_t step) override;
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_STABLEHLOBUILDER_H
