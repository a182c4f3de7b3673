//===- ElementwiseOps.cpp - one result element per operand element --------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ElementwiseOps.cpp.inc"

void ingot::stablehlo::StablehloDialect::addElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/ElementwiseOps.cpp.inc"
      >();
}
