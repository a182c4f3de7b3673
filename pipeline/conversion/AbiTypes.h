//===- AbiTypes.h - MLIR types in the words of the ABI ----------*- C++ -*-===//
//
// Which tensors the C ABI of an executable can pass, and how the manifest calls
// them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_ABITYPES_H
#define INGOT_PIPELINE_CONVERSION_ABITYPES_H

#include "ingot/v1/artifact.pb.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeRange.h"

#include <optional>

namespace ingot {

/// The model's name of an argument or result of a function, a string. The same
/// as frontends' kNameAttribute.
inline constexpr char kValueNameAttr[] = "ingot.name";

/// The element type of the manifest, or nothing for a type that callers cannot
/// hold (i4, f4, vectors, ...). Signless and signed integers are I8 to I64,
/// unsigned ones U8 to U64; index is I64.
std::optional<v1::ElementType> abiElementType(mlir::Type type);

/// Bytes that one element takes in memory.
int64_t abiElementBytes(v1::ElementType type);

/// Bytes of a static tensor.
int64_t abiByteSize(const v1::TensorType &type);

/// The manifest's form of a ranked tensor whose elements have one.
v1::TensorType abiTensorType(mlir::RankedTensorType type);

/// These types as attributes of types, without layouts; null if one of them is
/// not a tensor that the ABI can pass.
mlir::ArrayAttr abiTypes(mlir::MLIRContext *context, mlir::TypeRange types);

} // namespace ingot

#endif // INGOT_PIPELINE_CONVERSION_ABITYPES_H
