//===- FindRepeats.h - layers that a program has several times --*- C++ -*-===//
//
// A network of N equal layers is, written out, the same ops N times in a row.
// Here such rows are found. What is equal are names, attributes, types, nested
// regions and who reads whose result inside of a copy, and constants by value;
// places in the source and what is read from outside may differ.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_FINDREPEATS_H
#define INGOT_PIPELINE_TRANSFORMS_FINDREPEATS_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace ingot {

/// Equal sequences of ops that follow each other in one block. Between the ops
/// of a copy stand at most ops that read nothing.
struct Repeat {
  /// The ops of each copy in their order; as many in each.
  std::vector<std::vector<mlir::Operation *>> copies;
  /// What each copy reads that stands in front of it, but for constants; as
  /// many in each, corresponding values at the same place.
  std::vector<std::vector<mlir::Value>> inputs;
  /// Results that somebody outside reads, of any copy: those of the first one.
  std::vector<mlir::OpResult> outputs;
};

/// The repeats in `block` that are worth a function: of known sizes, and long
/// enough. They share no op, and stand in the order of the block. Takes time in
/// proportion to the number of ops.
std::vector<Repeat> findRepeats(mlir::Block &block);

/// True if `value` is computed from constants that stand in the program, by a
/// few ops without effect. Weights are none.
bool isOfConstants(mlir::Value value);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_FINDREPEATS_H
