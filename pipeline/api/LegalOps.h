//===- LegalOps.h - operators that a target wants whole ---------*- C++ -*-===//

#ifndef INGOT_PIPELINE_API_LEGALOPS_H
#define INGOT_PIPELINE_API_LEGALOPS_H

#include "ingot/v1/common.pb.h"

#include "absl/status/status.h"

namespace ingot::pipeline {

/// INVALID_ARGUMENT unless each of the target's `legal_ops` is an operator of
/// PyTorch by its full name, torch.aten.layer_norm, or of a library that is not
/// known here; says which known one is the closest.
absl::Status checkLegalOps(const v1::Target &target);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_LEGALOPS_H
