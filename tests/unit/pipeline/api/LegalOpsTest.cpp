//===- LegalOpsTest.cpp - which operators can be held whole ---------------===//

#include "pipeline/api/LegalOps.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::pipeline {
namespace {

using testing::AllOf;
using testing::HasSubstr;

absl::Status check(const char *name) {
  v1::Target target;
  target.add_legal_ops("torch.aten.gelu");
  target.add_legal_ops(name);
  return checkLegalOps(target);
}

TEST(LegalOpsTest, OperatorsAreNamedInFull) {
  EXPECT_TRUE(check("torch.aten.add.Tensor").ok());
  EXPECT_EQ(check("aten.add.Tensor").code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(LegalOpsTest, OtherLibrariesHaveOperatorsOfTheirOwn) {
  EXPECT_TRUE(check("torch.mylib.scale").ok());
  EXPECT_FALSE(check("torch.scale").ok());
}

TEST(LegalOpsTest, UnknownOnesNameTheClosest) {
  absl::Status status = check("torch.aten.layernorm");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("target.legal_ops: 'torch.aten.layernorm'"),
                    HasSubstr("the closest is 'torch.aten.layer_norm'")));
}

} // namespace
} // namespace ingot::pipeline
