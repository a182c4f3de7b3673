//===- TensorBuilder.h - StableHLO for sizes known or not -------*- C++ -*-===//
//
// Tensor arithmetic as conversions think of it. Each method makes the static op
// of StableHLO if every size that it needs is known and the dynamic one
// otherwise, so that a conversion is written once. Constants without dimensions
// are folded on the way: what PyTorch computes with Python's numbers is mostly
// known.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TENSORBUILDER_H
#define INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TENSORBUILDER_H

#include "pipeline/conversion/TorchToStablehlo/Windows.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <memory>

namespace ingot::torch {

using Direction = stablehlo::ComparisonDirection;

struct ConvolutionParameters;

/// What a number of several elements is folded to.
enum class Fold { Add, Multiply, Maximum, Minimum, And, Or };

class TensorBuilder : public mlir::ImplicitLocOpBuilder {
public:
  /// `strict`: sizes that are not known and meet in one op are equal, and none
  /// of them is 1. Exporters promise so by
  /// `torch.assume_strict_symbolic_shapes`.
  TensorBuilder(mlir::Location loc, const mlir::OpBuilder &builder, bool strict)
      : ImplicitLocOpBuilder(loc, builder), strict_(strict) {}
  virtual ~TensorBuilder() = default;

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static mlir::Type elementOf(mlir::Value value) {
    return typeOf(value).getElementType();
  }
  static int64_t rankOf(mlir::Value value) { return typeOf(value).getRank(); }
  static mlir::RankedTensorType typeOf(llvm::ArrayRef<Size> sizes,
                                       mlir::Type element);
  static bool isFloat(mlir::Value value) {
    return llvm::isa<mlir::FloatType>(elementOf(value));
  }
  static bool isComplex(mlir::Value value) {
    return llvm::isa<mlir::ComplexType>(elementOf(value));
  }
  /// Booleans are no integers.
  static bool isInteger(mlir::Value value);
  static bool isBool(mlir::Value value) {
    return elementOf(value).isInteger(1);
  }

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  virtual Size sizeOf(mlir::Value value, int64_t dim);
  Sizes sizesOf(mlir::Value value);
  /// Of an integer without dimensions.
  Size sizeFrom(mlir::Value scalar);
  mlir::Value valueOf(Size size);
  /// All of them as one tensor<nxi64>.
  virtual mlir::Value shapeOf(llvm::ArrayRef<Size> sizes);
  /// How many elements there are.
  Size count(llvm::ArrayRef<Size> sizes);

  Size add(Size a, Size b);
  Size subtract(Size a, Size b);
  Size multiply(Size a, Size b);
  /// Rounds towards minus infinity, as Python does.
  Size floorDivide(Size a, Size b);
  Size maximum(Size a, Size b);
  Size minimum(Size a, Size b);
  /// `a` where a < b, else `other`, and so on.
  Size selectLess(Size a, Size b, Size ifLess, Size otherwise);

  //===--------------------------------------------------------------------===//
  // Constants
  //===--------------------------------------------------------------------===//

  /// Without dimensions. A number that the type cannot hold is converted as
  /// `convert` does.
  mlir::Value scalar(mlir::Type element, double number);
  mlir::Value scalar(mlir::Type element, int64_t number);
  mlir::Value scalar(mlir::Type element, int number) {
    return scalar(element, static_cast<int64_t>(number));
  }
  mlir::Value constant(llvm::ArrayRef<int64_t> numbers);
  virtual mlir::Value constant(mlir::ElementsAttr elements);
  /// The greatest or smallest of a type; infinite if it has infinities.
  mlir::Value limit(mlir::Type element, bool greatest);
  /// `scalar` everywhere.
  virtual mlir::Value full(llvm::ArrayRef<Size> sizes, mlir::Value scalar);
  /// `number` in the sizes and the element type of `value`.
  mlir::Value fullLike(mlir::Value value, double number);
  virtual mlir::Value iota(llvm::ArrayRef<Size> sizes, int64_t dim,
                           mlir::Type element);

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  /// As PyTorch converts: what is not zero is true, floats lose what is behind
  /// the point, complex numbers the imaginary part.
  mlir::Value convert(mlir::Value value, mlir::Type element);

  template <typename Op> mlir::Value unary(mlir::Value value) {
    mlir::OperationState state(getLoc(), Op::getOperationName());
    return make(state, typeOf(value), value);
  }
  /// Sizes as in `broadcastTogether`; equal element types.
  template <typename Op> mlir::Value binary(mlir::Value a, mlir::Value b) {
    mlir::OperationState state(getLoc(), Op::getOperationName());
    return makeBinary(state, a, b);
  }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value subtract(mlir::Value a, mlir::Value b);
  mlir::Value multiply(mlir::Value a, mlir::Value b);
  /// Integers round towards zero.
  mlir::Value divide(mlir::Value a, mlir::Value b);
  mlir::Value maximum(mlir::Value a, mlir::Value b);
  mlir::Value minimum(mlir::Value a, mlir::Value b);
  mlir::Value logicalAnd(mlir::Value a, mlir::Value b);
  mlir::Value logicalOr(mlir::Value a, mlir::Value b);
  mlir::Value logicalNot(mlir::Value a);
  mlir::Value negate(mlir::Value a);
  virtual mlir::Value compare(Direction direction, mlir::Value a,
                              mlir::Value b);
  virtual mlir::Value select(mlir::Value condition, mlir::Value a,
                             mlir::Value b);
  /// True of NaN.
  mlir::Value isNan(mlir::Value value) {
    return compare(Direction::NE, value, value);
  }

  //===--------------------------------------------------------------------===//
  // Shapes
  //===--------------------------------------------------------------------===//

  /// To sizes that the value's own meet from the right, where a 1 repeats.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<Size> sizes);
  /// Dimension i of `value` becomes dims[i].
  virtual mlir::Value broadcastInDim(mlir::Value value,
                                     llvm::ArrayRef<Size> sizes,
                                     llvm::ArrayRef<int64_t> dims);
  /// The size that the values have together in a dimension counted from the
  /// last.
  Size commonSize(mlir::ValueRange values, int64_t fromEnd);
  /// What the values' sizes are together.
  Sizes commonSizes(mlir::ValueRange values);
  llvm::SmallVector<mlir::Value> broadcastTogether(mlir::ValueRange values);

  virtual mlir::Value reshape(mlir::Value value, llvm::ArrayRef<Size> sizes);
  /// A dimension of size 1 in front of `dim`.
  virtual mlir::Value unsqueeze(mlir::Value value, int64_t dim);
  /// Without these dimensions, which have size 1.
  virtual mlir::Value squeeze(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  virtual mlir::Value transpose(mlir::Value value,
                                llvm::ArrayRef<int64_t> permutation);
  virtual mlir::Value reverse(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  /// Every `step`-th between bounds that are in range.
  mlir::Value slice(mlir::Value value, int64_t dim, Size start, Size limit,
                    int64_t step = 1);
  /// `length` elements from `start`, all in range.
  mlir::Value part(mlir::Value value, int64_t dim, Size start, Size length);
  /// Writes `update` over the elements from these places on.
  virtual mlir::Value updatePart(mlir::Value value, mlir::Value update,
                                 llvm::ArrayRef<Size> starts);
  /// `padding` has no dimensions.
  virtual mlir::Value pad(mlir::Value value, mlir::Value padding,
                          llvm::ArrayRef<Size> low, llvm::ArrayRef<Size> high,
                          llvm::ArrayRef<int64_t> interior = {});
  virtual mlir::Value concatenate(mlir::ValueRange values, int64_t dim);
  /// The same value with the type that is wanted. REQUIRES: equal rank and
  /// element type; what both know of the sizes agrees.
  virtual mlir::Value castTo(mlir::Value value, mlir::RankedTensorType type);

  //===--------------------------------------------------------------------===//
  // Reductions, products, indexing
  //===--------------------------------------------------------------------===//

  /// Along `dims`, which stay with size 1 if `keep`.
  virtual mlir::Value reduce(Fold fold, mlir::Value value,
                             llvm::ArrayRef<int64_t> dims, bool keep = false);
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      TensorBuilder &builder, mlir::ValueRange arguments)>;
  /// Of several tensors at once; the body takes what was folded so far, then
  /// an element of each, all without dimensions.
  llvm::SmallVector<mlir::Value> reduce(mlir::ValueRange values,
                                        mlir::ValueRange initial,
                                        llvm::ArrayRef<int64_t> dims, bool keep,
                                        Body body);
  /// What a fold starts from.
  mlir::Value neutral(Fold fold, mlir::Type element);
  mlir::Value combine(Fold fold, mlir::Value a, mlir::Value b);
  /// Puts a block with one argument per type and what `body` gives of them into
  /// a region; ends it with stablehlo.return.
  void fillRegion(mlir::Region &region, mlir::TypeRange types, Body body);

  virtual mlir::Value dotGeneral(mlir::Value lhs, mlir::Value rhs,
                                 llvm::ArrayRef<int64_t> lhsBatch,
                                 llvm::ArrayRef<int64_t> rhsBatch,
                                 llvm::ArrayRef<int64_t> lhsContracted,
                                 llvm::ArrayRef<int64_t> rhsContracted);

  /// Slices of `value` at `indices`, which has one index vector along its last
  /// dimension for the dimensions in `indexed`; these are left out of the
  /// result, whose first dimensions are those of the indices but the last.
  virtual mlir::Value gather(mlir::Value value, mlir::Value indices,
                             llvm::ArrayRef<int64_t> indexed);
  /// The other way round: updates of that form, folded in by `body` or, if it
  /// is null, written over what was there.
  virtual mlir::Value scatter(mlir::Value value, mlir::Value indices,
                              mlir::Value updates,
                              llvm::ArrayRef<int64_t> indexed,
                              std::optional<Fold> fold);

  /// Folds each window; what lies outside of `value` does not count.
  virtual mlir::Value foldWindows(Fold fold, mlir::Value value,
                                  const Windows &windows);
  /// Of several tensors of equal sizes together, as in `reduce`; `initial` lies
  /// outside of them.
  virtual llvm::SmallVector<mlir::Value> foldWindows(mlir::ValueRange values,
                                                     mlir::ValueRange initial,
                                                     const Windows &windows,
                                                     Body body);
  /// The same, divided by how many elements each window counts; null if the
  /// dialect has no op for it.
  virtual mlir::Value averageWindows(mlir::Value, const Windows &,
                                     bool /*countsPadding*/) {
    return {};
  }
  /// [n, c, ...] with a kernel [out, in / groups, ...], of a transposed one
  /// [in, out / groups, ...]. `bias` is [out], or null.
  virtual mlir::Value convolve(mlir::Value input, mlir::Value weight,
                               mlir::Value bias,
                               const ConvolutionParameters &parameters);

  /// The run stops with the message unless the boolean is true.
  virtual void assertThat(mlir::Value condition, llvm::StringRef message);

  bool isStrict() const { return strict_; }
  /// The same builder for tensors whose sizes that are not known are equal.
  virtual std::unique_ptr<TensorBuilder> strictly() const {
    return std::make_unique<TensorBuilder>(getLoc(), *this, /*strict=*/true);
  }

protected:
  /// Any other op, by the name that StableHLO or CHLO has for it.
  virtual mlir::Value make(mlir::OperationState &state,
                           mlir::RankedTensorType type,
                           mlir::ValueRange operands);
  virtual mlir::Value makeBinary(mlir::OperationState &state, mlir::Value a,
                                 mlir::Value b);
  virtual mlir::Value sliceBetween(mlir::Value value, int64_t dim, Size start,
                                   Size limit, Size length, int64_t step);

private:
  template <typename Op>
  Size fold(Size a, Size b, std::optional<int64_t> known);

  bool strict_;
};

/// The number of a constant without dimensions that is an integer or a truth
/// value.
std::optional<int64_t> constantInt(mlir::Value value);
/// The same of any real one.
std::optional<double> constantNumber(mlir::Value value);

/// What both types know of the sizes, with the element type of the first.
/// REQUIRES: equal rank.
mlir::RankedTensorType mergeSizes(mlir::RankedTensorType a,
                                  mlir::RankedTensorType b);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHTOSTABLEHLO_TENSORBUILDER_H
