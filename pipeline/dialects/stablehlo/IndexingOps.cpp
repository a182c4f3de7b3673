//===- IndexingOps.cpp - parts of tensors ---------------------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/IndexingOps.cpp.inc"

void ingot::stablehlo::StablehloDialect::addIndexingOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/IndexingOps.cpp.inc"
      >();
}
