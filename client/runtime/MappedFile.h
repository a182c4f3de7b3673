//===- MappedFile.h - all of a file, in memory ------------------*- C++ -*-===//
//
// Weights and what is made of them are read where they lie: processes that map
// one file share its pages.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_MAPPEDFILE_H
#define INGOT_CLIENT_RUNTIME_MAPPEDFILE_H

#include <memory>
#include <string_view>

namespace ingot::runtime {

/// A file, mapped for reading. Immutable, as long as nobody writes to the file.
class MappedFile {
public:
  /// Null if it is empty or cannot be mapped. `descriptor` stays the caller's,
  /// who may close it.
  static std::shared_ptr<const MappedFile> map(int descriptor);
  MappedFile(const MappedFile &) = delete;
  MappedFile &operator=(const MappedFile &) = delete;
  ~MappedFile();

  std::string_view bytes() const { return bytes_; }

private:
  explicit MappedFile(std::string_view bytes) : bytes_(bytes) {}

  const std::string_view bytes_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_MAPPEDFILE_H
