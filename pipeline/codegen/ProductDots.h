//===- ProductDots.h - narrow products by dot products ----------*- C++ -*-===//
//
// For machines without matrix tiles (AMX) that multiply integers or bf16 and
// add a few neighbouring products for each lane of a register
// (ProductInstructions.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTDOTS_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTDOTS_H

#include "pipeline/codegen/MatrixProduct.h"

namespace ingot {

/// Writes, in front of `op`, a marked product on memrefs, the loops around the
/// instruction `dots`, whose elements its operands have. Whatever the result
/// holds, it starts from zero with `fromZero`, and from what `equalRows`
/// (ProductRows.h) would write if that is there.
void writeDots(mlir::linalg::GenericOp op, const MatrixProduct &product,
               const DotInstruction &dots, bool fromZero,
               mlir::linalg::GenericOp equalRows);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTDOTS_H
