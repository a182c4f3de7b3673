//===- LoadedFile.h - the file that a library was loaded from ---*- C++ -*-===//
//
// Not installed. dlopen() takes names, and while it does one may come to stand
// for another file; where a library of the same name was loaded before, it even
// gives that one.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_LOADEDFILE_H
#define INGOT_CLIENT_RUNTIME_LOADEDFILE_H

#include <memory>
#include <string_view>

namespace ingot::runtime {

/// A file, mapped. Valid as long as the library is loaded; thread-safe.
class LoadedFile {
public:
  /// The file of a descriptor if what it has for code and constants is what
  /// stands in memory for `library`, a handle of dlopen(); else null.
  static std::unique_ptr<const LoadedFile> of(void *library, int file);
  ~LoadedFile();

  std::string_view bytes() const { return bytes_; }

  /// Whether the file still is what was loaded.
  bool isLoaded() const;

private:
  LoadedFile(void *library, std::string_view bytes)
      : library_(library), bytes_(bytes) {}

  void *const library_;
  const std::string_view bytes_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_LOADEDFILE_H
