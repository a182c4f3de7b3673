//===- StoreCrashTest.cpp - kill -9 at any moment -------------------------===//
//
// A process under load is killed after a random number of acknowledgements, 52
// times on one folder. Whatever it acknowledged must be there and right.
//
// INGOT_FAULT_KILLS in the environment asks for more (tests/faults/run): each
// 52 of them get a folder of their own, so that no disk fills.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/cache/StoreTesting.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace ingot::cache {
namespace {

constexpr int kKillsOfAFolder = 52;

/// Starts the child; its acknowledgements come out of `*lines`.
pid_t startChild(const std::string &folder, int seed, FILE **lines) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  std::string program = INGOT_CRASH_CHILD, path = folder;
  std::string number = std::to_string(seed);
  char *arguments[] = {program.data(), path.data(), number.data(), nullptr};
  pid_t child = 0;
  EXPECT_EQ(posix_spawn(&child, program.c_str(), &actions, nullptr, arguments,
                        environ),
            0);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  *lines = fdopen(ends[0], "r");
  return child;
}

/// Lets the child run for `count` acknowledgements, kills it, and returns all
/// that it made until it was dead.
std::vector<std::string> runAndKill(const std::string &folder, int seed,
                                    int count) {
  FILE *lines = nullptr;
  pid_t child = startChild(folder, seed, &lines);
  std::vector<std::string> acknowledged;
  char line[200];
  while (fgets(line, sizeof(line), lines)) {
    std::string text = line;
    if (text.back() == '\n')
      acknowledged.push_back(text.substr(0, text.size() - 1));
    if (int(acknowledged.size()) == count)
      kill(child, SIGKILL);
  }
  fclose(lines);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the child ended by itself";
  return acknowledged;
}

void expectPresent(Store &store, const std::string &line) {
  Digest digest = Digest::parse(line.substr(1)).value();
  if (line[0] == 'B') {
    SharedBytes bytes = store.getBlob(digest).value();
    ASSERT_TRUE(bytes) << "lost " << line;
    EXPECT_EQ(Digest::of(*bytes), digest);
    return;
  }
  for (RecordKind kind : {RecordKind::Action, RecordKind::Request}) {
    auto record = store.getRecord(kind, digest).value();
    ASSERT_TRUE(record) << "lost " << line;
    EXPECT_EQ(record->outputs_size(), 2);
  }
}

int wantedKills() {
  const char *wanted = getenv("INGOT_FAULT_KILLS");
  return wanted ? atoi(wanted) : kKillsOfAFolder;
}

/// Kills one store `kills` times; returns what was acknowledged.
size_t killAgainAndAgain(int kills, int firstSeed, std::mt19937 &random) {
  TemporaryFolder folder;
  std::vector<std::string> everything;
  for (int round = 0; round < kills; ++round) {
    auto now = runAndKill(folder.path(), firstSeed + round, 1 + random() % 40);
    auto store = openStores({folder.path(), int64_t{8} << 30});
    EXPECT_TRUE(store.ok()) << store.status();
    if (!store.ok())
      return everything.size();
    for (const std::string &line : now)
      expectPresent(**store, line);
    EXPECT_EQ((*store)->statistics().brokenRecords, 0);
    everything.insert(everything.end(), now.begin(), now.end());
  }
  auto store = openStores({folder.path(), int64_t{8} << 30});
  EXPECT_TRUE(store.ok()) << store.status();
  if (store.ok())
    for (const std::string &line : everything)
      expectPresent(**store, line);
  return everything.size();
}

TEST(StoreCrash, NothingAcknowledgedIsLost) {
  std::mt19937 random(20261);
  const int kills = wantedKills();
  size_t acknowledged = 0;
  for (int done = 0; done < kills && !HasFailure(); done += kKillsOfAFolder)
    acknowledged += killAgainAndAgain(std::min(kKillsOfAFolder, kills - done),
                                      done, random);
  EXPECT_GT(acknowledged, size_t(kills) / 2) << "hardly anything was written";
  RecordProperty("kills", kills);
  RecordProperty("acknowledged", int(acknowledged));
}

} // namespace
} // namespace ingot::cache
