//===- ElementTypes.h - element types as StableHLO groups them --*- C++ -*-===//
//
// The predicates on types that the specification is written in (its sections
// "Types" and "Quantization"), under its names.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_ELEMENTTYPES_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_ELEMENTTYPES_H

#include "mlir/IR/BuiltinTypes.h"

#include <string>

namespace ingot::stablehlo {

/// Groups of element types; a set of them is their sum.
enum ElementGroup : unsigned {
  kBoolean = 1 << 0,
  kSigned = 1 << 1,
  kUnsigned = 1 << 2,
  kFloat = 1 << 3,
  kComplex = 1 << 4,
  kPerTensorQuantized = 1 << 5,
  kPerAxisQuantized = 1 << 6,
  /// Not of StableHLO, but allowed where sizes are given.
  kIndex = 1 << 7,
};

/// The group of an element type; 0 for one that StableHLO does not have.
unsigned groupOf(mlir::Type element);
/// "signed integers, floats or complex numbers".
std::string describe(unsigned groups);

bool isQuantized(mlir::Type element);
bool isPerTensorQuantized(mlir::Type element);
bool isPerAxisQuantized(mlir::Type element);
/// REQUIRES: the type is quantised, for the second one along an axis.
mlir::Type storageType(mlir::Type element);
mlir::Type expressedType(mlir::Type element);
int64_t quantizationDimension(mlir::Type element);

/// Equal but for scales, zero points and the dimension these belong to.
bool haveSameBaseline(mlir::Type a, mlir::Type b);
/// `is_promotable`: values of `from` may be folded as `to`, which is of the
/// same kind and not narrower. Floats may be: programs in use fold in less
/// precision.
bool isPromotable(mlir::Type from, mlir::Type to);
/// The number of bits; of a quantised type those that are stored, of a complex
/// one both parts.
int64_t bitsOf(mlir::Type element);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_ELEMENTTYPES_H
