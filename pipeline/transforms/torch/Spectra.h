//===- Spectra.h - sums of waves --------------------------------*- C++ -*-===//

#ifndef INGOT_PIPELINE_TRANSFORMS_TORCH_SPECTRA_H
#define INGOT_PIPELINE_TRANSFORMS_TORCH_SPECTRA_H

#include "pipeline/dialects/torch/build/Tensor.h"

namespace ingot::torch {

/// A complex tensor as two real ones; an imaginary part of None is zero.
struct Parts {
  Tensor real, imaginary;
};

/// Along the last dimension, for k below `frequencies`, the sum over t of
/// x[t] exp(sign 2 pi i k t / length), for as many t as x has elements.
Parts sumWaves(Parts x, mlir::Value length, mlir::Value frequencies, int sign);

/// The complex tensor. REQUIRES: both parts are there.
Tensor joinParts(Parts x);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_TRANSFORMS_TORCH_SPECTRA_H
