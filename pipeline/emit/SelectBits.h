//===- SelectBits.h - bf16 is chosen by its bits ----------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_EMIT_SELECTBITS_H
#define INGOT_PIPELINE_EMIT_SELECTBITS_H

namespace llvm {
class Function;
} // namespace llvm

namespace ingot::pipeline {

/// Replaces selects between vectors of bf16 by selects between their bits.
void selectBits(llvm::Function &function);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_SELECTBITS_H
