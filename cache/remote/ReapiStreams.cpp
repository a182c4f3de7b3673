//===- ReapiStreams.cpp - large blobs from and to a second level ----------===//
//
// google.bytestream.ByteStream, as zstd where the cache has it: machine code
// shrinks to a third, and zstd's fastest level outruns most networks. A blob is
// never in memory as a whole.
//
//===----------------------------------------------------------------------===//

#include "cache/remote/ReapiCall.h"

#include "cache/store/ZstdStreams.h"

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace ingot::cache {
namespace {

/// REAPI wants a UUID (version 4) for each upload.
std::string uuid() {
  absl::BitGen random;
  const auto high = absl::Uniform<uint64_t>(random);
  const auto low = absl::Uniform<uint64_t>(random);
  return absl::StrFormat("%08x-%04x-4%03x-%04x-%012x", high >> 32,
                         high >> 16 & 0xffff, high & 0xfff,
                         (low >> 48 & 0x3fff) | 0x8000, low & 0xffffffffffff);
}

} // namespace

std::string ReapiLevel::resource(const std::string &kind, const Digest &digest,
                                 bool isZstd) const {
  return absl::StrCat(options_.instance, options_.instance.empty() ? "" : "/",
                      kind, isZstd ? "compressed-blobs/zstd/" : "blobs/",
                      digest.toString());
}

absl::Status ReapiLevel::readBlob(const Digest &digest,
                                  std::unique_ptr<BlobWriter> to) {
  absl::StatusOr<Abilities> can = abilities();
  if (!can.ok())
    return can.status();
  if (can->hasZstd)
    to = decompressing(std::move(to));
  Call call(*this, digest.size);
  google::bytestream::ReadRequest request;
  request.set_resource_name(resource("", digest, can->hasZstd));
  auto stream = byteStream_->Read(&call.context, request);
  google::bytestream::ReadResponse piece;
  absl::Status refused;
  while (refused.ok() && stream->Read(&piece))
    refused = to->append(piece.data());
  if (!refused.ok())
    call.context.TryCancel();
  grpc::Status status = stream->Finish();
  if (!refused.ok())
    return refused;
  if (!status.ok())
    return failure(status);
  return to->commit();
}

absl::Status ReapiLevel::writeBlob(const Digest &digest,
                                   std::unique_ptr<BlobReader> from) {
  absl::StatusOr<Abilities> can = abilities();
  if (!can.ok())
    return can.status();
  if (can->hasZstd)
    from = compressing(std::move(from));
  Call call(*this, digest.size);
  google::bytestream::WriteResponse response;
  auto stream = byteStream_->Write(&call.context, &response);
  google::bytestream::WriteRequest piece;
  piece.set_resource_name(
      resource(absl::StrCat("uploads/", uuid(), "/"), digest, can->hasZstd));
  int64_t written = 0;
  while (!piece.finish_write()) {
    absl::StatusOr<SharedBytes> bytes = from->next();
    if (!bytes.ok()) { // The local store's; nothing whole was sent.
      call.context.TryCancel();
      (void)stream->Finish();
      return bytes.status();
    }
    piece.set_write_offset(written);
    piece.set_finish_write(!*bytes);
    piece.set_data(*bytes ? **bytes : std::string());
    written += static_cast<int64_t>(piece.data().size());
    if (!stream->Write(piece))
      break; // It failed, or the cache has the blob by now: Finish() tells.
    piece.clear_resource_name();
  }
  stream->WritesDone();
  grpc::Status status = stream->Finish();
  if (!status.ok())
    return failure(status);
  // A blob that was there already is answered with its size, or -1 as zstd.
  const int64_t committed = response.committed_size();
  if (committed == digest.size || committed == written || committed == -1)
    return absl::OkStatus();
  return absl::DataLossError(absl::StrCat("second level: took ", committed,
                                          " bytes of ", digest.toString()));
}

} // namespace ingot::cache
