//===- SealedFile.h - bytes that two processes share ------------*- C++ -*-===//
//
// Modules and weights reach gigabytes. They stand in a memfd, which is sealed:
// then nobody can change or shorten it, and both processes may rely on what
// they saw. A daemon reads it in pieces, so that it holds none of it; a worker,
// which needs all of it at once, maps it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_SEALEDFILE_H
#define INGOT_SERVER_WORKER_SEALEDFILE_H

#include "server/worker/FileDescriptor.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::server {

/// A memfd that nobody can change any more. Thread-safe.
class SealedFile {
public:
  /// INVALID_ARGUMENT unless `fd` is a memfd of that size with all seals.
  static absl::StatusOr<std::shared_ptr<const SealedFile>>
  adopt(FileDescriptor fd, int64_t size);

  SealedFile(FileDescriptor fd, int64_t size)
      : fd_(std::move(fd)), size_(size) {}
  ~SealedFile();
  SealedFile(const SealedFile &) = delete;
  SealedFile &operator=(const SealedFile &) = delete;

  int fd() const { return fd_.get(); }
  int64_t size() const { return size_; }

  /// Copies a part. INTERNAL when it cannot be read. REQUIRES: it lies within.
  absl::Status read(int64_t offset, char *to, size_t size) const;

  /// All of it, mapped until the end of this object; empty when there is no
  /// room for it. What is touched counts as this process's memory.
  std::string_view map() const;

private:
  const FileDescriptor fd_;
  const int64_t size_;
  mutable std::once_flag mapping_;
  mutable void *mapped_ = nullptr;
};

/// Fills a memfd and seals it. One thread at a time.
class SealedFileWriter {
public:
  /// UNAVAILABLE when there is none to be had.
  static absl::StatusOr<SealedFileWriter> create(int64_t size);

  /// INTERNAL when it cannot be filled. REQUIRES: it lies within.
  absl::Status write(int64_t offset, std::string_view bytes);

  /// UNAVAILABLE when it cannot be sealed. Where the kernel holds a page for a
  /// moment it is tried again, with `pause` between: a second or two at worst.
  /// REQUIRES: called once, last.
  absl::StatusOr<std::shared_ptr<const SealedFile>>
  seal(const std::function<void()> &pause = shortSleep);

  static void shortSleep();

private:
  SealedFileWriter(FileDescriptor fd, int64_t size)
      : fd_(std::move(fd)), size_(size) {}

  FileDescriptor fd_;
  int64_t size_;
};

/// Where payloads of these sizes stand in one file: each at the next multiple
/// of 64. `total` becomes the size of the file.
std::vector<int64_t> payloadOffsets(const std::vector<int64_t> &sizes,
                                    int64_t &total);

/// Payloads that stand in a file as they will be sent.
struct SealedPayloads {
  std::shared_ptr<const SealedFile> file;
  std::vector<int64_t> offsets, sizes;
};

/// One payload of a frame that came: bytes in memory, or a part of a sealed
/// file. Cheap to copy if it is large.
class FramePayload {
public:
  FramePayload(std::string bytes) : bytes_(std::move(bytes)) {}
  FramePayload(const char *bytes) : bytes_(bytes) {}
  /// REQUIRES: the part lies within the file.
  FramePayload(std::shared_ptr<const SealedFile> file, int64_t offset,
               int64_t size)
      : file_(std::move(file)), offset_(offset), size_(size) {}

  int64_t size() const {
    return file_ ? size_ : static_cast<int64_t>(bytes_.size());
  }
  /// Whether it is this process that holds the bytes.
  bool isInMemory() const { return !file_; }

  /// Copies a part. REQUIRES: it lies within.
  absl::Status read(int64_t offset, char *to, size_t size) const;
  /// A copy of all.
  absl::StatusOr<std::string> copy() const;
  /// All of it without a copy, as long as this or a copy of it lives; maps the
  /// file. Nothing when there is no room for it.
  absl::StatusOr<std::string_view> view() const;

private:
  std::string bytes_;
  std::shared_ptr<const SealedFile> file_;
  int64_t offset_ = 0, size_ = 0;
};

/// By content.
bool operator==(const FramePayload &a, const FramePayload &b);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_SEALEDFILE_H
