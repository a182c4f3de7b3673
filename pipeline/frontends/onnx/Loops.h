//===- Loops.h - a body that runs again and again ---------------*- C++ -*-===//
//
// What Loop and Scan have in common.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_LOOPS_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_LOOPS_H

#include "pipeline/frontends/onnx/Expansion.h"

#include <functional>

namespace ingot::onnx::reader {

/// A loop over the body of a node.
struct LoopPlan {
  const proto::GraphProto *body = nullptr;
  /// How often at most, if that is known, and as a value; a null value has no
  /// limit.
  std::optional<int64_t> knownTrips;
  Val trips;
  /// Whether it begins; null for yes.
  Val condition;
  /// True if the body's first result says whether to go on.
  bool hasCondition = false;
  std::vector<Val> carried;
  /// Defines the body's arguments.
  std::function<void(Scope &scope, Val iteration, llvm::ArrayRef<Val> carried)>
      bind;
};

/// What importLoop() made of a loop.
struct LoopResults {
  std::vector<Val> carried;
  std::vector<Val> stacked; ///< Each result of all iterations, along a new
                            ///< first dimension.
};

/// Imports the loop: unrolled if it is short, or must be for its sequences,
/// else as torch.prim.Loop. A fault is in `reason` if it is not empty.
mlir::LogicalResult importLoop(Expansion &e, const LoopPlan &plan,
                               LoopResults &results, std::string &reason);

/// A boolean tensor as PyTorch's bool, an integer one as its int.
mlir::Value boolOf(Expansion &e, const Val &value);
mlir::Value intOf(Expansion &e, const Val &value);
/// The value as exactly this type, of which it knows the rank and dtype.
mlir::Value castTo(Expansion &e, const Val &value, mlir::Type type);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_LOOPS_H
