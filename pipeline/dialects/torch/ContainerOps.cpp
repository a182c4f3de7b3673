//===- ContainerOps.cpp - lists, tuples, dicts ----------------------------===//
//
// A list is a value unless something appends to it. Only then does making one
// have an effect, so that two equal lists are not merged. Elements are checked
// for compatible types, not equal ones: importers give lists the type that a
// schema wants.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOp.h"
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

void PrimListConstructOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (mayBeChanged(getResult()))
    effects.emplace_back(MemoryEffects::Allocate::get(),
                         cast<OpResult>(getResult()));
}

LogicalResult PrimListUnpackOp::verify() {
  auto list = dyn_cast<ListType>(getOperand().getType());
  if (!list)
    return emitOpError() << "takes a list, not " << getOperand().getType();
  return verifyElements(*this, getResults(), list.getContainedType());
}

/// The elements of a tuple one by one.
static LogicalResult verifyTuple(Operation *op, Type type, ValueRange values) {
  auto tuple = dyn_cast<torch::TupleType>(type);
  if (!tuple)
    return op->emitOpError() << "takes a tuple, not " << type;
  ArrayRef<Type> wanted = tuple.getContainedTypes();
  if (wanted.size() != values.size())
    return op->emitOpError() << "has " << values.size()
                             << " values for a tuple of " << wanted.size();
  for (auto [value, element] : llvm::zip_equal(values, wanted))
    if (!areCompatible(value.getType(), element))
      return op->emitOpError() << "has " << value.getType() << " where " << type
                               << " holds " << element;
  return success();
}

LogicalResult PrimTupleConstructOp::verify() {
  return verifyTuple(*this, getType(), getElements());
}

LogicalResult PrimTupleUnpackOp::verify() {
  return verifyTuple(*this, getTup().getType(), getResults());
}

LogicalResult PrimDictConstructOp::verify() {
  return failure(
      failed(verifyElements(*this, getKeys(), getType().getKeyType())) ||
      failed(verifyElements(*this, getValues(), getType().getValueType())));
}
