//===- ProductDots.h - products of bytes by dot products --------*- C++ -*-===//
//
// For x86 without matrix tiles (AMX) that adds four products of bytes to each
// lane of a register (VNNI).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTDOTS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTDOTS_H

#include "pipeline/codegen/MatrixProduct.h"

namespace ingot {

/// Writes, in front of `op`, a marked product of bytes on memrefs, the loops
/// around the instruction that adds products of four bytes to each lane of a
/// register of `vectorBits`. `fromZero`: whatever the result holds.
void writeDots(mlir::linalg::GenericOp op, const MatrixProduct &product,
               unsigned vectorBits, bool fromZero);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTDOTS_H
