//===- StoreTesting.h - What tests of stores share --------------*- C++ -*-===//
//
// A folder that goes away, bytes that differ, and reading a blob to its end.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_CACHE_STORETESTING_H
#define INGOT_TESTS_UNIT_CACHE_STORETESTING_H

#include "cache/store/Store.h"

#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

namespace ingot::cache {

/// A new folder, removed at the end. One owner.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string name =
        (std::filesystem::temp_directory_path() / "ingot-store-XXXXXX");
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return path_; }

private:
  std::string path_;
};

/// `size` bytes, different for each seed.
inline std::string someBytes(size_t size, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string bytes(size, '\0');
  for (char &byte : bytes)
    byte = static_cast<char>(random());
  return bytes;
}

/// A record that names `outputs`.
inline v1::ActionRecord recordOf(const std::vector<Digest> &outputs) {
  v1::ActionRecord record;
  record.set_format(1);
  for (const Digest &digest : outputs) {
    auto *output = record.add_outputs();
    output->set_role("object");
    *output->mutable_digest() = digest.toProto();
  }
  return record;
}

/// All that is left in the reader.
inline absl::StatusOr<std::string> readAll(BlobReader &reader) {
  std::string bytes;
  while (true) {
    absl::StatusOr<SharedBytes> piece = reader.next();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return bytes;
    bytes.append(**piece);
  }
}

} // namespace ingot::cache

#endif // INGOT_TESTS_UNIT_CACHE_STORETESTING_H
