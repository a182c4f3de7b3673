//===- FileDescriptor.h - an owned file descriptor --------------*- C++ -*-===//

#ifndef INGOT_SERVER_WORKER_FILEDESCRIPTOR_H
#define INGOT_SERVER_WORKER_FILEDESCRIPTOR_H

#include <unistd.h>

namespace ingot::server {

/// A file descriptor that is closed with its owner. Movable; -1 is none.
class FileDescriptor {
public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor &&other) noexcept : fd_(other.release()) {}
  FileDescriptor &operator=(FileDescriptor &&other) noexcept {
    reset(other.release());
    return *this;
  }
  ~FileDescriptor() { reset(); }

  int get() const { return fd_; }
  int release() {
    int fd = fd_;
    fd_ = -1;
    return fd;
  }
  void reset(int fd = -1) {
    if (fd_ >= 0)
      close(fd_);
    fd_ = fd;
  }
  explicit operator bool() const { return fd_ >= 0; }

private:
  int fd_ = -1;
};

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_FILEDESCRIPTOR_H
