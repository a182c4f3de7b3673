//===- ConvertTest.cpp - targets, options and failures --------------------===//

#include "client/lib/Convert.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(TargetTest, NamesAndTriplesAreToldApart) {
  for (const char *name : {"", "host", "aarch64", "x86-64-v3"}) {
    auto target = Target::parse(name);
    ASSERT_TRUE(target.ok()) << name;
    EXPECT_EQ(target->name, name);
    EXPECT_TRUE(target->triple.empty());
  }
  auto target = Target::parse(
      "x86_64-unknown-linux-gnu:cpu=znver4:features=+avx2,-sse4a");
  ASSERT_TRUE(target.ok());
  EXPECT_EQ(target->triple, "x86_64-unknown-linux-gnu");
  EXPECT_EQ(target->cpu, "znver4");
  EXPECT_THAT(target->features, ElementsAre("+avx2", "-sse4a"));
}

TEST(TargetTest, MistakesSayWhatIsMeant) {
  EXPECT_THAT(std::string(Target::parse("host:cpu=x").status().message()),
              HasSubstr("can follow a triple only"));
  EXPECT_THAT(std::string(Target::parse("a-b-c:speed=9").status().message()),
              HasSubstr("'speed=9'"));
}

TEST(FillRequestTest, EveryKindOfOutput) {
  CompileOptions options;
  v1::CompileRequest request;
  for (auto [text, kind] : std::vector<std::pair<std::string, v1::Emit>>{
           {"executable", v1::EXECUTABLE},
           {"object", v1::OBJECT},
           {"asm", v1::ASSEMBLY},
           {"llvm-ir", v1::LLVM_IR},
           {"mlir:plan", v1::MLIR}}) {
    options.emit = text;
    ASSERT_TRUE(fillRequest(options, request).ok()) << text;
    EXPECT_EQ(request.options().emit(), kind);
  }
  EXPECT_EQ(request.options().phase(), "plan");
}

TEST(FillRequestTest, UnknownOutputsAndPhasesListTheKnown) {
  CompileOptions options;
  v1::CompileRequest request;
  options.emit = "mlir:planning";
  EXPECT_THAT(std::string(fillRequest(options, request).message()),
              HasSubstr("import, constants, legalize, plan, kernels, link"));
  options.emit = "exe";
  EXPECT_THAT(std::string(fillRequest(options, request).message()),
              HasSubstr("mlir:PHASE"));
}

TEST(FillRequestTest, TheFormOfCustomOpsIsTheTargetsUnlessGiven) {
  CompileOptions options;
  v1::CompileRequest request;
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_FALSE(request.has_custom_op_form());
  options.target.customOpForm = "attributes";
  ASSERT_TRUE(fillRequest(options, request).ok());
  EXPECT_EQ(request.custom_op_form(), v1::ATTRIBUTES);
  options.target.customOpForm = "operands";
  EXPECT_THAT(std::string(fillRequest(options, request).message()),
              HasSubstr("'operands' is neither all-operands nor attributes"));
}

TEST(ResultTest, CustomOpsHaveTheirTypesInWords) {
  v1::Result result;
  v1::CustomOp &op = *result.mutable_manifest()->add_custom_ops();
  op.set_name("torch.lib.f");
  v1::TensorType &type = *op.add_operands();
  type.set_element(v1::BF16);
  type.add_shape(4);
  type.add_shape(-1);
  op.add_results()->set_element(v1::I64);
  CompileResult converted = fromProto(result);
  ASSERT_EQ(converted.customOps.size(), 1u);
  EXPECT_EQ(converted.customOps[0].name, "torch.lib.f");
  EXPECT_THAT(converted.customOps[0].operands, ElementsAre("4x?xbf16"));
  EXPECT_THAT(converted.customOps[0].results, ElementsAre("i64"));
}

TEST(FailureTest, DetailsThatAreNoneAreIgnored) {
  Failure failure =
      failureOf({grpc::StatusCode::NOT_FOUND, "gone", "not a message"});
  EXPECT_EQ(failure.status, absl::NotFoundError("gone"));
  EXPECT_TRUE(failure.diagnostics.empty());
  EXPECT_TRUE(failureOf(grpc::Status::OK).status.ok());
}

TEST(StatisticsTest, EveryFieldHasItsNameAndText) {
  v1::GetStatisticsResponse statistics;
  statistics.set_request_hits(3);
  EXPECT_THAT(namedValues(statistics),
              ::testing::Contains(
                  std::pair<std::string, std::string>("request_hits", "3")));
}

} // namespace
} // namespace ingot::client
