//===- NarrowFactors.h - what a narrow body multiplies ----------*- C++ -*-===//
//
// Sums of products of narrow numbers, seen from their body alone: which
// elements are multiplied, how they were made longer, and what is subtracted
// from them. Where the operands lie is the business of others (MatrixProduct.h,
// ByteWindows.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_NARROWFACTORS_H
#define INGOT_PIPELINE_CODEGEN_NARROWFACTORS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>

namespace ingot {

/// What is subtracted from each element of an operand before it is multiplied,
/// the zero point of quantised numbers.
struct Offset {
  /// Null for none. Of the body, or from outside.
  mlir::Value value;
  /// The operand that `value` comes from, by way of an extension perhaps.
  mlir::OpOperand *operand = nullptr;
};

/// An element of an operand as the body multiplies it.
struct NarrowFactor {
  mlir::OpOperand *operand = nullptr;
  bool isSigned = true;
  bool isWide = false; ///< 16 bits, which only panels have.
  Offset offset;
};

/// Of bytes, added to 32 bits, or of bf16, added to f32.
struct NarrowFactors {
  NarrowFactor first, second;
  bool isFloat = false;
};

/// The factors of a body that is out + first * second, of two operands; none of
/// any other.
std::optional<NarrowFactors> matchNarrowFactors(mlir::linalg::LinalgOp op);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_NARROWFACTORS_H
