//===- ByteStreamService.cpp - blobs of any size --------------------------===//
//
// Reads. An executor opens the blob, reads and hashes up to kMaxBufferedChunks
// ahead; gRPC's threads write. So disk, hash and socket work at the same time,
// and a slow reader costs no more than those chunks. A chunk is sent from the
// store's own memory and not copied into a message (toReadResponse). The blob
// is verified chunk by chunk as it is read; damage that shows up late ends the
// stream with DATA_LOSS, and the client drops what it has.
//
// Writes. gRPC reads one message, an executor stores it, and only then is the
// next one read: flow control makes a fast client wait for the disk. A blob is
// visible after commit(), which checks its digest, or not at all. An upload
// that breaks off leaves nothing, so there is nothing to resume:
// QueryWriteStatus says 0 until the blob is whole.
//
// A stream is deleted by the last task of its executor, which OnDone posts. So
// no other task finds it gone, and what a reader or a writer has to tidy up on
// the disk when it is dropped does not keep a thread of gRPC.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/ByteStreamService.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/synchronization/mutex.h"

#include <algorithm>
#include <deque>
#include <memory>

namespace ingot::server {
namespace {

using google::bytestream::ReadRequest;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;

/// Enough that the hash and the socket never wait for each other.
constexpr size_t kMaxBufferedChunks = 4;

/// A serialized ReadResponse around bytes that stay where they are: gRPC sends
/// them from the store's memory and lets go of them then.
grpc::ByteBuffer toReadResponse(cache::SharedBytes bytes, size_t size) {
  // Field 10 (data), length-delimited, then the length as a varint.
  std::string header(1, '\x52');
  size_t rest = size;
  for (; rest >= 0x80; rest >>= 7)
    header.push_back(static_cast<char>(rest | 0x80));
  header.push_back(static_cast<char>(rest));
  void *data = const_cast<char *>(bytes->data());
  auto release = [](void *held) {
    delete static_cast<cache::SharedBytes *>(held);
  };
  grpc::Slice slices[] = {
      grpc::Slice(header),
      grpc::Slice(data, size, release,
                  new cache::SharedBytes(std::move(bytes)))};
  return grpc::ByteBuffer(slices, 2);
}

/// Streams one blob to a client. Deletes itself.
class ReadStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  ReadStream(cache::Store &store, const ReadRequest &request,
             Statistics &statistics, SerialExecutors &executors)
      : store_(store), request_(request), statistics_(statistics),
        executors_(executors), executor_(executors.create()) {
    absl::MutexLock lock(&mutex_);
    readAhead();
  }

private:
  void readAhead() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (reading_ || atEnd_ || closed_ || left_ == 0 ||
        chunks_.size() >= kMaxBufferedChunks)
      return;
    reading_ = true;
    executors_.post(executor_, [this] { readChunk(); });
  }

  /// A task.
  void readChunk() {
    absl::StatusOr<cache::SharedBytes> chunk = nextChunk();
    absl::MutexLock lock(&mutex_);
    reading_ = false;
    if (chunk.ok() && *chunk)
      chunks_.push_back(*std::move(chunk));
    else
      atEnd_ = true, status_ = toGrpc(chunk.status());
    writeNext();
    readAhead();
  }

  /// Null at the end.
  absl::StatusOr<cache::SharedBytes> nextChunk() {
    if (!reader_)
      if (absl::Status status = open(); !status.ok() || !reader_)
        return status.ok() ? absl::StatusOr<cache::SharedBytes>(nullptr)
                           : status;
    return reader_->next();
  }

  /// Opens the blob; the empty one has no reader.
  absl::Status open() {
    absl::StatusOr<Digest> digest = parseResourceName(request_.resource_name());
    if (!digest.ok())
      return digest.status();
    if (request_.read_offset() < 0 || request_.read_limit() < 0)
      return absl::OutOfRangeError("read_offset or read_limit: negative");
    if (*digest == Digest::empty())
      return absl::OkStatus();
    absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
        store_.openBlob(*digest, request_.read_offset());
    if (!reader.ok())
      return reader.status();
    if (!*reader)
      return absl::NotFoundError(
          absl::StrCat("blob ", digest->toString(), " is not here"));
    reader_ = *std::move(reader);
    absl::MutexLock lock(&mutex_);
    left_ = request_.read_limit() ? request_.read_limit() : digest->size;
    return absl::OkStatus();
  }

  void writeNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (writing_ || closed_)
      return;
    if (left_ > 0 && !chunks_.empty()) {
      size_t size = static_cast<size_t>(
          std::min(static_cast<int64_t>(chunks_.front()->size()), left_));
      left_ -= static_cast<int64_t>(size);
      statistics_.bytesDownloaded += size;
      response_ = toReadResponse(std::move(chunks_.front()), size);
      chunks_.pop_front();
      writing_ = true;
      StartWrite(&response_);
    } else if (left_ == 0 || atEnd_) {
      close(left_ == 0 ? grpc::Status::OK : status_);
    }
  }

  void close(const grpc::Status &status) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    closed_ = true;
    Finish(status);
  }

  void OnWriteDone(bool ok) override {
    absl::MutexLock lock(&mutex_);
    writing_ = false;
    if (!ok)
      return close(grpc::Status::CANCELLED);
    readAhead();
    writeNext();
  }

  void OnDone() override {
    executors_.post(executor_, [this] { delete this; });
  }

  // Fixed after construction; what is referred to is thread-safe itself.
  cache::Store &store_;
  const ReadRequest request_;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const SerialExecutors::Executor executor_;

  // Used by tasks only, one at a time.
  std::unique_ptr<cache::BlobReader> reader_;

  absl::Mutex mutex_;
  /// Bytes still to be sent; not known before the blob is open.
  int64_t left_ ABSL_GUARDED_BY(mutex_) = -1;
  std::deque<cache::SharedBytes> chunks_ ABSL_GUARDED_BY(mutex_);
  grpc::ByteBuffer response_ ABSL_GUARDED_BY(mutex_);
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);
  bool reading_ ABSL_GUARDED_BY(mutex_) = false; ///< A task is posted or runs.
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool atEnd_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false; ///< Finish was called.
};

/// Ends at once.
class FailedRead final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  explicit FailedRead(const grpc::Status &status) { Finish(status); }
  void OnDone() override { delete this; }
};

/// Receives one blob. Deletes itself; what was not committed leaves no trace.
class WriteStream final : public grpc::ServerReadReactor<WriteRequest> {
public:
  WriteStream(cache::Store &store, Statistics &statistics,
              SerialExecutors &executors, WriteResponse *response)
      : store_(store), statistics_(statistics), executors_(executors),
        executor_(executors.create()), response_(response) {
    StartRead(&request_);
  }

private:
  void OnReadDone(bool ok) override {
    if (!ok)
      return Finish(toGrpc(
          absl::InvalidArgumentError("the upload ended without finish_write")));
    executors_.post(executor_, [this] {
      absl::Status status = append();
      if (!status.ok() || request_.finish_write())
        Finish(toGrpc(status));
      else
        StartRead(&request_);
    });
  }

  absl::Status append() {
    if (!writer_)
      if (absl::Status status = open(); !status.ok())
        return status;
    if (request_.write_offset() != writer_->size())
      return absl::InvalidArgumentError(
          absl::StrCat("write_offset: is ", request_.write_offset(), ", but ",
                       writer_->size(), " bytes have come"));
    if (absl::Status status = writer_->append(request_.data()); !status.ok())
      return status;
    statistics_.bytesUploaded += request_.data().size();
    if (!request_.finish_write())
      return absl::OkStatus();
    response_->set_committed_size(writer_->size());
    return writer_->commit();
  }

  absl::Status open() {
    absl::StatusOr<Digest> digest = parseResourceName(request_.resource_name());
    if (!digest.ok())
      return digest.status();
    absl::StatusOr<std::unique_ptr<cache::BlobWriter>> writer =
        store_.createBlob(*digest);
    if (writer.ok())
      writer_ = *std::move(writer);
    return writer.status();
  }

  void OnDone() override {
    executors_.post(executor_, [this] { delete this; });
  }

  cache::Store &store_;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const SerialExecutors::Executor executor_;
  WriteResponse *response_;
  WriteRequest request_;
  std::unique_ptr<cache::BlobWriter> writer_;
};

} // namespace

absl::StatusOr<Digest> parseResourceName(const std::string &name) {
  std::vector<std::string> parts = absl::StrSplit(name, '/');
  for (size_t i = 0; i + 2 < parts.size(); ++i)
    if (parts[i] == "blobs")
      return Digest::parse(parts[i + 1] + "/" + parts[i + 2]);
  return absl::InvalidArgumentError(
      absl::StrCat("resource_name: '", name,
                   "' is not [INSTANCE/]blobs/HASH/SIZE or "
                   "[INSTANCE/]uploads/UUID/blobs/HASH/SIZE"));
}

grpc::ServerWriteReactor<grpc::ByteBuffer> *
ByteStreamService::Read(grpc::CallbackServerContext *,
                        const grpc::ByteBuffer *serialized) {
  ReadRequest request;
  grpc::ByteBuffer bytes = *serialized; // Parsing empties it.
  grpc::Status parsed =
      grpc::SerializationTraits<ReadRequest>::Deserialize(&bytes, &request);
  if (!parsed.ok())
    return new FailedRead(parsed);
  return new ReadStream(store_, request, statistics_, executors_);
}

grpc::ServerReadReactor<WriteRequest> *
ByteStreamService::Write(grpc::CallbackServerContext *,
                         WriteResponse *response) {
  return new WriteStream(store_, statistics_, executors_, response);
}

grpc::ServerUnaryReactor *ByteStreamService::QueryWriteStatus(
    grpc::CallbackServerContext *context,
    const google::bytestream::QueryWriteStatusRequest *request,
    google::bytestream::QueryWriteStatusResponse *response) {
  auto *reactor = context->DefaultReactor();
  executors_.post([this, reactor, request, response] {
    reactor->Finish(toGrpc(queryStatus(*request, *response)));
  });
  return reactor;
}

absl::Status ByteStreamService::queryStatus(
    const google::bytestream::QueryWriteStatusRequest &request,
    google::bytestream::QueryWriteStatusResponse &response) {
  absl::StatusOr<Digest> digest = parseResourceName(request.resource_name());
  if (!digest.ok())
    return digest.status();
  absl::StatusOr<std::vector<Digest>> missing = store_.findMissing({*digest});
  if (missing.ok() && missing->empty()) {
    response.set_complete(true);
    response.set_committed_size(digest->size);
  }
  return missing.status();
}

} // namespace ingot::server
