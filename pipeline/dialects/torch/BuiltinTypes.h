//===- BuiltinTypes.h - types of torch as builtin ones ----------*- C++ -*-===//
//
// For conversions out of the dialect: what values become, and the ops of
// torch_c between those that are converted and those that are not.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILTINTYPES_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILTINTYPES_H

namespace mlir {
class TypeConverter;
} // namespace mlir

namespace ingot::torch {

/// Adds to a converter:
///
///   !torch.vtensor<[2,?],si64>   tensor<2x?xi64>; see `storageType` for what
///                                becomes of elements
///   !torch.int, float, bool      i64, f64, i1
///   !torch.Generator             i64, its seed
///
/// and how a value is made one of the other type, by ops of torch_c. Types that
/// have no builtin counterpart (lists, None, tensors of unknown rank) fail to
/// convert: patterns look through what makes such values instead. Types of
/// other dialects stay if the caller's own conversions, added before, say so.
/// The pass depends on TorchConversionDialect.
void addBuiltinTypes(mlir::TypeConverter &converter, bool keepUnsigned = false);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILTINTYPES_H
