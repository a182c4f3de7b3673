//===- AssemblyFormat.cpp - parts of the text form ------------------------===//
//
// The text is the one that StableHLO's own tools print and read;
// tests/lit/dialects/stablehlo prints and reads every op.
//
// Printers also run on ops that no verifier has accepted, as when a diagnostic
// shows one, so they index nothing whose length they have not looked at.
// Parsers accept what older releases wrote (1 and 0 for booleans) and print the
// present form.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/SizeList.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Types of operands and results
//===----------------------------------------------------------------------===//

/// A function type's parts, if `type` is one with this many operands and one
/// result; an error if the numbers differ.
static ParseResult expandFunctionType(OpAsmParser &parser, SMLoc loc, Type type,
                                      size_t numOperands,
                                      ArrayRef<Type> &operands, Type &result) {
  auto function = cast<FunctionType>(type);
  if (function.getNumInputs() != numOperands || function.getNumResults() != 1)
    return parser.emitError(loc) << "a type with " << numOperands
                                 << " operands and one result is needed";
  operands = function.getInputs();
  result = function.getResult(0);
  return success();
}

static void printFunction(OpAsmPrinter &printer, TypeRange operands,
                          Type result) {
  printer.printFunctionalType(operands, TypeRange(ArrayRef<Type>(result)));
}

ParseResult parseTypeList(OpAsmParser &parser, ArrayRef<Type *> types) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (!isa<FunctionType>(type)) {
    for (Type *each : types)
      *each = type;
    return success();
  }
  ArrayRef<Type> operands;
  if (expandFunctionType(parser, loc, type, types.size() - 1, operands,
                         *types.back()))
    return failure();
  for (auto [each, operand] : llvm::zip_equal(types.drop_back(), operands))
    *each = operand;
  return success();
}

void printTypeList(OpAsmPrinter &printer, ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.back();
  else
    printFunction(printer, types.drop_back(), types.back());
}

ParseResult parseVariadicMatchingTypes(OpAsmParser &parser, Operands &operands,
                                       Types &types, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (!isa<FunctionType>(type)) {
    types.assign(operands.size(), type);
    result = type;
    return success();
  }
  ArrayRef<Type> inputs;
  if (expandFunctionType(parser, loc, type, operands.size(), inputs, result))
    return failure();
  types.assign(inputs.begin(), inputs.end());
  return success();
}

void printVariadicMatchingTypes(OpAsmPrinter &printer, Operation *,
                                OperandRange, TypeRange types, Type result) {
  if (llvm::all_of(types, [&](Type type) { return type == result; }))
    printer << result;
  else
    printFunction(printer, types, result);
}

/// The tensor of real parts; null if `type` is no complex tensor.
static Type realPart(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex =
      tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : nullptr;
  return complex ? RankedTensorType::get(tensor.getShape(),
                                         complex.getElementType(),
                                         tensor.getEncoding())
                 : Type();
}

ParseResult parseComplexTypes(OpAsmParser &parser, Type &lhs, Type &rhs,
                              Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (isa<FunctionType>(type)) {
    ArrayRef<Type> operands;
    if (expandFunctionType(parser, loc, type, 2, operands, result))
      return failure();
    lhs = operands[0];
    rhs = operands[1];
    return success();
  }
  result = type;
  lhs = rhs = realPart(type);
  if (!lhs)
    return parser.emitError(loc) << "a tensor of complex numbers is needed";
  return success();
}

void printComplexTypes(OpAsmPrinter &printer, Operation *, Type lhs, Type rhs,
                       Type result) {
  Type real = realPart(result);
  if (lhs == real && rhs == real)
    printer << result;
  else
    printFunction(printer, {lhs, rhs}, result);
}

/// `pred, T` or a function type: the type of the condition cannot be told from
/// the result, which may have dimensions where it has none.
ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &onTrue,
                             Type &onFalse, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  if (isa<FunctionType>(type)) {
    ArrayRef<Type> operands;
    if (expandFunctionType(parser, loc, type, 3, operands, result))
      return failure();
    pred = operands[0];
    onTrue = operands[1];
    onFalse = operands[2];
    return success();
  }
  pred = type;
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void printSelectTypes(OpAsmPrinter &printer, Operation *, Type pred,
                      Type onTrue, Type onFalse, Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printFunction(printer, {pred, onTrue, onFalse}, result);
}

ParseResult parseTupleTypes(OpAsmParser &parser, Types &operands,
                            Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result)) {
    if (function.getNumResults() != 1)
      return parser.emitError(loc) << "one result is needed";
    operands.assign(function.getInputs().begin(), function.getInputs().end());
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc) << "a tuple is needed";
  operands.assign(tuple.begin(), tuple.end());
  return success();
}

void printTupleTypes(OpAsmPrinter &printer, Operation *, TypeRange operands,
                     Type result) {
  auto tuple = dyn_cast<TupleType>(result);
  if (tuple && TypeRange(tuple.getTypes()) == operands)
    printer << result;
  else
    printFunction(printer, operands, result);
}

ParseResult parsePairwiseTypes(OpAsmParser &parser, Types &operands,
                               Types &results) {
  if (parser.parseTypeList(operands))
    return failure();
  if (operands.size() == 1)
    if (auto function = dyn_cast<FunctionType>(operands.front())) {
      operands.assign(function.getInputs().begin(), function.getInputs().end());
      results.assign(function.getResults().begin(),
                     function.getResults().end());
      return success();
    }
  results.assign(operands.begin(), operands.end());
  return success();
}

void printPairwiseTypes(OpAsmPrinter &printer, Operation *, TypeRange operands,
                        TypeRange results) {
  if (operands == results)
    llvm::interleaveComma(results, printer);
  else
    printer.printFunctionalType(operands, results);
}

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// The declarative format cannot put a comma behind each operand of a list that
/// may be empty.
ParseResult parseOperandsBeforeKeyword(OpAsmParser &parser,
                                       Operands &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult result = parser.parseOptionalOperand(operand);
    if (!result.has_value())
      return success();
    if (failed(*result) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void printOperandsBeforeKeyword(OpAsmPrinter &printer, Operation *,
                                OperandRange operands) {
  for (auto [index, operand] : llvm::enumerate(operands))
    printer << (index == 0 ? "" : " ") << operand << ',';
}

ParseResult parseSliceRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts,
                             DenseI64ArrayAttr &limits,
                             DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    stride.push_back(1);
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalColon()))
      return parser.parseInteger(stride.back());
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void printSliceRanges(OpAsmPrinter &printer, Operation *,
                      DenseI64ArrayAttr starts, DenseI64ArrayAttr limits,
                      DenseI64ArrayAttr strides) {
  printer << '[';
  // Printed before it is verified as well, hence the shortest.
  llvm::interleaveComma(
      llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
      printer, [&](auto range) {
        auto [start, limit, stride] = range;
        printer << start << ':' << limit;
        if (stride != 1)
          printer << ':' << stride;
      });
  printer << ']';
}

/// A keyword and not two numbers: `e5m10` is one token.
ParseResult parseFloatFormat(OpAsmParser &parser, IntegerAttr &exponent,
                             IntegerAttr &mantissa) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef text;
  if (parser.parseKeyword(&text))
    return failure();
  StringRef rest = text;
  unsigned exponentBits = 0;
  unsigned mantissaBits = 0;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.consumeInteger(10, mantissaBits) ||
      !rest.empty())
    return parser.emitError(loc) << "'" << text << "' is no format like e5m10";
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void printFloatFormat(OpAsmPrinter &printer, Operation *, IntegerAttr exponent,
                      IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult parseCallTarget(OpAsmParser &parser, StringAttr &target) {
  return parser.parseSymbolName(target);
}

void printCallTarget(OpAsmPrinter &printer, Operation *, StringAttr target) {
  printer.printSymbolName(target.getValue());
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// `= [DEFAULT, HIGH]`.
static ParseResult parsePrecisionArray(OpAsmParser &parser,
                                       ArrayAttr &precisions) {
  SmallVector<Attribute> values;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<Precision> precision = symbolizePrecision(name);
    if (!precision)
      return parser.emitError(loc) << "no precision is named '" << name << "'";
    values.push_back(PrecisionAttr::get(parser.getContext(), *precision));
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  precisions = parser.getBuilder().getArrayAttr(values);
  return success();
}

ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precisions) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") ||
                 parsePrecisionArray(parser, precisions));
}

void printPrecisions(OpAsmPrinter &printer, Operation *, ArrayAttr precisions) {
  if (!precisions)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precisions, printer, [&](Attribute each) {
    printer << stringifyPrecision(cast<PrecisionAttr>(each).getValue());
  });
  printer << ']';
}

ParseResult parsePrecisionsAndAlgorithm(OpAsmParser &parser,
                                        ArrayAttr &precisions,
                                        DotAlgorithmAttr &algorithm) {
  if (failed(parser.parseOptionalComma()))
    return success();
  if (succeeded(parser.parseOptionalKeyword("precision"))) {
    if (parsePrecisionArray(parser, precisions))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
  }
  if (parser.parseKeyword("algorithm") || parser.parseEqual())
    return failure();
  algorithm =
      dyn_cast_or_null<DotAlgorithmAttr>(DotAlgorithmAttr::parse(parser, {}));
  return success(static_cast<bool>(algorithm));
}

void printPrecisionsAndAlgorithm(OpAsmPrinter &printer, Operation *op,
                                 ArrayAttr precisions,
                                 DotAlgorithmAttr algorithm) {
  printPrecisions(printer, op, precisions);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  algorithm.print(printer);
}

/// `= [0] x [1]`.
static ParseResult parseDimensionPair(OpAsmParser &parser,
                                      SmallVectorImpl<int64_t> &lhs,
                                      SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() ||
                 parseSizes(parser, AsmParser::Delimiter::Square, lhs) ||
                 parser.parseKeyword("x") ||
                 parseSizes(parser, AsmParser::Delimiter::Square, rhs));
}

ParseResult parseDotDimensions(OpAsmParser &parser,
                               DotDimensionNumbersAttr &dimensions) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")))
    if (parseDimensionPair(parser, lhsBatch, rhsBatch) || parser.parseComma())
      return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parseDimensionPair(parser, lhsContract, rhsContract))
    return failure();
  dimensions = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch,
                                            rhsBatch, lhsContract, rhsContract);
  return success();
}

void printDotDimensions(OpAsmPrinter &printer, Operation *,
                        DotDimensionNumbersAttr dims) {
  auto pair = [&](StringRef name, ArrayRef<int64_t> lhs,
                  ArrayRef<int64_t> rhs) {
    printer << name << " = ";
    printSizeList(printer, lhs);
    printer << " x ";
    printSizeList(printer, rhs);
  };
  if (!dims.getLhsBatchingDimensions().empty() ||
      !dims.getRhsBatchingDimensions().empty()) {
    pair("batching_dims", dims.getLhsBatchingDimensions(),
         dims.getRhsBatchingDimensions());
    printer << ", ";
  }
  pair("contracting_dims", dims.getLhsContractingDimensions(),
       dims.getRhsContractingDimensions());
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// `[[0, 1], [2, 3]]` as a tensor of n pairs.
static ParseResult parsePairs(OpAsmParser &parser,
                              DenseIntElementsAttr &pairs) {
  SmallVector<int64_t> values;
  auto parsePair = [&]() -> ParseResult {
    return failure(
        parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  int64_t count = static_cast<int64_t>(values.size()) / 2;
  auto type =
      RankedTensorType::get({count, 2}, parser.getBuilder().getIntegerType(64));
  pairs = DenseIntElementsAttr::get(type, values);
  return success();
}

/// Booleans as `true` and `false` or, as older tools wrote them, 1 and 0.
static ParseResult parseBooleans(OpAsmParser &parser,
                                 DenseBoolArrayAttr &attr) {
  SmallVector<bool> values;
  auto parseOne = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true"))) {
      values.push_back(true);
      return success();
    }
    if (succeeded(parser.parseOptionalKeyword("false"))) {
      values.push_back(false);
      return success();
    }
    int64_t value = 0;
    if (parser.parseInteger(value))
      return failure();
    values.push_back(value != 0);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOne))
    return failure();
  attr = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

static ParseResult parseSizeArray(OpAsmParser &parser,
                                  DenseI64ArrayAttr &attr) {
  SmallVector<int64_t> sizes;
  if (parseSizes(parser, AsmParser::Delimiter::Square, sizes))
    return failure();
  attr = parser.getBuilder().getDenseI64ArrayAttr(sizes);
  return success();
}

ParseResult parseWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                        DenseIntElementsAttr &padding,
                        DenseI64ArrayAttr &lhsDilation,
                        DenseI64ArrayAttr &rhsDilation,
                        DenseBoolArrayAttr &reversal) {
  // The braces belong to the op's format, and the list may be empty.
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&name)))
    return success();
  while (true) {
    if (parser.parseEqual())
      return failure();
    auto once = [&](Attribute attr) -> ParseResult {
      if (attr)
        return parser.emitError(loc) << "'" << name << "' stands twice";
      return success();
    };
    ParseResult result = failure();
    if (name == "stride")
      result = failure(once(strides) || parseSizeArray(parser, strides));
    else if (name == "pad")
      result = failure(once(padding) || parsePairs(parser, padding));
    else if (name == "lhs_dilate")
      result =
          failure(once(lhsDilation) || parseSizeArray(parser, lhsDilation));
    else if (name == "rhs_dilate")
      result =
          failure(once(rhsDilation) || parseSizeArray(parser, rhsDilation));
    else if (name == "reverse")
      result = failure(once(reversal) || parseBooleans(parser, reversal));
    else
      return parser.emitError(loc) << "a window has no '" << name << "'";
    if (failed(result))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return success();
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
  }
}

void printWindow(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                 DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                 DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  bool first = true;
  auto start = [&](StringRef name) {
    printer << (first ? "" : ", ") << name << " = ";
    first = false;
  };
  auto sizes = [&](StringRef name, DenseI64ArrayAttr attr) {
    if (!attr)
      return;
    start(name);
    printSizeList(printer, attr.asArrayRef());
  };
  sizes("stride", strides);
  if (padding) {
    start("pad");
    SmallVector<int64_t> values(padding.getValues<int64_t>());
    printer << '[';
    for (size_t i = 0; i + 1 < values.size(); i += 2) {
      printer << (i == 0 ? "[" : ", [") << values[i] << ", " << values[i + 1]
              << ']';
    }
    printer << ']';
  }
  sizes("lhs_dilate", lhsDilation);
  sizes("rhs_dilate", rhsDilation);
  if (reversal) {
    start("reverse");
    printer << '[';
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool value) {
      printer << (value ? "true" : "false");
    });
    printer << ']';
  }
}

} // namespace ingot::stablehlo
