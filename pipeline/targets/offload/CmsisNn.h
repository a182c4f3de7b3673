//===- CmsisNn.h - rows of CMSIS-NN's table ---------------------*- C++ -*-===//
//
// What the files of that table share. All else asks cmsisNnRows()
// (LibraryTable.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_CMSISNN_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_CMSISNN_H

#include "pipeline/targets/offload/LibraryTable.h"

namespace ingot::offload::cmsisnn {

/// Matches of rows (CmsisNnComposites.cpp).
LibraryMatch matchFullyConnected(mlir::Operation *op);
LibraryMatch matchAveragePool(mlir::Operation *op);
LibraryMatch matchMaxPool(mlir::Operation *op);
LibraryMatch matchSoftmax(mlir::Operation *op);
LibraryMatch matchSoftmaxOf16Bits(mlir::Operation *op);

} // namespace ingot::offload::cmsisnn

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_CMSISNN_H
