//===- Variables.cpp - rows of handles and variables ----------------------===//
//
// A handle is a name, no value. What is assigned has the type that was found
// for the variable before anything was converted (Assignments.h).
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Converter.h"

using namespace mlir;
using namespace ingot::tflite;

static Results convertVarHandle(TfLiteOp &op) {
  op.frame().tensors[op.node.outputs[0]].resource = resourceOf(op.node);
  return Value();
}

static Results convertReadVariable(TfLiteOp &op) {
  std::string name = op.resource(0);
  if (name.empty())
    return op.fail("its operand is no handle");
  Value value = op.converter().readState(name, op.b);
  if (!value)
    return op.fail("nothing of a known shape is assigned to the variable '" +
                   name + "'");
  return value;
}

static Results convertAssignVariable(TfLiteOp &op) {
  std::string name = op.resource(0);
  Value value = op.input(1);
  if (name.empty() || !value)
    return op.fail("its operands are no handle and value");
  RankedTensorType type = op.converter().stateType(name);
  // Declares the global.
  if (!type || !op.converter().readState(name, op.b))
    return op.fail("the shape of the variable '" + name + "' is not known");
  RankedTensorType given = TensorBuilder::typeOf(value);
  if (given.getElementType() != type.getElementType() ||
      given.getRank() != type.getRank())
    return op.fail("the variable '" + name +
                   "' holds tensors of several types");
  for (auto [now, first] : llvm::zip_equal(given.getShape(), type.getShape()))
    if (now != first && now != ShapedType::kDynamic)
      return op.fail("the variable '" + name + "' changes its shape");
  op.converter().writeState(name, op.b.castTo(value, type));
  return Values();
}

static constexpr Row kRows[] = {
    {BuiltinOperator::VAR_HANDLE, convertVarHandle, 0, true},
    {BuiltinOperator::READ_VARIABLE, convertReadVariable, 0, true},
    {BuiltinOperator::ASSIGN_VARIABLE, convertAssignVariable, 0, true},
};

ArrayRef<Row> ingot::tflite::variables() { return kRows; }
