//===- JoinPixels.h - a convolution of one place is a product ---*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_JOINPIXELS_H
#define INGOT_PIPELINE_CODEGEN_JOINPIXELS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

namespace ingot {

/// Makes a contraction of each sum of floats in `block` over windows of one
/// place, in steps of one: dimensions of pixels that lie side by side in all
/// operands become one, also of what the sum starts from, of the elementwise op
/// that reads it and of the memory that this writes. Others stay, and so do
/// pixels behind the channels whose lines are whole vectors of `vectorBits`.
void joinPixels(mlir::RewriterBase &rewriter, mlir::Block &block,
                unsigned vectorBits);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_JOINPIXELS_H
