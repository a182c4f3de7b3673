//===- NestedPasses.cpp - passes that a pass runs -------------------------===//

#include "pipeline/transforms/NestedPasses.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

std::string ingot::textOfPasses(const OpPassManager &passes) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  passes.printAsTextualPipeline(stream);
  StringRef inner = text;
  inner.consume_front("builtin.module(");
  inner.consume_back(")");
  return inner.str();
}

LogicalResult ingot::parsePasses(StringRef text, OpPassManager &passes) {
  if (passes.empty() && !text.empty())
    return parsePassPipeline(text, passes);
  return success();
}

void ingot::getDialectsOfPasses(StringRef text, OpPassManager passes,
                                DialectRegistry &registry) {
  // What is wrong in the text is said where the pass is initialised.
  if (passes.empty() && !text.empty())
    (void)parsePassPipeline(text, passes, llvm::nulls());
  passes.getDependentDialects(registry);
}
