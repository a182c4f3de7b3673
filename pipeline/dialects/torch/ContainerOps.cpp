//===- ContainerOps.cpp - lists, tuples, dicts ----------------------------===//

#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/ContainerOps.cpp.inc"

void TorchDialect::addContainerOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/torch/ContainerOps.cpp.inc"
      >();
}

/// Values of a container against the type it gives them.
static LogicalResult verifyElements(Operation *op, ValueRange values,
                                    Type wanted) {
  for (auto [index, type] : llvm::enumerate(values.getTypes()))
    if (!areCompatible(type, wanted))
      return op->emitOpError()
             << "holds " << wanted << ", element " << index << " is " << type;
  return success();
}

LogicalResult PrimListConstructOp::verify() {
  return verifyElements(*this, getElements(), getType().getContainedType());
}

LogicalResult PrimTupleConstructOp::verify() {
  ArrayRef<Type> wanted = getType().getContainedTypes();
  if (wanted.size() != getElements().size())
    return emitOpError() << "makes a tuple of " << wanted.size() << " of "
                         << getElements().size() << " operands";
  for (auto [element, type] : llvm::zip_equal(getElements(), wanted))
    if (!areCompatible(element.getType(), type))
      return emitOpError() << "holds " << type << " where " << element.getType()
                           << " is given";
  return success();
}

LogicalResult PrimDictConstructOp::verify() {
  return failure(
      failed(verifyElements(*this, getKeys(), getType().getKeyType())) ||
      failed(verifyElements(*this, getValues(), getType().getValueType())));
}
