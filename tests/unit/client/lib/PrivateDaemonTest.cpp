//===- PrivateDaemonTest.cpp - where a private daemon is ------------------===//

#include "client/lib/PrivateDaemon.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

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

} // namespace
} // namespace ingot::client
