//===- UpgradeMhlo.cpp - MHLO in generic form to StableHLO ----------------===//
//
// StableHLO took over most ops of MHLO with their names and meaning, CHLO some
// others; those become what they are called now. What the pass needs and leaves
// is stated in Passes.td.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/Vhlo/PortableAttributes.h"
#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/IR/Builders.h"

namespace ingot {
#define GEN_PASS_DEF_UPGRADEMHLO
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;

/// Attributes that the op defines go to its properties, all others stay beside
/// them. Lists were tensors.
static void addAttributes(ArrayRef<NamedAttribute> attributes,
                          OperationName name, NamedAttrList &properties,
                          OperationState &state) {
  for (NamedAttribute attribute : attributes) {
    if (llvm::is_contained(name.getAttributeNames(), attribute.getName()))
      properties.set(
          attribute.getName(),
          ingot::vhlo::asList(attribute.getName(), attribute.getValue()));
    else
      state.attributes.set(attribute.getName(), attribute.getValue());
  }
}

/// The op of the same name in StableHLO, or in CHLO, which took over the rest.
static OperationName counterpartOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  OperationName same(("stablehlo." + name).str(), op->getContext());
  return same.isRegistered()
             ? same
             : OperationName(("chlo." + name).str(), op->getContext());
}

static LogicalResult convert(Operation *op) {
  OperationState state(op->getLoc(), counterpartOf(op));
  if (!state.name.isRegistered())
    return op->emitOpError() << "has no counterpart in StableHLO";
  NamedAttrList properties;
  addAttributes(llvm::to_vector(op->getDiscardableAttrs()), state.name,
                properties, state);
  if (auto given =
          dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute()))
    addAttributes(given.getValue(), state.name, properties, state);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);

  OpBuilder builder(op);
  Operation *result = builder.create(state);
  auto emitError = [&] { return op->emitOpError(); };
  if (!properties.empty() &&
      failed(result->setPropertiesFromAttribute(
          properties.getDictionary(op->getContext()), emitError))) {
    result->erase();
    return failure();
  }
  op->replaceAllUsesWith(result);
  op->erase();
  return success();
}

namespace {
struct UpgradeMhlo final : ingot::impl::UpgradeMhloBase<UpgradeMhlo> {
  using UpgradeMhloBase::UpgradeMhloBase;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa_and_nonnull<ingot::mhlo::MhloDialect>(op->getDialect()))
        ops.push_back(op);
    });
    bool failedAny = false;
    for (Operation *op : ops)
      failedAny |= failed(convert(op));
    if (failedAny)
      signalPassFailure();
  }
};
} // namespace
