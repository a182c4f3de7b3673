//===- ShapeOps.cpp - elements moved, repeated or named anew --------------===//
//
// Only constants have code: the others' text forms are declarative. A constant
// whose value has another type than its result (quantised ones hold what is
// stored) is written in the generic form, as StableHLO's tools do.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ShapeOps.cpp.inc"

using namespace mlir;

namespace ingot::stablehlo {

void StablehloDialect::addShapeOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/ShapeOps.cpp.inc"
      >();
}

void ConstantOp::build(OpBuilder &, OperationState &state, ElementsAttr value) {
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
}

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutput(), getType().getElementType().isInteger() ? "c" : "cst");
}

/// `dense<...> : type`; the generic form where the type differs from the
/// value's, as that of quantised constants does.
ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  if (succeeded(parser.parseOptionalLParen())) {
    if (parser.parseRParen())
      return failure();
    return parser.parseGenericOperationAfterOpName(
        state, ArrayRef<OpAsmParser::UnresolvedOperand>());
  }
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseAttribute(value))
    return failure();
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  if (getValue().getType() != getType()) {
    printer.printGenericOp(*this, /*printOpName=*/false);
    return;
  }
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getValueAttrName().getValue()});
  printer << ' ';
  printer.printAttribute(getValue());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

} // namespace ingot::stablehlo
