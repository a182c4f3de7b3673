//===- AssemblyFormat.h - parts of the text form ----------------*- C++ -*-===//
//
// The `custom<...>` directives of the op definitions. parseX reads exactly what
// printX writes; both are found by name from the generated code, hence free
// functions of the dialect's namespace.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_ASSEMBLYFORMAT_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_ASSEMBLYFORMAT_H

#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/IR/OpImplementation.h"

namespace ingot::stablehlo {

using Operands = llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<mlir::Type>;

//===----------------------------------------------------------------------===//
// Types of operands and results
//===----------------------------------------------------------------------===//

/// One type when the operands have the result's, else a function type. The
/// result stands last.
mlir::ParseResult parseTypeList(mlir::OpAsmParser &parser,
                                llvm::ArrayRef<mlir::Type *> types);
void printTypeList(mlir::OpAsmPrinter &printer,
                   llvm::ArrayRef<mlir::Type> types);

template <typename... T>
mlir::ParseResult parseMatchingTypes(mlir::OpAsmParser &parser, T &...types) {
  return parseTypeList(parser, {&types...});
}
template <typename... T>
void printMatchingTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        T... types) {
  printTypeList(printer, {mlir::Type(types)...});
}

/// The same for any number of operands.
mlir::ParseResult parseVariadicMatchingTypes(mlir::OpAsmParser &parser,
                                             Operands &operands, Types &types,
                                             mlir::Type &result);
void printVariadicMatchingTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                mlir::OperandRange operands,
                                mlir::TypeRange types, mlir::Type result);

/// The result's type alone when the operands are its real parts.
mlir::ParseResult parseComplexTypes(mlir::OpAsmParser &parser, mlir::Type &lhs,
                                    mlir::Type &rhs, mlir::Type &result);
void printComplexTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                       mlir::Type lhs, mlir::Type rhs, mlir::Type result);

/// `condition, result` when both values have the result's type.
mlir::ParseResult parseSelectTypes(mlir::OpAsmParser &parser, mlir::Type &pred,
                                   mlir::Type &onTrue, mlir::Type &onFalse,
                                   mlir::Type &result);
void printSelectTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::Type pred, mlir::Type onTrue, mlir::Type onFalse,
                      mlir::Type result);

/// The tuple's type, which says those of the operands.
mlir::ParseResult parseTupleTypes(mlir::OpAsmParser &parser, Types &operands,
                                  mlir::Type &result);
void printTupleTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::TypeRange operands, mlir::Type result);

/// One list for the operands and, equal to them, the results.
mlir::ParseResult parsePairwiseTypes(mlir::OpAsmParser &parser, Types &operands,
                                     Types &results);
void printPairwiseTypes(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        mlir::TypeRange operands, mlir::TypeRange results);

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// `%a, %b, ` before a keyword: each operand brings its comma.
mlir::ParseResult parseOperandsBeforeKeyword(mlir::OpAsmParser &parser,
                                             Operands &operands);
void printOperandsBeforeKeyword(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                mlir::OperandRange operands);

/// `[0:4, 1:9:2]`: start, limit and, unless it is 1, stride.
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &starts,
                                   mlir::DenseI64ArrayAttr &limits,
                                   mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::DenseI64ArrayAttr starts,
                      mlir::DenseI64ArrayAttr limits,
                      mlir::DenseI64ArrayAttr strides);

/// `e5m10`.
mlir::ParseResult parseFloatFormat(mlir::OpAsmParser &parser,
                                   mlir::IntegerAttr &exponent,
                                   mlir::IntegerAttr &mantissa);
void printFloatFormat(mlir::OpAsmPrinter &printer, mlir::Operation *,
                      mlir::IntegerAttr exponent, mlir::IntegerAttr mantissa);

/// A string written like a symbol: `@foo`, `@"not an identifier"`.
mlir::ParseResult parseCallTarget(mlir::OpAsmParser &parser,
                                  mlir::StringAttr &target);
void printCallTarget(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::StringAttr target);

/// `, precision = [DEFAULT, HIGH]` or nothing.
mlir::ParseResult parsePrecisions(mlir::OpAsmParser &parser,
                                  mlir::ArrayAttr &precisions);
void printPrecisions(mlir::OpAsmPrinter &printer, mlir::Operation *,
                     mlir::ArrayAttr precisions);

/// The same, then `, algorithm = <...>` or nothing.
mlir::ParseResult parsePrecisionsAndAlgorithm(mlir::OpAsmParser &parser,
                                              mlir::ArrayAttr &precisions,
                                              DotAlgorithmAttr &algorithm);
void printPrecisionsAndAlgorithm(mlir::OpAsmPrinter &printer, mlir::Operation *,
                                 mlir::ArrayAttr precisions,
                                 DotAlgorithmAttr algorithm);

/// `batching_dims = [0] x [0], contracting_dims = [2] x [1]`; batching is left
/// out where there is none.
mlir::ParseResult parseDotDimensions(mlir::OpAsmParser &parser,
                                     DotDimensionNumbersAttr &dimensions);
void printDotDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *,
                        DotDimensionNumbersAttr dimensions);

/// `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`.
mlir::ParseResult parseConvDimensions(mlir::AsmParser &parser,
                                      ConvDimensionNumbersAttr &dimensions);
void printConvDimensions(mlir::AsmPrinter &printer, mlir::Operation *,
                         ConvDimensionNumbersAttr dimensions);

/// `stride = [1, 2], pad = [[0, 0], [1, 1]], lhs_dilate = ..., rhs_dilate =
/// ..., reverse = [false, true]`, each once or not at all.
mlir::ParseResult parseWindow(mlir::OpAsmParser &parser,
                              mlir::DenseI64ArrayAttr &strides,
                              mlir::DenseIntElementsAttr &padding,
                              mlir::DenseI64ArrayAttr &lhsDilation,
                              mlir::DenseI64ArrayAttr &rhsDilation,
                              mlir::DenseBoolArrayAttr &reversal);
void printWindow(mlir::OpAsmPrinter &printer, mlir::Operation *,
                 mlir::DenseI64ArrayAttr strides,
                 mlir::DenseIntElementsAttr padding,
                 mlir::DenseI64ArrayAttr lhsDilation,
                 mlir::DenseI64ArrayAttr rhsDilation,
                 mlir::DenseBoolArrayAttr reversal);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_ASSEMBLYFORMAT_H
