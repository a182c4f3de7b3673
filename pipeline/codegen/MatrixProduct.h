//===- MatrixProduct.h - products of bytes and of bf16 ----------*- C++ -*-===//
//
// Sums of products of narrow numbers, which machines have instructions for that
// take several of them at a time: contractions and convolutions of bytes added
// to 32 bits, and of bf16 added to f32. An op is seen as products of matrices:
//
//   rows     loops of the result that the left operand alone has
//   column   the one loop along which the result lies; the right operand has it
//   batch    loops of the result that both operands have
//   sums     the reductions, in the order in which the right operand has them
//
// The left operand may be read through windows. The right one may be in panels
// already, as `ingot-pack-weights` leaves constants.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_MATRIXPRODUCT_H
#define INGOT_PIPELINE_CODEGEN_MATRIXPRODUCT_H

#include "pipeline/codegen/NarrowFactors.h"
#include "pipeline/codegen/ProductInstructions.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <optional>

namespace ingot {

/// On a product whose right operand is packed into panels: what
/// `ingot-lower-products` turns into instructions. A string is the name of the
/// dot products (ProductInstructions.h) that it becomes; without it, matrix
/// tiles.
inline constexpr llvm::StringLiteral kProductAttribute = "ingot.product";
/// On the copy that makes panels.
inline constexpr llvm::StringLiteral kPanelsAttribute = "ingot.panels";

/// Columns of a panel: 32-bit sums of a register of 512 bits, or of a row of a
/// tile.
inline constexpr int64_t kPanelColumns = 16;
/// Rows of a tile.
inline constexpr int64_t kTileRows = 16;
/// Bytes of a sum.
inline constexpr int64_t kSumBytes = 4;
/// Below as many rows a panel is used too seldom to pay for its making in a
/// call, and panels of constants stay bytes, whatever they are multiplied as.
inline constexpr int64_t kFewRows = 8;

/// How panels hold the right operand.
struct PanelFormat {
  /// Elements for each sum, zeros behind those of the operand; 0 where there
  /// are no panels.
  int64_t depth = 0;
  unsigned elementBits = 8;
  /// Elements of one column that lie side by side and are multiplied at once.
  int64_t group = 4;
};

/// Where the parts of a product are in an op.
struct MatrixProduct {
  mlir::OpOperand *left = nullptr;
  mlir::OpOperand *right = nullptr;
  llvm::SmallVector<unsigned> batch, rows, sums;
  unsigned column = 0;
  bool isFloat = false;
  bool isLeftSigned = true;
  bool isRightSigned = true;
  /// The left operand has 128 more than what is multiplied, without a sign.
  bool isLeftShifted = false;
  /// Of the right operand if it is panels.
  PanelFormat packed;
  Offset leftOffset, rightOffset;

  /// Width of the operands' elements.
  unsigned elementBits() const { return isFloat ? 16 : 8; }
  /// Elements that are added for one result, of the op that this was matched
  /// with.
  int64_t depth(mlir::linalg::GenericOp op) const;
  /// Rows that share the right operand; none if that is not known.
  std::optional<int64_t> rowCount(mlir::linalg::GenericOp op) const;
};

/// True if `machine` multiplies by tiles what `product` does.
bool hasTiles(const ProductInstructions &machine, const MatrixProduct &product);

/// The dot products of `machine` that take `product`; null for none, or tiles.
/// Those of bytes want a right side with sign; others are pairs of 16 bits.
const DotInstruction *dotsFor(const ProductInstructions &machine,
                              const MatrixProduct &product);

/// True if it has any instruction for `product`.
bool hasInstruction(const ProductInstructions &machine,
                    const MatrixProduct &product);

/// How K elements are cut into equal steps of whole groups, as tiles want them.
struct ProductSteps {
  int64_t count = 0;
  /// Elements of a step; `count` of them are K or some more.
  int64_t size = 0;

  int64_t padded() const { return count * size; }
};

/// Steps of at most 64 bytes, sixteen groups.
ProductSteps stepsOf(int64_t depth, int64_t groupSize);

/// The panels that `op` wants: whole steps of tiles, or whole groups of dot
/// products. Bytes of few rows stay such. REQUIRES: `machine` has an
/// instruction for `product`.
PanelFormat panelFormat(const ProductInstructions &machine,
                        const MatrixProduct &product,
                        mlir::linalg::GenericOp op);

/// True if `machine` multiplies the panels that `product` reads already.
bool takesPanels(const ProductInstructions &machine,
                 const MatrixProduct &product, mlir::linalg::GenericOp op);

/// The map by which a product reads panels: `batch`, then panel, group, column
/// of the panel and element of the group of `column` and of `sum`, a place
/// among all sums.
mlir::AffineMap panelMap(unsigned loops, llvm::ArrayRef<mlir::AffineExpr> batch,
                         mlir::AffineExpr column, mlir::AffineExpr sum,
                         int64_t groupSize);

/// True if `op` may be such a product: one result, and two operands or more of
/// bytes, panels of these, or bf16.
bool hasNarrowFactors(mlir::linalg::LinalgOp op);

/// True if `root` holds reductions that matrix tiles may multiply: of two
/// operands or more of bytes or bf16, for tiles read no panels of 16 bits.
bool mayUseTiles(mlir::Operation *root);

/// True if elements beside each other in `value` are so in memory.
bool isDense(mlir::Value value);

/// Takes `op` apart; none if it is no such product of known sizes along its
/// columns and sums.
std::optional<MatrixProduct> matchProduct(mlir::linalg::GenericOp op);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_MATRIXPRODUCT_H
