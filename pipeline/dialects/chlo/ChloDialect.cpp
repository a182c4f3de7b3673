//===- ChloDialect.cpp - the dialect of CHLO ------------------------------===//

#include "pipeline/dialects/chlo/ChloDialect.h"
#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/SizeList.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "pipeline/dialects/chlo/ChloDialect.cpp.inc"
#include "pipeline/dialects/chlo/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/chlo/ChloAttrs.cpp.inc"

using namespace mlir;

namespace ingot::chlo {

void ChloDialect::initialize() {
  registerAttributes();
  registerBytecode();
  addBroadcastOps();
  addFunctionOps();
  addStructureOps();
}

void ChloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pipeline/dialects/chlo/ChloAttrs.cpp.inc"
      >();
}

Operation *ChloDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || !isa<RankedTensorType>(type))
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

} // namespace ingot::chlo
