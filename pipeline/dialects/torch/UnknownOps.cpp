//===- UnknownOps.cpp - ops that are not of the dialect -------------------===//
//
// Names come from programs of anyone, and the edit distance takes time by the
// product of the lengths, for each of some thousand names. So names are cut at
// 128 characters, and a search gives up on a candidate as soon as it is worse
// than the best.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/UnknownOps.h"
#include "pipeline/dialects/ingot/Causes.h"
#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/MLIRContext.h"

#include <limits>

using namespace mlir;
using namespace ingot::torch;

StringRef ingot::torch::closestName(StringRef name, ArrayRef<StringRef> names) {
  // Distances take the square of the length.
  constexpr size_t kMaxNameLength = 128;
  name = name.take_front(kMaxNameLength);
  StringRef closest;
  unsigned least = std::numeric_limits<unsigned>::max();
  for (StringRef candidate : names) {
    unsigned distance = name.edit_distance(
        candidate, /*AllowReplacements=*/true, /*MaxEditDistance=*/least);
    if (distance < least || (distance == least && candidate < closest)) {
      least = distance;
      closest = candidate;
    }
  }
  return closest;
}

static StringRef findClosest(MLIRContext *context, StringRef name) {
  SmallVector<StringRef> names;
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (op.getDialectNamespace() == "torch")
      names.push_back(op.getStringRef());
  return closestName(name, names);
}

LogicalResult
ingot::torch::reportUnknownOp(function_ref<InFlightDiagnostic()> emitError,
                              MLIRContext *context, StringRef name) {
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << "is no op of the torch dialect";
  StringRef closest = findClosest(context, name);
  if (!closest.empty())
    diagnostic << "; the closest is '" << closest << "'";
  if (const Schema *schema = findSchema(closest))
    diagnostic << ", whose schema is " << schema->text;
  attachCause(diagnostic, {CauseKind::Operation, closest.str()});
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
