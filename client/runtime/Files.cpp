//===- Files.cpp - files that are whole or not there ----------------------===//
//
// The temporary file stands in the folder of the final one, because a rename is
// atomic only within a file system, and has a name of its own, so that two
// compiles to one output do not mix: a process id would be that of another
// container, too, and all threads have the same.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Files.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::runtime {

static absl::Status denied(const std::string &path) {
  return absl::PermissionDeniedError(
      absl::StrCat(path, ": cannot be written: ", std::strerror(errno)));
}

absl::Status writeFile(const std::string &path,
                       const std::vector<std::string_view> &pieces,
                       mode_t mode) {
  // A device or a pipe is written to; renaming would put a file in its place.
  struct stat information{};
  bool isSpecial =
      stat(path.c_str(), &information) == 0 && !S_ISREG(information.st_mode);
  std::string temporary = path;
  if (!isSpecial) {
    temporary += ".tmpXXXXXX";
    const int made = mkostemp(temporary.data(), O_CLOEXEC);
    if (made < 0)
      return denied(path);
    close(made);
  }
  std::ofstream file(temporary, std::ios::binary);
  for (std::string_view piece : pieces)
    file.write(piece.data(), static_cast<std::streamsize>(piece.size()));
  file.close();
  if (file && isSpecial)
    return absl::OkStatus();
  if (file && chmod(temporary.c_str(), mode) == 0 &&
      std::rename(temporary.c_str(), path.c_str()) == 0)
    return absl::OkStatus();
  const absl::Status status = denied(path);
  if (!isSpecial)
    std::remove(temporary.c_str());
  return status;
}

absl::Status writeAll(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR)
      return absl::ErrnoToStatus(errno, "cannot be written");
    bytes.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  return absl::OkStatus();
}

} // namespace ingot::runtime
