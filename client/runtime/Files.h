//===- Files.h - files that are whole or not there --------------*- C++ -*-===//
//
// Not installed. Outputs replace what was there before in one step.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_FILES_H
#define INGOT_CLIENT_RUNTIME_FILES_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ingot::runtime {

/// A file that is written beside `path` and renamed when it is whole: a reader
/// sees all of it or what was there before, and what is not kept leaves nothing
/// behind. Errors are PERMISSION_DENIED and name the path. One thread at a
/// time; several may write one path at once, and the last one that is kept
/// stays.
class OutputFile {
public:
  explicit OutputFile(std::string path) : path_(std::move(path)) {}
  ~OutputFile();
  OutputFile(const OutputFile &) = delete;
  OutputFile &operator=(const OutputFile &) = delete;

  /// Call first. A device or a pipe is opened itself.
  absl::Status open();

  /// Adds bytes where it stands: at its beginning after restart(), which a
  /// device or a pipe cannot.
  absl::Status write(std::string_view bytes);
  bool canRestart() const { return !isSpecial_; }
  void restart() { file_.seekp(0); }

  /// Nothing is added any more, and all bytes are there.
  absl::Status close(mode_t mode = 0644);

  /// Makes it, closed, the file at `path`. Call last.
  absl::Status keep();

private:
  absl::Status denied() const;

  const std::string path_;
  std::string temporary_; ///< Empty when there is none.
  bool isSpecial_ = false;
  std::ofstream file_;
};

/// Writes such a file of the pieces, one after the other. Thread-safe.
absl::Status writeFile(const std::string &path,
                       const std::vector<std::string_view> &pieces,
                       mode_t mode = 0644);

/// The same of `count` pieces that `next` gives, each until it is called again;
/// its error is returned.
absl::Status
writeFile(const std::string &path, size_t count,
          const std::function<absl::StatusOr<std::string_view>()> &next,
          mode_t mode = 0644);

/// Writes all bytes to a descriptor, or says why not.
absl::Status writeAll(int file, std::string_view bytes);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_FILES_H
