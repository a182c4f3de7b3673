//===- WeightNames.cpp - what a model calls its weights -------------------===//

#include "pipeline/frontends/WeightNames.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

static constexpr llvm::StringLiteral kMark = "ingot.weight";

Location ingot::weightLocation(Location place, StringRef name) {
  MLIRContext *context = place->getContext();
  if (name.empty())
    return place;
  Location named = NameLoc::get(StringAttr::get(context, name), place);
  return FusedLoc::get(context, {named}, StringAttr::get(context, kMark));
}

void ingot::nameWeight(Value value, StringRef name) {
  if (Operation *op = value ? value.getDefiningOp() : nullptr)
    op->setLoc(weightLocation(op->getLoc(), name));
}

StringRef ingot::weightName(Location location) {
  auto fused = dyn_cast<FusedLoc>(location);
  if (!fused || fused.getLocations().size() != 1)
    return "";
  auto mark = dyn_cast_or_null<StringAttr>(fused.getMetadata());
  auto name = dyn_cast<NameLoc>(fused.getLocations().front());
  return mark && mark.getValue() == kMark && name ? name.getName().getValue()
                                                  : "";
}
