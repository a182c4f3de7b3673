//===- Groups.h - what equals each other in a vector or among rows -*- C++ -*-//
//
// What `unique` of PyTorch and of ONNX have in common.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_GROUPS_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_GROUPS_H

#include "pipeline/dialects/torch/build/Tensor.h"

namespace ingot::torch {

/// Vectors of si64: for each element or row, and for each group.
struct Groups {
  Tensor inverse; ///< The group of each element.
  Tensor first;   ///< Where the first element of each group stands.
  Tensor counts;  ///< How many there are in each.
};

/// Groups of a vector in ascending order.
Groups groupVector(Tensor x);
/// Groups of a matrix's rows in the order of their elements, the first one
/// before the others.
Groups groupRows(Tensor x);
/// Groups in the order in which they first occur.
Groups inOrderOfPlaces(const Groups &groups);

/// Slices at indices, a vector.
Tensor indexSelect(Tensor x, int64_t dim, Tensor indices);
/// Elements at indices along a dimension; as many dimensions in both.
Tensor gather(Tensor x, int64_t dim, Tensor indices);
/// Where the elements of a vector are true.
Tensor placesOfTrue(Tensor mask);
/// One dimension is put elsewhere; the others keep their order.
Tensor moveDim(Tensor x, int64_t from, int64_t to);
/// [first size, all others together]. REQUIRES: a dimension.
Tensor asRows(Tensor x);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_GROUPS_H
