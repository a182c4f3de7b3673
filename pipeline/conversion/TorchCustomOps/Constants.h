//===- Constants.h - what is known of a value, converted or not -*- C++ -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CONSTANTS_H
#define INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace ingot::torch {

/// The tensor or number of a builtin type that became this value of torch, when
/// its producer is converted already; else null.
mlir::Value convertedSource(mlir::Value value);

/// A Python number that is known: an IntegerAttr of 64 bits, a FloatAttr of 64
/// bits or a BoolAttr; null if it is none, or not known. Also of a constant
/// that another pass has converted.
mlir::TypedAttr matchConstantNumber(mlir::Value value);

/// The type of the numbers of a Python list or number: i64, f64 or i1; null for
/// any other type.
mlir::Type numberType(mlir::Type type);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHCUSTOMOPS_CONSTANTS_H
