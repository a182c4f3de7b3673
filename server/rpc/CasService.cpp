//===- CasService.cpp - small blobs, and what is missing ------------------===//
//
// Each call is one task on an executor: the store may have to ask the disk, or
// another machine, even for what is missing. Only what can be refused by the
// request alone is refused before.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/CasService.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// Sum of what one BatchReadBlobs answers: with digests and statuses around it
/// an answer stays under the 4 MiB that clients take by default.
constexpr int64_t kMaxBatchBytes = (4 << 20) - (256 << 10);
/// Each answer costs some bytes, those of empty blobs too.
constexpr int kMaxBatchBlobs = 1000;

absl::StatusOr<Digest> fromReapi(const reapi::Digest &digest) {
  v1::Digest ours;
  ours.set_hash(digest.hash());
  ours.set_size_bytes(digest.size_bytes());
  return Digest::fromProto(ours);
}

template <typename Response>
void setStatus(Response &response, const absl::Status &status) {
  response.mutable_status()->set_code(static_cast<int>(status.code()));
  response.mutable_status()->set_message(std::string(status.message()));
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

absl::Status CasService::update(const std::string &data,
                                const reapi::Digest &digest) {
  absl::StatusOr<Digest> parsed = fromReapi(digest);
  if (!parsed.ok())
    return parsed.status();
  if (Digest::of(data) != *parsed)
    return absl::InvalidArgumentError("the data are not what the digest says");
  statistics_.bytesUploaded += data.size();
  return store_.putBlob(data).status();
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
                             const reapi::FindMissingBlobsRequest *request,
                             reapi::FindMissingBlobsResponse *response) {
  auto *reactor = context->DefaultReactor();
  executors_.post(
      [=] { reactor->Finish(toGrpc(findMissing(*request, *response))); });
  return reactor;
}

grpc::ServerUnaryReactor *
CasService::BatchUpdateBlobs(grpc::CallbackServerContext *context,
                             const reapi::BatchUpdateBlobsRequest *request,
                             reapi::BatchUpdateBlobsResponse *response) {
  auto *reactor = context->DefaultReactor();
  executors_.post([=] {
    for (const auto &blob : request->requests()) {
      auto *added = response->add_responses();
      *added->mutable_digest() = blob.digest();
      setStatus(*added, update(blob.data(), blob.digest()));
    }
    reactor->Finish(grpc::Status::OK);
  });
  return reactor;
}

grpc::ServerUnaryReactor *
CasService::BatchReadBlobs(grpc::CallbackServerContext *context,
                           const reapi::BatchReadBlobsRequest *request,
                           reapi::BatchReadBlobsResponse *response) {
  auto *reactor = context->DefaultReactor();
  int64_t room =
      request->digests_size() <= kMaxBatchBlobs ? kMaxBatchBytes : -1;
  for (const reapi::Digest &digest : request->digests())
    room = digest.size_bytes() < 0 || digest.size_bytes() > room
               ? -1
               : room - digest.size_bytes();
  if (room < 0) {
    reactor->Finish(toGrpc(absl::InvalidArgumentError(absl::StrCat(
        "digests: one answer has at most ", kMaxBatchBlobs, " blobs and ",
        kMaxBatchBytes, " bytes; use several, or ByteStream"))));
    return reactor;
  }
  executors_.post([=] {
    for (const reapi::Digest &digest : request->digests()) {
      auto *added = response->add_responses();
      *added->mutable_digest() = digest;
      setStatus(*added, read(digest, *added->mutable_data()));
    }
    reactor->Finish(grpc::Status::OK);
  });
  return reactor;
}

} // namespace ingot::server
