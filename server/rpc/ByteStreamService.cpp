//===- ByteStreamService.cpp - blobs of any size --------------------------===//
//
// Says who may have a stream. BlobDownload and BlobUpload are the streams.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/ByteStreamService.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/BlobDownload.h"
#include "server/rpc/BlobUpload.h"
#include "server/rpc/RawCall.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace ingot::server {

absl::StatusOr<ResourceName> parseResourceName(const std::string &name) {
  std::vector<std::string> parts = absl::StrSplit(name, '/');
  for (size_t i = 0; i + 2 < parts.size(); ++i) {
    const bool isZstd = parts[i] == "compressed-blobs" &&
                        parts[i + 1] == "zstd" && i + 3 < parts.size();
    if (parts[i] != "blobs" && !isZstd)
      continue;
    const size_t hash = i + (isZstd ? 2 : 1);
    absl::StatusOr<Digest> digest =
        Digest::parse(parts[hash] + "/" + parts[hash + 1]);
    if (!digest.ok())
      return digest.status();
    return ResourceName{*digest, isZstd};
  }
  return absl::InvalidArgumentError(
      absl::StrCat("resource_name: '", name,
                   "' is not [INSTANCE/]blobs/HASH/SIZE or "
                   "[INSTANCE/]uploads/UUID/blobs/HASH/SIZE, or these with "
                   "compressed-blobs/zstd for blobs"));
}

grpc::ServerWriteReactor<grpc::ByteBuffer> *
ByteStreamService::Read(grpc::CallbackServerContext *context,
                        const grpc::ByteBuffer *serialized) {
  using RefusedRead = Refused<grpc::ServerWriteReactor<grpc::ByteBuffer>>;
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "ByteStream.Read");
  if (!caller.ok())
    return new RefusedRead(caller.status());
  google::bytestream::ReadRequest request;
  if (absl::Status status = parseShort(*serialized, request); !status.ok())
    return new RefusedRead(status);
  AuditedCall audit = access_.stream(*context, *caller, "ByteStream.Read");
  if (absl::StatusOr<ResourceName> name =
          parseResourceName(request.resource_name());
      name.ok())
    audit.setKey(name->digest.toString());
  return new BlobDownload(*context, store_, std::move(request), caller->name,
                          statistics_, reads_, transfers_, std::move(audit));
}

grpc::ServerReadReactor<grpc::ByteBuffer> *
ByteStreamService::Write(grpc::CallbackServerContext *context,
                         grpc::ByteBuffer *response) {
  absl::StatusOr<Identity> caller =
      access_.require(*context, kUploader, "ByteStream.Write");
  absl::Status status = caller.status();
  if (status.ok())
    status = transfers_.beginUpload(caller->name);
  if (!status.ok())
    return new Refused<grpc::ServerReadReactor<grpc::ByteBuffer>>(status);
  return new BlobUpload(store_, caller->name, ownerOf(caller->tenant),
                        statistics_, uploads_, transfers_,
                        access_.stream(*context, *caller, "ByteStream.Write"),
                        response);
}

grpc::ServerUnaryReactor *ByteStreamService::QueryWriteStatus(
    grpc::CallbackServerContext *context,
    const google::bytestream::QueryWriteStatusRequest *request,
    google::bytestream::QueryWriteStatusResponse *response) {
  auto *reactor = context->DefaultReactor();
  absl::StatusOr<Identity> caller =
      access_.require(*context, kReader, "ByteStream.QueryWriteStatus");
  if (!caller.ok()) {
    reactor->Finish(toGrpc(caller.status()));
    return reactor;
  }
  if (request->ByteSizeLong() > kMaxShortBytes) {
    reactor->Finish(toGrpc(absl::InvalidArgumentError(
        absl::StrCat("resource_name: the request has more than ",
                     kMaxShortBytes, " bytes"))));
    return reactor;
  }
  reads_.post([this, reactor, request, response] {
    reactor->Finish(toGrpc(queryStatus(*request, *response)));
  });
  return reactor;
}

absl::Status ByteStreamService::queryStatus(
    const google::bytestream::QueryWriteStatusRequest &request,
    google::bytestream::QueryWriteStatusResponse &response) {
  absl::StatusOr<ResourceName> name =
      parseResourceName(request.resource_name());
  if (!name.ok())
    return name.status();
  absl::StatusOr<std::vector<Digest>> missing =
      store_.findMissing({name->digest});
  if (missing.ok() && missing->empty()) {
    response.set_complete(true);
    response.set_committed_size(name->digest.size);
  }
  return missing.status();
}

} // namespace ingot::server
