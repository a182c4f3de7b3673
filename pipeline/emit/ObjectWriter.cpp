//===- ObjectWriter.cpp - LLVM IR to objects, module after module ---------===//
//
// Nothing here resets anything: printers of assembly and objects do at the end
// of each module, and what belongs to a function dies with it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/emit/ObjectWriter.h"

namespace ingot::pipeline {

ObjectWriter::ObjectWriter(std::shared_ptr<llvm::TargetMachine> generator,
                           llvm::CodeGenFileType kind)
    : generator_(std::move(generator)),
      isSupported_(
          !generator_->addPassesToEmitFile(passes_, stream_, nullptr, kind)) {}

std::string ObjectWriter::write(llvm::Module &module) {
  bytes_.clear();
  passes_.run(module);
  return std::string(bytes_.begin(), bytes_.end());
}

} // namespace ingot::pipeline
