//===- BlobDownload.cpp - one blob on its way to a client -----------------===//
//
// An executor opens the blob, reads and hashes up to kMaxBufferedPieces ahead;
// gRPC's threads write. So disk, hash and socket work at the same time. Each
// piece is taken from the budget of all downloads before it is read: the first
// in hand is waited for, those ahead are taken while the budget is half empty.
// A stream that keeps more than its pieces, a compressor or a whole blob, takes
// all of that once and keeps it: nobody waits for pieces while he holds some,
// so streams never wait for each other in a ring. A piece is sent from the
// store's own memory and not copied into a message (toReadResponse).
//
// The blob is verified as it is read; damage that shows up late ends the stream
// with DATA_LOSS, and the client drops what it has. A range of a blob is
// verified piece by piece (Store::openRange).
//
// A stream is deleted by the last task of its executor, which OnDone posts. So
// no other task finds it gone, and what a reader has to tidy up on the disk
// does not keep a thread of gRPC. The budget grants by a task too, so that
// what it granted before cancel() runs before that last one.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/BlobDownload.h"
#include "cache/key/SteadyTime.h"
#include "cache/store/ZstdStreams.h"
#include "server/rpc/BoundedMessage.h"
#include "server/rpc/ByteStreamService.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <limits>

namespace ingot::server {
namespace {

/// Enough that the hash and the socket never wait for each other.
constexpr size_t kMaxBufferedPieces = 4;

/// HotStore.h: blobs of up to so much are kept in memory.
constexpr int64_t kMaxHotBlobBytes = 4 << 20;

/// What zstd keeps while it compresses, in pieces.
constexpr int kZstdPieces = 2;

/// Pieces of 1 MiB that a reader of the blob holds from its first on.
int piecesHeld(const std::string &resourceName) {
  absl::StatusOr<ResourceName> name = parseResourceName(resourceName);
  if (!name.ok())
    return 1;
  const int compressor = name->isZstd ? kZstdPieces : 0;
  if (name->digest.size > kMaxHotBlobBytes)
    return 1 + compressor;
  return compressor + static_cast<int>(std::max<int64_t>(
                          1, (name->digest.size + (1 << 20) - 1) >> 20));
}

/// A serialized ReadResponse around bytes that stay where they are: gRPC sends
/// them from the store's memory and lets go of them then.
grpc::ByteBuffer toReadResponse(cache::SharedBytes bytes, size_t size) {
  // Field 10 (data), length-delimited, then the length as a varint.
  std::string header(1, '\x52');
  size_t rest = size;
  for (; rest >= 0x80; rest >>= 7)
    header.push_back(static_cast<char>(rest | 0x80));
  header.push_back(static_cast<char>(rest));
  grpc::Slice slices[] = {grpc::Slice(header), toSlice(std::move(bytes), size)};
  return grpc::ByteBuffer(slices, 2);
}

} // namespace

BlobDownload::BlobDownload(grpc::CallbackServerContext &context,
                           cache::Store &store,
                           google::bytestream::ReadRequest request,
                           std::string peer, Statistics &statistics,
                           SerialExecutors &executors, Transfers &transfers,
                           AuditedCall audit)
    : context_(context), store_(store), request_(std::move(request)),
      peer_(std::move(peer)), statistics_(statistics), executors_(executors),
      executor_(executors.create()), transfers_(transfers),
      firstPieces_(std::min(piecesHeld(request_.resource_name()),
                            transfers_.limits().downloadPieces / 2)),
      audit_(std::move(audit)) {
  transfers_.add(*this);
  absl::MutexLock lock(&mutex_);
  readAhead();
}

BlobDownload::~BlobDownload() {
  absl::MutexLock lock(&mutex_);
  transfers_.downloads().give(peer_, taken_);
}

void BlobDownload::giveBack(int pieces) {
  const int kept = firstPieces_ > 1 ? firstPieces_ : 0;
  pieces = std::min(pieces, std::max(taken_ - kept, 0));
  taken_ -= pieces;
  transfers_.downloads().give(peer_, pieces);
}

void BlobDownload::readAhead() {
  if (reading_ || ticket_ || atEnd_ || closed_ || left_ == 0 ||
      pieces_.size() >= kMaxBufferedPieces)
    return;
  PieceBudget &budget = transfers_.downloads();
  if (!pieces_.empty() || writing_) {
    if (!budget.takeSpare(peer_))
      return; // After the next write.
    ++taken_;
  } else if (taken_ == 0) {
    ticket_ = budget.take(peer_, firstPieces_, [this] {
      executors_.post(executor_, [this] { onGranted(); });
    });
    if (ticket_)
      return;
    taken_ = firstPieces_;
  }
  reading_ = true;
  executors_.post(executor_, [this] { readPiece(); });
}

void BlobDownload::onGranted() {
  {
    absl::MutexLock lock(&mutex_);
    ticket_ = 0;
    taken_ = firstPieces_;
    reading_ = true;
  }
  readPiece();
}

void BlobDownload::readPiece() {
  {
    absl::MutexLock lock(&mutex_);
    if (closed_) { // It was cancelled.
      reading_ = false;
      return;
    }
  }
  absl::StatusOr<cache::SharedBytes> piece = nextPiece();
  absl::MutexLock lock(&mutex_);
  reading_ = false;
  if (piece.ok() && *piece) {
    pieces_.push_back(*std::move(piece));
  } else {
    atEnd_ = true, status_ = toGrpc(piece.status());
    giveBack(1);
  }
  writeNext();
  readAhead();
}

absl::StatusOr<cache::SharedBytes> BlobDownload::nextPiece() {
  if (!reader_)
    if (absl::Status status = open(); !status.ok() || !reader_)
      return status.ok() ? absl::StatusOr<cache::SharedBytes>(nullptr) : status;
  return reader_->next();
}

absl::Status BlobDownload::open() {
  absl::StatusOr<ResourceName> name =
      parseResourceName(request_.resource_name());
  if (!name.ok())
    return name.status();
  const Digest &digest = name->digest;
  const int64_t offset = request_.read_offset(), limit = request_.read_limit();
  if (offset < 0 || limit < 0)
    return absl::OutOfRangeError("read_offset or read_limit: negative");
  if (name->isZstd && limit != 0)
    return absl::InvalidArgumentError(
        "read_limit: what is compressed is read to its end");
  if (digest == Digest::empty())
    return absl::OkStatus();
  const bool isWhole = offset == 0 && (limit == 0 || limit >= digest.size);
  absl::StatusOr<std::unique_ptr<cache::BlobReader>> reader =
      isWhole ? store_.openBlob(digest, 0) : store_.openRange(digest, offset);
  if (!reader.ok())
    return reader.status();
  if (!*reader)
    return absl::NotFoundError(
        absl::StrCat("blob ", digest.toString(), " is not here"));
  reader_ = name->isZstd ? compressing(*std::move(reader)) : *std::move(reader);
  absl::MutexLock lock(&mutex_);
  // How much zstd makes of it is known at the end.
  left_ = name->isZstd ? std::numeric_limits<int64_t>::max()
          : limit      ? limit
                       : digest.size;
  return absl::OkStatus();
}

void BlobDownload::writeNext() {
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
    writeBegan_ = steadyNow();
    StartWrite(&response_);
  } else if (left_ == 0 || atEnd_) {
    close(left_ == 0 ? grpc::Status::OK : status_);
  }
}

void BlobDownload::close(const grpc::Status &status) {
  if (closed_)
    return;
  closed_ = true;
  audit_.end(static_cast<absl::StatusCode>(status.error_code()));
  giveBack(static_cast<int>(pieces_.size()));
  pieces_.clear();
  writeBegan_ = steadyNow(); // Of the end, which waits for the client too.
  Finish(status);
}

void BlobDownload::OnWriteDone(bool ok) {
  absl::MutexLock lock(&mutex_);
  writing_ = false;
  response_.Clear();
  giveBack(1);
  if (!ok)
    return close(grpc::Status::CANCELLED);
  readAhead();
  writeNext();
}

void BlobDownload::OnCancel() {
  absl::MutexLock lock(&mutex_);
  close(grpc::Status::CANCELLED);
}

void BlobDownload::onTick(absl::Time now) {
  bool isStalled;
  {
    absl::MutexLock lock(&mutex_);
    isStalled = (writing_ || (closed_ && taken_ > 0)) &&
                now - writeBegan_ > transfers_.limits().downloadStall &&
                transfers_.downloads().hasWaiters();
  }
  if (isStalled)
    context_.TryCancel();
}

void BlobDownload::OnDone() {
  transfers_.remove(*this);
  {
    absl::MutexLock lock(&mutex_);
    if (ticket_)
      transfers_.downloads().cancel(ticket_);
  }
  executors_.post(executor_, [this] { delete this; });
}

} // namespace ingot::server
