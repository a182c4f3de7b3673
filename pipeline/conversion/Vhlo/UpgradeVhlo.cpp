//===- UpgradeVhlo.cpp - portable artifacts as programs -------------------===//
//
// Every version of every op becomes what it means in StableHLO. No chain of
// upgrades is needed for that: what a later version added to an op is a default
// that StableHLO does not spell.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/conversion/Vhlo/PortableAttributes.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/vhlo/VhloDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringSwitch.h"

namespace ingot {
#define GEN_PASS_DEF_UPGRADEVHLO
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot::vhlo;

static Attribute unwrap(Attribute value) {
  auto wrapper = dyn_cast<VersionedAttr>(value);
  return wrapper ? wrapper.getValue() : value;
}

static std::string nameOf(Operation *op, StringRef base) {
  if (base == "func" || base == "call")
    return ("func." + base).str();
  // Functions are converted after what stands in them.
  Operation *parent = op->getParentOp();
  const OpVersion *row = parent ? versionOf(parent) : nullptr;
  if (base == "return" && row && row->base() == "func")
    return "func.return";
  return ("stablehlo." + base).str();
}

/// Replaces the op. What its attributes must be is checked by the op that is
/// made, and by its verifier.
static LogicalResult convert(Operation *op, const OpVersion &version) {
  StringRef base = version.base();
  NamedAttrList portable;
  if (Attribute properties = op->getPropertiesAsAttribute())
    for (NamedAttribute entry : cast<DictionaryAttr>(properties))
      portable.set(entry.getName(), unwrap(entry.getValue()));
  auto emitError = [&] { return op->emitOpError(); };
  FailureOr<NamedAttrList> attributes =
      join(base, std::move(portable), op->getContext(), emitError);
  if (failed(attributes))
    return failure();

  OperationState state(op->getLoc(), nameOf(op, base));
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  for (NamedAttribute entry : op->getDiscardableAttrs())
    state.addAttribute(entry.getName(), unwrap(entry.getValue()));
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);

  OpBuilder builder(op);
  Operation *result = builder.create(state);
  if (!attributes->empty() &&
      failed(result->setPropertiesFromAttribute(
          attributes->getDictionary(op->getContext()), emitError))) {
    result->erase();
    return failure();
  }
  op->replaceAllUsesWith(result);
  op->erase();
  return success();
}

/// Where ops of other dialects stand in an artifact, casts connect their types
/// with versioned ones; now both sides are the same.
static void dropCasts(Operation *root) {
  root->walk([](UnrealizedConversionCastOp cast) {
    if (cast.getInputs().getTypes() != cast.getResultTypes())
      return;
    cast.replaceAllUsesWith(cast.getInputs());
    cast.erase();
  });
}

namespace {
struct UpgradeVhlo final : ingot::impl::UpgradeVhloBase<UpgradeVhlo> {
  using UpgradeVhloBase::UpgradeVhloBase;

  void runOnOperation() override {
    SmallVector<std::pair<Operation *, const OpVersion *>> ops;
    getOperation()->walk([&](Operation *op) {
      if (const OpVersion *version = versionOf(op))
        ops.push_back({op, version});
    });
    if (ops.empty())
      return markAllAnalysesPreserved();

    AttrTypeReplacer types;
    types.addReplacement(
        [](VersionedType wrapper) { return wrapper.getValue(); });
    types.recursivelyReplaceElementsIn(getOperation(), /*replaceAttrs=*/false,
                                       /*replaceLocs=*/false,
                                       /*replaceTypes=*/true);
    bool failedAny = false;
    for (auto [op, version] : ops)
      failedAny |= failed(convert(op, *version));
    if (failedAny)
      return signalPassFailure();
    dropCasts(getOperation());
  }
};
} // namespace
