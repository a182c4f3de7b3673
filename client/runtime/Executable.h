//===- Executable.h - a loaded executable -----------------------*- C++ -*-===//
//
// Loads what `ingot compile` made and checks its table before anything uses it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_EXECUTABLE_H
#define INGOT_CLIENT_RUNTIME_EXECUTABLE_H

#include "absl/status/statusor.h"
#include "client/runtime/DerivedConstants.h"
#include "proto/abi/executable.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace ingot::runtime {

/// A shared object that stays loaded as long as this lives. Immutable, but for
/// what its instances share. Thread-safe.
class Executable {
public:
  /// Of a fat file, the member that makes the most of this machine. NOT_FOUND
  /// when the file cannot be read, INVALID_ARGUMENT when it is no executable
  /// for this machine or of another version of the ABI, FAILED_PRECONDITION
  /// when it needs registers that the kernel does not give, or has no member
  /// for this machine.
  static absl::StatusOr<std::shared_ptr<const Executable>>
  load(const std::string &path);
  ~Executable();

  const ingot_executable &table() const { return *table_; }
  const std::string &path() const { return path_; }
  /// Of a fat file: the target that the chosen member is for; else empty.
  const std::string &target() const { return target_; }

  /// A descriptor, the caller's to close, of the file that is loaded, of a fat
  /// one in memory with the chosen member. -1 if it is not there any more, or
  /// was replaced.
  int openFile() const;

  /// The entry of this name; of an executable with one entry, that one when the
  /// name is empty. NOT_FOUND names the entries that there are.
  absl::StatusOr<const ingot_entry *> entry(const std::string &name) const;

  /// What instances derived from their constants and others may use.
  DerivedConstantsTable &derived() const { return derived_; }

private:
  Executable() = default;

  std::string path_;
  std::string target_;
  int member_ = -1; ///< Of a fat file, in memory.
  /// Device and inode of what is loaded; zeros if that is not known.
  std::pair<uint64_t, uint64_t> identity_;
  void *library_ = nullptr;
  const ingot_executable *table_ = nullptr;
  mutable DerivedConstantsTable derived_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_EXECUTABLE_H
