//===- Payloads.h - the bytes of dense constants ----------------*- C++ -*-===//
//
// A payload is `dense<...>` or `dense_resource<...>`. What comes from bytecode
// is hostile: its bytes may be fewer than its type says, so check first.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_PAYLOADS_H
#define INGOT_PIPELINE_TRANSFORMS_PAYLOADS_H

#include "mlir/IR/BuiltinAttributes.h"

#include <optional>
#include <string>

namespace ingot {

/// The elements that an op of arith, TOSA or StableHLO makes of nothing else,
/// or null.
mlir::ElementsAttr constantPayload(mlir::Operation *op);

/// Bytes that one element takes in memory, or nothing for a type that has no
/// form there. i1 takes one; index takes eight.
std::optional<int64_t> elementByteSize(mlir::Type type);

/// Bytes of a dense tensor of this type, or nothing: dynamic shape, no element
/// size, or more than 2^62.
std::optional<int64_t> denseByteSize(mlir::ShapedType type);

/// Why the payload must not be read, or an empty string.
std::string payloadFault(mlir::ElementsAttr payload);

/// True for `dense<v>` with one value for all elements.
bool isSplatPayload(mlir::ElementsAttr payload);

/// True for numbers that kernels read and are not made of, so that others need
/// no new code: floats of at least 32 bytes, integers of at least 256 (fewer
/// are sizes and places, which code is specialised to), not all the same.
bool isWeightPayload(mlir::ElementsAttr payload);

/// Whether a constant of this value leaves the code of a program whose
/// threshold is `minBytes`.
bool isLargePayload(mlir::ElementsAttr payload, uint64_t minBytes);

/// The same bytes where the payload has them, or nothing where payloadBytes()
/// has to make them.
std::optional<llvm::StringRef> storedBytes(mlir::ElementsAttr payload);

/// The elements, dense row-major and little-endian, i1 as one byte each; splats
/// written out. Needs payloadFault() to be empty.
std::string payloadBytes(mlir::ElementsAttr payload);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_PAYLOADS_H
