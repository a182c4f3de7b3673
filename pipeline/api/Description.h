//===- Description.h - what a program is, before it is compiled -*- C++ -*-===//
//
// Signatures, operators and parameters of a module as a reader made it, in the
// words of the format that it came in.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_DESCRIPTION_H
#define INGOT_PIPELINE_API_DESCRIPTION_H

#include "ingot/v1/artifact.pb.h"

#include "mlir/IR/BuiltinOps.h"

#include <string_view>

namespace ingot::pipeline {

/// Describes a module that was read from `bytes` and not changed since. Names
/// are printable; what is too long to be read by anybody is cut.
v1::ProgramDescription describeProgram(mlir::ModuleOp module,
                                       std::string_view bytes);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_DESCRIPTION_H
