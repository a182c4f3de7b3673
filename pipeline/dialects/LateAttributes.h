//===- LateAttributes.h - attributes that ops got later ---------*- C++ -*-===//
//
// Bytecode keeps an op's inherent attributes as a list without a count, in the
// order of their names, and says nothing of the release that wrote it. An op
// that gets one more could neither read older files nor write what older tools
// read. So such an attribute goes to the end of the list, and only if it is
// there; whoever reads finds out where the list ends.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_LATEATTRIBUTES_H
#define INGOT_PIPELINE_DIALECTS_LATEATTRIBUTES_H

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Diagnostics.h"

namespace ingot {

/// REQUIRES: all other attributes of the op have been read.
template <typename Attribute>
mlir::LogicalResult readLateAttribute(mlir::DialectBytecodeReader &reader,
                                      Attribute &attribute) {
  mlir::Attribute read;
  {
    // The reader has no other way to say that the list is over.
    mlir::ScopedDiagnosticHandler quiet(
        reader.getContext(),
        [](mlir::Diagnostic &) { return mlir::success(); });
    if (failed(reader.readOptionalAttribute(read)))
      read = nullptr;
  }
  attribute = llvm::dyn_cast_or_null<Attribute>(read);
  if (read && !attribute)
    return reader.emitError("an op has an attribute of the wrong kind: ")
           << read;
  return mlir::success();
}

inline void writeLateAttribute(mlir::DialectBytecodeWriter &writer,
                               mlir::Attribute attribute) {
  if (attribute)
    writer.writeOptionalAttribute(attribute);
}

} // namespace ingot

#endif // INGOT_PIPELINE_DIALECTS_LATEATTRIBUTES_H
