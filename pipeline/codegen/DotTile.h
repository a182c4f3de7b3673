//===- DotTile.h - sums along what lies side by side ------------*- C++ -*-===//
//
// In a product whose operands both have the summed dimension last, a times the
// transpose of b, vectors run along the sum. A tile is a few rows times a few
// columns, each with a vector of partial sums, one per lane. Nothing is
// transposed or copied. So is a convolution to a few filters, whose pixels are
// the rows and columns.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_DOTTILE_H
#define INGOT_PIPELINE_CODEGEN_DOTTILE_H

#include "pipeline/codegen/RegisterTile.h"

namespace ingot {

/// How to tile `op` for such sums: the rows are those of the tile, and the loop
/// of the vectors is that of the columns. None if the elements of a sum do not
/// lie side by side in all operands, if no operand is read for more than one
/// element of the result, or for windows with filters enough for a vector.
std::optional<RegisterTile> chooseDotTile(mlir::linalg::LinalgOp op,
                                          unsigned vectorBits);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_DOTTILE_H
