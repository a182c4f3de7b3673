//===- ModuleOps.cpp - classes, objects, state of TorchScript -------------===//
//
// The ops are read so that a program of TorchScript gets a sensible answer:
// ingot-check-torch-state says what to export instead. Nothing else looks at
// them, so they have text forms and no verifiers.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// A line for each slot: `@slot(%value : type)`.
static ParseResult
parseSlotInitializers(OpAsmParser &parser, ArrayAttr &slots,
                      SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
                      SmallVectorImpl<Type> &types) {
  SmallVector<Attribute> names;
  StringAttr name;
  while (succeeded(parser.parseOptionalSymbolName(name))) {
    names.push_back(FlatSymbolRefAttr::get(name));
    if (parser.parseLParen() || parser.parseOperand(values.emplace_back()) ||
        parser.parseColonType(types.emplace_back()) || parser.parseRParen())
      return failure();
  }
  slots = parser.getBuilder().getArrayAttr(names);
  return success();
}

static void printSlotInitializers(OpAsmPrinter &printer, Operation *,
                                  ArrayAttr slots, ValueRange values,
                                  TypeRange types) {
  for (auto [slot, value, type] : llvm::zip_equal(slots, values, types)) {
    printer.printNewline();
    printer << "  " << slot << '(' << value << " : " << type << ')';
  }
  printer.printNewline();
}

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/ModuleOps.cpp.inc"

void TorchDialect::addModuleOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/torch/ModuleOps.cpp.inc"
      >();
}

bool ingot::torch::isTorchScriptState(Operation *op) {
  return isa<
#define GET_OP_LIST
#include "pipeline/dialects/torch/ModuleOps.cpp.inc"
      >(op);
}
