//===- CasService.cpp - small blobs, and what is missing ------------------===//

#include "server/rpc/CasService.h"
#include "server/rpc/Status.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// Sum of what one BatchReadBlobs answers: with digests and statuses around it
/// an answer stays under the 4 MiB that clients take by default.
constexpr int64_t kBatchLimit = (4 << 20) - (256 << 10);
/// Each answer costs some bytes, those of empty blobs too.
constexpr int kMostBlobs = 1000;

absl::StatusOr<Digest> fromReapi(const reapi::Digest &digest) {
  v1::Digest ours;
  ours.set_hash(digest.hash());
  ours.set_size_bytes(digest.size_bytes());
  return Digest::fromProto(ours);
}

template <typename Answer>
void setStatus(Answer &answer, const absl::Status &status) {
  answer.mutable_status()->set_code(static_cast<int>(status.code()));
  answer.mutable_status()->set_message(std::string(status.message()));
}

} // namespace

absl::Status
CasService::findMissing(const reapi::FindMissingBlobsRequest &request,
                        reapi::FindMissingBlobsResponse &response) {
  std::vector<Digest> asked;
  for (const reapi::Digest &digest : request.blob_digests()) {
    absl::StatusOr<Digest> parsed = fromReapi(digest);
    if (!parsed.ok())
      return parsed.status();
    if (*parsed != Digest::empty())
      asked.push_back(*parsed);
  }
  absl::StatusOr<std::vector<Digest>> missing = store_.findMissing(asked);
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
  reactor->Finish(toGrpc(findMissing(*request, *response)));
  return reactor;
}

grpc::ServerUnaryReactor *
CasService::BatchUpdateBlobs(grpc::CallbackServerContext *context,
                             const reapi::BatchUpdateBlobsRequest *request,
                             reapi::BatchUpdateBlobsResponse *response) {
  auto *reactor = context->DefaultReactor();
  executors_.post([=] {
    for (const auto &one : request->requests()) {
      auto *answer = response->add_responses();
      *answer->mutable_digest() = one.digest();
      setStatus(*answer, update(one.data(), one.digest()));
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
  int64_t room = request->digests_size() <= kMostBlobs ? kBatchLimit : -1;
  for (const reapi::Digest &digest : request->digests())
    room = digest.size_bytes() < 0 || digest.size_bytes() > room
               ? -1
               : room - digest.size_bytes();
  if (room < 0) {
    reactor->Finish(toGrpc(absl::InvalidArgumentError(absl::StrCat(
        "digests: one answer has at most ", kMostBlobs, " blobs and ",
        kBatchLimit, " bytes; use several, or ByteStream"))));
    return reactor;
  }
  executors_.post([=] {
    for (const reapi::Digest &digest : request->digests()) {
      auto *answer = response->add_responses();
      *answer->mutable_digest() = digest;
      setStatus(*answer, read(digest, *answer->mutable_data()));
    }
    reactor->Finish(grpc::Status::OK);
  });
  return reactor;
}

} // namespace ingot::server
