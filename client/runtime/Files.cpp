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
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::runtime {

OutputFile::~OutputFile() {
  if (!temporary_.empty())
    std::remove(temporary_.c_str());
}

absl::Status OutputFile::denied() const {
  return absl::PermissionDeniedError(
      absl::StrCat(path_, ": cannot be written: ", std::strerror(errno)));
}

absl::Status OutputFile::open() {
  // A device or a pipe is written to; renaming would put a file in its place.
  struct stat information{};
  isSpecial_ =
      stat(path_.c_str(), &information) == 0 && !S_ISREG(information.st_mode);
  if (!isSpecial_) {
    std::string name = path_ + ".tmpXXXXXX";
    const int made = mkostemp(name.data(), O_CLOEXEC);
    if (made < 0)
      return denied();
    ::close(made);
    temporary_ = std::move(name);
  }
  file_.open(isSpecial_ ? path_ : temporary_, std::ios::binary);
  return file_ ? absl::OkStatus() : denied();
}

absl::Status OutputFile::write(std::string_view bytes) {
  file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return file_ ? absl::OkStatus() : denied();
}

absl::Status OutputFile::close(mode_t mode) {
  file_.close();
  if (!file_ || (!isSpecial_ && chmod(temporary_.c_str(), mode) != 0))
    return denied();
  return absl::OkStatus();
}

absl::Status OutputFile::keep() {
  if (isSpecial_)
    return absl::OkStatus();
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0)
    return denied();
  temporary_.clear();
  return absl::OkStatus();
}

absl::Status writeFile(const std::string &path,
                       const std::vector<std::string_view> &pieces,
                       mode_t mode) {
  size_t at = 0;
  return writeFile(path, pieces.size(), [&] { return pieces[at++]; }, mode);
}

absl::Status
writeFile(const std::string &path, size_t count,
          const std::function<absl::StatusOr<std::string_view>()> &next,
          mode_t mode) {
  OutputFile file(path);
  absl::Status status = file.open();
  for (size_t i = 0; i < count && status.ok(); ++i) {
    absl::StatusOr<std::string_view> piece = next();
    status = piece.ok() ? file.write(*piece) : piece.status();
  }
  if (status.ok())
    status = file.close(mode);
  return status.ok() ? file.keep() : status;
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
