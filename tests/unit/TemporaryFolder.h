//===- TemporaryFolder.h - Folders of tests that go away --------*- C++ -*-===//
//
// Tests leave nothing on the disk: a folder goes with its owner, and the files
// of one test program with the program.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_TEMPORARYFOLDER_H
#define INGOT_TESTS_UNIT_TEMPORARYFOLDER_H

#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace ingot {

/// A new folder, removed at the end by the process that made it: a fork of it
/// that exits takes nothing away. One owner.
class TemporaryFolder {
public:
  explicit TemporaryFolder(const std::filesystem::path &parent =
                               std::filesystem::temp_directory_path()) {
    std::string name = parent / "ingot-test-XXXXXX";
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    if (getpid() == owner_)
      std::filesystem::remove_all(path_);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return path_; }

private:
  const pid_t owner_ = getpid();
  std::string path_;
};

/// The path of a file of this test program, which goes with the program.
inline std::string testFile(const std::string &name) {
  static const TemporaryFolder folder;
  return folder.path() + "/" + name;
}

} // namespace ingot

#endif // INGOT_TESTS_UNIT_TEMPORARYFOLDER_H
