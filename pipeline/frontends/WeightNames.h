//===- WeightNames.h - what a model calls its weights -----------*- C++ -*-===//
//
// A constant of a program has no name, and the model has one for its weight.
// The name goes along as the place of the constant, marked so that it is told
// from names of nodes: places change no kernel. Names stand in the manifest, so
// other ones are another host program.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_WEIGHTNAMES_H
#define INGOT_PIPELINE_FRONTENDS_WEIGHTNAMES_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Value.h"

namespace ingot {

/// The place of a constant that is the weight `name` of a model, within
/// `place`. Without a name it is `place`.
mlir::Location weightLocation(mlir::Location place, llvm::StringRef name);

/// The op that makes `value`, a constant, is the weight `name`.
void nameWeight(mlir::Value value, llvm::StringRef name);

/// The name that weightLocation() was given, or an empty string.
llvm::StringRef weightName(mlir::Location location);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_WEIGHTNAMES_H
