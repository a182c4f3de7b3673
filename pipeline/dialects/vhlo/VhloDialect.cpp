//===- VhloDialect.cpp - the dialect of portable artifacts ----------------===//

#include "pipeline/dialects/vhlo/VhloDialect.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "pipeline/dialects/vhlo/VhloDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/vhlo/VhloAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "pipeline/dialects/vhlo/VhloTypes.cpp.inc"

void ingot::vhlo::VhloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pipeline/dialects/vhlo/VhloAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "pipeline/dialects/vhlo/VhloTypes.cpp.inc"
      >();
  registerBytecode();
  registerOps();
}
