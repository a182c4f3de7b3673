//===- BytecodeLists.h - lists in bytecode of anyone ------------*- C++ -*-===//
//
// MLIR's readers of lists take memory for as many elements as the file claims to
// have, before the first one is read; a few bytes can ask for all there is.
// These grow with what is there: an element has at least one byte.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_BYTECODELISTS_H
#define INGOT_PIPELINE_DIALECTS_BYTECODELISTS_H

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace ingot {

/// `readElement` takes a reference to the element. Fails after a diagnostic.
template <typename T, typename ReadElement>
mlir::LogicalResult readBoundedList(mlir::DialectBytecodeReader &reader,
                                    llvm::SmallVectorImpl<T> &list,
                                    ReadElement readElement) {
  uint64_t size = 0;
  if (failed(reader.readVarInt(size)))
    return mlir::failure();
  for (uint64_t i = 0; i < size; ++i) {
    T element = {};
    if (failed(readElement(element)))
      return mlir::failure();
    list.push_back(element);
  }
  return mlir::success();
}

inline mlir::LogicalResult
readBoundedSizes(mlir::DialectBytecodeReader &reader,
                 llvm::SmallVectorImpl<int64_t> &list) {
  return readBoundedList(reader, list, [&](int64_t &element) {
    return reader.readSignedVarInt(element);
  });
}

inline mlir::LogicalResult
readBoundedAttributes(mlir::DialectBytecodeReader &reader,
                      llvm::SmallVectorImpl<mlir::Attribute> &list) {
  return readBoundedList(reader, list, [&](mlir::Attribute &element) {
    return reader.readAttribute(element);
  });
}

inline mlir::LogicalResult
readBoundedTypes(mlir::DialectBytecodeReader &reader,
                 llvm::SmallVectorImpl<mlir::Type> &list) {
  return readBoundedList(reader, list, [&](mlir::Type &element) {
    return reader.readType(element);
  });
}

} // namespace ingot

#endif // INGOT_PIPELINE_DIALECTS_BYTECODELISTS_H
