//===- RunOnRepeats.h - passes once for equal layers ------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_RUNONREPEATS_H
#define INGOT_PIPELINE_TRANSFORMS_RUNONREPEATS_H

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace ingot {

/// Adds `passes`, which are over builtin.module, with the layers that a
/// function repeats in a private function that is called for each of them and
/// not inlined. Behind the passes the calls are gone.
void addOnRepeats(mlir::OpPassManager &pm, const mlir::OpPassManager &passes);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_RUNONREPEATS_H
