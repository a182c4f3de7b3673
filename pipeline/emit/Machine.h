//===- Machine.h - what emitting code needs of a machine --------*- C++ -*-===//
//
// LLVM's description of a machine, and the few facts that LLVM does not say or
// says wrong for us. A backend fills it; this folder tells no machines apart.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_EMIT_MACHINE_H
#define INGOT_PIPELINE_EMIT_MACHINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <vector>

namespace ingot::pipeline {

class ObjectWriter;

/// An intrinsic for which the machine has no instruction. It becomes a call of
/// our mathematical library: a call that only the code generator made would not
/// vectorise.
struct LibraryCall {
  llvm::Intrinsic::ID intrinsic;
  bool isDouble;        ///< For f64; else for f32.
  llvm::StringRef name; ///< Of the function in C, for f64.
};

/// One thread at a time.
struct Machine {
  std::shared_ptr<llvm::TargetMachine> generator;
  llvm::StringRef linkerEmulation; ///< lld's `-m`.
  /// The width of vectors that functions ask for; empty for LLVM's choice.
  std::string preferredVectorBits;
  std::vector<LibraryCall> libraryCalls;
  /// One instruction multiplies floats by powers of two (llvm.ldexp).
  bool scalesFloats = false;
  /// Vectors of f16 are taken apart before code is generated.
  bool takesHalvesOneByOne = false;
  /// Extrema of f64, and of one f16, are taken apart likewise.
  bool lacksExtrema = false;
  /// Kept by emitModule() from one module to the next.
  mutable std::shared_ptr<ObjectWriter> objectWriter;
};

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_MACHINE_H
