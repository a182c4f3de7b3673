//===- Weights.h - bytes of a model's file as constants ---------*- C++ -*-===//
//
// Weights stay where they are: a large constant is a resource that points into
// the bytes of the request. Small ones are written out, so that folding sees
// them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_WEIGHTS_H
#define INGOT_PIPELINE_FRONTENDS_WEIGHTS_H

#include "mlir/IR/BuiltinAttributes.h"

namespace ingot {

/// The bytes that the elements of `type` take in a dense row-major array, one
/// element in whole bytes; nothing if the shape is not static or the number
/// does not fit 63 bits.
std::optional<uint64_t> weightBytes(mlir::ShapedType type);

/// A constant of `type`, whose elements are integers of 1, 8, 16, 32 or 64
/// bits, floats or complex numbers, from `bytes`: dense, row-major,
/// little-endian, a boolean in a byte of its own (any but 0 is true). The
/// number of bytes is weightBytes(type). They outlive the module. `name` is for
/// people.
mlir::ElementsAttr makeWeight(mlir::ShapedType type, llvm::ArrayRef<char> bytes,
                              llvm::StringRef name);

/// The same of bytes that were computed; they are copied.
mlir::ElementsAttr makeOwnedWeight(mlir::ShapedType type,
                                   llvm::ArrayRef<char> bytes,
                                   llvm::StringRef name);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_WEIGHTS_H
