//===- TransposeByInterleaving.h - squares of vectors turn ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_TRANSPOSEBYINTERLEAVING_H
#define INGOT_PIPELINE_CODEGEN_TRANSPOSEBYINTERLEAVING_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// The columns of a square whose rows are given: a power of two of vectors, 4
/// to 32, of as many elements. Most shuffles are within lanes of `laneBits`
/// where that is not 0.
llvm::SmallVector<mlir::Value>
transposeByInterleaving(mlir::OpBuilder &builder, mlir::Location loc,
                        llvm::ArrayRef<mlir::Value> rows, unsigned laneBits);

/// Turns `vector.transpose` of a square with a power of two of rows, 4 to 32,
/// into such shuffles. They come before upstream's patterns for the same op.
void populateTransposeByInterleavingPatterns(mlir::RewritePatternSet &patterns,
                                             unsigned laneBits);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_TRANSPOSEBYINTERLEAVING_H
