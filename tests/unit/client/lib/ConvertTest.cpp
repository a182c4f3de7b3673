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
