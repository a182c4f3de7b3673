//===- CodePasses.h - which passes of code generation run -------*- C++ -*-===//
//
// LLVM's code generators bring their own list of passes. Those that cost more
// than they give for our code are left out here, by name and with the reason.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_EMIT_CODEPASSES_H
#define INGOT_PIPELINE_EMIT_CODEPASSES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LegacyPassManager.h"

namespace ingot::pipeline {

/// True for a pass of LLVM's code generators that is not worth its time here.
bool isCodePassLeftOut(llvm::StringRef argument);

/// A pass manager that drops those passes as they are added. Immutable but for
/// its passes; one thread at a time.
class CodePassManager final : public llvm::legacy::PassManager {
public:
  /// Takes ownership.
  void add(llvm::Pass *pass) override;
};

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_CODEPASSES_H
