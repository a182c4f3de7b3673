//===- BlobUpload.cpp - one blob on its way from a client -----------------===//
//
// While an executor stores one message, gRPC reads the next one and no more:
// the socket and the disk work at the same time, and flow control makes a fast
// client wait for the disk. A message stays in gRPC's slices, which its quota
// counts, until an executor parses it, so that only as many are there twice as
// there are threads. A few bytes of zstd may become gigabytes: these are stored
// in turns, for others wait for the threads.
//
// A blob is visible after commit(), which checks its digest, or not at all. An
// upload that breaks off leaves nothing, so there is nothing to resume:
// QueryWriteStatus says 0 until the blob is whole. One whose client is silent
// for too long, or sends a byte now and then, is ended: it holds memory, a
// place among the uploads, and bytes of the store's limit.
//
// A stream is deleted by the last task of its executor, which OnDone posts, as
// a download is.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/BlobUpload.h"
#include "cache/key/SteadyTime.h"
#include "cache/store/ZstdStreams.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/ByteStreamService.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {

/// What decompressing a blob of so many bytes keeps does not matter.
static constexpr int64_t kSmallBytes = 1 << 20;

using google::bytestream::WriteRequest;
using google::bytestream::WriteResponse;

BlobUpload::BlobUpload(cache::Store &store, std::string peer,
                       cache::StoreOwner owner, Statistics &statistics,
                       SerialExecutors &executors, Transfers &transfers,
                       AuditedCall audit, grpc::ByteBuffer *response)
    : store_(store), peer_(std::move(peer)), owner_(std::move(owner)),
      statistics_(statistics), executors_(executors),
      executor_(executors.create()), transfers_(transfers), response_(response),
      audit_(std::move(audit)), began_(steadyNow()), waitBegan_(began_) {
  transfers_.add(*this);
  StartRead(&message_);
}

BlobUpload::~BlobUpload() {
  if (isCompressed_)
    transfers_.compressed().give(peer_, 1);
  transfers_.endUpload(peer_);
}

void BlobUpload::OnReadDone(bool ok) {
  if (!ok) {
    {
      absl::MutexLock lock(&mutex_);
      waitBegan_ = absl::InfiniteFuture();
    }
    // After what is stored now, which may say more.
    executors_.post(executor_, [this] {
      end(toGrpc(
          absl::InvalidArgumentError("the upload ended without finish_write")));
    });
    return;
  }
  {
    absl::MutexLock lock(&mutex_);
    waitBegan_ = absl::InfiniteFuture();
    received_ += static_cast<int64_t>(message_.Length());
    if (hasEnded_)
      return;
  }
  executors_.post(executor_, [this] { storeMessage(); });
}

void BlobUpload::storeMessage() {
  {
    absl::MutexLock lock(&mutex_);
    if (hasEnded_) // It was cancelled.
      return;
  }
  if (taken_ < request_.data().size())
    return post(&BlobUpload::storeMessage); // After the one before it.
  absl::Status status = parseBounded(message_, request_);
  if (status.ok() && !writer_ && !hasPlace(request_.resource_name())) {
    WriteRequest().Swap(&request_);
    return; // Until then nothing more is read.
  }
  message_.Clear();
  taken_ = 0;
  if (status.ok() && !request_.finish_write())
    readNext();
  if (status.ok() && !writer_)
    status = open(request_.resource_name());
  if (status.ok() && request_.write_offset() != writer_->size())
    status = absl::InvalidArgumentError(
        absl::StrCat("write_offset: is ", request_.write_offset(), ", but ",
                     writer_->size(), " bytes have come"));
  if (!status.ok())
    return end(toGrpc(status));
  storeSome();
}

void BlobUpload::storeSome() {
  {
    absl::MutexLock lock(&mutex_);
    if (hasEnded_)
      return;
  }
  const std::string_view rest =
      std::string_view(request_.data()).substr(taken_);
  absl::StatusOr<size_t> taken = writer_->appendSome(rest);
  if (!taken.ok())
    return end(toGrpc(taken.status()));
  taken_ += *taken;
  if (*taken < rest.size())
    return post(&BlobUpload::storeSome);
  statistics_.bytesUploaded += request_.data().size();
  const bool isLast = request_.finish_write();
  WriteRequest().Swap(&request_); // Not kept while the next one is waited for.
  if (!isLast)
    return;
  absl::Status status = writer_->commit();
  if (status.ok())
    ownBlobs(store_, owner_, {digest_});
  end(toGrpc(status));
}

void BlobUpload::post(void (BlobUpload::*task)()) {
  // Under the lock, so that OnDone's task comes after it.
  absl::MutexLock lock(&mutex_);
  if (!hasEnded_)
    executors_.post(executor_, [this, task] { (this->*task)(); });
}

bool BlobUpload::hasPlace(const std::string &name) {
  absl::StatusOr<ResourceName> resource = parseResourceName(name);
  if (!resource.ok() || !resource->isZstd ||
      resource->digest.size <= kSmallBytes || isCompressed_)
    return true;
  absl::MutexLock lock(&mutex_);
  if (hasEnded_)
    return false;
  ticket_ = transfers_.compressed().take(
      peer_, 1, [this] { executors_.post(executor_, [this] { onPlace(); }); });
  isCompressed_ = ticket_ == 0;
  return isCompressed_;
}

void BlobUpload::onPlace() {
  isCompressed_ = true;
  {
    absl::MutexLock lock(&mutex_);
    ticket_ = 0;
    began_ = steadyNow(); // The wait was not the client's.
  }
  storeMessage();
}

void BlobUpload::readNext() {
  absl::MutexLock lock(&mutex_);
  if (hasEnded_)
    return;
  waitBegan_ = steadyNow();
  StartRead(&message_);
}

absl::Status BlobUpload::open(const std::string &name) {
  absl::StatusOr<ResourceName> resource = parseResourceName(name);
  if (!resource.ok())
    return resource.status();
  {
    absl::MutexLock lock(&mutex_);
    audit_.setKey(resource->digest.toString());
  }
  digest_ = resource->digest;
  absl::StatusOr<std::unique_ptr<cache::BlobWriter>> writer =
      store_.createBlob(digest_);
  if (writer.ok())
    writer_ = resource->isZstd ? decompressing(*std::move(writer))
                               : *std::move(writer);
  return writer.status();
}

void BlobUpload::end(const grpc::Status &status) {
  absl::MutexLock lock(&mutex_);
  if (hasEnded_)
    return;
  hasEnded_ = true;
  audit_.end(static_cast<absl::StatusCode>(status.error_code()));
  if (status.ok()) {
    // Here and not by the task: once the call has ended this is gone.
    WriteResponse response;
    response.set_committed_size(writer_->size());
    *response_ = serialize(response);
  }
  Finish(status);
}

void BlobUpload::OnCancel() { end(grpc::Status::CANCELLED); }

void BlobUpload::onTick(absl::Time now) {
  const absl::Duration limit = transfers_.limits().uploadIdle;
  const int64_t rate = transfers_.limits().uploadBytesPerSecond;
  std::string why;
  {
    absl::MutexLock lock(&mutex_);
    // A message waits for the disk.
    if (waitBegan_ == absl::InfiniteFuture())
      return;
    const double seconds = absl::ToDoubleSeconds(now - began_);
    if (now - waitBegan_ > limit)
      why = absl::StrCat("had no message for ", absl::FormatDuration(limit));
    else if (now - began_ > limit && static_cast<double>(received_) <
                                         seconds * static_cast<double>(rate))
      why = absl::StrCat("brings less than ", rate, " bytes a second");
  }
  if (!why.empty())
    end(toGrpc(absl::DeadlineExceededError("the upload " + why)));
}

void BlobUpload::OnDone() {
  transfers_.remove(*this);
  {
    absl::MutexLock lock(&mutex_);
    if (ticket_)
      transfers_.compressed().cancel(ticket_);
  }
  executors_.post(executor_, [this] { delete this; });
}

} // namespace ingot::server
