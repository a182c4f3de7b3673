//===- CollectiveOps.cpp - replicas, partitions and the host --------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/CollectiveOps.cpp.inc"

void ingot::stablehlo::StablehloDialect::addCollectiveOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/CollectiveOps.cpp.inc"
      >();
}
