//===- PieceUpload.cpp - a large blob in pieces ---------------------------===//
//
// Pieces are cut by content (Chunks.h), so that a file with a few changed
// tensors has most of those of the one before. Each is hashed, and the whole
// again by the daemon, which makes a first upload slower than one stream by a
// fast link: what is won is what need not be sent.
//
//===----------------------------------------------------------------------===//

#include "client/lib/PieceUpload.h"
#include "client/lib/Call.h"
#include "client/lib/Chunks.h"
#include "client/lib/Convert.h"
#include "client/lib/RetryPolicy.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/random/random.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace ingot::client {
namespace {

namespace reapi = build::bazel::remote::execution::v2;
using Stub = reapi::ContentAddressableStorage::Stub;

/// Calls at once, and threads that hash.
constexpr size_t kThreads = 4;
/// Data of one message; messages are limited to 4 MiB.
constexpr size_t kMaxMessageBytes = 3 << 20;
constexpr size_t kMaxDigestsPerCall = 10000;
constexpr int kTries = 4;
/// A daemon that says when to come back is there, and others' uploads end.
constexpr int kBusyTries = 40;

struct Piece {
  std::string_view bytes;
  Digest digest;
};

void set(const Digest &digest, reapi::Digest &to) {
  to.set_hash(digest.hex());
  to.set_size_bytes(digest.size);
}

/// Calls `work` with each index below `count`, on several threads, until one
/// fails.
absl::Status forEach(size_t count,
                     const std::function<absl::Status(size_t)> &work) {
  std::atomic<size_t> next{0};
  absl::Mutex mutex;
  absl::Status first;
  auto run = [&] {
    for (size_t i = next++; i < count; i = next++)
      if (absl::Status status = work(i); !status.ok()) {
        next = count;
        absl::MutexLock lock(&mutex);
        first.Update(status);
      }
  };
  std::vector<std::thread> threads;
  for (size_t i = 1; i < std::min(kThreads, count); ++i)
    threads.emplace_back(run);
  run();
  for (std::thread &thread : threads)
    thread.join();
  return first;
}

void release(std::string_view bytes, const CallOptions &options) {
  if (options.release)
    options.release(bytes);
}

/// Cuts and hashes so much at a time, which is in memory then.
std::vector<Piece> hashed(std::string_view bytes, const CallOptions &options) {
  constexpr size_t kPiecesAtOnce = 16;
  std::vector<Piece> pieces;
  while (!bytes.empty()) {
    const size_t begin = pieces.size();
    for (std::string_view piece : cutPieces(bytes, kPiecesAtOnce))
      pieces.push_back({piece, {}});
    forEach(pieces.size() - begin, [&](size_t i) {
      Piece &piece = pieces[begin + i];
      piece.digest = Digest::of(piece.bytes);
      return absl::OkStatus();
    }).IgnoreError();
    const char *end = pieces.back().bytes.data() + pieces.back().bytes.size();
    const auto size = static_cast<size_t>(end - bytes.data());
    release(bytes.substr(0, size), options);
    bytes.remove_prefix(size);
  }
  return pieces;
}

/// Those that the daemon lacks, each once.
absl::StatusOr<std::vector<Piece>> missingOf(Stub &cas,
                                             const std::vector<Piece> &pieces,
                                             const CallOptions &options) {
  absl::flat_hash_set<std::string> missing;
  for (size_t at = 0; at < pieces.size(); at += kMaxDigestsPerCall) {
    reapi::FindMissingBlobsRequest request;
    for (size_t i = at; i < std::min(pieces.size(), at + kMaxDigestsPerCall);
         ++i)
      set(pieces[i].digest, *request.add_blob_digests());
    Call call(options);
    reapi::FindMissingBlobsResponse response;
    grpc::Status status =
        cas.FindMissingBlobs(&call.context, request, &response);
    if (!status.ok())
      return toFailure(status).status;
    for (const reapi::Digest &digest : response.missing_blob_digests())
      missing.insert(digest.hash());
  }
  std::vector<Piece> found;
  for (const Piece &piece : pieces)
    if (missing.erase(piece.digest.hex()) > 0)
      found.push_back(piece);
  return found;
}

/// Pieces that fit one message.
std::vector<std::vector<Piece>> messagesOf(const std::vector<Piece> &pieces) {
  std::vector<std::vector<Piece>> messages;
  size_t room = 0;
  for (const Piece &piece : pieces) {
    if (piece.bytes.size() > room) {
      messages.emplace_back();
      room = kMaxMessageBytes;
    }
    room -= piece.bytes.size();
    messages.back().push_back(piece);
  }
  return messages;
}

absl::Status send(Stub &cas, const std::vector<Piece> &pieces,
                  const CallOptions &options) {
  reapi::BatchUpdateBlobsRequest request;
  for (const Piece &piece : pieces) {
    auto *one = request.add_requests();
    set(piece.digest, *one->mutable_digest());
    one->set_data(std::string(piece.bytes));
    release(piece.bytes, options);
  }
  Call call(options);
  reapi::BatchUpdateBlobsResponse response;
  grpc::Status status = cas.BatchUpdateBlobs(&call.context, request, &response);
  if (!status.ok())
    return toFailure(status).status;
  for (const auto &answer : response.responses())
    if (answer.status().code() != 0)
      return absl::Status(static_cast<absl::StatusCode>(answer.status().code()),
                          answer.status().message());
  return absl::OkStatus();
}

/// Calls at once. Fewer from now on, when the daemon said that it has too many.
class Places {
public:
  explicit Places(size_t count) : allowed_(count) {}

  void take() {
    auto isFree = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return taken_ < allowed_;
    };
    absl::MutexLock lock(&mutex_, absl::Condition(&isFree));
    ++taken_;
  }
  void give(bool halve) {
    absl::MutexLock lock(&mutex_);
    --taken_;
    if (halve)
      allowed_ = std::max<size_t>(1, allowed_ / 2);
  }

private:
  absl::Mutex mutex_;
  size_t allowed_ ABSL_GUARDED_BY(mutex_);
  size_t taken_ ABSL_GUARDED_BY(mutex_) = 0;
};

/// False when the caller gave up meanwhile or has no such time.
bool pause(absl::Duration left, const CallOptions &options) {
  constexpr absl::Duration kSlice = absl::Milliseconds(20);
  if (absl::Now() + left >= options.deadline)
    return false;
  for (; left > absl::ZeroDuration() && !isCancelled(options); left -= kSlice)
    absl::SleepFor(std::min(left, kSlice));
  return !isCancelled(options);
}

/// Calls again where that may help: the connection may have broken, the daemon
/// be replaced, or be busy with others.
absl::Status persist(Places &places, const CallOptions &options,
                     const std::function<absl::Status()> &call) {
  const Backoff backoff{absl::Milliseconds(200), absl::Seconds(2)};
  absl::BitGen random;
  int busy = 0, broken = 0;
  while (true) {
    places.take();
    absl::Status status = call();
    const bool isBusy = absl::IsResourceExhausted(status);
    places.give(/*halve=*/isBusy);
    if (!isWorthResending(status, isCancelled(options)) ||
        (isBusy ? ++busy >= kBusyTries : ++broken >= kTries) ||
        !pause(backoff.wait(busy + broken, absl::Uniform(random, 0.0, 1.0),
                            retryDelayOf(status)),
               options))
      return status;
  }
}

absl::Status splice(Stub &cas, const std::vector<Piece> &pieces,
                    const Digest &digest, const CallOptions &options) {
  reapi::SpliceBlobRequest request;
  set(digest, *request.mutable_blob_digest());
  for (const Piece &piece : pieces)
    set(piece.digest, *request.add_chunk_digests());
  Call call(options);
  reapi::SpliceBlobResponse response;
  return toFailure(cas.SpliceBlob(&call.context, request, &response)).status;
}

} // namespace

absl::Status uploadPieces(Stub &cas, std::string_view bytes,
                          const Digest &digest, const CallOptions &options,
                          const OnSent &onSent) {
  const std::vector<Piece> pieces = hashed(bytes, options);
  absl::StatusOr<std::vector<Piece>> missing = missingOf(cas, pieces, options);
  if (!missing.ok())
    return missing.status();
  absl::Mutex mutex;
  auto tell = [&](uint64_t sent) {
    absl::MutexLock lock(&mutex);
    if (onSent)
      onSent(sent);
  };
  uint64_t known = bytes.size();
  for (const Piece &piece : *missing)
    known -= piece.bytes.size();
  tell(known);
  const std::vector<std::vector<Piece>> messages = messagesOf(*missing);
  Places places(kThreads);
  absl::Status sent = forEach(messages.size(), [&](size_t i) {
    absl::Status status = persist(
        places, options, [&] { return send(cas, messages[i], options); });
    uint64_t size = 0;
    for (const Piece &piece : messages[i])
      size += piece.bytes.size();
    if (status.ok())
      tell(size);
    return status;
  });
  if (!sent.ok())
    return sent;
  return persist(places, options,
                 [&] { return splice(cas, pieces, digest, options); });
}

} // namespace ingot::client
