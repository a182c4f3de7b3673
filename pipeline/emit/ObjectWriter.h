//===- ObjectWriter.h - LLVM IR to objects, module after module -*- C++ -*-===//
//
// LLVM's code generators are some hundred passes, and putting them together
// takes as long as running them on a small kernel. They clean up after each
// module, so they are put together once for a machine.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_EMIT_OBJECTWRITER_H
#define INGOT_PIPELINE_EMIT_OBJECTWRITER_H

#include "pipeline/emit/CodePasses.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace ingot::pipeline {

/// Generates code for one kind of file. The bytes of a module do not depend on
/// the modules before it. One thread at a time.
class ObjectWriter {
public:
  ObjectWriter(std::shared_ptr<llvm::TargetMachine> generator,
               llvm::CodeGenFileType kind);

  /// False for a machine that cannot emit this kind of file.
  bool isSupported() const { return isSupported_; }

  /// REQUIRES: isSupported(). What LLVM reports goes to the diagnostic handler
  /// of the module's context; after an error the writer may not be used again.
  std::string write(llvm::Module &module);

private:
  std::shared_ptr<llvm::TargetMachine> generator_; // The passes refer to it.
  llvm::SmallVector<char, 0> bytes_;
  llvm::raw_svector_ostream stream_{bytes_}; // The passes write to it.
  CodePassManager passes_;
  bool isSupported_;
};

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_EMIT_OBJECTWRITER_H
