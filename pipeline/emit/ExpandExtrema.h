//===- ExpandExtrema.h - maxima and minima without instructions -*- C++ -*-===//

#ifndef INGOT_PIPELINE_EMIT_EXPANDEXTREMA_H
#define INGOT_PIPELINE_EMIT_EXPANDEXTREMA_H

namespace llvm {
class Function;
} // namespace llvm

namespace ingot::pipeline {

/// Replaces `llvm.maximum` and `llvm.minimum` of f64, and of f16 that are no
/// vectors, and their reductions of both, by comparisons: IEEE 754's maximum
/// and minimum, to the bit but for payloads of NaNs.
void expandExtrema(llvm::Function &function);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_EXPANDEXTREMA_H
