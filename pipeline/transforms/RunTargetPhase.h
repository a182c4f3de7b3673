//===- RunTargetPhase.h - passes of a target's own --------------*- C++ -*-===//
//
// A target's description may give pipelines of registered passes that run at
// named points of the common phases. The points:
//
//   decompose  before PyTorch's operators are taken apart (phase import)
//   legalize   ops that only this target takes, before they are reported
//   offload    before producers are fused (phase plan): groups to claim
//   plan       before kernels are formed
//   codegen    a kernel as the plan made it
//   emit       a kernel in the form that the backend emits
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_RUNTARGETPHASE_H
#define INGOT_PIPELINE_TRANSFORMS_RUNTARGETPHASE_H

#include "ingot/v1/common.pb.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace ingot {

/// The named points, in the order in which they are reached.
enum class TargetPoint { Decompose, Legalize, Offload, Plan, Codegen, Emit };

/// Fails, naming the field, on a point that does not exist, on a pipeline that
/// does not parse and on passes within an op of no dialect of `registry`.
/// Passes have to be registered.
llvm::Error checkTargetPhases(const v1::Target &target,
                              const mlir::DialectRegistry &registry);

/// The pipelines of targets at the points from `first` to `last`, for messages,
/// but those that hand ops to libraries; empty if there are no others. All
/// targets but the first are parts, which run none before `legalize`.
std::string describeOwnPasses(llvm::ArrayRef<const v1::Target *> targets,
                              TargetPoint first, TargetPoint last);

/// A target without these pipelines, at all points.
v1::Target withoutOwnPasses(v1::Target target);

/// Adds what a checked target runs at this point, in its order, but
/// `ingot-prefer-offload` first.
void addTargetPhases(mlir::OpPassManager &pm, const v1::Target &target,
                     TargetPoint point);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_RUNTARGETPHASE_H
