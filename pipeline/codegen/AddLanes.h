//===- AddLanes.h - the lanes of many vectors added up ----------*- C++ -*-===//

#ifndef INGOT_PIPELINE_CODEGEN_ADDLANES_H
#define INGOT_PIPELINE_CODEGEN_ADDLANES_H

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace ingot {

/// Adds up the lanes of all rows of a matrix together: two rows become one of
/// halves, and so on, so that every addition is of a full vector. Of floats, any
/// number of rows, and a power of two of lanes, four at least.
void populateAddLanesPatterns(mlir::RewritePatternSet &patterns);

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_ADDLANES_H
