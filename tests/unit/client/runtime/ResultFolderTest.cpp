//===- ResultFolderTest.cpp - results of initialisers as files ------------===//

#include "client/runtime/ResultFolder.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>

namespace ingot::runtime {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// A folder of its own for each test, and keys and results to put there.
class ResultFolderTest : public testing::Test {
protected:
  void SetUp() override {
    static int tests = 0;
    where = path("results" + std::to_string(tests++));
  }

  std::shared_ptr<ResultFolder>
  open(int64_t maxBytes = ResultFolder::kDefaultMaxBytes) {
    auto folder = ResultFolder::open(where, maxBytes);
    EXPECT_TRUE(folder.ok()) << folder.status();
    return folder.ok() ? *folder : nullptr;
  }

  static Fingerprint key(const std::string &name) { return sha256(name); }
  std::string fileOf(const std::string &name) const {
    return where + "/" + hexOf(key(name));
  }

  static bool put(ResultFolder &folder, const std::string &name,
                  const std::vector<std::string_view> &results) {
    return folder.put(key(name), results, nullptr).has_value();
  }

  /// The bytes that are found, one string for each result, or "none".
  static std::vector<std::string> found(ResultFolder &folder,
                                        const std::string &name,
                                        const std::vector<int64_t> &sizes) {
    auto results = folder.find(key(name), sizes, nullptr);
    if (!results)
      return {"none"};
    std::vector<std::string> bytes;
    for (size_t i = 0; i < sizes.size(); ++i) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(results->data[i]) % 64, 0u);
      bytes.emplace_back(static_cast<const char *>(results->data[i]),
                         static_cast<size_t>(sizes[i]));
    }
    return bytes;
  }

  /// Makes a file look as if it was last used so many hours ago.
  void age(const std::string &name, int hours) {
    const timespec then{time(nullptr) - hours * 3600, 0},
        times[] = {then, then};
    ASSERT_EQ(utimensat(AT_FDCWD, fileOf(name).c_str(), times, 0), 0);
  }

  int files() const {
    int count = 0;
    for (const auto &entry : fs::directory_iterator(where))
      count += entry.path().filename() != "secret";
    return count;
  }

  std::string where;
};

using Strings = std::vector<std::string>;

TEST_F(ResultFolderTest, ResultsAreFoundByWhoeverOpensItNext) {
  ASSERT_TRUE(put(*open(), "a", {"one", std::string(100, 'x'), ""}));
  EXPECT_EQ(found(*open(), "a", {3, 100, 0}),
            (Strings{"one", std::string(100, 'x'), ""}));
  EXPECT_EQ(found(*open(), "b", {3, 100, 0}), Strings{"none"});
}

TEST_F(ResultFolderTest, WhatIsPutIsMappedFromTheFile) {
  auto folder = open();
  auto kept = folder->put(key("a"), {"one", "two"}, nullptr);
  ASSERT_TRUE(kept);
  EXPECT_EQ(std::string(static_cast<const char *>(kept->data[1]), 3), "two");
  fs::remove_all(where);
  folder.reset();
  EXPECT_EQ(std::string(static_cast<const char *>(kept->data[0]), 3), "one")
      << "a mapping needs neither the name nor the folder";
}

TEST_F(ResultFolderTest, FilesHaveThisForm) {
  ASSERT_TRUE(put(*open(), "a", {"one", ""}));
  const std::string file = read(fileOf("a"));
  ASSERT_EQ(file.size(), 128 + 64u);
  EXPECT_EQ(file.substr(0, 16), "ingot-results-1\n");
  const Fingerprint name = key("a");
  EXPECT_EQ(file.substr(16, 32), std::string(name.begin(), name.end()));
  EXPECT_EQ(file.substr(80, 8), std::string("\x40\0\0\0\0\0\0\0", 8));
  EXPECT_EQ(file.substr(88, 40), std::string(40, '\0'));
  EXPECT_EQ(file.substr(128), "one" + std::string(61, '\0'));
  EXPECT_EQ(read(where + "/secret").size(), 16u);
}

TEST_F(ResultFolderTest, DamagedFilesAreNoticedRemovedAndMadeAgain) {
  const std::string bytes(1000, 'x');
  auto folder = open();
  ASSERT_TRUE(put(*folder, "a", {bytes}));
  const std::string whole = read(fileOf("a"));
  std::vector<std::string> damaged = {"", whole.substr(0, 127),
                                      whole.substr(0, whole.size() - 1),
                                      whole + "y", whole.substr(64)};
  for (size_t place : {0, 20, 50, 80, 127, 128, 1127}) {
    damaged.push_back(whole);
    damaged.back()[place] ^= 1;
  }
  for (const std::string &file : damaged) {
    std::ofstream(fileOf("a"), std::ios::binary) << file;
    EXPECT_EQ(found(*folder, "a", {1000}), Strings{"none"});
    EXPECT_FALSE(fs::exists(fileOf("a")));
    ASSERT_TRUE(put(*folder, "a", {bytes}));
    EXPECT_EQ(found(*folder, "a", {1000}), Strings{bytes});
  }
}

TEST_F(ResultFolderTest, AFileOfAnotherKeyOrSecretIsNotBelieved) {
  auto folder = open();
  ASSERT_TRUE(put(*folder, "a", {"one"}));
  fs::copy(fileOf("a"), fileOf("b"));
  EXPECT_EQ(found(*folder, "b", {3}), Strings{"none"});
  fs::remove(where + "/secret");
  EXPECT_EQ(found(*open(), "a", {3}), Strings{"none"});
}

TEST_F(ResultFolderTest, ADamagedSecretIsReplaced) {
  open();
  std::ofstream(where + "/secret") << "short";
  ASSERT_TRUE(put(*open(), "a", {"one"}));
  EXPECT_EQ(found(*open(), "a", {3}), Strings{"one"});
}

TEST_F(ResultFolderTest, IsTheUsersAlone) {
  const mode_t before = umask(0);
  ASSERT_TRUE(put(*open(), "a", {"one"}));
  umask(before);
  struct stat status;
  ASSERT_EQ(stat(where.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  for (const std::string &file : {fileOf("a"), where + "/secret"}) {
    ASSERT_EQ(stat(file.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
  }
}

TEST_F(ResultFolderTest, TrapsAreRefused) {
  open();
  const std::string link = where + "-link";
  fs::create_symlink(where, link);
  auto refused = ResultFolder::open(link);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.status().message()),
              HasSubstr(link + ": is a symbolic link"));
  EXPECT_THAT(
      std::string(ResultFolder::open(where + "/secret").status().message()),
      HasSubstr("is not a folder"));
  fs::permissions(where, fs::perms::owner_all | fs::perms::others_write);
  EXPECT_THAT(std::string(ResultFolder::open(where).status().message()),
              HasSubstr("open to others"));
  if (geteuid() == 0) {
    fs::permissions(where, fs::perms::owner_all);
    ASSERT_EQ(chown(where.c_str(), 1, 1), 0);
    EXPECT_THAT(std::string(ResultFolder::open(where).status().message()),
                HasSubstr("belongs to another user"));
  }
}

TEST_F(ResultFolderTest, FilesThatAreLinksPipesOrAnotherUsersAreNotRead) {
  auto folder = open();
  ASSERT_TRUE(put(*folder, "a", {"one"}));
  const std::string elsewhere = where + "-elsewhere";
  fs::rename(fileOf("a"), elsewhere);
  fs::create_symlink(elsewhere, fileOf("a"));
  EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"});
  fs::remove(fileOf("a"));
  ASSERT_EQ(mkfifo(fileOf("a").c_str(), 0600), 0);
  EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"}) << "and does not wait";
  fs::remove(fileOf("a"));
  if (geteuid() == 0) {
    fs::rename(elsewhere, fileOf("a"));
    ASSERT_EQ(chown(fileOf("a").c_str(), 1, 1), 0);
    EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"});
  }
}

TEST_F(ResultFolderTest, TheLeastRecentlyUsedGoWhenThereIsNoRoom) {
  // Files of 1,152 bytes.
  auto folder = open(4 * 1152);
  const std::string bytes(1000, 'x');
  for (const char *name : {"a", "b", "c", "d"})
    ASSERT_TRUE(put(*folder, name, {bytes}));
  for (const char *name : {"a", "c"})
    age(name, 2);
  age("b", 3);
  EXPECT_EQ(found(*folder, "a", {1000}), Strings{bytes}) << "now it is recent";
  ASSERT_TRUE(put(*folder, "e", {bytes}));
  EXPECT_EQ(found(*folder, "a", {1000}), Strings{bytes});
  EXPECT_EQ(found(*folder, "b", {1000}), Strings{"none"});
  EXPECT_EQ(found(*folder, "d", {1000}), Strings{bytes});
  EXPECT_EQ(found(*folder, "e", {1000}), Strings{bytes});
  EXPECT_LE(files(), 4);
}

TEST_F(ResultFolderTest, FilesOfTheLastMinuteStayAndWhatHasNoRoomIsNotKept) {
  auto folder = open(2 * 1152);
  const std::string bytes(1000, 'x');
  ASSERT_TRUE(put(*folder, "a", {bytes}));
  ASSERT_TRUE(put(*folder, "b", {bytes}));
  EXPECT_FALSE(put(*folder, "c", {bytes}));
  EXPECT_FALSE(put(*folder, "d", {std::string(10000, 'x')}));
  EXPECT_FALSE(put(*open(0), "e", {bytes}));
  EXPECT_EQ(found(*folder, "a", {1000}), Strings{bytes});
  EXPECT_EQ(files(), 2);
}

TEST_F(ResultFolderTest, WhatOthersLeftInTheFolderStaysThere) {
  auto folder = open(1152);
  write(where.substr(where.rfind('/') + 1) + "/thesis.txt", "mine");
  const std::string left = where + "/new-0123456789abcdef";
  std::ofstream(left) << std::string(1000, 'x');
  const timespec times[] = {{1, 0}, {1, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, left.c_str(), times, 0), 0);
  ASSERT_TRUE(put(*folder, "a", {std::string(1000, 'x')}));
  EXPECT_FALSE(fs::exists(left)) << "a writer that was killed";
  EXPECT_EQ(read(where + "/thesis.txt"), "mine");
}

TEST_F(ResultFolderTest, ManyWritersOfOneKeyDoNotMix) {
  open();
  std::vector<pid_t> children;
  for (int child = 0; child < 4; ++child)
    if (pid_t pid = fork(); pid == 0) {
      bool ok = true;
      for (int i = 0; i < 25; ++i) {
        auto folder = ResultFolder::open(where);
        const std::string bytes(100000, 'x');
        ok = ok && folder.ok() && put(**folder, "a", {bytes}) &&
             found(**folder, "a", {100000}) == Strings{bytes};
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
    const bool isRoot = geteuid() == 0;
    if (unshare(CLONE_NEWNS | (isRoot ? 0 : CLONE_NEWUSER)) != 0 ||
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
