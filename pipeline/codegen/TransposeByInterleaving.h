//===- TransposeByInterleaving.h - squares of vectors turn ------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_TRANSPOSEBYINTERLEAVING_H
#define INGOT_PIPELINE_CODEGEN_TRANSPOSEBYINTERLEAVING_H

#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// Turns `vector.transpose` of a square with a power of two of rows, 4 to 32,
/// into shuffles of pairs of rows. They come before upstream's patterns for
/// the same op.
void populateTransposeByInterleavingPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_TRANSPOSEBYINTERLEAVING_H
