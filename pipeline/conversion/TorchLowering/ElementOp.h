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

/// The list is in ElementOps.def.
enum class ElementOp {
#define INGOT_ELEMENT_OP(op, name) op,
#include "pipeline/conversion/TorchLowering/ElementOps.def"
};

/// As diagnostics name it: `round_nearest_even`.
llvm::StringRef nameOf(ElementOp op);

/// Relations are false where an operand is NaN, but for NE.
enum class Comparison { EQ, NE, GE, GT, LE, LT };

/// A commutative, associative function that several elements are combined by.
enum class Reducer { Add, Multiply, Maximum, Minimum, And, Or };

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_ELEMENTOP_H
