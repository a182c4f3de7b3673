//===- NestedPasses.h - passes that a pass runs -----------------*- C++ -*-===//
//
// A pass that runs others has them as text too: pipelines are told apart by
// what they print, and tests write them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TRANSFORMS_NESTEDPASSES_H
#define INGOT_PIPELINE_TRANSFORMS_NESTEDPASSES_H

#include "mlir/Pass/PassManager.h"

#include <string>

namespace ingot {

/// `passes`, which are over builtin.module, as the option of a pass.
std::string textOfPasses(const mlir::OpPassManager &passes);

/// Makes `passes` of `text` if there are none yet; fails where it is wrong.
mlir::LogicalResult parsePasses(llvm::StringRef text,
                                mlir::OpPassManager &passes);

/// The dialects of `passes`, or of those in `text` if there are none yet.
void getDialectsOfPasses(llvm::StringRef text, mlir::OpPassManager passes,
                         mlir::DialectRegistry &registry);

} // namespace ingot

#endif // INGOT_PIPELINE_TRANSFORMS_NESTEDPASSES_H
