//===- ControlFlowOps.cpp - branches, loops, tuples and calls -------------===//
//
// Only what the definitions in ControlFlowOps.td cannot say. The text form of
// while names the arguments of both regions once. custom_call reads and writes
// its properties by hand, because `result_tilings` came after files had been
// written (LateAttributes.h).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/LateAttributes.h"
#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ControlFlowOps.cpp.inc"

using namespace mlir;

namespace ingot::stablehlo {

void StablehloDialect::addControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/ControlFlowOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

void WhileOp::getAsmBlockArgumentNames(Region &region,
                                       OpAsmSetValueNameFn setName) {
  for (BlockArgument argument : region.getArguments())
    setName(argument, "iterArg");
}

/// `(%a = %x, %b = %y) : T, U attributes {...} cond {...} do {...}`: both
/// regions have the arguments %a and %b.
ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> arguments;
  SMLoc start = parser.getCurrentLocation();
  auto parseOne = [&]() -> ParseResult {
    return failure(parser.parseArgument(arguments.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(operands.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseOne))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(state.types))
    return failure();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.resolveOperands(operands, state.types, start, state.operands))
    return failure();
  for (auto [argument, type] : llvm::zip_equal(arguments, state.types))
    argument.type = type;
  return failure(parser.parseKeyword("cond") ||
                 parser.parseRegion(*state.addRegion(), arguments) ||
                 parser.parseKeyword("do") ||
                 parser.parseRegion(*state.addRegion(), arguments));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(
      llvm::zip_equal(getCond().getArguments(), getOperands()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " = " << std::get<1>(pair);
      });
  printer << ')';
  if (getNumOperands() != 0) {
    printer << " : ";
    llvm::interleaveComma(getOperandTypes(), printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.shadowRegionArgs(getBody(), getCond().getArguments());
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// custom_call
//===----------------------------------------------------------------------===//

void CustomCallOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
  effects.emplace_back(MemoryEffects::Allocate::get());
  effects.emplace_back(MemoryEffects::Free::get());
}

LogicalResult CustomCallOp::readProperties(DialectBytecodeReader &reader,
                                           OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  auto optional = [&](auto &attribute) {
    return failed(reader.readOptionalAttribute(attribute));
  };
  return failure(optional(properties.api_version) ||
                 optional(properties.backend_config) ||
                 failed(reader.readAttribute(properties.call_target_name)) ||
                 optional(properties.called_computations) ||
                 optional(properties.has_side_effect) ||
                 optional(properties.operand_layouts) ||
                 optional(properties.output_operand_aliases) ||
                 optional(properties.result_layouts) ||
                 failed(readLateAttribute(reader, properties.result_tilings)));
}

void CustomCallOp::writeProperties(DialectBytecodeWriter &writer) {
  const Properties &properties = getProperties();
  writer.writeOptionalAttribute(properties.api_version);
  writer.writeOptionalAttribute(properties.backend_config);
  writer.writeAttribute(properties.call_target_name);
  writer.writeOptionalAttribute(properties.called_computations);
  writer.writeOptionalAttribute(properties.has_side_effect);
  writer.writeOptionalAttribute(properties.operand_layouts);
  writer.writeOptionalAttribute(properties.output_operand_aliases);
  writer.writeOptionalAttribute(properties.result_layouts);
  writeLateAttribute(writer, properties.result_tilings);
}

} // namespace ingot::stablehlo
