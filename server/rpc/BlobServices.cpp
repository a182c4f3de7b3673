//===- BlobServices.cpp - blobs to and from clients -----------------------===//

#include "server/rpc/BlobServices.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/synchronization/mutex.h"

#include <algorithm>
#include <memory>

namespace ingot::server {
namespace {

/// Sum of what one BatchReadBlobs answers; messages are limited to 4 MiB.
constexpr int64_t kBatchLimit = 4 << 20;

/// An empty blob needs no store; every engine has it.
bool isEmptyBlob(const Digest &digest) {
  return digest.size == 0 && digest == Digest::of("");
}

absl::StatusOr<Digest> fromReapi(const reapi::Digest &digest) {
  v1::Digest ours;
  ours.set_hash(digest.hash());
  ours.set_size_bytes(digest.size_bytes());
  return Digest::fromProto(ours);
}

using google::bytestream::ReadResponse;
using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;

/// Streams one blob to a client. The next piece is read and hashed while the
/// last one is on its way. Deletes itself.
class ReadStream final : public grpc::ServerWriteReactor<ReadResponse> {
public:
  ReadStream(std::unique_ptr<cache::BlobReader> reader, int64_t limit,
             Statistics &statistics)
      : reader_(std::move(reader)), left_(limit), statistics_(statistics) {
    absl::MutexLock lock(&mutex_);
    next_ = read();
    writeNext();
  }

private:
  absl::StatusOr<cache::SharedBytes> read()
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (left_ == 0)
      return cache::SharedBytes();
    return reader_->next();
  }

  void writeNext() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (!next_.ok() || !*next_)
      return Finish(toGrpc(next_.status()));
    int64_t size = std::min(static_cast<int64_t>((*next_)->size()), left_);
    left_ -= size;
    response_.mutable_data()->assign(**next_, 0, static_cast<size_t>(size));
    statistics_.bytesDownloaded += static_cast<uint64_t>(size);
    StartWrite(&response_); // Serialized before it returns.
    next_ = read();
  }

  void OnWriteDone(bool ok) override {
    absl::MutexLock lock(&mutex_);
    if (ok)
      writeNext();
    else
      Finish(grpc::Status::CANCELLED);
  }
  void OnDone() override {
    {
      absl::MutexLock lock(&mutex_);
    } // The last holder has let go.
    delete this;
  }

  absl::Mutex mutex_;
  const std::unique_ptr<cache::BlobReader> reader_;
  int64_t left_ ABSL_GUARDED_BY(mutex_);
  Statistics &statistics_;
  absl::StatusOr<cache::SharedBytes> next_ ABSL_GUARDED_BY(mutex_);
  ReadResponse response_ ABSL_GUARDED_BY(mutex_);
};

/// Ends at once.
class FailedRead final : public grpc::ServerWriteReactor<ReadResponse> {
public:
  explicit FailedRead(const grpc::Status &status) { Finish(status); }
  void OnDone() override { delete this; }
};

/// Receives one blob. Deletes itself; what was not committed leaves no trace.
class WriteStream final : public grpc::ServerReadReactor<WriteRequest> {
public:
  WriteStream(cache::Store &store, Statistics &statistics,
              WriteResponse *response)
      : store_(store), statistics_(statistics), response_(response) {
    StartRead(&request_);
  }

private:
  void OnReadDone(bool ok) override {
    if (!ok)
      return end(committed_ ? absl::OkStatus()
                            : absl::InvalidArgumentError(
                                  "the upload ended without finish_write"));
    absl::Status status = take();
    if (!status.ok() || committed_)
      return end(status);
    StartRead(&request_);
  }

  absl::Status take() {
    if (!writer_) {
      absl::StatusOr<Digest> digest =
          parseResourceName(request_.resource_name());
      if (!digest.ok())
        return digest.status();
      digest_ = *digest;
      absl::StatusOr<std::unique_ptr<cache::BlobWriter>> writer =
          store_.createBlob(digest_);
      if (!writer.ok())
        return writer.status();
      writer_ = *std::move(writer);
    }
    if (request_.write_offset() != writer_->size())
      return absl::InvalidArgumentError(
          absl::StrCat("write_offset: is ", request_.write_offset(), ", but ",
                       writer_->size(), " bytes have come"));
    if (absl::Status status = writer_->append(request_.data()); !status.ok())
      return status;
    statistics_.bytesUploaded += request_.data().size();
    if (!request_.finish_write())
      return absl::OkStatus();
    absl::Status status = writer_->commit();
    committed_ = status.ok();
    response_->set_committed_size(writer_->size());
    return status;
  }

  void end(const absl::Status &status) {
    if (!ended_)
      Finish(toGrpc(status));
    ended_ = true;
  }
  void OnDone() override { delete this; }

  cache::Store &store_;
  Statistics &statistics_;
  WriteResponse *response_;
  WriteRequest request_;
  Digest digest_;
  std::unique_ptr<cache::BlobWriter> writer_;
  bool committed_ = false, ended_ = false;
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

grpc::ServerWriteReactor<ReadResponse> *
ByteStreamService::Read(grpc::CallbackServerContext *,
                        const google::bytestream::ReadRequest *request) {
  absl::StatusOr<Digest> digest = parseResourceName(request->resource_name());
  if (!digest.ok())
    return new FailedRead(toGrpc(digest.status()));
  if (isEmptyBlob(*digest))
    return new FailedRead(grpc::Status::OK);
  if (request->read_offset() < 0 || request->read_limit() < 0)
    return new FailedRead(
        toGrpc(absl::OutOfRangeError("read_offset or read_limit: negative")));
  absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
      store_.openBlob(*digest, request->read_offset());
  if (!reader.ok())
    return new FailedRead(toGrpc(reader.status()));
  if (!*reader)
    return new FailedRead(toGrpc(absl::NotFoundError(
        absl::StrCat("blob ", digest->toString(), " is not here"))));
  int64_t limit = request->read_limit() ? request->read_limit() : digest->size;
  return new ReadStream(*std::move(reader), limit, statistics_);
}

grpc::ServerReadReactor<WriteRequest> *
ByteStreamService::Write(grpc::CallbackServerContext *,
                         WriteResponse *response) {
  return new WriteStream(store_, statistics_, response);
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

grpc::ServerUnaryReactor *
CasService::FindMissingBlobs(grpc::CallbackServerContext *context,
                             const reapi::FindMissingBlobsRequest *request,
                             reapi::FindMissingBlobsResponse *response) {
  auto *reactor = context->DefaultReactor();
  std::vector<Digest> asked;
  absl::Status status;
  for (const reapi::Digest &digest : request->blob_digests()) {
    absl::StatusOr<Digest> parsed = fromReapi(digest);
    if (!parsed.ok())
      status = parsed.status();
    else if (!isEmptyBlob(*parsed))
      asked.push_back(*parsed);
  }
  if (status.ok()) {
    absl::StatusOr<std::vector<Digest>> missing = store_.findMissing(asked);
    status = missing.status();
    if (missing.ok())
      for (const Digest &digest : *missing) {
        reapi::Digest *added = response->add_missing_blob_digests();
        added->set_hash(digest.hex());
        added->set_size_bytes(digest.size);
      }
  }
  reactor->Finish(toGrpc(status));
  return reactor;
}

grpc::ServerUnaryReactor *
CasService::BatchUpdateBlobs(grpc::CallbackServerContext *context,
                             const reapi::BatchUpdateBlobsRequest *request,
                             reapi::BatchUpdateBlobsResponse *response) {
  for (const auto &update : request->requests()) {
    auto *answer = response->add_responses();
    *answer->mutable_digest() = update.digest();
    absl::StatusOr<Digest> digest = fromReapi(update.digest());
    absl::Status status = digest.status();
    if (digest.ok() && Digest::of(update.data()) != *digest)
      status =
          absl::InvalidArgumentError("the data are not what the digest says");
    if (status.ok())
      status = store_.putBlob(update.data()).status();
    statistics_.bytesUploaded += update.data().size();
    answer->mutable_status()->set_code(static_cast<int>(status.code()));
    answer->mutable_status()->set_message(std::string(status.message()));
  }
  auto *reactor = context->DefaultReactor();
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

grpc::ServerUnaryReactor *
CasService::BatchReadBlobs(grpc::CallbackServerContext *context,
                           const reapi::BatchReadBlobsRequest *request,
                           reapi::BatchReadBlobsResponse *response) {
  auto *reactor = context->DefaultReactor();
  int64_t total = 0;
  for (const reapi::Digest &digest : request->digests())
    total += std::max<int64_t>(digest.size_bytes(), 0);
  if (total > kBatchLimit) {
    reactor->Finish(toGrpc(absl::InvalidArgumentError(
        absl::StrCat("digests: ask for ", total, " bytes, more than ",
                     kBatchLimit, "; use ByteStream"))));
    return reactor;
  }
  for (const reapi::Digest &digest : request->digests()) {
    auto *answer = response->add_responses();
    *answer->mutable_digest() = digest;
    absl::StatusOr<Digest> parsed = fromReapi(digest);
    absl::Status status = parsed.status();
    if (parsed.ok() && !isEmptyBlob(*parsed)) {
      absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(*parsed);
      status = bytes.status();
      if (bytes.ok() && *bytes)
        answer->set_data(**bytes);
      else if (bytes.ok())
        status = absl::NotFoundError("this blob is not here");
    }
    statistics_.bytesDownloaded += answer->data().size();
    answer->mutable_status()->set_code(static_cast<int>(status.code()));
    answer->mutable_status()->set_message(std::string(status.message()));
  }
  reactor->Finish(grpc::Status::OK);
  return reactor;
}

} // namespace ingot::server
