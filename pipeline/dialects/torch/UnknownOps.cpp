//===- UnknownOps.cpp - ops that are not of the dialect -------------------===//

#include "pipeline/dialects/torch/UnknownOps.h"
#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace ingot::torch;

/// Of two as close, the one that comes first in the alphabet.
static StringRef findClosest(MLIRContext *context, StringRef name) {
  StringRef closest;
  unsigned least = name.size() + 1;
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    StringRef candidate = op.getStringRef();
    if (!candidate.starts_with("torch."))
      continue;
    unsigned distance = name.edit_distance(
        candidate, /*AllowReplacements=*/true, /*MaxEditDistance=*/least);
    if (distance < least || (distance == least && candidate < closest)) {
      least = distance;
      closest = candidate;
    }
  }
  return closest;
}

LogicalResult
ingot::torch::reportUnknownOp(function_ref<InFlightDiagnostic()> emitError,
                              MLIRContext *context, StringRef name) {
  // Names of any length come in; distances take the square of it.
  constexpr size_t kLongest = 128;
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "is no op of the torch dialect";
  StringRef closest = findClosest(context, name.take_front(kLongest));
  if (!closest.empty())
    diagnostic << "; the closest is '" << closest << "'";
  if (const Schema *schema = findSchema(closest))
    diagnostic << ", whose schema is " << schema->text;
  return diagnostic;
}

LogicalResult ingot::torch::checkKnownOps(Operation *root) {
  bool known = true;
  root->walk([&](Operation *op) {
    if (op->isRegistered() || op->getName().getDialectNamespace() != "torch")
      return;
    known = false;
    (void)reportUnknownOp([&] { return op->emitOpError(); }, op->getContext(),
                          op->getName().getStringRef());
  });
  return success(known);
}
