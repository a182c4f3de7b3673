//===- TensorBuilder.h - tensor arithmetic in any dialect -------*- C++ -*-===//
//
// What conversions of PyTorch's operators compute with. A row calls it and
// nothing else, so one row serves every dialect; a dialect is a subclass that
// says which ops it has. Pure virtual is what a dialect must decide, virtual
// what it may do better than in general.
//
// Sizes may be known or not: every method takes both, so a row is written once.
// Numbers that are known are folded, since most that Python computes are.
//
// A dialect that cannot say something refuses: the row gets a placeholder and
// goes on, and the pattern fails afterwards with the reason.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_TENSORBUILDER_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_TENSORBUILDER_H

#include "pipeline/conversion/TorchLowering/ConstantBuilder.h"
#include "pipeline/conversion/TorchLowering/ElementOp.h"
#include "pipeline/conversion/TorchLowering/Windows.h"

#include <memory>
#include <string>

namespace ingot::torch {

struct ConvolutionParameters;

/// Makes ops of one dialect for one operator. One thread at a time.
class TensorBuilder : public ConstantBuilder {
public:
  using Operation = mlir::Operation;
  using Region = mlir::Region;
  using TypeRange = mlir::TypeRange;
  using ValueRange = mlir::ValueRange;
  using Values = llvm::SmallVector<Value>;
  using Dims = llvm::ArrayRef<int64_t>;
  /// Makes what a region gives, of the arguments of its block.
  using Body = llvm::function_ref<Values(TensorBuilder &builder, ValueRange)>;

  /// `strict`: sizes that are not known and meet in one op are equal, and none
  /// of them is 1. Exporters promise so by
  /// `torch.assume_strict_symbolic_shapes`. `refusal` outlives the builder.
  TensorBuilder(Location loc, const mlir::OpBuilder &builder, bool strict,
                std::string &refusal)
      : ConstantBuilder(loc, builder), refusal_(refusal), strict_(strict) {}

  bool isStrict() const { return strict_; }
  /// A builder of the same dialect and refusal for this place.
  virtual std::unique_ptr<TensorBuilder> clone(bool strict) const = 0;

  /// A placeholder of this type. Keeps the first reason: what is refused later
  /// may be so because of it.
  Value refuse(RankedTensorType type, const llvm::Twine &why);
  /// The same for several results.
  Values refuse(TypeRange types, const llvm::Twine &why);

  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  virtual Size sizeOf(Value value, int64_t dim) = 0;
  Sizes sizesOf(Value value);
  /// Of an integer without dimensions.
  Size sizeFrom(Value scalar);
  Value valueOf(Size size);
  /// All of them as one tensor<nxi64>.
  Value shapeOf(llvm::ArrayRef<Size> sizes);
  /// How many elements there are.
  Size count(llvm::ArrayRef<Size> sizes);

  Size add(Size a, Size b);
  Size subtract(Size a, Size b);
  Size multiply(Size a, Size b);
  /// Rounds towards minus infinity, as Python does.
  Size floorDivide(Size a, Size b);
  Size maximum(Size a, Size b);
  Size minimum(Size a, Size b);
  Size selectLess(Size a, Size b, Size ifLess, Size otherwise);
  Size selectEqual(Size a, int64_t b, Size ifEqual, Size otherwise);
  /// `rest` if the size is -1, which stands for it. Other numbers below zero
  /// stay, for whoever takes the size to refuse.
  Size selectRest(Size size, Size rest);
  /// Whether one at most of the sizes that `mayBe` marks is -1 in the run; null
  /// if it marks no two.
  Value hasOneRest(llvm::ArrayRef<Size> sizes, llvm::ArrayRef<bool> mayBe);
  /// Of the sizes that `value` is reshaped to, the one among those that `mayBe`
  /// marks which the run finds to be -1 is what the others leave over.
  void resolveNegative(Value value, Sizes &sizes, llvm::ArrayRef<bool> mayBe);

  //===--------------------------------------------------------------------===//
  // New tensors
  //===--------------------------------------------------------------------===//

  /// `scalar` everywhere.
  virtual Value full(llvm::ArrayRef<Size> sizes, Value scalar);
  /// `number` in the sizes and the element type of `value`.
  Value fullLike(Value value, double number);
  virtual Value iota(llvm::ArrayRef<Size> sizes, int64_t dim, Type element) = 0;

  //===--------------------------------------------------------------------===//
  // Elements
  //===--------------------------------------------------------------------===//

  /// REQUIRES: operands as `alignOperands` gives them, `type` their sizes.
  virtual Value makeElementwise(ElementOp op, RankedTensorType type,
                                ValueRange operands) = 0;
  Value elementwise(ElementOp op, Value value) {
    return makeElementwise(op, typeOf(value), value);
  }
  /// Sizes as in `broadcastTogether`; equal element types.
  Value elementwise(ElementOp op, Value a, Value b);
  virtual Value compare(Comparison comparison, Value a, Value b) = 0;
  virtual Value select(Value condition, Value a, Value b) = 0;
  /// As PyTorch converts: what is not zero is true, floats lose what is behind
  /// the point, complex numbers the imaginary part.
  Value convert(Value value, Type element);

  /// Of booleans the logical or.
  Value add(Value a, Value b);
  Value subtract(Value a, Value b);
  /// Of booleans the logical and.
  Value multiply(Value a, Value b);
  /// Integers round towards zero.
  Value divide(Value a, Value b);
  Value maximum(Value a, Value b);
  Value minimum(Value a, Value b);
  Value logicalAnd(Value a, Value b);
  Value logicalOr(Value a, Value b);
  Value logicalNot(Value a);
  Value negate(Value a);
  /// True of NaN.
  Value isNan(Value value);

  //===--------------------------------------------------------------------===//
  // Shapes
  //===--------------------------------------------------------------------===//

  /// To sizes that the value's own meet from the right, where a 1 repeats.
  Value broadcast(Value value, llvm::ArrayRef<Size> sizes);
  /// Dimension i of `value` becomes dims[i].
  virtual Value broadcastInDim(Value value, llvm::ArrayRef<Size> sizes,
                               Dims dims) = 0;
  /// The size that the values have together in a dimension counted from the
  /// last.
  Size commonSize(ValueRange values, int64_t fromEnd);
  /// What the values' sizes are together.
  Sizes commonSizes(ValueRange values);
  Values broadcastTogether(ValueRange values);
  /// True if a dimension of `value` surely has this size.
  bool hasSize(Value value, int64_t dim, Size size);

  virtual Value reshape(Value value, llvm::ArrayRef<Size> sizes) = 0;
  /// A dimension of size 1 in front of `dim`.
  virtual Value unsqueeze(Value value, int64_t dim);
  /// Without these dimensions, which have size 1.
  virtual Value squeeze(Value value, Dims dims);
  virtual Value transpose(Value value, Dims permutation) = 0;
  virtual Value reverse(Value value, Dims dims) = 0;
  /// Every `step`-th between bounds that are in range.
  Value slice(Value value, int64_t dim, Size start, Size limit,
              int64_t step = 1);
  /// `length` elements from `start`, all in range.
  Value narrow(Value value, int64_t dim, Size start, Size length);
  /// Writes `update` over the elements from these places on.
  virtual Value updateSlice(Value value, Value update,
                            llvm::ArrayRef<Size> starts) = 0;
  /// `padding` has no dimensions; `interior` is empty if it is 0 everywhere.
  virtual Value pad(Value value, Value padding, llvm::ArrayRef<Size> low,
                    llvm::ArrayRef<Size> high, Dims interior = {}) = 0;
  virtual Value concatenate(ValueRange values, int64_t dim) = 0;
  /// The same value with the type that is wanted. REQUIRES: equal rank and
  /// element type; what both know of the sizes agrees.
  virtual Value castTo(Value value, RankedTensorType type) = 0;

  //===--------------------------------------------------------------------===//
  // Reductions, products, indexing, windows
  //===--------------------------------------------------------------------===//

  Value neutralElement(Reducer reducer, Type element);
  Value combine(Reducer reducer, Value a, Value b);
  /// Along `dims`, which stay with size 1 if `keep`.
  virtual Value reduce(Reducer reducer, Value value, Dims dims,
                       bool keep = false) = 0;
  /// Of several tensors at once; the body takes what was combined so far, then
  /// an element of each, all without dimensions.
  virtual Values reduceVariadic(ValueRange values, ValueRange initial,
                                Dims dims, bool keep, Body body) = 0;
  virtual Value dotGeneral(Value lhs, Value rhs, Dims lhsBatch, Dims rhsBatch,
                           Dims lhsContracted, Dims rhsContracted) = 0;

  /// Slices of `value` at `indices`, which has one index vector along its last
  /// dimension for the dimensions in `indexed`; these are left out of the
  /// result, whose first dimensions are those of the indices but the last.
  virtual Value gather(Value value, Value indices, Dims indexed) = 0;
  /// The other way round: updates of that form, combined with what is there or,
  /// without a reducer, written over it.
  virtual Value scatter(Value value, Value indices, Value updates, Dims indexed,
                        std::optional<Reducer> reducer) = 0;

  /// Reduces each window; what lies outside of `value` does not count.
  virtual Value reduceWindows(Reducer reducer, Value value,
                              const Windows &windows) = 0;
  /// As in `reduceVariadic`; `initial` lies outside of the values.
  virtual Values reduceWindowsVariadic(ValueRange values, ValueRange initial,
                                       const Windows &windows, Body body) = 0;
  /// The mean of each window; null if the dialect has no op for it.
  virtual Value averageWindows(Value, const Windows &, bool /*countsPadding*/) {
    return {};
  }
  /// [n, c, ...] with a kernel [out, in / groups, ...], of a transposed one
  /// [in, out / groups, ...]. `bias` is [out], or null.
  virtual Value convolve(Value input, Value weight, Value bias,
                         const ConvolutionParameters &parameters) = 0;

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Two regions without blocks, for a condition that holds or does not. Null
  /// if it is refused.
  virtual Operation *makeIf(TypeRange types, Value condition) = 0;
  /// Two regions without blocks, condition and body, which both take the
  /// carried values. Null if it is refused.
  virtual Operation *makeWhile(ValueRange initial) = 0;
  /// Ends a block of such a region.
  virtual void yield(ValueRange values) = 0;
  /// A `makeWhile` with its regions.
  Values whileLoop(ValueRange initial, Body condition, Body body);
  /// Puts a block with one argument per type and what `body` gives of them into
  /// a region; ends it with `yield`.
  void fillRegion(Region &region, TypeRange types, Body body);
  /// The run stops with the message unless the boolean is true.
  virtual void assertThat(Value condition, llvm::StringRef message) = 0;

protected:
  std::string &refusal() const { return refusal_; }
  /// Makes operands such as element ops of this dialect take: of equal sizes,
  /// or of equal rank if the ops themselves broadcast.
  virtual Values alignOperands(ValueRange values) {
    return broadcastTogether(values);
  }
  /// `slice` with the sizes of its result. REQUIRES: it is neither everything
  /// nor nothing.
  virtual Value makeSlice(Value value, int64_t dim, Size start, Size limit,
                          llvm::ArrayRef<Size> sizes, int64_t step) = 0;
  Value sliceBetween(Value value, int64_t dim, Size start, Size limit,
                     Size length, int64_t step);

private:
  /// The op on values unless the outcome is known.
  Size fold(ElementOp op, Size a, Size b, std::optional<int64_t> known);

  std::string &refusal_;
  bool strict_;
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_TENSORBUILDER_H
