//===- ConfigurationTest.cpp - mistakes are named before anything starts --===//
//
// Each setting that is wrong must be named in the message, and everything must
// be checked before a store is opened or a process started.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/Configuration.h"
#include "tests/unit/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>

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
  EXPECT_EQ(configuration.spareWorkers, 0) << "all callers are one tenant";
}

TEST(ConfigurationTest, TenantsHaveSpareWorkers) {
  const std::string path = testFile("tenants");
  std::ofstream(path) << "ann operator sha256:" << std::string(64, '0') << "\n";
  Configuration configuration = good();
  configuration.credentials = path;
  configuration.workers = 3;
  ASSERT_TRUE(validate(configuration).ok()) << validate(configuration);
  EXPECT_EQ(configuration.spareWorkers, 4);
  configuration.spareWorkers = 0;
  ASSERT_TRUE(validate(configuration).ok());
  EXPECT_EQ(configuration.spareWorkers, 0);
  std::filesystem::remove(path);
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
  EXPECT_THAT(messageOf([](C &c) { c.listen = {"systemd"}; }),
              HasSubstr("listen: systemd: no socket was passed"));
  EXPECT_THAT(messageOf([](C &c) { c.targets = "/nowhere"; }),
              HasSubstr("targets: /nowhere is no folder"));
  EXPECT_THAT(
      messageOf([](C &c) { c.listen = {"unix:/" + std::string(120, 'x')}; }),
      HasSubstr("100 characters"));
  EXPECT_THAT(messageOf([](C &c) { c.store = ""; }), HasSubstr("store:"));
  EXPECT_THAT(messageOf([](C &c) { c.storeLimit = 1; }),
              HasSubstr("store-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.workers = -5; }),
              HasSubstr("workers: must be 1 to 1024"));
  EXPECT_THAT(messageOf([](C &c) { c.spareWorkers = -2; }),
              HasSubstr("spare-workers: must be 0 to 1024"));
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
  EXPECT_THAT(messageOf([](C &c) { c.workerMemoryTotal = 1; }),
              HasSubstr("worker-memory-total:"));
  EXPECT_THAT(messageOf([](C &c) { c.workerMemoryTotal = 1; }),
              HasSubstr("worker-memory-total:"));
  EXPECT_THAT(messageOf([](C &c) { c.runLimit = 0; }), HasSubstr("run-limit:"));
  EXPECT_THAT(messageOf([](C &c) { c.http = "unix:/x"; }), HasSubstr("http:"));
  EXPECT_THAT(messageOf([](C &c) { c.workerProgram = "/nowhere"; }),
              HasSubstr("worker-program: /nowhere"));
}

TEST(ConfigurationTest, NamesInCertificatesTakeAnAuthority) {
  const std::string path = testFile("callers");
  std::ofstream(path) << "ann operator cert:ann.example.com\n";
  Configuration configuration = good();
  configuration.credentials = path;
  EXPECT_THAT(std::string(validate(configuration).message()),
              HasSubstr("takes --tls-client-ca"));
  std::filesystem::remove(path);
}

TEST(ConfigurationTest, AddressesBeyondLoopbackTakeAFlag) {
  struct {
    const char *listen, *http;
    bool isBeyond;
  } const kCases[] = {
      {"unix:/run/ingot/socket", "", false},
      {"127.0.0.1:7420", "127.0.0.1:7421", false},
      {"127.8.9.1:7420", "localhost:7421", false},
      {"localhost:0", "[::1]:0", false},
      {"[::1]:7420", "", false},
      {"0.0.0.0:7420", "", true},
      {"[::]:7420", "", true},
      {"10.0.0.1:7420", "", true},
      {"128.0.0.1:7420", "", true},
      {"build.example.com:7420", "", true},
      // Names that merely look like it.
      {"127.0.0.1.example.com:7420", "", true},
      {"localhost.example.com:7420", "", true},
      {"unix-abstract:7420", "", true},
      {"unix:/run/ingot/socket", "0.0.0.0:7421", true},
  };
  for (const auto &test : kCases) {
    Configuration configuration = good();
    configuration.listen = {"unix:s", test.listen};
    configuration.http = test.http;
    absl::Status status = validate(configuration);
    EXPECT_EQ(status.ok(), !test.isBeyond) << test.listen << " " << test.http;
    if (test.isBeyond) {
      EXPECT_THAT(std::string(status.message()),
                  HasSubstr("is reachable from other machines"));
    }
    configuration.insecureListenBeyondLoopback = true;
    EXPECT_TRUE(validate(configuration).ok()) << test.listen;
  }
}

TEST(ConfigurationTest, MessageSaysWhatToDoInstead) {
  Configuration configuration = good();
  configuration.listen = {"0.0.0.0:7420"};
  EXPECT_EQ(validate(configuration).message(),
            "listen: '0.0.0.0:7420' is reachable from other machines, and "
            "is not both encrypted and kept to known callers; add --tls-cert, "
            "--tls-key and --credentials, or use unix:PATH, 127.0.0.1:PORT or "
            "[::1]:PORT, or add "
            "--insecure-listen-beyond-loopback where the network itself is "
            "trusted");
}

TEST(ConfigurationTest, WhoMayCallIsCheckedBeforeTheStart) {
  struct {
    std::function<void(Configuration &)> change;
    const char *text;
  } const kCases[] = {
      {[](Configuration &c) { c.tlsCert = "c.pem"; },
       "tls-cert: takes --tls-key too"},
      {[](Configuration &c) { c.tlsClientCa = "c.pem"; },
       "tls-client-ca: takes --tls-cert"},
      {[](Configuration &c) { c.tlsCert = c.tlsKey = "/nowhere"; },
       "tls-cert: /nowhere cannot be read"},
      {[](Configuration &c) { c.anonymous = "root"; }, "anonymous: 'root'"},
      {[](Configuration &c) { c.anonymous = "none"; },
       "anonymous: none, and no --credentials"},
      {[](Configuration &c) { c.credentials = "/nowhere"; },
       "credentials: /nowhere cannot be read"},
  };
  for (const auto &test : kCases) {
    Configuration configuration = good();
    test.change(configuration);
    EXPECT_THAT(std::string(validate(configuration).message()),
                HasSubstr(test.text));
  }
  Configuration open = good();
  ASSERT_TRUE(validate(open).ok());
  EXPECT_EQ(open.anonymous, "compiler,uploader") << "as without credentials";
}

TEST(ConfigurationTest, FlagForAddressesBeyondLoopbackStandsInFilesToo) {
  std::string path = testFile("beyond.toml");
  std::ofstream(path) << "store = \"/tmp/s\"\nlisten = [\"0.0.0.0:7420\"]\n"
                         "worker-program = \"/bin/true\"\n"
                         "insecure-listen-beyond-loopback = true\n";
  EXPECT_TRUE(parse({"--config", path.c_str()}).configuration);
}

TEST(ConfigurationTest, ExampleOfTheProjectIsGood) {
  auto parsed = parse({"--config", INGOT_EXAMPLE_CONFIGURATION,
                       "--worker-program", "/bin/true"});
  ASSERT_TRUE(parsed.configuration);
  EXPECT_EQ(parsed.configuration->storeLimit, int64_t{50} << 30);
}

TEST(ConfigurationTest, HelpNamesEverySettingAndItsDefault) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(parse({"--help"}).exitStatus, 0);
  std::string help = testing::internal::GetCapturedStdout();
  for (const char *flag : {"--config",
                           "--listen",
                           "--insecure-listen-beyond-loopback",
                           "--tls-cert",
                           "--tls-key",
                           "--tls-client-ca",
                           "--credentials",
                           "--anonymous",
                           "--strict-store",
                           "--store",
                           "--store-limit",
                           "--http",
                           "--idle-exit",
                           "--drain-timeout",
                           "--log-level",
                           "--log-file",
                           "--ready-fd",
                           "--check-config",
                           "--workers",
                           "--queue-limit",
                           "--memory-limit",
                           "--worker-memory-total",
                           "--worker-cgroup",
                           "--run-limit",
                           "--worker-nice",
                           "--worker-program",
                           "=10GiB",
                           "=4GiB"})
    EXPECT_THAT(help, HasSubstr(flag));
}

TEST(ConfigurationTest, FlagsReachTheirSettings) {
  auto parsed =
      parse({"--listen",         "unix:a",    "--listen",        "127.0.0.1:1",
             "--store",          "/s",        "--store-limit",   "16MiB",
             "--workers",        "2",         "--queue-limit",   "3",
             "--memory-limit",   "512MiB",    "--worker-nice",   "4",
             "--run-limit",      "5.5",       "--http",          "[::1]:0",
             "--idle-exit",      "6",         "--drain-timeout", "7",
             "--worker-program", "/bin/true", "--log-level",     "warn",
             "--log-file",       "/l",        "--ready-fd",      "0",
             "--check-config"});
  ASSERT_TRUE(parsed.configuration);
  const Configuration &c = *parsed.configuration;
  EXPECT_THAT(c.listen, testing::ElementsAre("unix:a", "127.0.0.1:1"));
  EXPECT_EQ(c.store, "/s");
  EXPECT_EQ(c.storeLimit, 16 << 20);
  EXPECT_EQ(c.workers, 2);
  EXPECT_EQ(c.queueLimit, 3);
  EXPECT_EQ(c.memoryLimit, 512 << 20);
  EXPECT_EQ(c.workerNice, 4);
  EXPECT_EQ(c.runLimit, 5.5);
  EXPECT_EQ(c.http, "[::1]:0");
  EXPECT_EQ(c.idleExit, 6);
  EXPECT_EQ(c.drainTimeout, 7);
  EXPECT_EQ(c.workerProgram, "/bin/true");
  EXPECT_EQ(c.logLevel, "warn");
  EXPECT_EQ(c.logFile, "/l");
  EXPECT_EQ(c.readyFd, 0);
  EXPECT_TRUE(c.checkOnly);
  EXPECT_FALSE(c.insecureListenBeyondLoopback);
}

TEST(ConfigurationTest, FileAndFlagsHaveTheSameNames) {
  std::string path = testFile("ingotd.toml");
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
  std::string path = testFile("misspelt.toml");
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
