//===- ExecutionSettingsTest.cpp - the flags of --execution ---------------===//

#include "server/daemon/ExecutionSettings.h"
#include "server/daemon/Configuration.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <functional>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::Pair;

TEST(ExecutionSettingsTest, FlagsBecomeOptions) {
  const char *arguments[] = {"ingotd",
                             "--store",
                             "/tmp/s",
                             "--worker-program",
                             "/bin/true",
                             "--execution",
                             "grpcs://cluster.example.com:443/main",
                             "--execution-jobs",
                             "64",
                             "--execution-verify",
                             "0.5",
                             "--execution-property",
                             "OSFamily=Linux",
                             "--execution-property",
                             "image=a=b"};
  auto parsed = parseCommandLine(std::size(arguments), arguments);
  ASSERT_TRUE(parsed.configuration);
  const ExecutionSettings &settings = parsed.configuration->execution;
  EXPECT_EQ(settings.jobs, 64);
  EXPECT_EQ(settings.verifiedShare, 0.5);
  EXPECT_THAT(
      settings.properties,
      testing::ElementsAre(Pair("OSFamily", "Linux"), Pair("image", "a=b")));
  const cache::ReapiOptions options = reapiOptionsOf(settings);
  EXPECT_EQ(options.address, "cluster.example.com:443");
  EXPECT_EQ(options.instance, "main");
  EXPECT_TRUE(options.isTls);
}

TEST(ExecutionSettingsTest, WithoutOneNothingIsChecked) {
  ExecutionSettings settings;
  EXPECT_TRUE(validateExecution(settings).ok());
  EXPECT_FALSE(settings.isUsed());
}

TEST(ExecutionSettingsTest, MistakesNameTheirSetting) {
  using Settings = ExecutionSettings;
  struct Case {
    std::function<void(Settings &)> break_;
    const char *error;
  };
  const Case cases[] = {
      {[](Settings &s) { s.address = "cluster:8980"; }, "execution: 'cluster"},
      {[](Settings &s) { s.address = "grpc://192.0.2.1:8980"; },
       "use grpcs://"},
      {[](Settings &s) { s.jobs = 0; }, "execution-jobs: "},
      {[](Settings &s) { s.jobs = 5000; }, "execution-jobs: "},
      {[](Settings &s) { s.verifiedShare = 1.5; }, "execution-verify: "},
      {[](Settings &s) { s.verifiedShare = std::nan(""); },
       "execution-verify: "},
      {[](Settings &s) { s.queueLimit = 0; }, "execution-queue: "},
      {[](Settings &s) { s.propertyTexts = {"noValue"}; },
       "execution-property: 'noValue'"},
      {[](Settings &s) { s.propertyTexts = {"=x"}; }, "execution-property: "},
      {[](Settings &s) { s.certificate = "cert.pem"; }, "execution: "},
      {[](Settings &s) {
         s.address.clear();
         s.ca = "ca.pem";
       },
       "execution-ca: takes --execution"},
      {[](Settings &s) {
         s.address.clear();
         s.propertyTexts = {"a=b"};
       },
       "execution-property: takes --execution"},
  };
  for (const Case &each : cases) {
    Settings settings;
    settings.address = "grpc://127.0.0.1:8980";
    ASSERT_TRUE(validateExecution(settings).ok());
    each.break_(settings);
    const absl::Status status = validateExecution(settings);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(status.message()), HasSubstr(each.error));
  }
}

} // namespace
} // namespace ingot::server
