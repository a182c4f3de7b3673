//===- CalledOps.cpp - ops of CHLO that stand as custom calls -------------===//
//
// Portable artifacts have no CHLO. StableHLO's tools write such an op as a call
// of "mhlo." and its name, with the attributes in `mhlo.attributes`.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/ChloToStablehlo/Patterns.h"
#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace ingot::chlo;
namespace hlo = ingot::stablehlo;

/// Only the largest elements have an op; the call that asks for the smallest
/// ones is converted as a call.
static bool takeLargest(NamedAttrList &attributes) {
  auto largest = dyn_cast_or_null<BoolAttr>(attributes.erase("largest"));
  return !largest || largest.getValue();
}

Operation *ingot::chlo::recoverOp(hlo::CustomCallOp call) {
  StringRef name = call.getCallTargetName();
  auto given = call->getAttrOfType<DictionaryAttr>("mhlo.attributes");
  if (!name.consume_front("mhlo.") || !given)
    return nullptr;
  NamedAttrList attributes(given);
  if (name == "topk" && !takeLargest(attributes))
    return nullptr;
  OperationState state(call.getLoc(),
                       ("chlo." + (name == "topk" ? "top_k" : name)).str());
  if (!state.name.isRegistered())
    return nullptr;
  state.addOperands(call.getInputs());
  state.addTypes(call.getResultTypes());
  OpBuilder builder(call);
  Operation *op = builder.create(state);
  // What is no such op stays a call, and is reported as one.
  ScopedDiagnosticHandler quiet(call.getContext(),
                                [](Diagnostic &) { return success(); });
  auto error = [&] { return op->emitError(); };
  bool fits = attributes.empty() ||
              succeeded(op->setPropertiesFromAttribute(
                  attributes.getDictionary(call.getContext()), error));
  if (!fits || failed(verify(op))) {
    op->erase();
    return nullptr;
  }
  call->replaceAllUsesWith(op);
  call->erase();
  return op;
}
