//===- ResultFolderTest.h - folders of results and their files --*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_CLIENT_RUNTIME_RESULTFOLDERTEST_H
#define INGOT_TESTS_UNIT_CLIENT_RUNTIME_RESULTFOLDERTEST_H

#include "client/runtime/ResultFolder.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gtest/gtest.h"

#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>

namespace ingot::runtime {

namespace fs = std::filesystem;

using Strings = std::vector<std::string>;

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
    return where + "/" + hexOf(key(name)) + ".ingot-results";
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

  /// The file that an address is mapped from, by its inode; 0 for none.
  static uint64_t inodeAt(const void *address) {
    std::istringstream maps(read("/proc/self/maps"));
    uint64_t begin, end, inode;
    std::string line, skipped;
    char dash;
    while (std::getline(maps, line)) {
      std::istringstream fields(line);
      fields >> std::hex >> begin >> dash >> end >> skipped >> skipped >>
          skipped >> std::dec >> inode;
      const auto at = reinterpret_cast<uintptr_t>(address);
      if (begin <= at && at < end)
        return inode;
    }
    return 0;
  }

  static uint64_t inodeOf(const std::string &file) {
    struct stat status{};
    EXPECT_EQ(stat(file.c_str(), &status), 0) << file;
    return status.st_ino;
  }

  /// Makes a file look as if it was last used so many hours ago.
  void age(const std::string &name, int hours) { ageFile(fileOf(name), hours); }
  static void ageFile(const std::string &file, int hours) {
    const timespec then{time(nullptr) - hours * 3600, 0},
        times[] = {then, then};
    ASSERT_EQ(utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
  }

  int files() const {
    int count = 0;
    for (const auto &entry : fs::directory_iterator(where))
      count += entry.path().extension() == ".ingot-results";
    return count;
  }

  std::string where;
};

} // namespace ingot::runtime

#endif // INGOT_TESTS_UNIT_CLIENT_RUNTIME_RESULTFOLDERTEST_H
