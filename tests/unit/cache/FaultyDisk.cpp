//===- FaultyDisk.cpp - RocksDB's files, counted and cut off --------------===//

#include "tests/unit/cache/FaultyDisk.h"

namespace ingot::cache {

class FaultyDisk::File : public rocksdb::WritableFileWrapper {
public:
  File(FaultyDisk &disk, std::string name,
       std::unique_ptr<rocksdb::WritableFile> file)
      : WritableFileWrapper(file.get()), disk_(disk), name_(std::move(name)),
        file_(std::move(file)) {}

  rocksdb::Status Append(const rocksdb::Slice &bytes) override {
    bool half = false;
    rocksdb::Status status = disk_.begin(Operation::Append, &half);
    if (!status.ok() && !half)
      return status;
    const rocksdb::Slice part(bytes.data(),
                              half ? bytes.size() / 2 : bytes.size());
    if (rocksdb::Status written = file_->Append(part); !written.ok())
      return written;
    disk_.appended(name_, part.size());
    return status;
  }
  rocksdb::Status Append(const rocksdb::Slice &bytes,
                         const rocksdb::DataVerificationInfo &) override {
    return Append(bytes);
  }
  rocksdb::Status Sync() override {
    rocksdb::Status status = disk_.begin(Operation::Sync);
    if (status.ok())
      disk_.synced(name_);
    else
      disk_.lost(name_);
    return status;
  }
  rocksdb::Status Fsync() override { return Sync(); }
  bool IsSyncThreadSafe() const override { return true; } // For SyncWAL().

private:
  FaultyDisk &disk_;
  const std::string name_;
  const std::unique_ptr<rocksdb::WritableFile> file_;
};

FaultyDisk::FaultyDisk()
    : EnvWrapper(rocksdb::NewMemEnv(rocksdb::Env::Default())),
      memory_(target()) {}

void FaultyDisk::failAfter(int64_t count, rocksdb::Status error) {
  absl::MutexLock lock(&mutex_);
  left_ = count;
  error_ = error;
}

void FaultyDisk::repair() {
  failAfter(std::numeric_limits<int64_t>::max(), rocksdb::Status::OK());
}

void FaultyDisk::losePower(std::mt19937 *random) {
  absl::MutexLock lock(&mutex_);
  for (auto &[name, sizes] : files_) {
    std::string bytes;
    if ((sizes.written == sizes.synced && sizes.lost.empty()) ||
        !rocksdb::ReadFileToString(memory_.get(), name, &bytes).ok())
      continue;
    uint64_t kept = sizes.synced;
    if (random)
      kept += (*random)() % (sizes.written - sizes.synced + 1);
    for (auto [begin, end] : sizes.lost)
      for (uint64_t at = begin; at < end && at < bytes.size(); ++at)
        bytes[at] = '\0';
    bytes.resize(kept);
    rocksdb::WriteStringToFile(memory_.get(), bytes, name)
        .PermitUncheckedError();
    sizes = {kept, kept};
  }
}

int64_t FaultyDisk::writes() const {
  absl::MutexLock lock(&mutex_);
  return writes_;
}

int64_t FaultyDisk::failures() const {
  absl::MutexLock lock(&mutex_);
  return failures_;
}

void FaultyDisk::sayFree(uint64_t bytes) {
  absl::MutexLock lock(&mutex_);
  free_ = bytes;
}

rocksdb::Status FaultyDisk::GetFreeSpace(const std::string & /*path*/,
                                         uint64_t *bytes) {
  absl::MutexLock lock(&mutex_);
  *bytes = free_;
  return rocksdb::Status::OK();
}

void FaultyDisk::failOnce(int64_t count, Fault fault) {
  absl::MutexLock lock(&mutex_);
  untilFault_ = count;
  fault_ = fault;
}

rocksdb::Status FaultyDisk::begin(Operation operation, bool *half) {
  absl::MutexLock lock(&mutex_);
  const bool counts = fault_ == Fault::FailedSync ? operation == Operation::Sync
                      : fault_ == Fault::ShortWrite
                          ? operation == Operation::Append
                          : true;
  if (untilFault_ >= 0 && counts && untilFault_-- == 0) {
    ++failures_;
    if (half)
      *half = fault_ == Fault::ShortWrite;
    return fault_ == Fault::NoSpace ? rocksdb::Status::NoSpace("no room")
                                    : rocksdb::Status::IOError("it failed");
  }
  if (left_ > 0) {
    --left_;
    ++writes_;
    return rocksdb::Status::OK();
  }
  if (operation == Operation::Sync && error_.IsNoSpace())
    return rocksdb::Status::OK();
  ++failures_;
  return error_;
}

void FaultyDisk::appended(const std::string &name, size_t bytes) {
  absl::MutexLock lock(&mutex_);
  files_[name].written += bytes;
}

void FaultyDisk::synced(const std::string &name) {
  absl::MutexLock lock(&mutex_);
  files_[name].synced = files_[name].written;
}

void FaultyDisk::lost(const std::string &name) {
  absl::MutexLock lock(&mutex_);
  Sizes &sizes = files_[name];
  if (sizes.written > sizes.synced)
    sizes.lost.emplace_back(sizes.synced, sizes.written);
}

rocksdb::Status
FaultyDisk::NewWritableFile(const std::string &name,
                            std::unique_ptr<rocksdb::WritableFile> *result,
                            const rocksdb::EnvOptions &options) {
  rocksdb::Status status = write();
  std::unique_ptr<rocksdb::WritableFile> file;
  if (status.ok())
    status = memory_->NewWritableFile(name, &file, options);
  if (!status.ok())
    return status;
  {
    absl::MutexLock lock(&mutex_);
    files_[name] = {};
  }
  *result = std::make_unique<File>(*this, name, std::move(file));
  return status;
}

rocksdb::Status FaultyDisk::DeleteFile(const std::string &name) {
  rocksdb::Status status = write();
  if (!status.ok())
    return status;
  {
    absl::MutexLock lock(&mutex_);
    files_.erase(name);
  }
  return memory_->DeleteFile(name);
}

rocksdb::Status FaultyDisk::LinkFile(const std::string &from,
                                     const std::string &to) {
  rocksdb::Status status = write();
  if (!status.ok())
    return status;
  {
    absl::MutexLock lock(&mutex_);
    files_[to] = files_[from];
  }
  return memory_->LinkFile(from, to);
}

rocksdb::Status FaultyDisk::RenameFile(const std::string &from,
                                       const std::string &to) {
  rocksdb::Status status = write();
  if (!status.ok())
    return status;
  {
    absl::MutexLock lock(&mutex_);
    files_[to] = files_[from];
    files_.erase(from);
  }
  return memory_->RenameFile(from, to);
}

} // namespace ingot::cache
