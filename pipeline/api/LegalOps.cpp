//===- LegalOps.cpp - operators that a target wants whole -----------------===//
//
// A target's legal ops come from users, and resolving a target knows no
// operators (pipeline/targets has no dialect). A name that is not one of
// PyTorch's would silently hold nothing whole, so it is an error here.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/LegalOps.h"
#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"
#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/UnknownOps.h"

#include "absl/strings/str_cat.h"

using namespace ingot;
using namespace ingot::pipeline;

static llvm::StringRef closestOperator(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> names;
  for (const torch::Schema &schema : torch::allSchemas())
    names.push_back(schema.opName);
  return torch::closestName(name, names);
}

absl::Status ingot::pipeline::checkLegalOps(const v1::Target &target) {
  for (const std::string &name : target.legal_ops()) {
    const torch::Schema *schema = torch::findSchema(name);
    if ((schema && schema->opName == name) || torch::isForeignName(name))
      continue;
    return absl::InvalidArgumentError(
        absl::StrCat("target.legal_ops: '", name,
                     "' is no operator of PyTorch; the closest is '",
                     closestOperator(name).str(), "'"));
  }
  return absl::OkStatus();
}
