//===- LayoutAssignment.h - which layouts values exist in -------*- C++ -*-===//
//
// What ChooseLayouts knows while it goes through a function: for values that
// were rearranged, the arrangement that exists; and how a value gets into
// another one, from what is there if it can be.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_LAYOUTASSIGNMENT_H
#define INGOT_PIPELINE_TRANSFORMS_LAYOUTASSIGNMENT_H

#include "pipeline/transforms/Arrange.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

#include "llvm/ADT/DenseMap.h"

namespace ingot {

/// An arrangement of a tensor that exists. The identity stands for the tensor
/// itself and says that a convolution wanted it so.
struct Layout {
  mlir::Value value;
  Permutation permutation;
  bool isOwn() const { return mlir::isIdentityPermutation(permutation); }
};

/// The layouts of one function's values. Ops that were built anew stay until
/// retireReplaced(). Maps are looked up only, never iterated over.
class LayoutAssignment {
public:
  explicit LayoutAssignment(mlir::IRRewriter &rewriter) : rewriter_(rewriter) {}

  /// Null for values that have none. Valid until the next change.
  const Layout *layoutOf(mlir::Value value) const;
  /// The same, but for values that nobody rearranged.
  const Layout *otherLayoutOf(mlir::Value value) const;

  /// `value` is as it should be, and what follows is to stay so.
  void keep(mlir::Value value, llvm::ArrayRef<int64_t> identity);
  /// `op` was built anew; its result is `value`, arranged.
  void replace(mlir::Operation *op, unsigned result, mlir::Value value,
               llvm::ArrayRef<int64_t> permutation);
  /// Erases what was built anew, last to first. Where somebody still reads one,
  /// its value is arranged back.
  void retireReplaced();

  /// `value` arranged by `permutation`, from what exists if it can be.
  mlir::Value inLayout(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  /// `pad` of `source`, its own source arranged; it pads with a constant.
  mlir::Value padArranged(mlir::tensor::PadOp pad, mlir::Value source,
                          llvm::ArrayRef<int64_t> permutation);

  /// Copies that were made for one reader, which others do not follow. They do
  /// not dominate what comes after their block: a walk takes them before it and
  /// gives them back behind it.
  using Copies = llvm::DenseMap<mlir::Value, Layout>;
  const Copies &copies() const { return copies_; }
  void restoreCopies(Copies copies) { copies_ = std::move(copies); }

private:
  llvm::SmallVector<mlir::OpFoldResult> sizesOf(mlir::Value value);
  mlir::Value madeInLayout(mlir::Value value,
                           llvm::ArrayRef<int64_t> permutation);
  mlir::Value padsInLayout(mlir::tensor::PadOp last,
                           llvm::ArrayRef<int64_t> permutation);
  mlir::Value broadcastInLayout(mlir::linalg::GenericOp broadcast,
                                llvm::ArrayRef<int64_t> permutation);
  void retire(mlir::Operation *op);

  mlir::IRRewriter &rewriter_;
  llvm::DenseMap<mlir::Value, Layout> layouts_;
  Copies copies_;
  llvm::SmallVector<mlir::Operation *> replaced_; ///< In the program's order.
};

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_LAYOUTASSIGNMENT_H
