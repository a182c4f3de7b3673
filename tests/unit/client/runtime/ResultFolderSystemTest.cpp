//===- ResultFolderSystemTest.cpp - many processes, full disks ------------===//

#include "tests/unit/client/runtime/ResultFolderTest.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ingot::runtime {
namespace {

TEST_F(ResultFolderTest, WhoComesSecondMapsTheFirstOnesFile) {
  // Neither found it; both made it.
  auto one = open()->put(key("a"), {"one"}, nullptr);
  const uint64_t inode = inodeOf(fileOf("a"));
  auto two = open()->put(key("a"), {"one"}, nullptr);
  ASSERT_TRUE(one && two);
  EXPECT_EQ(inodeAt(one->data[0]), inode);
  EXPECT_EQ(inodeAt(two->data[0]), inode);
  EXPECT_EQ(inodeOf(fileOf("a")), inode);
  EXPECT_EQ(std::distance(fs::directory_iterator(where), {}), 2)
      << "the secret and one file";
}

TEST_F(ResultFolderTest, ManyWritersOfOneKeyDoNotMix) {
  open();
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child)
    if (pid_t pid = fork(); pid == 0) {
      const std::string own(100000, static_cast<char>('a' + child));
      bool ok = true;
      for (int i = 0; ok && i < 25; ++i) {
        auto folder = ResultFolder::open(where);
        auto kept = folder.ok() ? (*folder)->put(key("a"), {own}, nullptr)
                                : std::nullopt;
        const auto bytes = kept ? static_cast<const char *>(kept->data[0]) : "";
        ok = kept &&
             std::string(bytes, 100000) == std::string(100000, *bytes) &&
             found(**folder, "a", {100000}) == Strings{{bytes, 100000}} &&
             inodeAt(bytes) == inodeOf(fileOf("a"));
      }
      _exit(ok ? 0 : 1);
    } else {
      children.push_back(pid);
    }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(ResultFolderTest, ThreadsMayShareOne) {
  auto folder = open();
  std::vector<std::thread> threads;
  std::vector<int> good(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int k = 0; k < 25; ++k) {
        const std::string name = std::to_string(k);
        good[i] += put(*folder, name, {name}) &&
                   found(*folder, name, {static_cast<int64_t>(name.size())}) ==
                       Strings{name};
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(good, std::vector<int>(4, 25));
}

TEST_F(ResultFolderTest, AFolderThatCannotBeMadeKeepsNothing) {
  where += "/there/is/none";
  auto folder = open();
  ASSERT_TRUE(folder);
  EXPECT_EQ(folder->fingerprinter(), nullptr);
  EXPECT_FALSE(put(*folder, "a", {"one"}));
  EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"});
}

/// Exit codes of a process with a file system of its own of this many bytes
/// on the folder; 77 where that is not allowed.
template <typename Function>
int inSmallFileSystem(const std::string &where, const char *options,
                      Function function) {
  fs::create_directory(where);
  const pid_t pid = fork();
  if (pid == 0) {
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
        mount("none", where.c_str(), "tmpfs", 0, options) != 0)
      _exit(77);
    _exit(function() ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(ResultFolderTest, AFullDiskKeepsWhatThereIsRoomFor) {
  const int code = inSmallFileSystem(where, "mode=700,size=256k", [this] {
    auto folder = ResultFolder::open(where);
    const std::string small(60000, 's'), large(400000, 'l');
    return folder.ok() && put(**folder, "a", {small}) &&
           !put(**folder, "b", {large}) && files() == 1 &&
           found(**folder, "b", {400000}) == Strings{"none"} &&
           found(**folder, "a", {60000}) == Strings{small} &&
           put(**folder, "c", {small});
  });
  if (code == 77)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(ResultFolderTest, ATwentiethOfTheDiskStaysFree) {
  // 256 pages, of which 13 are to stay free and one is the secret's.
  const int code = inSmallFileSystem(where, "mode=700,size=1m", [this] {
    auto folder = ResultFolder::open(where);
    const std::string most(size_t{4096} * 240, 'x'), page(4000, 'y');
    return folder.ok() && put(**folder, "a", {most}) &&
           put(**folder, "b", {page}) && !put(**folder, "c", {page}) &&
           files() == 2;
  });
  if (code == 77)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(ResultFolderTest, AReadOnlyDiskIsReadAndKeepsNothingNew) {
  const int code = inSmallFileSystem(where, "mode=700", [this] {
    auto writable = ResultFolder::open(where);
    if (!writable.ok() || !put(**writable, "a", {"one"}) ||
        mount("none", where.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY,
              "mode=700") != 0)
      return false;
    auto folder = ResultFolder::open(where);
    return folder.ok() && found(**folder, "a", {3}) == Strings{"one"} &&
           !put(**folder, "b", {"two"});
  });
  if (code == 77)
    GTEST_SKIP() << "no file system can be mounted here";
  EXPECT_EQ(code, 0);
}

TEST_F(ResultFolderTest, ALimitOnFilesDoesNotEndTheProcess) {
  const pid_t pid = fork();
  if (pid == 0) {
    const rlimit limit{1000, 1000};
    auto folder = ResultFolder::open(where);
    const bool ok = folder.ok() && setrlimit(RLIMIT_FSIZE, &limit) == 0 &&
                    !put(**folder, "a", {std::string(5000, 'x')}) &&
                    put(**folder, "b", {"one"});
    _exit(ok ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

} // namespace
} // namespace ingot::runtime
