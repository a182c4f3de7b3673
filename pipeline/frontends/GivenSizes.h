//===- GivenSizes.h - sizes that a request gives to arguments ---*- C++ -*-===//
//
// A model for any size is compiled for one when the request says types of its
// arguments. A reader that knows them from the start computes sizes itself,
// where a later pass would have to see through what was made for any size. A
// sequence is as long as the tuple of its elements' types.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_GIVENSIZES_H
#define INGOT_PIPELINE_FRONTENDS_GIVENSIZES_H

#include "pipeline/frontends/ModelSource.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

namespace ingot {

/// The sizes given to an argument of rank `rank`, kDynamic where they stay
/// open. Nothing if none are given, or what is given is no such tensor: the
/// pass `ingot-refine-shapes` says that.
std::optional<llvm::SmallVector<int64_t>>
givenSizes(const ModelSource &source, size_t index, size_t rank,
           mlir::MLIRContext *context);

/// The types given to the elements of an argument that is a sequence, as a
/// tuple. Nothing if what is given is no tuple of ranked tensors.
std::optional<llvm::SmallVector<mlir::RankedTensorType>>
givenElements(const ModelSource &source, size_t index,
              mlir::MLIRContext *context);

/// True if an argument that is an optional is given the type `none`: it has no
/// value.
bool isGivenNone(const ModelSource &source, size_t index,
                 mlir::MLIRContext *context);

/// `type` with the sizes that are given to the argument and that it leaves
/// open.
mlir::RankedTensorType withGivenSizes(const ModelSource &source, size_t index,
                                      mlir::RankedTensorType type);

} // namespace ingot

#endif // INGOT_PIPELINE_FRONTENDS_GIVENSIZES_H
