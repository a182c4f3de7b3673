//===- DynamicOps.cpp - sizes known at run time ---------------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/DynamicOps.cpp.inc"

void ingot::stablehlo::StablehloDialect::addDynamicOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/DynamicOps.cpp.inc"
      >();
}
