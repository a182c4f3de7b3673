//===- QueryCommandsTest.cpp - targets, phases, stats, fetch, server ------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

class QueryCommandsTest : public CommandTest {
protected:
  QueryCommandsTest() {
    Target target;
    target.name = "host";
    target.triple = "x86_64-unknown-linux-gnu";
    target.cpu = "znver4";
    target.features = {"+avx2", "+fma"};
    target.legalOps = {"torch.aten.gelu"};
    target.summary = "this machine";
    daemon.targetList = {target};
    daemon.phaseList = {"import", "plan", "weave"};
    daemon.statisticsList = {
        {"version", "0.1.0"}, {"uptime_seconds", "1.5"}, {"requests", "42"}};
  }
};

TEST_F(QueryCommandsTest, TargetsAreLinesOfColumns) {
  Outcome outcome = run({"targets"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(
      outcome.out,
      MatchesRegex("host +x86_64-unknown-linux-gnu +znver4 +this machine\n"));
}

TEST_F(QueryCommandsTest, TargetsAsJsonHaveFeaturesAndLegalOpsToo) {
  ordered_json json = ordered_json::parse(run({"targets", "--json"}).out);
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json[0].dump(),
            R"({"name":"host","triple":"x86_64-unknown-linux-gnu",)"
            R"("cpu":"znver4","features":["+avx2","+fma"],)"
            R"("legal_ops":["torch.aten.gelu"],"summary":"this machine"})");
}

TEST_F(QueryCommandsTest, FlagsCountMoreThanTheEnvironment) {
  const std::string token = "token";
  write(token, "from-file\nmore");
  run({"stats", "--server", "grpcs://ingot:1", "--token-file", token,
       "--tls-ca", "ca.pem", "--tls-cert", "c.pem", "--tls-key", "k.pem"});
  EXPECT_EQ(daemon.options.token, "from-file");
  EXPECT_EQ(daemon.options.caFile, "ca.pem");
  EXPECT_EQ(daemon.options.certificateFile, "c.pem");
  EXPECT_EQ(daemon.options.keyFile, "k.pem");

  setenv("INGOT_TOKEN", "from-environment", 1);
  setenv("INGOT_TLS_CA", "other.pem", 1);
  run({"stats", "--server", "h:1", "--token-file", token});
  EXPECT_EQ(daemon.options.token, "from-file");
  EXPECT_EQ(daemon.options.caFile, "other.pem");
  run({"stats", "--server", "h:1"});
  EXPECT_EQ(daemon.options.token, "from-environment");
  unsetenv("INGOT_TOKEN");
  unsetenv("INGOT_TLS_CA");

  Outcome outcome =
      run({"stats", "--server", "h:1", "--token-file", "/nowhere"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("/nowhere: has no token"));
}

/// A second target, and descriptions of both.
void addDescriptions(std::vector<Target> &targets) {
  targets.push_back(targets[0]);
  targets[0].description = "name: \"host\"\n"
                           "target {\n"
                           "  triple: \"t\"\n"
                           "  cpu: \"znver4\"\n"
                           "}\n";
  targets[1].name = "npu";
  targets[1].description = "name: \"npu\"\n"
                           "target {\n"
                           "  triple: \"t\"\n"
                           "  cpu: \"npu2\"\n"
                           "  phases {\n"
                           "    name: \"plan\"\n"
                           "    pipeline: \"cse\"\n"
                           "  }\n"
                           "  vector_bits: 128\n"
                           "}\n";
}

TEST_F(QueryCommandsTest, OneTargetIsDescribed) {
  addDescriptions(daemon.targetList);
  Outcome outcome = run({"targets", "--describe", "npu"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, daemon.targetList[1].description);
  ordered_json json =
      ordered_json::parse(run({"targets", "--describe", "npu", "--json"}).out);
  EXPECT_EQ(json["name"], "npu");
  EXPECT_EQ(json["description"], daemon.targetList[1].description);
  outcome = run({"targets", "--describe", "tpu"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err,
              HasSubstr("no target named 'tpu'; there are host, npu"));
}

TEST_F(QueryCommandsTest, TwoTargetsAreCompared) {
  addDescriptions(daemon.targetList);
  Outcome outcome = run({"targets", "--diff", "host", "npu"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "- cpu: \"znver4\"\n"
                         "+ cpu: \"npu2\"\n"
                         "+ phases { name: \"plan\" pipeline: \"cse\" }\n"
                         "+ vector_bits: 128\n");
  EXPECT_EQ(run({"targets", "--diff", "npu", "npu"}).out, "");
  ordered_json json = ordered_json::parse(
      run({"targets", "--diff", "npu", "host", "--json"}).out);
  EXPECT_EQ(json["added"].dump(), R"(["cpu: \"znver4\""])");
  EXPECT_EQ(json["removed"].size(), 3u);
  EXPECT_EQ(run({"targets", "--diff", "host", "tpu"}).code, 2);
  EXPECT_EQ(run({"targets", "--diff", "host"}).code, 2);
}

TEST_F(QueryCommandsTest, NoTargetsAreAnEmptyList) {
  daemon.targetList.clear();
  EXPECT_EQ(run({"targets"}).out, "");
  EXPECT_EQ(run({"targets", "--json"}).out, "[]\n");
}

TEST_F(QueryCommandsTest, PhasesAreThoseOfTheServiceInItsOrder) {
  Outcome outcome = run({"phases"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "import\nplan\nweave\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(ordered_json::parse(run({"phases", "--json"}).out).dump(),
            R"(["import","plan","weave"])");
}

TEST_F(QueryCommandsTest, StatisticsKeepTheirOrderAndKinds) {
  Outcome outcome = run({"stats"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, MatchesRegex("version +0\\.1\\.0\n"
                                        "uptime_seconds +1\\.5\n"
                                        "requests +42\n"));
  EXPECT_EQ(ordered_json::parse(run({"stats", "--json"}).out).dump(),
            R"({"version":"0.1.0","uptime_seconds":1.5,"requests":42})");
}

TEST_F(QueryCommandsTest, FetchWritesTheBlob) {
  daemon.blobs["00/5"] = std::string("a\0b\nc", 5);
  Outcome outcome = run({"fetch", "00/5", "-o", "blob"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(read("blob"), std::string("a\0b\nc", 5));
}

TEST_F(QueryCommandsTest, FetchOfAnAbsentBlobLeavesTheFileAlone) {
  write("blob", "before");
  Outcome outcome = run({"fetch", "00/5", "-o", "blob"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err, "ingot: error: no such blob\n");
  EXPECT_EQ(read("blob"), "before");
}

TEST_F(QueryCommandsTest, FetchTellsMistakesFromFailures) {
  daemon.status = absl::InvalidArgumentError("'x' is not HASH/SIZE");
  EXPECT_EQ(run({"fetch", "x", "-o", "blob"}).code, 2);
  daemon.status = absl::DataLossError("came with other bytes");
  EXPECT_EQ(run({"fetch", "00/5", "-o", "blob"}).code, 3);
  EXPECT_FALSE(fs::exists("blob"));
  daemon.connections.clear();
  EXPECT_EQ(run({"fetch", "00/5", "-o", "nowhere/blob"}).code, 2);
  EXPECT_THAT(daemon.connections, IsEmpty());
  // The folder may be written, the name is too long.
  daemon.status = absl::OkStatus();
  daemon.blobs["00/5"] = "12345";
  EXPECT_EQ(run({"fetch", "00/5", "-o", std::string(300, 'a')}).code, 2);
}

TEST_F(QueryCommandsTest, ServerStartStartsThePrivateDaemon) {
  Outcome outcome = run({"server", "start"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, MatchesRegex("running at unix:.*/ingotd.sock\n"));
  EXPECT_EQ(daemon.starts, 1);
  daemon.startable = absl::UnavailableError("could not be started");
  outcome = run({"server", "start"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.err, "ingot: error: could not be started\n");
}

TEST_F(QueryCommandsTest, ServerStartTakesNoAddress) {
  Outcome outcome = run({"server", "start", "--server", "unix:/s"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("takes no --server"));
  EXPECT_EQ(daemon.starts, 0);
}

TEST_F(QueryCommandsTest, ServerStopDrains) {
  Outcome outcome = run({"server", "stop", "--server", "unix:/s"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "stopping unix:/s\n");
  EXPECT_TRUE(daemon.isDrained);
  EXPECT_THAT(daemon.connections, ElementsAre("unix:/s"));
  EXPECT_EQ(daemon.starts, 0);
}

TEST_F(QueryCommandsTest, StoppingWhatDoesNotRunIsFine) {
  daemon.reachable = absl::UnavailableError("nobody");
  Outcome outcome = run({"server", "stop", "--server", "unix:/s"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "not running at unix:/s\n");
  EXPECT_FALSE(daemon.isDrained);
}

TEST_F(QueryCommandsTest, ServerStatusTellsByItsExitCode) {
  Outcome running = run({"server", "status", "--server", "unix:/s"});
  EXPECT_EQ(running.code, 0);
  EXPECT_THAT(running.out, MatchesRegex("running at unix:/s\nversion(.|\n)*"));
  Outcome quiet = run({"server", "status", "--server", "unix:/s", "-q"});
  EXPECT_EQ(quiet.out, "running at unix:/s\n");
  daemon.reachable = absl::UnavailableError("nobody");
  Outcome stopped = run({"server", "status", "--server", "unix:/s"});
  EXPECT_EQ(stopped.code, 3);
  EXPECT_EQ(stopped.out, "not running at unix:/s\n");
  EXPECT_EQ(daemon.starts, 0) << "a question starts nothing";
}

TEST_F(QueryCommandsTest, WithoutAHomeThereIsNoPrivateDaemon) {
  unsetenv("XDG_CACHE_HOME");
  std::string home = getenv("HOME") ? getenv("HOME") : "";
  unsetenv("HOME");
  for (const char *action : {"start", "stop", "status"}) {
    Outcome outcome = run({"server", action});
    EXPECT_EQ(outcome.code, 3) << action;
    EXPECT_THAT(outcome.err, HasSubstr("name a server by --server"));
  }
  EXPECT_EQ(run({"targets"}).code, 3);
  setenv("HOME", home.c_str(), 1);
}

} // namespace
} // namespace ingot::client
