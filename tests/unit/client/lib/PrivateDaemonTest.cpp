//===- PrivateDaemonTest.cpp - where a private daemon is ------------------===//

#include "client/lib/PrivateDaemon.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class PrivateDaemonTest : public ::testing::Test {
protected:
  void SetUp() override {
    fs::create_directories(folder_);
    setenv("XDG_CACHE_HOME", (folder_ / "cache").c_str(), 1);
    setenv("XDG_RUNTIME_DIR", (folder_ / "run").c_str(), 1);
  }
  void TearDown() override { fs::remove_all(folder_); }

  const fs::path folder_ = fs::path(testing::TempDir()) /
                           ("private-daemon-" + std::to_string(getpid()));
};

TEST_F(PrivateDaemonTest, FoldersAreMadeForTheUserAlone) {
  auto paths = privateDaemonPaths();
  ASSERT_TRUE(paths.ok()) << paths.status();
  EXPECT_THAT(paths->socket, StartsWith((folder_ / "run").string()));
  EXPECT_THAT(paths->store, StartsWith((folder_ / "cache").string()));
  EXPECT_EQ(fs::status(folder_ / "run" / "ingot").permissions(),
            fs::perms::owner_all);
  EXPECT_FALSE(isRunning(*paths));
}

TEST_F(PrivateDaemonTest, SomebodyElsesFolderIsRefused) {
  fs::create_directories(folder_ / "elsewhere");
  fs::create_directories(folder_ / "run");
  fs::create_directory_symlink(folder_ / "elsewhere",
                               folder_ / "run" / "ingot");
  EXPECT_THAT(std::string(privateDaemonPaths().status().message()),
              HasSubstr("not a folder of yours"));
}

TEST_F(PrivateDaemonTest, NoHomeSaysWhatToDo) {
  unsetenv("XDG_CACHE_HOME");
  std::string home = getenv("HOME") ? getenv("HOME") : "";
  unsetenv("HOME");
  EXPECT_THAT(std::string(privateDaemonPaths().status().message()),
              HasSubstr("--server"));
  setenv("HOME", home.c_str(), 1);
}

TEST_F(PrivateDaemonTest, WithoutOtherFoldersEverythingIsInTheHome) {
  unsetenv("XDG_CACHE_HOME");
  unsetenv("XDG_RUNTIME_DIR");
  std::string home = getenv("HOME") ? getenv("HOME") : "";
  setenv("HOME", folder_.c_str(), 1);
  auto paths = privateDaemonPaths();
  setenv("HOME", home.c_str(), 1);
  ASSERT_TRUE(paths.ok()) << paths.status();
  std::string cache = (folder_ / ".cache" / "ingot").string();
  EXPECT_EQ(paths->socket, cache + "/ingotd.sock");
  EXPECT_EQ(paths->store, cache + "/store");
  EXPECT_EQ(paths->log, cache + "/ingotd.log");
  EXPECT_EQ(paths->address(), "unix:" + paths->socket);
  EXPECT_THAT(paths->program, ::testing::EndsWith("ingotd"));
}

TEST_F(PrivateDaemonTest, SocketsTooDeepForTheKernelStandElsewhere) {
  setenv("XDG_RUNTIME_DIR", (folder_ / std::string(120, 'd')).c_str(), 1);
  auto paths = privateDaemonPaths();
  ASSERT_TRUE(paths.ok()) << paths.status();
  EXPECT_EQ(paths->socket,
            "/tmp/ingot-" + std::to_string(getuid()) + "/ingotd.sock");
  EXPECT_THAT(paths->store, StartsWith(folder_.string()));
}

TEST_F(PrivateDaemonTest, FilesInTheWayAreNamed) {
  std::ofstream(folder_ / "run") << "a file";
  EXPECT_THAT(std::string(privateDaemonPaths().status().message()),
              HasSubstr("cannot make the folder " +
                        (folder_ / "run" / "ingot").string()));
}

/// Starts programs in place of ingotd.
class StartTest : public PrivateDaemonTest {
protected:
  void SetUp() override {
    PrivateDaemonTest::SetUp();
    auto paths = privateDaemonPaths();
    ASSERT_TRUE(paths.ok()) << paths.status();
    paths_ = *paths;
    paths_.program = FAKE_DAEMON;
  }
  void TearDown() override {
    stop();
    PrivateDaemonTest::TearDown();
  }

  /// Makes the program a script that gets the daemon's arguments.
  void script(const std::string &text) {
    paths_.program = (folder_ / "script").string();
    std::ofstream(paths_.program) << "#!/bin/sh\n" << text << "\n";
    fs::permissions(paths_.program, fs::perms::owner_all);
  }

  /// Every start of the fake daemon: a line of its arguments.
  std::vector<std::string> starts() const {
    std::ifstream file(paths_.store + ".starts");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);)
      lines.push_back(line);
    return lines;
  }

  /// Ends the fake daemon by its word for it.
  void stop() {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, paths_.socket.c_str(),
                 sizeof(address.sun_path) - 1);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    char end;
    if (connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof(address)) ==
        0)
      while (::write(fd, "q", 1) == 1 && ::read(fd, &end, 1) == 1)
        ;
    close(fd);
  }

  PrivateDaemonPaths paths_;
};

TEST_F(StartTest, TheDaemonIsReadyWhenItHasStarted) {
  ASSERT_FALSE(isRunning(paths_));
  absl::Status status = startPrivateDaemon(paths_);
  ASSERT_TRUE(status.ok()) << status;
  EXPECT_TRUE(isRunning(paths_));
  ASSERT_EQ(starts().size(), 1u);
  EXPECT_THAT(starts()[0],
              ::testing::AllOf(HasSubstr("--listen " + paths_.address()),
                               HasSubstr("--store " + paths_.store),
                               HasSubstr("--log-file " + paths_.log),
                               HasSubstr("--idle-exit 600")));
}

TEST_F(StartTest, TheDaemonInheritsNoFilesAndNoFolder) {
  // As a shell's redirection, which survives exec.
  const int file = open((folder_ / "mine").c_str(), O_CREAT | O_RDWR, 0600);
  const int inherited = fcntl(file, F_DUPFD, 77);
  ASSERT_GE(inherited, 77);
  script("{ pwd; ls -l /proc/$$/fd; } > " + (folder_ / "seen").string() +
         "; exec " FAKE_DAEMON " \"$@\"");
  ASSERT_TRUE(startPrivateDaemon(paths_).ok());
  close(inherited);
  close(file);
  std::ifstream seen(folder_ / "seen");
  const std::string text{std::istreambuf_iterator<char>(seen), {}};
  EXPECT_THAT(text, StartsWith("/\n"));
  EXPECT_THAT(text, HasSubstr(" 3 -> pipe:")) << "the descriptors are listed";
  EXPECT_THAT(text, ::testing::Not(HasSubstr("/mine")));
}

TEST_F(StartTest, ARunningDaemonIsNotStartedAgain) {
  ASSERT_TRUE(startPrivateDaemon(paths_).ok());
  ASSERT_TRUE(startPrivateDaemon(paths_).ok());
  EXPECT_EQ(starts().size(), 1u);
}

TEST_F(StartTest, WhatIsReplacedDuringTheStartIsAnotherBuild) {
  // The clock of files may stand still for some milliseconds.
  script("touch -d @1 \"$0\"; exec " FAKE_DAEMON " \"$@\"");
  absl::Status status = startPrivateDaemon(paths_);
  ASSERT_TRUE(status.ok()) << status;
  int asked = 0;
  status = startPrivateDaemon(paths_, [&](const PrivateDaemonPaths &) {
    ++asked;
    return absl::UnavailableError("does not end");
  });
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(asked, 1);
}

/// A daemon runs, and the programs are replaced by an upgrade.
class UpgradeTest : public StartTest {
protected:
  void SetUp() override {
    StartTest::SetUp();
    ASSERT_TRUE(startPrivateDaemon(paths_).ok());
    upgrade();
  }

  void upgrade() {
    fs::create_directories(folder_ / "new");
    paths_.program = (folder_ / "new" / "ingotd").string();
    fs::copy_file(FAKE_DAEMON, paths_.program,
                  fs::copy_options::overwrite_existing);
  }

  absl::Status start() {
    return startPrivateDaemon(paths_, [this](const PrivateDaemonPaths &other) {
      ++asked_;
      EXPECT_EQ(other.socket, paths_.socket);
      if (!refusal_.ok())
        return refusal_;
      stop();
      return absl::OkStatus();
    });
  }

  int asked_ = 0;
  absl::Status refusal_;
};

TEST_F(UpgradeTest, ADaemonOfAnotherBuildGivesWay) {
  absl::Status status = start();
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_TRUE(isRunning(paths_));
  EXPECT_EQ(starts().size(), 2u);
  EXPECT_TRUE(start().ok());
  EXPECT_EQ(asked_, 1) << "once";
}

TEST_F(UpgradeTest, ProgramsThatWereReplacedAreAnotherBuild) {
  ASSERT_TRUE(start().ok());
  std::ofstream(folder_ / "new" / "ingot-worker") << "another compiler";
  ASSERT_TRUE(start().ok());
  EXPECT_EQ(asked_, 2);
  EXPECT_EQ(starts().size(), 3u);
}

TEST_F(UpgradeTest, OneThatCannotBeAskedIsUsedAsItIs) {
  refusal_ = absl::UnimplementedError("drain");
  EXPECT_TRUE(start().ok());
  EXPECT_TRUE(isRunning(paths_));
  EXPECT_EQ(starts().size(), 1u);
}

TEST_F(UpgradeTest, OfManyCallersOneReplacesIt) {
  std::vector<std::thread> callers;
  std::atomic<int> asked{0};
  for (int i = 0; i < 4; ++i)
    callers.emplace_back([&] {
      EXPECT_TRUE(startPrivateDaemon(paths_, [&](const PrivateDaemonPaths &) {
                    ++asked;
                    stop();
                    return absl::OkStatus();
                  }).ok());
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(starts().size(), 2u);
}

TEST_F(UpgradeTest, OneOfWhichNothingIsKnownIsUsedAsItIs) {
  fs::resize_file(paths_.lock, 0); // As an earlier program left it.
  EXPECT_TRUE(start().ok());
  EXPECT_EQ(asked_, 0);
}

TEST_F(StartTest, WhatIsStoppedIsGoneAndMayBeStartedAgain) {
  ASSERT_TRUE(startPrivateDaemon(paths_).ok());
  auto refused = stopPrivateDaemon(
      paths_, [] { return absl::PermissionDeniedError("not yours"); });
  EXPECT_EQ(refused.status().message(), "not yours");
  EXPECT_TRUE(isRunning(paths_));
  auto stopped = stopPrivateDaemon(paths_, [this] {
    stop();
    return absl::OkStatus();
  });
  ASSERT_TRUE(stopped.ok()) << stopped.status();
  EXPECT_TRUE(*stopped);
  EXPECT_FALSE(isRunning(paths_));
  EXPECT_TRUE(startPrivateDaemon(paths_).ok());
}

TEST_F(StartTest, OfManyCallersOneStartsIt) {
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
    callers.emplace_back(
        [this] { EXPECT_TRUE(startPrivateDaemon(paths_).ok()); });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(starts().size(), 1u);
}

TEST_F(StartTest, ADaemonThatEndsIsReportedWithTheEndOfItsLog) {
  script("for line in one two three four; do echo \"$line\" >> '" + paths_.log +
         "'; done; exit 1");
  absl::Status status = startPrivateDaemon(paths_);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              ::testing::EndsWith(paths_.log + ":\n  two\n  three\n  four"));
  EXPECT_FALSE(isRunning(paths_));
}

TEST_F(StartTest, AProgramThatIsNotThereIsReported) {
  paths_.program = "/nowhere/ingotd";
  EXPECT_EQ(startPrivateDaemon(paths_).code(), absl::StatusCode::kUnavailable);
}

TEST_F(StartTest, AStartThatFailedCanBeTriedAgain) {
  script("exit 1");
  EXPECT_FALSE(startPrivateDaemon(paths_).ok());
  paths_.program = FAKE_DAEMON;
  EXPECT_TRUE(startPrivateDaemon(paths_).ok()) << "the lock is free";
}

TEST_F(StartTest, APlaceThatCannotBeLockedIsNamed) {
  paths_.lock = (folder_ / "nowhere" / "lock").string();
  absl::Status status = startPrivateDaemon(paths_);
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("cannot lock " + paths_.lock));
}

} // namespace
} // namespace ingot::client
