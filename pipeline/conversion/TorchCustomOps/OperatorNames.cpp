//===- OperatorNames.cpp - what is an operator, and its name --------------===//

#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

bool ingot::torch::isForeignName(StringRef name) {
  static const auto *const known = [] {
    auto *spaces = new llvm::StringSet<>;
    for (const Schema &schema : allSchemas())
      spaces->insert(schema.name.split("::").first);
    // The table has one of these; importers write all others by their names.
    spaces->erase("onnx");
    return spaces;
  }();
  name.consume_front("torch.");
  auto [space, rest] = name.split('.');
  return !space.empty() && !rest.empty() && !known->contains(space);
}

StringRef ingot::torch::operatorName(Operation *op) {
  auto byName = dyn_cast<OperatorOp>(op);
  return byName && !getSchema(op) ? byName.getName() : TorchOp(op).name();
}

bool ingot::torch::isOperator(Operation *op) {
  return getSchema(op) || isa<OperatorOp>(op);
}
