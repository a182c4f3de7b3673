//===- ConfigurationTest.cpp - mistakes are named before anything starts --===//

#include "server/daemon/Configuration.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <fstream>

namespace ingot::server {
namespace {

using testing::HasSubstr;

ParsedCommandLine parse(std::vector<const char *> arguments) {
  arguments.insert(arguments.begin(), "ingotd");
  return parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

Configuration good() {
  Configuration configuration;
  configuration.store = "/tmp/store";
  configuration.workerProgram = "/bin/true";
  return configuration;
}

TEST(ConfigurationTest, SizesHaveUnits) {
  EXPECT_EQ(*parseSize("1000"), 1000);
  EXPECT_EQ(*parseSize("512MiB"), int64_t{512} << 20);
  EXPECT_EQ(*parseSize("10GiB"), int64_t{10} << 30);
  for (const char *wrong : {"", "MiB", "-1", "1.5GiB", "10GB", "99999999TiB"})
    EXPECT_FALSE(parseSize(wrong).ok()) << wrong;
}

TEST(ConfigurationTest, GoodOneIsCompleted) {
  Configuration configuration = good();
  EXPECT_TRUE(validate(configuration).ok());
  EXPECT_GE(configuration.workers, 1) << "0 was resolved";
}

TEST(ConfigurationTest, EachMistakeNamesItsSetting) {
  auto messageOf = [](auto change) {
    Configuration configuration = good();
    change(configuration);
    return std::string(validate(configuration).message());
  };
  using C = Configuration;
  EXPECT_THAT(messageOf([](C &c) { c.listen = {"nonsense"}; }),
              HasSubstr("listen: 'nonsense'"));
  EXPECT_THAT(messageOf([](C &c) { c.listen = {"host:99999"}; }),
              HasSubstr("listen"));
  EXPECT_THAT(
      messageOf([](C &c) { c.listen = {"unix:/" + std::string(120, 'x')}; }),
      HasSubstr("100 characters"));
  EXPECT_THAT(messageOf([](C &c) { c.store = ""; }), HasSubstr("store:"));
  EXPECT_THAT(messageOf([](C &c) { c.storeLimit = 1; }),
              HasSubstr("store-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.workers = -1; }), HasSubstr("workers:"));
  EXPECT_THAT(messageOf([](C &c) { c.idleExit = -5; }),
              HasSubstr("idle-exit:"));
  EXPECT_THAT(messageOf([](C &c) { c.drainTimeout = std::nan(""); }),
              HasSubstr("drain-timeout:"));
  EXPECT_THAT(messageOf([](C &c) { c.runLimit = std::nan(""); }),
              HasSubstr("run-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.workerNice = 20; }),
              HasSubstr("worker-nice:"));
  EXPECT_THAT(messageOf([](C &c) { c.readyFd = 9999; }),
              HasSubstr("ready-fd:"));
  EXPECT_THAT(messageOf([](C &c) { c.queueLimit = 0; }),
              HasSubstr("queue-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.memoryLimit = 1; }),
              HasSubstr("memory-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.runLimit = 0; }), HasSubstr("run-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.http = "unix:/x"; }), HasSubstr("http:"));
  EXPECT_THAT(messageOf([](C &c) { c.workerProgram = "/nowhere"; }),
              HasSubstr("worker-program: /nowhere"));
}

TEST(ConfigurationTest, FileAndFlagsHaveTheSameNames) {
  std::string path = testing::TempDir() + "/ingotd.toml";
  std::ofstream(path) << "store = \"/tmp/from-file\"\nworkers = 3\n"
                         "store-limit = \"1GiB\"\n"
                         "worker-program = \"/bin/true\"\n";
  auto parsed = parse({"--config", path.c_str(), "--workers", "5"});
  ASSERT_TRUE(parsed.configuration);
  EXPECT_EQ(parsed.configuration->store, "/tmp/from-file");
  EXPECT_EQ(parsed.configuration->storeLimit, int64_t{1} << 30);
  EXPECT_EQ(parsed.configuration->workers, 5) << "a flag beats the file";
}

TEST(ConfigurationTest, MisspeltNamesInTheFileAreRefused) {
  std::string path = testing::TempDir() + "/misspelt.toml";
  std::ofstream(path) << "store = \"/tmp/s\"\nworker = 3\n"
                         "worker-program = \"/bin/true\"\n";
  EXPECT_EQ(parse({"--config", path.c_str()}).exitStatus, 2);
}

TEST(ConfigurationTest, MistakesExitWithUsage) {
  EXPECT_EQ(parse({"--no-such-flag"}).exitStatus, 2);
  EXPECT_EQ(parse({"--store", "/tmp/s", "--workers", "many"}).exitStatus, 2);
  EXPECT_EQ(parse({"--help"}).exitStatus, 0);
}

} // namespace
} // namespace ingot::server
