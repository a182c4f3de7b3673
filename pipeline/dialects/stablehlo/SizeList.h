//===- SizeList.h - lists of sizes in attributes ----------------*- C++ -*-===//
//
// `[3, ?, 0]`: what attributes of StableHLO write for dimensions and bounds.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_SIZELIST_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_SIZELIST_H

#include "mlir/IR/OpImplementation.h"

namespace ingot::stablehlo {

/// `?` is ShapedType::kDynamic.
mlir::FailureOr<llvm::SmallVector<int64_t>>
parseSizeList(mlir::AsmParser &parser);
void printSizeList(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> sizes);

/// The same between other delimiters.
mlir::ParseResult parseSizes(mlir::AsmParser &parser,
                             mlir::AsmParser::Delimiter delimiter,
                             llvm::SmallVectorImpl<int64_t> &sizes);
void printSizes(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> sizes);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_SIZELIST_H
