//===- ElementTypes.h - the element types that a target lists ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_ELEMENTTYPES_H
#define INGOT_PIPELINE_TRANSFORMS_ELEMENTTYPES_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace ingot {

/// Whether a target that lists these computes with values of a type. Scalars
/// outside of tensors count sizes and steer loops, as indices and conditions
/// within them do.
bool takesElements(llvm::ArrayRef<std::string> listed, mlir::Type type);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_ELEMENTTYPES_H
