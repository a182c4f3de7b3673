//===- StoreReportsTest.cpp - ingot store, for tools and terminals --------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class StoreReportsTest : public CommandTest {
protected:
  StoreReportsTest() {
    daemon.archive = "archive";
    daemon.summary = {4, 3, 2 << 20, 1, 5};
    daemon.store.kinds = {{"object", 2, 300, {100, 200}},
                          {"unnamed", 1, 50, {50, 0}}};
    daemon.store.ages = {"hour", "day"};
    daemon.store.bytes = 350;
    daemon.store.limitBytes = 1 << 20;
    daemon.store.tenants = {{"ml", 3, 350, 0}, {"web/pr", 0, 0, 7}};
    daemon.verified = {{{1, 10, 2, 20, 0, 0}, ""},
                       {{2, 20, 2, 20, 1, 1}, "blob abc is damaged"}};
  }

  nlohmann::json jsonOf(std::vector<std::string> arguments, int code = 0) {
    arguments.insert(arguments.begin(), "store");
    arguments.push_back("--json");
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, code) << outcome.err;
    auto json = nlohmann::json::parse(outcome.out, nullptr,
                                      /*allow_exceptions=*/false);
    EXPECT_FALSE(json.is_discarded()) << outcome.out;
    return json;
  }
};

TEST_F(StoreReportsTest, JsonHasTheDocumentedKeys) {
  const nlohmann::json summary = {{"blobs", 4},
                                  {"records", 3},
                                  {"bytes", 2 << 20},
                                  {"known", 1},
                                  {"skipped", 5}};
  EXPECT_EQ(jsonOf({"export", "s.tar"}), summary);
  EXPECT_EQ(jsonOf({"import", "s.tar"}), summary);
  EXPECT_EQ(jsonOf({"checkpoint", "monday"}),
            (nlohmann::json{{"path", "/backup/monday"}, {"bytes", 9}}));
  EXPECT_EQ(jsonOf({"gc", "--unnamed"}),
            (nlohmann::json{{"blobs", 2},
                            {"records", 1},
                            {"bytes", 3 << 20},
                            {"bytes_left", 5 << 20}}));
  EXPECT_EQ(jsonOf({"verify"}, 3),
            (nlohmann::json{{"entries", 2},
                            {"bytes", 20},
                            {"damaged", 1},
                            {"dangling", 1},
                            {"findings", {"blob abc is damaged"}}}));
  const nlohmann::json stats = jsonOf({"stats"});
  EXPECT_EQ(stats["bytes"], 350);
  EXPECT_EQ(stats["limit_bytes"], 1 << 20);
  EXPECT_EQ(stats["kinds"]["object"],
            (nlohmann::json{{"entries", 2},
                            {"bytes", 300},
                            {"bytes_by_age", {{"hour", 100}, {"day", 200}}}}));
  EXPECT_EQ(stats["tenants"]["web/pr"],
            (nlohmann::json{{"entries", 0}, {"bytes", 0}, {"limit_bytes", 7}}));
}

TEST_F(StoreReportsTest, AServiceThatKnowsOtherAgesIsUnderstood) {
  daemon.store.kinds = {{"object", 1, 1, {1, 2, 3}}, {"action", 1, 1, {}}};
  const nlohmann::json stats = jsonOf({"stats"});
  EXPECT_EQ(stats["kinds"]["object"]["bytes_by_age"].size(), 2u);
  EXPECT_FALSE(stats["kinds"]["action"].contains("bytes_by_age"));
  EXPECT_EQ(run({"store", "stats"}).code, 0);
}

TEST_F(StoreReportsTest, ATerminalSeesHowFarAVerifyIs) {
  EXPECT_THAT(run({"store", "verify"}).err, IsEmpty());
  isTerminal = true;
  EXPECT_THAT(
      run({"store", "verify"}).err,
      AllOf(HasSubstr("\r1 of 2 entries"), HasSubstr("\r2 of 2 entries")));
  Outcome quiet = run({"store", "verify", "-q"});
  EXPECT_THAT(quiet.err, IsEmpty());
  EXPECT_EQ(quiet.out, "blob abc is damaged\n") << "which is an error";
  EXPECT_EQ(quiet.code, 3);
}

TEST_F(StoreReportsTest, QuietSaysNothingOfWhatWentWell) {
  for (const std::vector<std::string> &command :
       {std::vector<std::string>{"store", "export", "s.tar", "-q"},
        {"store", "import", "s.tar", "-q"},
        {"store", "gc", "--unnamed", "-q"},
        {"store", "promote", "ab/3", "--lane", "pr", "-q"}}) {
    Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 0) << command[1];
    EXPECT_THAT(outcome.out + outcome.err, IsEmpty()) << command[1];
  }
}

TEST_F(StoreReportsTest, AnExportReplacesTheOldOneOnlyWhenItIsWhole) {
  write("s.tar", "yesterday's");
  daemon.status = absl::UnavailableError("the disk fails");
  EXPECT_EQ(run({"store", "export", "s.tar"}).code, 3);
  EXPECT_EQ(read("s.tar"), "yesterday's");
  daemon.status = absl::OkStatus();
  EXPECT_EQ(run({"store", "export", "s.tar"}).code, 0);
  EXPECT_EQ(read("s.tar"), "archive");
}

TEST_F(StoreReportsTest, AFolderIsNoArchive) {
  std::filesystem::create_directory("folder");
  Outcome import = run({"store", "import", "folder"});
  EXPECT_EQ(import.code, 2);
  EXPECT_THAT(import.err, HasSubstr("folder: "));
  EXPECT_EQ(daemon.archive, "archive") << "nothing was sent";
  EXPECT_EQ(run({"store", "export", "folder"}).code, 2);
  EXPECT_FALSE(std::filesystem::exists("folder.partial"));
}

TEST_F(StoreReportsTest, AnEmptyArchiveIsTheServicesToRefuse) {
  write("empty.tar", "");
  daemon.status = absl::InvalidArgumentError("it is cut off");
  Outcome outcome = run({"store", "import", "empty.tar"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("empty.tar: it is cut off"));
}

TEST_F(StoreReportsTest, AServiceThatFailsIsSaidByEachAction) {
  write("s.tar", "archive");
  daemon.status = absl::UnavailableError("nobody is there");
  for (const std::vector<std::string> &command :
       {std::vector<std::string>{"store", "stats"},
        {"store", "verify"},
        {"store", "gc", "--unnamed"},
        {"store", "promote", "ab/3", "--lane", "pr"},
        {"store", "checkpoint", "monday"},
        {"store", "export", "t.tar"},
        {"store", "import", "s.tar"}}) {
    Outcome outcome = run(command);
    EXPECT_EQ(outcome.code, 3) << command[1];
    EXPECT_THAT(outcome.err, HasSubstr("nobody is there")) << command[1];
    EXPECT_THAT(outcome.out, Not(HasSubstr("{"))) << command[1];
  }
}

} // namespace
} // namespace ingot::client
