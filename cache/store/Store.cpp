//===- Store.cpp - what all stores share ----------------------------------===//

#include "cache/store/Store.h"

#include "absl/strings/str_cat.h"

namespace ingot::cache {

absl::StatusOr<std::vector<Digest>> blobsOf(const v1::ActionRecord &record) {
  std::vector<Digest> blobs;
  for (const v1::ActionRecord::Output &output : record.outputs()) {
    absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
    if (!digest.ok())
      return absl::InvalidArgumentError(
          absl::StrCat("store: an output of a record has no digest: ",
                       digest.status().message()));
    blobs.push_back(*digest);
  }
  return blobs;
}

absl::StatusOr<SharedBytes> readToEnd(BlobReader &reader, int64_t size) {
  auto whole = std::make_shared<std::string>();
  whole->reserve(static_cast<size_t>(size));
  while (true) {
    absl::StatusOr<SharedBytes> piece = reader.next();
    if (absl::IsDataLoss(piece.status()))
      return SharedBytes();
    if (!piece.ok())
      return piece.status();
    if (!*piece)
      return SharedBytes(std::move(whole));
    whole->append(**piece);
  }
}

absl::Status checkOffset(const Digest &digest, int64_t offset) {
  if (offset >= 0 && offset <= digest.size)
    return absl::OkStatus();
  return absl::OutOfRangeError(absl::StrCat(
      "store: offset ", offset, " is outside of ", digest.toString()));
}

} // namespace ingot::cache
