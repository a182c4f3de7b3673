//===- ContractionOps.cpp - products and linear algebra -------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ContractionOps.cpp.inc"

void ingot::stablehlo::StablehloDialect::addContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/ContractionOps.cpp.inc"
      >();
}
