//===- ByteStreamService.cpp - blobs of any size --------------------------===//

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

/// Pieces read and hashed before the connection asks for them: enough that the
/// hash and the socket never wait for each other.
constexpr size_t kPiecesAhead = 4;

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

/// Streams one blob to a client: an executor reads and hashes ahead, gRPC's
/// threads write. Deletes itself when both are done with it.
class ReadStream final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  ReadStream(std::unique_ptr<cache::BlobReader> reader, int64_t limit,
             Statistics &statistics, SerialExecutors &executors)
      : reader_(std::move(reader)), left_(limit), statistics_(statistics),
        executors_(executors), executor_(executors.create()) {
    absl::MutexLock lock(&mutex_);
    readAhead();
  }

private:
  void readAhead() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (reading_ || atEnd_ || closed_ || pieces_.size() >= kPiecesAhead)
      return;
    reading_ = true;
    executors_.post(executor_, [this] { readPiece(); });
  }

  /// On the executor.
  void readPiece() {
    absl::StatusOr<cache::SharedBytes> piece = reader_->next();
    bool isLast = false;
    {
      absl::MutexLock lock(&mutex_);
      reading_ = false;
      if (piece.ok() && *piece)
        pieces_.push_back(*std::move(piece));
      else
        atEnd_ = true, status_ = toGrpc(piece.status());
      isLast = done_;
      if (!isLast) {
        writeNext();
        readAhead();
      }
    }
    if (isLast)
      delete this;
  }

  void writeNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (writing_ || closed_)
      return;
    if (left_ > 0 && !pieces_.empty()) {
      size_t size = static_cast<size_t>(
          std::min(static_cast<int64_t>(pieces_.front()->size()), left_));
      left_ -= static_cast<int64_t>(size);
      statistics_.bytesDownloaded += size;
      response_ = toReadResponse(std::move(pieces_.front()), size);
      pieces_.pop_front();
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
    {
      absl::MutexLock lock(&mutex_);
      done_ = true;
      if (reading_)
        return; // The task deletes.
    }
    delete this;
  }

  const std::unique_ptr<cache::BlobReader> reader_; ///< Used by its tasks only.
  absl::Mutex mutex_;
  int64_t left_ ABSL_GUARDED_BY(mutex_);
  std::deque<cache::SharedBytes> pieces_ ABSL_GUARDED_BY(mutex_);
  grpc::ByteBuffer response_ ABSL_GUARDED_BY(mutex_);
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);
  bool reading_ ABSL_GUARDED_BY(mutex_) = false;
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool atEnd_ ABSL_GUARDED_BY(mutex_) = false;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool done_ ABSL_GUARDED_BY(mutex_) = false;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const SerialExecutors::Executor executor_;
};

/// Ends at once.
class FailedRead final : public grpc::ServerWriteReactor<grpc::ByteBuffer> {
public:
  explicit FailedRead(const grpc::Status &status) { Finish(status); }
  void OnDone() override { delete this; }
};

/// Receives one blob: gRPC's threads read, an executor hashes and stores. One
/// of the two is at work at a time. Deletes itself; what was not committed
/// leaves no trace.
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
      absl::Status status = take();
      if (!status.ok() || request_.finish_write())
        Finish(toGrpc(status));
      else
        StartRead(&request_);
    });
  }

  absl::Status take() {
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

  void OnDone() override { delete this; }

  cache::Store &store_;
  Statistics &statistics_;
  SerialExecutors &executors_;
  const SerialExecutors::Executor executor_;
  WriteResponse *response_;
  WriteRequest request_;
  std::unique_ptr<cache::BlobWriter> writer_;
};

/// Reads the request and opens the blob; null for an empty one.
absl::StatusOr<std::unique_ptr<cache::BlobReader>>
openBlob(cache::Store &store, const ReadRequest &request, int64_t &limit) {
  absl::StatusOr<Digest> digest = parseResourceName(request.resource_name());
  if (!digest.ok())
    return digest.status();
  if (request.read_offset() < 0 || request.read_limit() < 0)
    return absl::OutOfRangeError("read_offset or read_limit: negative");
  limit = request.read_limit() ? request.read_limit() : digest->size;
  if (*digest == Digest::empty())
    return std::unique_ptr<cache::BlobReader>();
  absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
      store.openBlob(*digest, request.read_offset());
  if (reader.ok() && !*reader)
    return absl::NotFoundError(
        absl::StrCat("blob ", digest->toString(), " is not here"));
  return reader;
}

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
  int64_t limit = 0;
  absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
      openBlob(store_, request, limit);
  if (!reader.ok() || !*reader)
    return new FailedRead(toGrpc(reader.status()));
  return new ReadStream(*std::move(reader), limit, statistics_, executors_);
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
  absl::StatusOr<Digest> digest = parseResourceName(request->resource_name());
  absl::Status status = digest.status();
  if (digest.ok()) {
    // Uploads are not resumed: a blob is whole or it is not there.
    absl::StatusOr<std::vector<Digest>> missing = store_.findMissing({*digest});
    status = missing.status();
    if (missing.ok() && missing->empty()) {
      response->set_complete(true);
      response->set_committed_size(digest->size);
    }
  }
  reactor->Finish(toGrpc(status));
  return reactor;
}

} // namespace ingot::server
