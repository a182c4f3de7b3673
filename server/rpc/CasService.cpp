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
#include "cache/remote/ActionResult.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BlobSplice.h"
#include "server/rpc/DownloadShare.h"
#include "server/rpc/RawCall.h"
#include "server/rpc/TreeStream.h"

#include "absl/strings/str_cat.h"

#include <string_view>
#include <vector>

namespace ingot::server {
namespace {

/// Each answer costs some bytes, those of empty blobs too.
constexpr int kMaxBatchBlobs = 1000;
/// Pieces of the budget of downloads that an answer takes.
constexpr int kPiecesPerBatch = 4;
/// Of a request to read so many, whose digests take 80 each.
constexpr size_t kMaxReadRequestBytes = 128 << 10;
/// And a question of a mebibyte, with its answer.
constexpr int kPiecesOfQuestion = 4;
/// A question of fewer bytes takes none.
constexpr size_t kSmallQuestion = 64 << 10;

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

/// A call whose answer takes a share of the downloads' memory.
template <typename Request, typename Response>
class SharingCall final : public RawCall<Request, Response> {
public:
  SharingCall(grpc::CallbackServerContext &context, std::string peer,
              Transfers &transfers, grpc::ByteBuffer *serialized)
      : RawCall<Request, Response>(serialized),
        share_(transfers, std::move(peer),
               [&context] { context.TryCancel(); }) {}

  /// Runs the task once there is room for its answer. It finishes the call.
  void start(SerialExecutors &executors, int pieces,
             std::function<void()> task) {
    share_.await(pieces, [&executors, task = this->guarded(std::move(task))] {
      executors.post(task);
    });
  }

  void finishTask(const absl::Status &status) {
    share_.beginSend();
    this->finish(status);
  }

private:
  void OnCancel() override {
    share_.cancel();
    RawCall<Request, Response>::OnCancel();
  }

  DownloadShare share_;
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

/// A call that ends at once.
template <typename Request, typename Response>
static grpc::ServerUnaryReactor *refuse(const absl::Status &status,
                                        grpc::ByteBuffer *response) {
  auto *refused = new RawCall<Request, Response>(response);
  refused->finish(status);
  return refused;
}

grpc::ServerUnaryReactor *
CasService::FindMissingBlobs(grpc::CallbackServerContext *context,
                             const grpc::ByteBuffer *request,
                             grpc::ByteBuffer *response) {
  using Request = reapi::FindMissingBlobsRequest;
  using Response = reapi::FindMissingBlobsResponse;
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "FindMissingBlobs");
  absl::Status status =
      caller.ok() ? transfers_.beginQuery(caller->name) : caller.status();
  if (!status.ok())
    return refuse<Request, Response>(status, response);
  auto *call = new SharingCall<Request, Response>(*context, caller->name,
                                                  transfers_, response);
  call->onEnd([this, name = caller->name] { transfers_.endQuery(name); });
  // The answer has no more than what is asked. Parsed, either is four times as
  // much, so not before the task runs, and few at once.
  const size_t bytes = request->Length();
  auto held = transfers_.holdMessage(caller->name, bytes);
  if (!held.ok()) {
    call->finish(held.status());
    return call;
  }
  const int pieces =
      bytes < kSmallQuestion
          ? 0
          : kPiecesOfQuestion * static_cast<int>((bytes >> 20) + 1);
  // The share goes with the task.
  call->start(reads_, pieces, [this, call, request, share = *held] {
    absl::Status ended = parseAndRelease(*request, call->request);
    if (ended.ok())
      ended = findMissing(call->request, call->response);
    call->finishTask(ended);
  });
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
  auto held = transfers_.holdMessage(caller->name, request->Length());
  if (!held.ok()) {
    call->finish(held.status());
    return call;
  }
  AuditedCall audit = access_.audited(*context, *caller, "BatchUpdateBlobs");
  uploads_.post(call->guarded([this, call, audit, request, share = *held,
                               owner = ownerOf(caller->tenant)] {
    absl::Status parsed = parseAndRelease(*request, call->request);
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
  using Request = reapi::BatchReadBlobsRequest;
  using Response = reapi::BatchReadBlobsResponse;
  if (!caller.ok())
    return refuse<Request, Response>(caller.status(), response);
  auto *call = new SharingCall<Request, Response>(*context, caller->name,
                                                  transfers_, response);
  absl::Status status =
      parseShort(*request, call->request, kMaxReadRequestBytes);
  if (status.ok())
    status = checkRead(call->request);
  if (status.ok()) // A thousand digests each wait for room.
    status = transfers_.beginBatchRead(caller->name);
  if (!status.ok()) {
    call->finish(status);
    return call;
  }
  call->onEnd([this, name = caller->name] { transfers_.endBatchRead(name); });
  AuditedCall audit = access_.audited(*context, *caller, "BatchReadBlobs");
  call->start(reads_, kPiecesPerBatch, [this, call, audit] {
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
    call->finishTask(ended);
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
  if (!status.ok())
    return refuse<reapi::SpliceBlobRequest, reapi::SpliceBlobResponse>(
        status, response);
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
      caller.ok() ? parseShort(*bytes, request) : caller.status();
  if (status.ok())
    status = transfers_.beginQuery(caller->name);
  if (!status.ok())
    return new Refused<grpc::ServerWriteReactor<grpc::ByteBuffer>>(status);
  return new TreeStream(store_, reads_, request, *context, transfers_,
                        caller->name);
}

} // namespace ingot::server
