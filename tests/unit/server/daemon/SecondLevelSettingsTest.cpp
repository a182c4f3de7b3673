//===- SecondLevelSettingsTest.cpp - the flags of --second-level ----------===//

#include "server/daemon/SecondLevelSettings.h"
#include "server/daemon/Configuration.h"
#include "tests/unit/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <fstream>
#include <functional>

namespace ingot::server {
namespace {

using testing::HasSubstr;

TEST(SecondLevelSettingsTest, FlagsBecomeOptions) {
  const std::string token = testFile("second-level-token");
  std::ofstream(token) << "abc\n";
  const std::vector<const char *> arguments = {
      "ingotd",
      "--store",
      "/tmp/s",
      "--worker-program",
      "/bin/true",
      "--second-level",
      "grpcs://cache.example.com:443/ingot",
      "--second-level-read-only",
      "--second-level-token-file",
      token.c_str(),
      "--second-level-compression",
      "none",
      "--second-level-timeout",
      "0.25",
      "--second-level-max-result",
      "64MiB",
      "--second-level-queue",
      "1GiB"};
  auto parsed =
      parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
  ASSERT_TRUE(parsed.configuration);
  const SecondLevelSettings &settings = parsed.configuration->secondLevel;
  EXPECT_TRUE(settings.isReadOnly);
  EXPECT_EQ(settings.maxResult, int64_t{64} << 20);
  EXPECT_EQ(settings.queue, int64_t{1} << 30);
  const cache::ReapiOptions options = reapiOptionsOf(settings);
  EXPECT_EQ(options.address, "cache.example.com:443");
  EXPECT_EQ(options.instance, "ingot");
  EXPECT_TRUE(options.isTls);
  EXPECT_FALSE(options.isCompressed);
  EXPECT_EQ(options.tokenFile, token);
  EXPECT_EQ(options.timeout, absl::Milliseconds(250));
}

TEST(SecondLevelSettingsTest, WithoutOneNothingIsChecked) {
  SecondLevelSettings settings;
  EXPECT_TRUE(validateSecondLevel(settings).ok());
  EXPECT_FALSE(settings.isUsed());
}

TEST(SecondLevelSettingsTest, MistakesNameTheirSetting) {
  using Settings = SecondLevelSettings;
  struct Case {
    std::function<void(Settings &)> break_;
    const char *error;
  };
  const Case cases[] = {
      {[](Settings &s) { s.address = "cache:9092"; }, "second-level: 'cache"},
      {[](Settings &s) { s.address = "grpc://cache:9092"; },
       "second-level: nothing proves"},
      {[](Settings &s) { s.tokenFile = "/absent"; }, "second-level: /absent"},
      {[](Settings &s) { s.timeout = 0; }, "second-level-timeout: "},
      {[](Settings &s) { s.timeout = std::nan(""); }, "second-level-timeout: "},
      {[](Settings &s) { s.maxResultText = "much"; },
       "second-level-max-result: "},
      {[](Settings &s) { s.queueText = "-1"; }, "second-level-queue: "},
      {[](Settings &s) {
         s.address = "";
         s.secretFile = "/secret";
       },
       "second-level-secret: takes --second-level"},
      {[](Settings &s) {
         s.address = "";
         s.isReadOnly = true;
       },
       "second-level-read-only: takes --second-level"}};
  for (const Case &each : cases) {
    Settings settings;
    settings.address = "grpc://127.0.0.1:9092";
    ASSERT_TRUE(validateSecondLevel(settings).ok());
    each.break_(settings);
    EXPECT_THAT(std::string(validateSecondLevel(settings).message()),
                HasSubstr(each.error));
  }
}

} // namespace
} // namespace ingot::server
