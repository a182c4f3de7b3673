//===- MissingBlobs.cpp - FindMissingBlobs as bytes -----------------------===//
//
// By the encoding of protobuf: fields in any order, the last of a number
// counts, and unknown ones are skipped. Fields are not counted, as they are
// where a message is parsed (BoundedMessage.h): one digest of the answer takes
// 70 bytes of the question.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/MissingBlobs.h"

#include "build/bazel/remote/execution/v2/content_addressable_storage.pb.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/impl/codegen/proto_buffer_reader.h>

#include <algorithm>

namespace ingot::server {
namespace {

namespace reapi = build::bazel::remote::execution::v2;
using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;
using google::protobuf::io::CodedOutputStream;

constexpr uint32_t tagOf(int field, WireFormatLite::WireType type) {
  return static_cast<uint32_t>(field) << 3 | type;
}

constexpr uint32_t
    kAsked = tagOf(reapi::FindMissingBlobsRequest::kBlobDigestsFieldNumber,
                   WireFormatLite::WIRETYPE_LENGTH_DELIMITED),
    kMissing =
        tagOf(reapi::FindMissingBlobsResponse::kMissingBlobDigestsFieldNumber,
              WireFormatLite::WIRETYPE_LENGTH_DELIMITED),
    kHash = tagOf(reapi::Digest::kHashFieldNumber,
                  WireFormatLite::WIRETYPE_LENGTH_DELIMITED),
    kSize = tagOf(reapi::Digest::kSizeBytesFieldNumber,
                  WireFormatLite::WIRETYPE_VARINT);

constexpr int kHexBytes = 64;

absl::Status noQuestion() {
  return absl::InvalidArgumentError(
      absl::StrCat("these bytes are no ",
                   reapi::FindMissingBlobsRequest::descriptor()->full_name()));
}

/// Reads one Digest, up to the limit of the input, into a message whose memory
/// is used for all of them.
bool readFields(CodedInputStream &input, v1::Digest &digest) {
  digest.mutable_hash()->clear();
  uint64_t size = 0;
  while (uint32_t tag = input.ReadTag()) {
    int length = 0;
    const bool isRead =
        tag == kHash   ? input.ReadVarintSizeAsInt(&length) &&
                             input.ReadString(digest.mutable_hash(), length)
        : tag == kSize ? input.ReadVarint64(&size)
                       : WireFormatLite::SkipField(&input, tag);
    if (!isRead)
      return false;
  }
  digest.set_size_bytes(static_cast<int64_t>(size));
  return input.BytesUntilLimit() == 0;
}

/// The same behind its length.
bool readEntry(CodedInputStream &input, v1::Digest &digest) {
  int length = 0;
  if (!input.ReadVarintSizeAsInt(&length))
    return false;
  const auto outer = input.PushLimit(length);
  const bool isRead = readFields(input, digest);
  input.PopLimit(outer);
  return isRead;
}

/// Of the digest alone. Its own length takes one byte: it is below 128.
size_t serializedSize(const Digest &digest) {
  return 2 + kHexBytes + 1 +
         CodedOutputStream::VarintSize64(static_cast<uint64_t>(digest.size));
}

} // namespace

absl::StatusOr<std::vector<Digest>>
parseQuestion(const grpc::ByteBuffer &request) {
  grpc::ByteBuffer copy = request; // Of references; reading empties it.
  grpc::ProtoBufferReader reader(&copy);
  if (!reader.status().ok())
    return noQuestion();
  CodedInputStream input(&reader);
  v1::Digest asked;
  std::vector<Digest> digests;
  digests.reserve(request.Length() / (kHexBytes + 8));
  while (uint32_t tag = input.ReadTag()) {
    if (tag != kAsked) {
      if (!WireFormatLite::SkipField(&input, tag))
        return noQuestion();
      continue;
    }
    if (!readEntry(input, asked))
      return noQuestion();
    absl::StatusOr<Digest> digest = Digest::fromProto(asked);
    if (!digest.ok())
      return digest.status();
    digests.push_back(*digest);
  }
  if (!input.ConsumedEntireMessage())
    return noQuestion();
  return digests;
}

grpc::ByteBuffer serializeMissing(const std::vector<Digest> &missing) {
  size_t total = 0;
  for (const Digest &digest : missing)
    total += 2 + serializedSize(digest);
  grpc::Slice bytes(total);
  auto *to = const_cast<uint8_t *>(bytes.begin());
  for (const Digest &digest : missing) {
    *to++ = kMissing;
    *to++ = static_cast<uint8_t>(serializedSize(digest));
    *to++ = kHash;
    *to++ = kHexBytes;
    to = std::copy_n(digest.hex().data(), kHexBytes, to);
    *to++ = kSize;
    to = CodedOutputStream::WriteVarint64ToArray(
        static_cast<uint64_t>(digest.size), to);
  }
  return {&bytes, 1};
}

} // namespace ingot::server
