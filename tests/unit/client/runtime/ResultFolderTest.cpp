//===- ResultFolderTest.cpp - results of initialisers as files ------------===//

#include "tests/unit/client/runtime/ResultFolderTest.h"

#include "gmock/gmock.h"

#include <sys/resource.h>
#include <unistd.h>

namespace ingot::runtime {
namespace {

using testing::HasSubstr;

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
  EXPECT_EQ(read(where + "/ingot-secret").size(), 16u);
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
  fs::remove(where + "/ingot-secret");
  EXPECT_EQ(found(*open(), "a", {3}), Strings{"none"});
}

TEST_F(ResultFolderTest, WhatIsNoSecretIsRefusedAndStays) {
  open();
  const std::string secret = where + "/ingot-secret";
  auto refused = [&] {
    auto folder = ResultFolder::open(where);
    EXPECT_EQ(folder.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(folder.status().message()),
                HasSubstr("ingot-secret: is not a secret of this user"));
  };
  for (const std::string &bytes :
       {std::string("short"), std::string(17, 'x'), std::string(16, '\0')}) {
    std::ofstream(secret, std::ios::binary) << bytes;
    refused();
    EXPECT_EQ(read(secret), bytes);
  }
  fs::rename(secret, where + "/elsewhere");
  fs::create_symlink(where + "/elsewhere", secret);
  refused();
  EXPECT_TRUE(fs::is_symlink(secret));
  fs::remove(secret);
  ASSERT_EQ(mkfifo(secret.c_str(), 0600), 0);
  refused();
  EXPECT_TRUE(fs::is_fifo(secret));
  if (geteuid() == 0) {
    fs::remove(secret);
    std::ofstream(secret) << std::string(16, 'x');
    ASSERT_EQ(chown(secret.c_str(), 1, 1), 0);
    refused();
    EXPECT_TRUE(fs::exists(secret));
  }
}

TEST_F(ResultFolderTest, FileSystemsThatOtherHostsWriteToAreRefused) {
  // NFS, SMB, SMB2, CIFS, FUSE.
  for (int64_t type : {0x6969L, 0x517bL, 0xfe534d42L, 0xff534d42L, 0x65735546L})
    EXPECT_TRUE(ResultFolder::isRemote(type)) << type;
  // ext4, tmpfs, XFS, Btrfs, overlay.
  for (int64_t type :
       {0xef53L, 0x01021994L, 0x58465342L, 0x9123683eL, 0x794c7630L})
    EXPECT_FALSE(ResultFolder::isRemote(type)) << type;
}

TEST_F(ResultFolderTest, IsTheUsersAlone) {
  const mode_t before = umask(0);
  ASSERT_TRUE(put(*open(), "a", {"one"}));
  umask(before);
  struct stat status;
  ASSERT_EQ(stat(where.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0700u);
  for (const std::string &file : {fileOf("a"), where + "/ingot-secret"}) {
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
      std::string(
          ResultFolder::open(where + "/ingot-secret").status().message()),
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
  EXPECT_FALSE(put(*folder, "a", {"one"}));
  EXPECT_TRUE(fs::is_symlink(fileOf("a"))) << "it is not ours to remove";
  fs::remove(fileOf("a"));
  ASSERT_EQ(mkfifo(fileOf("a").c_str(), 0600), 0);
  EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"}) << "and does not wait";
  fs::remove(fileOf("a"));
  if (geteuid() == 0) {
    fs::rename(elsewhere, fileOf("a"));
    ASSERT_EQ(chown(fileOf("a").c_str(), 1, 1), 0);
    EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"});
    EXPECT_TRUE(fs::exists(fileOf("a")));
  }
}

TEST_F(ResultFolderTest, AFileThatCannotBeOpenedStays) {
  auto folder = open();
  ASSERT_TRUE(put(*folder, "a", {"one"}));
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_EQ(found(*folder, "a", {3}), Strings{"none"});
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(found(*folder, "a", {3}), Strings{"one"});
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

TEST_F(ResultFolderTest, ATimeFarAheadCountsAsOld) {
  auto folder = open(2 * 1152);
  const std::string bytes(1000, 'x');
  ASSERT_TRUE(put(*folder, "a", {bytes}));
  ASSERT_TRUE(put(*folder, "b", {bytes}));
  age("a", -5);
  ASSERT_TRUE(put(*open(2 * 1152), "c", {bytes}));
  EXPECT_FALSE(fs::exists(fileOf("a")));
  EXPECT_TRUE(fs::exists(fileOf("b")));
}

TEST_F(ResultFolderTest, OnlyFilesOfItsOwnNamesGo) {
  auto folder = open(1152);
  const std::string digits(64, 'a'), large(1000, 'x');
  const std::string foreign[] = {
      "secret",       "thesis.txt",
      digits,         "new-0123456789abcdef",
      "." + digits,   digits.substr(1) + ".ingot-results",
      digits + ".gz", "thesis.ingot-new"};
  for (const std::string &name : foreign) {
    std::ofstream(where + "/" + name) << large;
    ageFile(where + "/" + name, 9);
  }
  const std::string ours =
      where + "/" + std::string(64, 'b') + ".ingot-results";
  fs::create_directory(ours);
  ageFile(ours, 9);
  const std::string left = where + "/0123456789abcdef.ingot-new";
  std::ofstream(left) << large;
  ageFile(left, 9);
  ASSERT_TRUE(put(*folder, "a", {large}));
  EXPECT_FALSE(fs::exists(left)) << "of a writer that was killed";
  age("a", 9);
  ASSERT_TRUE(put(*folder, "b", {large}));
  EXPECT_FALSE(fs::exists(fileOf("a")));
  for (const std::string &name : foreign)
    EXPECT_EQ(read(where + "/" + name), large) << name;
  EXPECT_TRUE(fs::is_directory(ours));
}

} // namespace
} // namespace ingot::runtime
