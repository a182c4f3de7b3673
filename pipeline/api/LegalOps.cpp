//===- LegalOps.cpp - operators that a target wants whole -----------------===//

#include "pipeline/api/LegalOps.h"
#include "pipeline/dialects/torch/Schema.h"

#include "absl/strings/str_cat.h"

#include <limits>

using namespace ingot;
using namespace ingot::pipeline;

/// Of two as close, the one that comes first in the table.
static llvm::StringRef closestOperator(llvm::StringRef name) {
  // Names of any length come in; distances take the square of it.
  constexpr size_t kLongest = 128;
  name = name.take_front(kLongest);
  llvm::StringRef closest;
  unsigned least = std::numeric_limits<unsigned>::max();
  for (const torch::Schema &schema : torch::allSchemas()) {
    unsigned distance = name.edit_distance(
        schema.opName, /*AllowReplacements=*/true, /*MaxEditDistance=*/least);
    if (distance >= least)
      continue;
    least = distance;
    closest = schema.opName;
  }
  return closest;
}

absl::Status ingot::pipeline::checkLegalOps(const v1::Target &target) {
  for (const std::string &name : target.legal_ops()) {
    const torch::Schema *schema = torch::findSchema(name);
    if (schema && schema->opName == name)
      continue;
    return absl::InvalidArgumentError(
        absl::StrCat("target.legal_ops: '", name,
                     "' is no operator of PyTorch; the closest is '",
                     closestOperator(name).str(), "'"));
  }
  return absl::OkStatus();
}
