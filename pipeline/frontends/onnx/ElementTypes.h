//===- ElementTypes.h - ONNX's data types as dtypes -------------*- C++ -*-===//
//
// Types of less than a byte are kept in a byte each: int4 as si8, uint4 as ui8,
// and float4e2m1 as f8E4M3FN, which has each of its values.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_ELEMENTTYPES_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_ELEMENTTYPES_H

#include "pipeline/frontends/onnx/onnx.pb.h"

#include "mlir/IR/BuiltinTypes.h"

namespace ingot::onnx::reader {

/// TensorProto.DataType; 0 for one that is not known. A plain number, because a
/// file may hold any.
using Dtype = int32_t;

/// The dtype of the torch dialect: si64, ui8, i1 and so on; null for strings
/// and for numbers that are no type.
mlir::Type elementType(mlir::MLIRContext *context, Dtype dtype);

/// As the format's specification writes it; a number for one that is none.
std::string nameOf(Dtype dtype);

/// So many bits does an element take in `raw_data`; 0 for a type without such.
unsigned bitsOf(Dtype dtype);

bool isFloat(Dtype dtype);
bool isInteger(Dtype dtype); ///< Of any width, not booleans.
bool isUnsigned(Dtype dtype);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_ELEMENTTYPES_H
