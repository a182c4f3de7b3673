//===- JaxExport.h - the container that jax.export writes -------*- C++ -*-===//
//
// A flatbuffer around a portable artifact (JaxExport.fbs). Only what compiling
// needs is read; gradients that it may hold as well are not.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_IMPORT_JAXEXPORT_H
#define INGOT_PIPELINE_IMPORT_JAXEXPORT_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot {

/// A container whose every part lies within its bytes. Holds no reference but
/// `module`.
struct JaxExport {
  unsigned serializationVersion = 0;
  unsigned callingConvention = 0;
  std::string function;
  std::vector<std::string> platforms;
  std::string_view module; // Within the bytes that were read.
};

/// Nothing if the bytes are no such container, or a damaged one: there is no
/// mark that would tell these apart. Any bytes may be given.
std::optional<JaxExport> readJaxExport(std::string_view bytes);

/// Why a container can not be compiled, in words for the user; empty if it can.
std::string faultOf(const JaxExport &container);

/// A program exported for several platforms takes the number of the one it runs
/// on as its first argument. Puts the number of `cpu` there instead, in place.
mlir::LogicalResult choosePlatform(mlir::ModuleOp module,
                                   const JaxExport &container);

} // namespace ingot

#endif // INGOT_PIPELINE_IMPORT_JAXEXPORT_H
