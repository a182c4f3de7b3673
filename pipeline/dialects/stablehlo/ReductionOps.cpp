//===- ReductionOps.cpp - folding with a region ---------------------------===//
//
// A reduction has two text forms. If its region is a single op on its two
// arguments it is named in the line:
//
//   stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [1]
//     : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
//
// Otherwise the region follows, its arguments in pairs of an element and what
// was folded before it:
//
//   stablehlo.reduce(%x init: %c), (%y init: %d) across dimensions = [1] : ...
//    reducer(%a: tensor<f32>, %b: tensor<f32>) (%i: ..., %j: ...)  { ... }
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/SizeList.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/Builders.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/stablehlo/ReductionOps.cpp.inc"

using namespace mlir;

namespace ingot::stablehlo {

void StablehloDialect::addReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/stablehlo/ReductionOps.cpp.inc"
      >();
}

/// A tensor of rank 0 of the elements of `type`; null if it is no tensor.
static Type scalarOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? RankedTensorType::get({}, tensor.getElementType()) : Type();
}

/// The op that the short form names; null where the long one is needed. Only
/// what parseShortBody makes again qualifies, and only ops that commute: other
/// tools take no others here.
static Operation *shortBody(ReduceOp op) {
  if (op.getInputs().size() != 1 || !op.getBody().hasOneBlock())
    return nullptr;
  Block &block = op.getBody().front();
  if (block.getNumArguments() != 2 || block.getOperations().size() != 2)
    return nullptr;
  Operation *inner = &block.front();
  if (!inner->getName().hasTrait<OpTrait::IsCommutative>() ||
      inner->getNumOperands() != 2 || inner->getNumResults() != 1 ||
      inner->getNumRegions() != 0 || !inner->getAttrDictionary().empty() ||
      inner->getOperands() != ValueRange(block.getArguments()))
    return nullptr;
  auto end = dyn_cast<ReturnOp>(block.back());
  if (!end || end.getOperands() != ValueRange(inner->getResults()))
    return nullptr;
  Type scalar = scalarOf(op.getInputs().front().getType());
  bool typesFollow = inner->getResult(0).getType() == scalar &&
                     llvm::all_of(inner->getOperandTypes(),
                                  [&](Type type) { return type == scalar; });
  return typesFollow ? inner : nullptr;
}

static void makeShortBody(OpAsmParser &parser, Location loc, Region &body,
                          OperationName name, Type input) {
  Type scalar = scalarOf(input);
  OpBuilder builder(parser.getContext());
  Block *block = builder.createBlock(&body, {}, {scalar, scalar}, {loc, loc});
  Operation *inner = builder.create(
      loc, name.getIdentifier(), ValueRange(block->getArguments()), {scalar});
  ReturnOp::create(builder, loc, inner->getResults());
}

/// `reducer(%a: T, %b: T) (%c: U, %d: U) {...}`.
static ParseResult parseLongBody(OpAsmParser &parser, size_t numInputs,
                                 Region &body) {
  SmallVector<OpAsmParser::Argument> elements(numInputs);
  SmallVector<OpAsmParser::Argument> folded(numInputs);
  if (parser.parseKeyword("reducer"))
    return failure();
  for (auto [element, before] : llvm::zip_equal(elements, folded))
    if (parser.parseLParen() ||
        parser.parseArgument(element, /*allowType=*/true) ||
        parser.parseComma() ||
        parser.parseArgument(before, /*allowType=*/true) ||
        parser.parseRParen())
      return failure();
  elements.append(folded);
  return parser.parseRegion(body, elements);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  SMLoc start = parser.getCurrentLocation();
  do {
    if (parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
        parser.parseKeyword("init") || parser.parseColon() ||
        parser.parseOperand(inits.emplace_back()) || parser.parseRParen())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));

  std::optional<OperationName> applied;
  SMLoc appliedLoc;
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    appliedLoc = parser.getCurrentLocation();
    FailureOr<OperationName> name = parser.parseCustomOperationName();
    if (failed(name))
      return failure();
    applied = *name;
  }

  SmallVector<int64_t> dimensions;
  FunctionType type;
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") ||
      parser.parseEqual() ||
      parseSizes(parser, AsmParser::Delimiter::Square, dimensions) ||
      parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseColonType(type))
    return failure();
  state.getOrAddProperties<Properties>().dimensions =
      parser.getBuilder().getDenseI64ArrayAttr(dimensions);

  size_t numInputs = inputs.size();
  inputs.append(inits);
  if (parser.resolveOperands(inputs, type.getInputs(), start, state.operands))
    return failure();
  state.addTypes(type.getResults());

  Region &body = *state.addRegion();
  if (!applied)
    return parseLongBody(parser, numInputs, body);
  if (numInputs != 1 || !isa<RankedTensorType>(type.getInput(0)))
    return parser.emitError(appliedLoc)
           << "'applies' takes one tensor to be reduced";
  if (!applied->isRegistered() || !applied->hasTrait<OpTrait::OneResult>())
    return parser.emitError(appliedLoc)
           << "'" << *applied << "' is no op of two operands and one result";
  makeShortBody(parser, state.location, body, *applied, type.getInput(0));
  return success();
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleave(
      llvm::zip_equal(getInputs(), getInitValues()), printer,
      [&](auto pair) {
        printer << std::get<0>(pair) << " init: " << std::get<1>(pair);
      },
      "), (");
  printer << ')';
  Operation *inner = shortBody(*this);
  if (inner)
    printer << " applies " << inner->getName();
  printer << " across dimensions = ";
  printSizeList(printer, getDimensions());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getDimensionsAttrName().getValue()});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner)
    return;
  printer.printNewline();
  printer << " reducer";
  Block::BlockArgListType arguments = getBody().getArguments();
  size_t numInputs = arguments.size() / 2;
  for (size_t i = 0; i < numInputs; ++i) {
    printer << (i == 0 ? "(" : " (");
    printer.printRegionArgument(arguments[i]);
    printer << ", ";
    printer.printRegionArgument(arguments[i + numInputs]);
    printer << ')';
  }
  printer << "  ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

} // namespace ingot::stablehlo
