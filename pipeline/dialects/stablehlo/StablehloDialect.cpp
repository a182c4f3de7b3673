//===- StablehloDialect.cpp - the dialect of StableHLO --------------------===//

#include "pipeline/dialects/stablehlo/StablehloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "pipeline/dialects/stablehlo/StablehloDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "pipeline/dialects/stablehlo/StablehloTypes.cpp.inc"

using namespace mlir;

namespace ingot::stablehlo {

void StablehloDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerBytecode();
  addCollectiveOps();
  addContractionOps();
  addControlFlowOps();
  addDynamicOps();
  addElementwiseOps();
  addIndexingOps();
  addMiscOps();
  addReductionOps();
  addShapeOps();
}

void StablehloDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "pipeline/dialects/stablehlo/StablehloTypes.cpp.inc"
      >();
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || !isa<RankedTensorType>(type))
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

} // namespace ingot::stablehlo
