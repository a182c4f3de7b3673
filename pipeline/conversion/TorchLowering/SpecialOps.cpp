//===- SpecialOps.cpp - constants, literals, casts, assertions ------------===//
//
// Ops of torch with a form of their own, and those that say something about a
// program without computing anything.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Conversion.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "pipeline/dialects/torch/ScalarTypes.h"

#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Converted convertInt(Conversion &c) {
  return c.b.scalar(c.b.getI64Type(), *matchInt(c.op.result()));
}

Converted convertBool(Conversion &c) {
  return c.b.scalar(c.b.getI1Type(), *matchBool(c.op.result()) ? 1 : 0);
}

Converted convertFloat(Conversion &c) {
  return c.b.scalar(c.b.getF64Type(), *matchFloat(c.op.result()));
}

/// Bytes stay what they are; only the type of the elements is another.
Converted convertLiteral(Conversion &c) {
  auto value = c.op.operation()->getAttrOfType<ElementsAttr>("value");
  RankedTensorType wanted = c.resultType();
  if (!wanted)
    return c.fail("there is no tensor of this type");
  auto type = cast<RankedTensorType>(
      value.getShapedType().clone(wanted.getElementType()));
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return c.b.constant(dense.bitcast(type.getElementType()));
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return c.b.constant(
        DenseResourceElementsAttr::get(type, resource.getRawHandle()));
  return c.fail("the literal is neither dense nor a resource");
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

/// The only operand.
Converted forwardOperand(Conversion &c) {
  Value value = c.remap(c.op.operation()->getOperand(0));
  if (!value)
    return c.fail("the rank or the dtype of the operand is not known");
  return value;
}

/// What a tensor holds at an op: the value of the last op that changed it in
/// the same block.
Converted convertToValue(Conversion &c) {
  Operation *op = c.op.operation();
  Value tensor = op->getOperand(0);
  OverwriteTensorContentsOp last;
  for (Operation *user : tensor.getUsers()) {
    auto overwrite = dyn_cast<OverwriteTensorContentsOp>(user);
    if (!overwrite) {
      if (isa<CopyToValueTensorOp>(user))
        continue;
      return c.fail("another op may change the tensor");
    }
    if (overwrite->getBlock() != op->getBlock())
      return c.fail("the tensor is changed in another block");
    if (overwrite->isBeforeInBlock(op) &&
        (!last || last->isBeforeInBlock(overwrite)))
      last = overwrite;
  }
  Value value = c.remap(last ? last.getValue() : tensor);
  if (!value)
    return c.fail("the rank or the dtype of the tensor is not known");
  return value;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

Converted drop(Conversion &) { return SmallVector<Value>(); }

/// A condition that the run checks; one that holds for sure is none.
Converted assertThat(Conversion &c, Value condition, StringRef message) {
  if (!condition)
    return c.fail("the condition is no number");
  condition = c.b.convert(condition, c.b.getI1Type());
  if (constantInt(condition) == 1)
    return drop(c);
  c.b.assertThat(condition, message);
  return drop(c);
}

Converted convertRuntimeAssert(Conversion &c) {
  auto op = cast<RuntimeAssertOp>(c.op.operation());
  return assertThat(c, c.remap(op.getCondition()), op.getMessage());
}

Converted convertAssertScalar(Conversion &c) {
  return assertThat(c, c.operand("self"),
                    c.getString("assert_msg").value_or("assertion failed"));
}

Converted convertDtype(Conversion &c) {
  Type dtype = c.dtypeOf("a");
  std::optional<ScalarType> number = dtype ? scalarTypeOf(dtype) : std::nullopt;
  if (!number)
    return c.fail("the dtype is not known");
  return c.b.scalar(c.b.getI64Type(), static_cast<int64_t>(*number));
}

} // namespace

void ingot::torch::populateSpecialOps(ConversionTable &table) {
  table.add({
      {"torch.constant.int", convertInt},
      {"torch.constant.bool", convertBool},
      {"torch.constant.float", convertFloat},
      {"torch.vtensor.literal", convertLiteral},
      {"torch.tensor.literal", convertLiteral},
      {"torch.tensor_static_info_cast", forwardOperand},
      {"torch.copy.to_tensor", forwardOperand},
      {"torch.copy.to_vtensor", convertToValue},
      {"torch.overwrite.tensor.contents", drop},
      {"torch.bind_symbolic_shape", drop},
      {"torch.runtime.assert", convertRuntimeAssert},
      {"torch.aten._assert_scalar", convertAssertScalar},
      // What the export knew of a tensor; its type says the same.
      {"torch.aten._assert_tensor_metadata", drop},
      {"torch.prim.dtype", convertDtype},
  });
}
