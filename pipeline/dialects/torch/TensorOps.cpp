//===- TensorOps.cpp - constants, literals, casts, symbols ----------------===//
//
// Names of results (%int2, %none) follow torch-mlir's, so that programs look
// the same after a round trip. An operator by name has no traits: its schema
// says whether it is pure, and without one it is taken to read and write, or
// dead-code elimination would drop what it does. Operators of ONNX are pure,
// apart from those that draw random numbers.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

//===----------------------------------------------------------------------===//
// Affine maps within the line, not as an alias
//===----------------------------------------------------------------------===//

static ParseResult parseInlineAffineMap(OpAsmParser &parser,
                                        AffineMapAttr &map) {
  return parser.parseAttribute(map);
}

static void printInlineAffineMap(OpAsmPrinter &printer, Operation *,
                                 AffineMapAttr map) {
  printer << "affine_map<" << map.getValue() << '>';
}

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/TensorOps.cpp.inc"

void TorchDialect::addTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/torch/TensorOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

void ConstantBoolOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getValue() ? "true" : "false");
}

void ConstantIntOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  SmallString<24> name("int");
  getValueAttr().getValue().toStringSigned(name);
  setName(getResult(), name);
}

void ConstantFloatOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  std::string name;
  llvm::raw_string_ostream(name)
      << llvm::format("float%e", getValue().convertToDouble());
  // A name has no plus.
  llvm::erase(name, '+');
  setName(getResult(), name);
}

void ConstantStrOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "str");
}

void ConstantDeviceOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getValue());
}

void ConstantNoneOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "none");
}

OpFoldResult ConstantBoolOp::fold(FoldAdaptor) { return getValueAttr(); }
OpFoldResult ConstantIntOp::fold(FoldAdaptor) { return getValueAttr(); }
OpFoldResult ConstantFloatOp::fold(FoldAdaptor) { return getValueAttr(); }
OpFoldResult ConstantStrOp::fold(FoldAdaptor) { return getValueAttr(); }
OpFoldResult ConstantNumberOp::fold(FoldAdaptor) { return getValueAttr(); }
OpFoldResult ConstantNoneOp::fold(FoldAdaptor) {
  return UnitAttr::get(getContext());
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

static LogicalResult verifyLiteral(Operation *op, ElementsAttr value,
                                   TorchTensorType type) {
  ShapedType given = value.getShapedType();
  if (type.getSizes() &&
      failed(verifyCompatibleShape(given.getShape(), *type.getSizes())))
    return op->emitOpError() << "holds a payload of type " << given
                             << ", which is no " << Type(type);
  // Payloads of quantised tensors are what stores them.
  Type element = given.getElementType();
  Type dtype = type.getDtype();
  if (dtype && element != dtype && element != storageType(dtype))
    return op->emitOpError() << "holds elements of type " << element
                             << ", which are no " << dtype;
  return success();
}

LogicalResult ValueTensorLiteralOp::verify() {
  return verifyLiteral(*this, getValue(), getType());
}

LogicalResult NonValueTensorLiteralOp::verify() {
  return verifyLiteral(*this, getValue(), getType());
}

OpFoldResult ValueTensorLiteralOp::fold(FoldAdaptor) { return getValueAttr(); }

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

LogicalResult DerefineOp::verify() {
  if (!isSubtype(getOperand().getType(), getType()))
    return emitOpError() << "cannot see " << getOperand().getType() << " as "
                         << getType();
  return success();
}

LogicalResult TensorStaticInfoCastOp::verify() {
  if (!areCompatible(getOperand().getType(), getType()))
    return emitOpError() << "cannot see " << getOperand().getType() << " as "
                         << getType();
  return success();
}

OpFoldResult TensorStaticInfoCastOp::fold(FoldAdaptor) {
  return getOperand().getType() == getType() ? getOperand() : Value();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// torch.export says how sizes depend on each other by this op; nothing relies
/// on it yet but its form is checked, since a map with missing symbols would
/// crash whoever looks.
LogicalResult BindSymbolicShapeOp::verify() {
  AffineMap map = getShapeExpressions();
  if (map.getNumDims() != 0 || map.getNumSymbols() != getShapeSymbols().size())
    return emitOpError() << "takes a map of as many symbols as there are in "
                            "brackets, and of no dimensions";
  for (Value symbol : getShapeSymbols())
    if (!symbol.getDefiningOp<SymbolicIntOp>())
      return emitOpError() << "takes symbols of torch.symbolic_int";
  auto type = cast<TorchTensorType>(getOperand().getType());
  if (type.hasRank() && map.getNumResults() != type.getRank())
    return emitOpError() << "says " << map.getNumResults() << " sizes of "
                         << Type(type);
  return success();
}

//===----------------------------------------------------------------------===//
// Operators by name
//===----------------------------------------------------------------------===//

void OperatorOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  const Schema *schema = TorchOp(*this).schema();
  // ONNX has no state; what draws random numbers says so in its name.
  bool isOnnx = getName().starts_with("onnx.") && getRegions().empty() &&
                !getName().contains("Random") &&
                !getName().contains("Bernoulli") &&
                !getName().contains("Multinomial");
  if (isOnnx || (schema && schema->isPure()))
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
