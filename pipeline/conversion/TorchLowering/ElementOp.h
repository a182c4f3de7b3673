//===- ElementOp.h - what rows compute element by element -------*- C++ -*-===//
//
// Rows name these instead of the ops of a dialect. Their meaning is that of the
// StableHLO or CHLO op of the same name, which is where the names are from; a
// builder makes the op that its dialect has, composes it, or refuses it by
// name. A builder switches over all of them, so that the compiler names every
// builder that has not decided about a new one.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_ELEMENTOP_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_ELEMENTOP_H

#include "llvm/ADT/StringRef.h"

namespace ingot::torch {

enum class ElementOp {
  // Of one operand.
  Abs,
  Acos,
  Acosh,
  Asin,
  Asinh,
  Atan,
  Atanh,
  Cbrt,
  Ceil,
  Convert,
  Cosh,
  Cosine,
  Digamma,
  Erf,
  ErfInv,
  Erfc,
  Exponential,
  ExponentialMinusOne,
  Floor,
  Imag,
  IsFinite,
  Lgamma,
  Log,
  LogPlusOne,
  Logistic,
  Negate,
  Not,
  Real,
  RoundNearestEven,
  Rsqrt,
  Sign,
  Sine,
  Sinh,
  Sqrt,
  Tan,
  Tanh,
  // Of two operands.
  Add,
  And,
  Atan2,
  Complex,
  Divide,
  Maximum,
  Minimum,
  Multiply,
  Or,
  Power,
  Remainder,
  ShiftLeft,
  ShiftRightArithmetic,
  ShiftRightLogical,
  Subtract,
  Xor,
};

/// As diagnostics name it: `round_nearest_even`.
llvm::StringRef nameOf(ElementOp op);

/// Relations are false where an operand is NaN, but for NE.
enum class Comparison { EQ, NE, GE, GT, LE, LT };

/// A commutative, associative function that several elements are combined by.
enum class Reducer { Add, Multiply, Maximum, Minimum, And, Or };

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_ELEMENTOP_H
