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

  Value constant(mlir::ElementsAttr elements) override;
  Size sizeOf(Value value, int64_t dim) override;
  Value iota(llvm::ArrayRef<Size> sizes, int64_t dim, Type element) override;

  Value makeElementwise(ElementOp op, RankedTensorType type,
                        ValueRange operands) override;
  Value compare(Comparison comparison, Value a, Value b) override;
  Value select(Value condition, Value a, Value b) override;

  Value broadcastInDim(Value value, llvm::ArrayRef<Size> sizes,
                       Dims dims) override;
  Value reshape(Value value, llvm::ArrayRef<Size> sizes) override;
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
  Value convolve(Value input, Value weight, Value bias,
                 const ConvolutionParameters &parameters) override;

  Operation *makeIf(TypeRange types, Value condition) override;
  Operation *makeWhile(ValueRange initial) override;
  void yield(ValueRange values) override;
  void assertThat(Value condition, llvm::StringRef message) override;

  //===--------------------------------------------------------------------===//
  // For rows of StableHLO alone
  //===--------------------------------------------------------------------===//

  /// The places of a stable sort of `value` along `dim`, and the values in that
  /// order. `isBefore` takes two elements.
  struct Sorted {
    Value values, places;
  };
  Sorted
  sort(Value value, int64_t dim,
       llvm::function_ref<Value(TensorBuilder &builder, Value a, Value b)>
           isBefore);
  /// A convolution with everything that the op has a word for. `padding` holds
  /// low and high of each spatial dimension.
  struct ConvolutionForm {
    RankedTensorType type;
    mlir::Attribute dimensionNumbers;
    llvm::SmallVector<int64_t> stride, inputDilation, kernelDilation;
    Sizes padding;
    int64_t featureGroups = 1, batchGroups = 1;
  };
  Value makeConvolution(Value input, Value weight, const ConvolutionForm &form);

  /// Whether a size that only the run knows may be -1 there, for something else
  /// (SizeOrigins.h).
  static bool mayBeNegative(Size size);
  /// `resolveNegative` of all sizes that may be negative.
  void resolveSizesOfRun(Value value, Sizes &sizes);
  /// The length of a slice of a dimension of `size`. If the run finds -1, it
  /// reaches to the end; the run stops with the message if it reaches beyond.
  Size lengthOfRun(Size size, Size begin, Size length, llvm::StringRef message);
  /// Of the lengths that a dimension of `size` is split into, the one that is
  /// -1, now or in the run, is what the others leave. The run stops with the
  /// message if lengths that only it knows do not add up.
  void resolveParts(Size size, Sizes &lengths, llvm::StringRef message);

protected:
  Value makeSlice(Value value, int64_t dim, Size start, Size limit,
                  llvm::ArrayRef<Size> sizes, int64_t step) override;
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_STABLEHLOBUILDER_H
