//===- FileBytes.h - the bytes of a file, held or mapped --------*- C++ -*-===//
//
// A model may be larger than what a command should take of memory. What is
// large is mapped, and its pages can be given back as soon as they were hashed
// or sent; the disk has them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_CLI_FILEBYTES_H
#define INGOT_CLIENT_CLI_FILEBYTES_H

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace ingot::client {

/// Immutable; copies share the bytes. Where a file that is mapped gets shorter
/// meanwhile, reading its bytes ends the program with a message that names it.
class FileBytes {
public:
  /// Files above it are mapped.
  static constexpr size_t kMaxHeldBytes = 1 << 20;

  FileBytes() = default;
  FileBytes(std::string bytes); // NOLINT: a string is bytes of a file.

  /// Maps a file that is open and stands at `path`; empty when that cannot be
  /// done.
  static FileBytes map(int descriptor, const std::string &path);

  operator std::string_view() const { return view_; } // NOLINT: as a string.
  std::string_view view() const { return view_; }
  size_t size() const { return view_.size(); }

  friend bool operator==(const FileBytes &a, std::string_view b) {
    return a.view_ == b;
  }

  /// The caller does not need these bytes for now. Gives memory back where they
  /// are part of a mapped file, and does nothing for all others. Thread-safe.
  static void release(std::string_view bytes);

  /// The path of one that is mapped and was written to since, or nothing: what
  /// was read of it is neither what it was nor what it is.
  static std::string changedFile();

private:
  std::shared_ptr<const void> owner_;
  std::string_view view_;
};

/// Looks for a text, and gives back what was looked through.
bool contains(std::string_view bytes, std::string_view text);

} // namespace ingot::client

#endif // INGOT_CLIENT_CLI_FILEBYTES_H
