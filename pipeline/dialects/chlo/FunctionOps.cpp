//===- FunctionOps.cpp - functions of one or two elements -----------------===//

#include "pipeline/dialects/chlo/ChloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/chlo/FunctionOps.cpp.inc"

void ingot::chlo::ChloDialect::addFunctionOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/chlo/FunctionOps.cpp.inc"
      >();
}
