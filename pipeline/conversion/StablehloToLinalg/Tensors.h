//===- Tensors.h - sizes, and tensors made element by element ---*- C++ -*-===//
//
// What the conversions of single ops share. Sizes and indices are fold results:
// an attribute where the number is known at compile time, else an index value.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_TENSORS_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_TENSORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace ingot::stablehlo {

/// Arithmetic on indices that computes what is known at compile time.
class IndexMath {
public:
  IndexMath(mlir::OpBuilder &builder, mlir::Location loc)
      : builder_(builder), loc_(loc) {}

  mlir::OpFoldResult constant(int64_t number);
  mlir::OpFoldResult add(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult sub(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult mul(mlir::OpFoldResult a, mlir::OpFoldResult b);
  /// Quotients rounded down or up; `b` is positive.
  mlir::OpFoldResult floorDiv(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult ceilDiv(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult min(mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult max(mlir::OpFoldResult a, mlir::OpFoldResult b);
  /// `a` where `condition` is not 0, else `b`.
  mlir::OpFoldResult selectNonZero(mlir::OpFoldResult condition,
                                   mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::Value value(mlir::OpFoldResult number);

private:
  mlir::OpBuilder &builder_;
  mlir::Location loc_;
};

/// All sizes of a tensor.
llvm::SmallVector<mlir::OpFoldResult>
sizesOf(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor);

llvm::SmallVector<mlir::OpFoldResult> indices(mlir::OpBuilder &builder,
                                              llvm::ArrayRef<int64_t> numbers);

/// Whether a size is known to be 0. Not said of sizes that the run decides.
bool hasNoElements(mlir::RankedTensorType type);

/// A tensor of `type` without contents. Only sizes that the type leaves open
/// are taken from `sizes`.
mlir::Value emptyTensor(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType type,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// One of `scalar` everywhere.
mlir::Value filledTensor(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::RankedTensorType type,
                         llvm::ArrayRef<mlir::OpFoldResult> sizes,
                         mlir::Value scalar);

/// The value as one of `type`, which may know more or less sizes.
mlir::Value castTensor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tensor, mlir::RankedTensorType type);

/// A part of `tensor` as one of `type`, which may know less or more sizes than
/// `sizes` do.
mlir::Value sliceTensor(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::RankedTensorType type, mlir::Value tensor,
                        llvm::ArrayRef<mlir::OpFoldResult> offsets,
                        llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        llvm::ArrayRef<mlir::OpFoldResult> strides);

/// Zero of a signless integer, float or complex type.
mlir::Value zeroScalar(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type);

using ElementBuilder = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &builder, mlir::ValueRange elements)>;

/// A tensor whose elements `element` computes from those of `inputs`, which
/// `maps` finds (one map of the result's dimensions for each input). Null if
/// `element` returned null.
mlir::Value generateTensor(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::RankedTensorType type,
                           llvm::ArrayRef<mlir::OpFoldResult> sizes,
                           mlir::ValueRange inputs,
                           llvm::ArrayRef<mlir::AffineMap> maps,
                           ElementBuilder element);

/// `operand` with `padding` around its elements and `interior` times between
/// them; negative widths cut off. Widths have one entry for each dimension.
mlir::Value padTensor(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::RankedTensorType type, mlir::Value operand,
                      mlir::Value padding,
                      llvm::ArrayRef<mlir::OpFoldResult> low,
                      llvm::ArrayRef<mlir::OpFoldResult> high,
                      llvm::ArrayRef<mlir::OpFoldResult> interior);

/// The size of a dimension that was padded as above.
mlir::OpFoldResult paddedSize(IndexMath &math, mlir::OpFoldResult size,
                              mlir::OpFoldResult low, mlir::OpFoldResult high,
                              mlir::OpFoldResult interior);

/// The same elements in order as a tensor of `type`, which has `sizes`.
mlir::Value reshapeTensor(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::RankedTensorType type, mlir::Value operand,
                          llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// Loops from 0 to `sizes` around `body`, which takes one index per loop and
/// the values that the loops carry, and returns the next ones. Returns the
/// last ones.
using LoopBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
    mlir::OpBuilder &builder, mlir::ValueRange indices,
    mlir::ValueRange carried)>;
llvm::SmallVector<mlir::Value>
buildLoops(mlir::OpBuilder &builder, mlir::Location loc,
           llvm::ArrayRef<mlir::OpFoldResult> sizes, mlir::ValueRange carried,
           LoopBody body);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_TENSORS_H
