//===- StoreCommandTest.cpp - ingot store ---------------------------------===//

#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

using testing::HasSubstr;
using testing::Not;

using StoreCommandTest = CommandTest;

TEST_F(StoreCommandTest, StatsAreATableByKindAndLastUse) {
  daemon.store = {{{"object", 3, 2 << 20, {1 << 20, 1 << 20}}},
                  {"hour", "day"},
                  2 << 20,
                  8 << 20};
  Outcome outcome = run({"store", "stats"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("2.0 of 8.0 MiB"));
  EXPECT_THAT(outcome.out, HasSubstr("object               3        2.0"));
  auto json = nlohmann::json::parse(run({"store", "stats", "--json"}).out);
  EXPECT_EQ(json["limit_bytes"], 8 << 20);
  EXPECT_EQ(json["kinds"]["object"]["bytes_by_age"]["day"], 1 << 20);
}

TEST_F(StoreCommandTest, StatsSayWhoseItIs) {
  daemon.store = {{},
                  {},
                  3 << 20,
                  8 << 20,
                  {{"ml", 7, 2 << 20, 4 << 20}, {"ml/pr", 1, 1 << 20, 0}}};
  Outcome outcome = run({"store", "stats"});
  EXPECT_THAT(outcome.out,
              HasSubstr("ml                               7        2.0"
                        "        4.0\n"));
  EXPECT_THAT(outcome.out, HasSubstr("1.0          -\n"));
  auto json = nlohmann::json::parse(run({"store", "stats", "--json"}).out);
  EXPECT_EQ(json["tenants"]["ml"]["limit_bytes"], 4 << 20);
}

TEST_F(StoreCommandTest, VerifyNamesWhatIsDamagedAndSaysSoByItsExitCode) {
  StoreVerification soFar{1, 10, 2, 20, 1, 0}, last{2, 20, 2, 20, 1, 0};
  daemon.verified = {{soFar, "blob ab/10 is damaged"}, {last, ""}};
  Outcome outcome = run({"store", "verify"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, HasSubstr("blob ab/10 is damaged\n2 entries"));
  EXPECT_EQ(outcome.err, "");
  auto json = nlohmann::json::parse(run({"store", "verify", "--json"}).out);
  EXPECT_EQ(json["findings"][0], "blob ab/10 is damaged");
  daemon.verified = {{{2, 20, 2, 20, 0, 0}, ""}};
  isTerminal = true;
  outcome = run({"store", "verify"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("2 of 2 entries"));
}

TEST_F(StoreCommandTest, GcTakesSizesAndTimesAsPeopleWriteThem) {
  Outcome outcome = run(
      {"store", "gc", "--max-bytes", "2GiB", "--max-age", "30d", "--unnamed"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(daemon.garbage.maxBytes, int64_t{2} << 30);
  EXPECT_EQ(daemon.garbage.maxAgeSeconds, 30 * 86400);
  EXPECT_TRUE(daemon.garbage.unnamed);
  EXPECT_THAT(outcome.out, HasSubstr("evicted 2 blobs and 1 records, 3.0 MiB"));
  EXPECT_EQ(run({"store", "gc", "--max-bytes", "-1"}).code, 2);
  EXPECT_EQ(nlohmann::json::parse(
                run({"store", "gc", "--unnamed", "--json"}).out)["bytes_left"],
            5 << 20);
}

TEST_F(StoreCommandTest, CheckpointSaysWhereTheCopyIs) {
  Outcome outcome = run({"store", "checkpoint", "monday"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, "/backup/monday\n");
  EXPECT_EQ(daemon.checkpointName, "monday");
  EXPECT_EQ(run({"store", "checkpoint"}).code, 2) << "a name is needed";
}

TEST_F(StoreCommandTest, PromoteSaysWhatAllMayUseNow) {
  Outcome outcome = run({"store", "promote", "ab/3", "--lane", "pr"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "promoted request ab/3 of pr, 2 blobs, 3.0 MiB\n");
  // The fake daemon's word for what was there before.
  outcome = run({"store", "promote", "pr", "--lane", "pr", "--json"});
  EXPECT_EQ(nlohmann::json::parse(outcome.out)["was_trusted"], true);
  EXPECT_EQ(run({"store", "promote", "ab/3"}).code, 2) << "a lane is needed";
  daemon.status = absl::NotFoundError("promote: the lane has no result");
  EXPECT_EQ(run({"store", "promote", "ab/3", "--lane", "pr"}).code, 3);
}

TEST_F(StoreCommandTest, PinsAreSetListedAndTakenAway) {
  Outcome outcome = run({"store", "pin", "ab/3", "--lane", "pr"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "pinned request ab/3\n");
  EXPECT_EQ(nlohmann::json::parse(run({"store", "pins", "--json"}).out),
            (nlohmann::json::array({{{"kind", "request"},
                                     {"key", "ab/3"},
                                     {"lane", "pr"},
                                     {"since", 0.0},
                                     {"bytes", 3 << 20}}})));
  EXPECT_THAT(run({"store", "pins"}).out,
              testing::ContainsRegex("request  pr .* 3.0  ab/3\n"));
  EXPECT_EQ(run({"store", "unpin", "ab/3", "--lane", "pr"}).out,
            "unpinned ab/3\n");
  EXPECT_EQ(
      nlohmann::json::parse(run({"store", "unpin", "ab/3", "--json"}).out),
      (nlohmann::json{{"unpinned", "ab/3"}}));
  EXPECT_EQ(run({"store", "pins", "--json"}).out, "[]\n");
  EXPECT_EQ(run({"store", "pin"}).code, 2) << "a key is needed";
  daemon.status = absl::NotFoundError("store: no result");
  EXPECT_EQ(run({"store", "pin", "ab/3"}).code, 3);
  EXPECT_EQ(run({"store", "unpin", "ab/3"}).code, 3);
}

TEST_F(StoreCommandTest, AnExportIsThereWholeOrNotAtAll) {
  daemon.archive = "archive";
  daemon.summary.blobs = 4;
  Outcome outcome = run({"store", "export", "s.tar"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("s.tar"), "archive");
  EXPECT_THAT(outcome.out, HasSubstr("exported 4 blobs"));
  daemon.status = absl::UnavailableError("the disk fails");
  EXPECT_EQ(run({"store", "export", "t.tar"}).code, 3);
  EXPECT_FALSE(std::filesystem::exists("t.tar"));
  EXPECT_FALSE(std::filesystem::exists("t.tar.partial"));
  EXPECT_EQ(run({"store", "export", "no/t.tar"}).code, 2);
}

TEST_F(StoreCommandTest, AnImportNamesTheFileThatIsWrong) {
  const std::string archive(3 << 20, 'a');
  write("s.tar", archive);
  EXPECT_EQ(run({"store", "import", "s.tar"}).code, 0);
  EXPECT_EQ(daemon.archive, archive);
  daemon.status = absl::InvalidArgumentError("is not an archive of a store");
  Outcome outcome = run({"store", "import", "s.tar"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("s.tar: is not an archive"));
  EXPECT_EQ(run({"store", "import", "none.tar"}).code, 2);
}

TEST_F(StoreCommandTest, OnlyOperatorsAreLetIn) {
  daemon.status = absl::PermissionDeniedError("takes the role operator");
  for (const char *action : {"stats", "verify", "gc"}) {
    Outcome outcome = run({"store", action});
    EXPECT_EQ(outcome.code, 3) << action;
    EXPECT_THAT(outcome.err, HasSubstr("takes the role operator"));
  }
  EXPECT_EQ(run({"store"}).code, 2) << "says what there is to do";
}

} // namespace
} // namespace ingot::client
