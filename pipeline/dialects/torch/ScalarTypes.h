//===- ScalarTypes.h - dtypes of PyTorch as numbers and types ---*- C++ -*-===//
//
// Operators take a dtype as an int: the number that PyTorch's enumeration
// c10::ScalarType (c10/core/ScalarType.h) gives it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_SCALARTYPES_H
#define INGOT_PIPELINE_DIALECTS_TORCH_SCALARTYPES_H

#include "mlir/IR/Types.h"

#include <optional>

namespace ingot::torch {

/// Those that a program can hold; numbers are part of PyTorch's formats.
enum class ScalarType : int64_t {
  UInt8 = 0,
  Int8 = 1,
  Int16 = 2,
  Int32 = 3,
  Int64 = 4,
  Half = 5,
  Float = 6,
  Double = 7,
  ComplexHalf = 8,
  ComplexFloat = 9,
  ComplexDouble = 10,
  Bool = 11,
  QInt8 = 12,
  QUInt8 = 13,
  QInt32 = 14,
  BFloat16 = 15,
  Float8E5M2 = 23,
  Float8E4M3FN = 24,
  Float8E5M2FNUZ = 25,
  Float8E4M3FNUZ = 26,
  UInt16 = 27,
  UInt32 = 28,
  UInt64 = 29,
  Float8E8M0FNU = 44
};

/// True if a tensor of the dialect may have such elements.
bool isDtype(mlir::Type type);

/// The number of an element type; nothing if PyTorch has none.
std::optional<ScalarType> scalarTypeOf(mlir::Type dtype);

/// The element type of a number; null if no tensor of the dialect can have it.
mlir::Type dtypeOf(mlir::MLIRContext *context, int64_t scalarType);

/// What builtin tensors keep such an element as: integers lose their sign
/// (`si64` is `i64`), quantised ones become the integer that stores them.
/// Dialects that tell unsigned integers by their type, as StableHLO does, ask
/// to keep that: `ui8` is `ui8` then, and so is `!torch.quint8`. Null for
/// strings.
mlir::Type storageType(mlir::Type dtype, bool keepUnsigned = false);

/// True of `ui8` and its like and of `!torch.quint8`: what `storageType` cannot
/// say any more. Bools are not signed either.
bool isUnsignedDtype(mlir::Type dtype);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_SCALARTYPES_H
