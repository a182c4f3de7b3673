//===- MiscOps.cpp - normalisation and random numbers ---------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/MiscOps.cpp.inc"

void ingot::stablehlo::StablehloDialect::addMiscOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/MiscOps.cpp.inc"
      >();
}
