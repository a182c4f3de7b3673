//===- Arrange.h - tensors with their dimensions in another order -*- C++
//-*-===//
//
// A permutation says how a tensor is arranged: dimension i of the arrangement
// is dimension permutation[i] of the tensor. NCHW as channels last is
// [0, 2, 3, 1]. Everything here is free of decisions; ChooseLayouts.cpp makes
// them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_ARRANGE_H
#define INGOT_PIPELINE_TRANSFORMS_ARRANGE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace ingot {

using Permutation = llvm::SmallVector<int64_t>;

/// `map` for an operand that is arranged by `permutation`.
mlir::AffineMap arranged(mlir::AffineMap map,
                         llvm::ArrayRef<int64_t> permutation);

/// `type` arranged by `permutation`.
mlir::RankedTensorType arranged(mlir::RankedTensorType type,
                                llvm::ArrayRef<int64_t> permutation);

/// True if the arrangement has the elements of a tensor of this shape in the
/// same order in memory: only dimensions of size one move.
bool isReshape(llvm::ArrayRef<int64_t> shape,
               llvm::ArrayRef<int64_t> permutation);

/// The arrangement for the result of `op`, which spreads one operand, arranged
/// by `permutation`, over more dimensions: the same order, each dimension that
/// the operand lacks behind the one in front of it. None for any other op.
std::optional<Permutation>
spreadArrangement(mlir::linalg::LinalgOp op,
                  llvm::ArrayRef<int64_t> permutation);

/// The permutation by which the result of `op` is its only operand arranged;
/// none for an op that does anything else.
std::optional<Permutation> arrangementBy(mlir::Operation *op);

/// `value`, which has the given sizes, arranged by `permutation`: a view where
/// only dimensions of size one move, else an op that copies.
mlir::Value arrange(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value value, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                    llvm::ArrayRef<int64_t> permutation);

/// `op` with `operands`, each arranged by the permutation of the same number,
/// in place of its own, and its loops in an order that follows its first
/// result: the parallel loops as the result's dimensions, then `inner`, or the
/// others as they were. The new op stands where the rewriter does; `op` stays.
mlir::linalg::GenericOp
rebuildArranged(mlir::RewriterBase &rewriter, mlir::linalg::GenericOp op,
                mlir::ValueRange operands,
                llvm::ArrayRef<Permutation> permutations,
                llvm::ArrayRef<unsigned> inner = {});

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_ARRANGE_H
