//===- CasService.cpp - small blobs, and what is missing ------------------===//
//
// Each call is one task on an executor: the store may have to ask the disk, or
// another machine, even for what is missing. Only what can be refused by the
// request alone is refused before.
//
// A batch of uploads is one write, with one wait for the disk, and a batch of
// reads is taken from the budget of downloads. Either looks before each blob
// whether its caller is still there.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/CasService.h"
#include "cache/key/SteadyTime.h"
#include "cache/remote/ActionResult.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BlobSplice.h"
#include "server/rpc/RawCall.h"
#include "server/rpc/TreeStream.h"

#include "absl/strings/str_cat.h"

#include <atomic>
#include <limits>
#include <string_view>
#include <vector>

namespace ingot::server {
namespace {

/// Each answer costs some bytes, those of empty blobs too.
constexpr int kMaxBatchBlobs = 1000;
/// Pieces of the budget of downloads that an answer takes.
constexpr int kPiecesPerBatch = 4;

using cache::fromReapi;

/// OK is what an answer without a status says.
template <typename Response>
void setStatus(Response &response, const absl::Status &status) {
  if (status.ok())
    return;
  response.mutable_status()->set_code(static_cast<int>(status.code()));
  response.mutable_status()->set_message(std::string(status.message()));
}

absl::Status tooMany(const char *field) {
  return absl::InvalidArgumentError(absl::StrCat(
      field, ": one message has at most ", kMaxBatchBlobs, " blobs and ",
      kMaxBatchBytes, " bytes; use several, or ByteStream"));
}

/// OK when the answer fits one message.
absl::Status checkRead(const reapi::BatchReadBlobsRequest &request) {
  if (request.digests_size() > kMaxBatchBlobs)
    return tooMany("digests");
  int64_t room = kMaxBatchBytes;
  for (const reapi::Digest &digest : request.digests()) {
    if (digest.size_bytes() < 0 || digest.size_bytes() > room)
      return tooMany("digests");
    room -= digest.size_bytes();
  }
  return absl::OkStatus();
}

/// A batch of reads: waits for its share of the budget, unless it is cancelled,
/// and gives it back when the answer was sent. A client that does not read it
/// is let go of when others wait.
class ReadCall final : public RawCall<reapi::BatchReadBlobsRequest,
                                      reapi::BatchReadBlobsResponse>,
                       private Timed {
public:
  ReadCall(grpc::CallbackServerContext &context, std::string peer,
           Transfers &transfers, grpc::ByteBuffer *serialized)
      : RawCall(serialized), context_(context), peer_(std::move(peer)),
        transfers_(transfers) {
    transfers_.add(*this);
  }

  /// Runs the task once there is room for its answer. It finishes the call.
  void start(SerialExecutors &executors, std::function<void()> task) {
    auto post = [&executors, task = guarded(std::move(task))] {
      executors.post(task);
    };
    ticket_ = transfers_.downloads().take(peer_, kPiecesPerBatch, post);
    if (ticket_ == 0)
      post();
  }

  /// To be called before finish().
  void beginSend() { sendBegan_ = absl::ToUnixMillis(steadyNow()); }

private:
  void onTick(absl::Time now) override {
    const absl::Time began = absl::FromUnixMillis(sendBegan_);
    if (now - began > transfers_.limits().downloadStall &&
        transfers_.downloads().hasWaiters())
      context_.TryCancel();
  }

  void OnCancel() override {
    if (ticket_ != 0 && transfers_.downloads().cancel(ticket_))
      hasShare_ = false;
    RawCall::OnCancel();
  }

  void OnDone() override {
    transfers_.remove(*this);
    if (hasShare_)
      transfers_.downloads().give(peer_, kPiecesPerBatch);
    RawCall::OnDone();
  }

  grpc::CallbackServerContext &context_;
  const std::string peer_;
  Transfers &transfers_;
  PieceBudget::Ticket ticket_ = 0; ///< Set inside the handler.
  bool hasShare_ = true;           ///< Or waits for it.
  std::atomic<int64_t> sendBegan_{std::numeric_limits<int64_t>::max()};
};

/// A line for each blob of a batch.
template <typename Responses>
void auditEach(const AuditedCall &audit, const Responses &responses) {
  for (const auto &response : responses) {
    AuditedCall each = audit;
    if (absl::StatusOr<Digest> digest = fromReapi(response.digest());
        digest.ok())
      each.setKey(digest->toString());
    each.end(static_cast<absl::StatusCode>(response.status().code()));
  }
}

} // namespace

absl::Status
CasService::findMissing(const reapi::FindMissingBlobsRequest &request,
                        reapi::FindMissingBlobsResponse &response) {
  std::vector<Digest> digests;
  for (const reapi::Digest &digest : request.blob_digests()) {
    absl::StatusOr<Digest> parsed = fromReapi(digest);
    if (!parsed.ok())
      return parsed.status();
    if (*parsed != Digest::empty())
      digests.push_back(*parsed);
  }
  absl::StatusOr<std::vector<Digest>> missing = store_.findMissing(digests);
  if (!missing.ok())
    return missing.status();
  for (const Digest &digest : *missing) {
    reapi::Digest *added = response.add_missing_blob_digests();
    added->set_hash(digest.hex());
    added->set_size_bytes(digest.size);
  }
  return absl::OkStatus();
}

absl::Status CasService::update(const reapi::BatchUpdateBlobsRequest &request,
                                const cache::StoreOwner &owner,
                                const std::function<bool()> &isCancelled,
                                reapi::BatchUpdateBlobsResponse &response) {
  if (request.requests_size() > kMaxBatchBlobs)
    return tooMany("requests");
  std::vector<std::string_view> blobs;
  std::vector<int> places;
  for (int i = 0; i < request.requests_size(); ++i) {
    if (isCancelled())
      return absl::CancelledError("the caller went away");
    const auto &blob = request.requests(i);
    auto &added = *response.add_responses();
    *added.mutable_digest() = blob.digest();
    absl::StatusOr<Digest> digest = fromReapi(blob.digest());
    absl::Status status = digest.status();
    if (status.ok() && blob.compressor() != reapi::Compressor::IDENTITY)
      status = absl::InvalidArgumentError(
          "compressor: batches are not compressed; ByteStream may be");
    if (status.ok() && Digest::of(blob.data()) != *digest)
      status =
          absl::InvalidArgumentError("the data are not what the digest says");
    setStatus(added, status);
    if (!status.ok())
      continue;
    blobs.push_back(blob.data());
    places.push_back(i);
  }
  if (blobs.empty())
    return absl::OkStatus();
  const absl::StatusOr<std::vector<Digest>> digests = store_.putBlobs(blobs);
  const absl::Status stored = digests.status();
  if (digests.ok())
    ownBlobs(store_, owner, *digests);
  for (size_t i = 0; i < blobs.size(); ++i) {
    statistics_.bytesUploaded += stored.ok() ? blobs[i].size() : 0;
    setStatus(*response.mutable_responses(places[i]), stored);
  }
  return absl::OkStatus();
}

absl::Status CasService::read(const reapi::Digest &digest, std::string &data) {
  absl::StatusOr<Digest> parsed = fromReapi(digest);
  if (!parsed.ok() || *parsed == Digest::empty())
    return parsed.status();
  absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(*parsed);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return absl::NotFoundError("this blob is not here");
  data = **bytes;
  statistics_.bytesDownloaded += data.size();
  return absl::OkStatus();
}

grpc::ServerUnaryReactor *
CasService::FindMissingBlobs(grpc::CallbackServerContext *context,
                             const grpc::ByteBuffer *request,
                             grpc::ByteBuffer *response) {
  auto *call = new RawCall<reapi::FindMissingBlobsRequest,
                           reapi::FindMissingBlobsResponse>(response);
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "FindMissingBlobs");
  absl::Status status =
      caller.ok() ? transfers_.beginQuery(caller->name) : caller.status();
  if (status.ok()) {
    call->onEnd([this, name = caller->name] { transfers_.endQuery(name); });
    status = parseBounded(*request, call->request);
  }
  if (!status.ok())
    call->finish(status);
  else
    reads_.post(call->guarded([this, call] {
      call->finish(findMissing(call->request, call->response));
    }));
  return call;
}

grpc::ServerUnaryReactor *
CasService::BatchUpdateBlobs(grpc::CallbackServerContext *context,
                             const grpc::ByteBuffer *request,
                             grpc::ByteBuffer *response) {
  auto *call = new RawCall<reapi::BatchUpdateBlobsRequest,
                           reapi::BatchUpdateBlobsResponse>(response);
  absl::StatusOr<Identity> caller =
      access_.require(*context, kUploader, "BatchUpdateBlobs");
  absl::Status status =
      caller.ok() ? transfers_.beginUpload(caller->name) : caller.status();
  if (!status.ok()) {
    call->finish(status);
    return call;
  }
  call->onEnd([this, name = caller->name] { transfers_.endUpload(name); });
  // Parsed by the task: until then its bytes are gRPC's, which counts them.
  AuditedCall audit = access_.audited(*context, *caller, "BatchUpdateBlobs");
  uploads_.post(call->guarded(
      [this, call, audit, bytes = *request, owner = ownerOf(caller->tenant)] {
        absl::Status parsed = parseBounded(bytes, call->request);
        if (parsed.ok())
          parsed = update(
              call->request, owner, [call] { return call->isCancelled(); },
              call->response);
        auditEach(audit, call->response.responses());
        call->finish(parsed);
      }));
  return call;
}

grpc::ServerUnaryReactor *
CasService::BatchReadBlobs(grpc::CallbackServerContext *context,
                           const grpc::ByteBuffer *request,
                           grpc::ByteBuffer *response) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "BatchReadBlobs");
  reapi::BatchReadBlobsRequest parsed;
  absl::Status status =
      caller.ok() ? parseBounded(*request, parsed) : caller.status();
  if (status.ok())
    status = checkRead(parsed);
  if (!status.ok()) {
    auto *refused = new RawCall<reapi::BatchReadBlobsRequest,
                                reapi::BatchReadBlobsResponse>(response);
    refused->finish(status);
    return refused;
  }
  auto *call = new ReadCall(*context, caller->name, transfers_, response);
  call->request = std::move(parsed);
  AuditedCall audit = access_.audited(*context, *caller, "BatchReadBlobs");
  call->start(reads_, [this, call, audit] {
    absl::Status ended;
    for (const reapi::Digest &digest : call->request.digests()) {
      if (call->isCancelled()) {
        ended = absl::CancelledError("the caller went away");
        break;
      }
      auto *added = call->response.add_responses();
      *added->mutable_digest() = digest;
      setStatus(*added, read(digest, *added->mutable_data()));
    }
    auditEach(audit, call->response.responses());
    call->beginSend();
    call->finish(ended);
  });
  return call;
}

grpc::ServerUnaryReactor *
CasService::SpliceBlob(grpc::CallbackServerContext *context,
                       const grpc::ByteBuffer *request,
                       grpc::ByteBuffer *response) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kUploader, "SpliceBlob");
  absl::Status status =
      caller.ok() ? transfers_.beginSplice(caller->name) : caller.status();
  if (!status.ok()) {
    auto *refused =
        new RawCall<reapi::SpliceBlobRequest, reapi::SpliceBlobResponse>(
            response);
    refused->finish(status);
    return refused;
  }
  auto *call = new BlobSplice(store_, reads_, uploads_, ownerOf(caller->tenant),
                              access_.audited(*context, *caller, "SpliceBlob"),
                              response);
  call->onEnd([this, name = caller->name] { transfers_.endSplice(name); });
  call->start(*request);
  return call;
}

grpc::ServerWriteReactor<grpc::ByteBuffer> *
CasService::GetTree(grpc::CallbackServerContext *context,
                    const grpc::ByteBuffer *bytes) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "GetTree");
  reapi::GetTreeRequest request;
  absl::Status status =
      caller.ok() ? parseBounded(*bytes, request) : caller.status();
  if (status.ok())
    status = transfers_.beginQuery(caller->name);
  if (!status.ok())
    return new Refused<grpc::ServerWriteReactor<grpc::ByteBuffer>>(status);
  return new TreeStream(store_, reads_, request, [this, name = caller->name] {
    transfers_.endQuery(name);
  });
}

} // namespace ingot::server
