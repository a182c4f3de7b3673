//===- ChoosePlacement.h - who computes an op, and why ----------*- C++ -*-===//
//
// The one place that decides between kernels of our own and libraries. What
// `ingot check --explain-placement` says are the reasons of this decision, so
// the two cannot differ.
//
// Costs are estimates: a function is as many times faster than a kernel
// (PlacementCost.h) as its row says, and a call costs so much beside it that
// the two are equal at the row's threshold. They decide between functions of
// several libraries; between a function and a kernel the threshold does, which
// was measured.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_CHOOSEPLACEMENT_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_CHOOSEPLACEMENT_H

#include "pipeline/dialects/ingot/PlacementCost.h"
#include "pipeline/targets/offload/LibraryTable.h"

namespace ingot::offload {

/// What is chosen from.
struct PlacementOptions {
  llvm::ArrayRef<const LibraryTable *> tables;
  unsigned vectorBits = 512; ///< Of kernels.
  bool all = false;          ///< Whatever a library can compute.
};

/// Who computes an op.
struct PlacementChoice {
  const LibraryRow *row = nullptr; ///< Null: a kernel.
  LibraryCall call;                ///< If there is a row.
  /// Kernels, and each function for ops of this kind; why not, of all but one.
  PlacementReport report;
};

PlacementChoice choosePlacement(mlir::Operation *op,
                                const PlacementOptions &options);

/// Estimated time of a function of a library.
double libraryMicroseconds(const LibraryRow &row, const PlacementWork &work,
                           unsigned vectorBits);

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_CHOOSEPLACEMENT_H
