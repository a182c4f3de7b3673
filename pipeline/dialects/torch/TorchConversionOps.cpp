//===- TorchConversionOps.cpp - between torch and builtin types -----------===//
//
// Each op folds with its inverse, and on constants. A program that is converted
// in two passes is thereby left without casts, and later conversions see
// constants of the builtin types.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/ScalarTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

#include "pipeline/dialects/torch/TorchConversionDialect.cpp.inc"

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/TorchConversionOps.cpp.inc"

void TorchConversionDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/torch/TorchConversionOps.cpp.inc"
      >();
}

/// Constants of builtin types are arith's; those of torch have this attribute.
Operation *TorchConversionDialect::materializeConstant(OpBuilder &builder,
                                                       Attribute value,
                                                       Type type,
                                                       Location loc) {
  if (isa<TorchDialect>(type.getDialect()))
    return getContext()->getLoadedDialect<TorchDialect>()->materializeConstant(
        builder, value, type, loc);
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

static LogicalResult verifyTensors(Operation *op, TorchTensorType torch,
                                   TensorType builtin) {
  if (torch.hasRank() && builtin.hasRank() &&
      failed(verifyCompatibleShape(*torch.getSizes(), builtin.getShape())))
    return op->emitOpError() << "has shapes that differ";
  Type dtype = torch.getDtype();
  Type element = builtin.getElementType();
  if (dtype && element != dtype && element != storageType(dtype) &&
      element != storageType(dtype, /*keepUnsigned=*/true))
    return op->emitOpError()
           << "has elements that differ, " << dtype << " and " << element;
  return success();
}

LogicalResult ToBuiltinTensorOp::verify() {
  return verifyTensors(*this, cast<ValueTensorType>(getOperand().getType()),
                       cast<TensorType>(getType()));
}
LogicalResult FromBuiltinTensorOp::verify() {
  return verifyTensors(*this, cast<ValueTensorType>(getType()),
                       cast<TensorType>(getOperand().getType()));
}

/// A constant, or what the inverse op was given if it has the result's type.
template <typename Inverse, typename Op>
static OpFoldResult foldThereAndBack(Op op, Attribute constant) {
  if (constant)
    return constant;
  auto inverse = op.getOperand().template getDefiningOp<Inverse>();
  return inverse && inverse.getOperand().getType() == op.getType()
             ? inverse.getOperand()
             : Value();
}

OpFoldResult ToBuiltinTensorOp::fold(FoldAdaptor) {
  return foldThereAndBack<FromBuiltinTensorOp>(*this, {});
}
OpFoldResult FromBuiltinTensorOp::fold(FoldAdaptor) {
  return foldThereAndBack<ToBuiltinTensorOp>(*this, {});
}
OpFoldResult ToI1Op::fold(FoldAdaptor adaptor) {
  return foldThereAndBack<FromI1Op>(*this, adaptor.getOperand());
}
OpFoldResult FromI1Op::fold(FoldAdaptor adaptor) {
  return foldThereAndBack<ToI1Op>(*this, adaptor.getOperand());
}
OpFoldResult ToI64Op::fold(FoldAdaptor adaptor) {
  return foldThereAndBack<FromI64Op>(*this, adaptor.getOperand());
}
OpFoldResult FromI64Op::fold(FoldAdaptor adaptor) {
  return foldThereAndBack<ToI64Op>(*this, adaptor.getOperand());
}
OpFoldResult ToF64Op::fold(FoldAdaptor adaptor) {
  return foldThereAndBack<FromF64Op>(*this, adaptor.getOperand());
}
OpFoldResult FromF64Op::fold(FoldAdaptor adaptor) {
  return foldThereAndBack<ToF64Op>(*this, adaptor.getOperand());
}
OpFoldResult GeneratorToI64Op::fold(FoldAdaptor) {
  return foldThereAndBack<I64ToGeneratorOp>(*this, {});
}
OpFoldResult I64ToGeneratorOp::fold(FoldAdaptor) {
  return foldThereAndBack<GeneratorToI64Op>(*this, {});
}
