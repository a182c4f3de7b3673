//===- BoundedMessage.cpp - messages by the count of their fields ---------===//
//
// The descriptor says which fields are messages; all others are skipped over
// and count as one. Nothing is copied, and gRPC's slices are walked as they
// are.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/BoundedMessage.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <grpcpp/impl/codegen/proto_utils.h>

namespace ingot::server {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::internal::WireFormatLite;

/// Counts fields, down to zero. One message.
class FieldCounter {
public:
  FieldCounter(google::protobuf::io::CodedInputStream &input, int maxFields)
      : input_(input), left_(maxFields) {}

  /// False when there are too many, or the bytes are no message.
  bool count(const Descriptor &type, int depth = 0) {
    constexpr int kMaxDepth = 100;
    while (uint32_t tag = input_.ReadTag()) {
      const auto wire = WireFormatLite::GetTagWireType(tag);
      if (--left_ < 0 || depth > kMaxDepth ||
          wire == WireFormatLite::WIRETYPE_START_GROUP ||
          wire == WireFormatLite::WIRETYPE_END_GROUP)
        return false;
      const FieldDescriptor *field =
          type.FindFieldByNumber(WireFormatLite::GetTagFieldNumber(tag));
      if (!field || !field->message_type() ||
          wire != WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
        if (!WireFormatLite::SkipField(&input_, tag))
          return false;
        continue;
      }
      int size = 0;
      if (!input_.ReadVarintSizeAsInt(&size))
        return false;
      const auto outer = input_.PushLimit(size);
      if (!count(*field->message_type(), depth + 1) ||
          input_.BytesUntilLimit() != 0)
        return false;
      input_.PopLimit(outer);
    }
    return true;
  }

  bool isTooMany() const { return left_ < 0; }

private:
  google::protobuf::io::CodedInputStream &input_;
  int left_;
};

} // namespace

absl::Status parseBounded(const grpc::ByteBuffer &bytes,
                          google::protobuf::Message &message, int maxFields) {
  grpc::ByteBuffer copy = bytes; // Of references; reading empties it.
  {
    grpc::ProtoBufferReader reader(&copy);
    google::protobuf::io::CodedInputStream input(&reader);
    FieldCounter counter(input, maxFields);
    if (!reader.status().ok() || !counter.count(*message.GetDescriptor()))
      return absl::InvalidArgumentError(
          counter.isTooMany()
              ? absl::StrCat(message.GetTypeName(), ": has more than ",
                             maxFields, " fields; use several messages")
              : absl::StrCat("these bytes are no ", message.GetTypeName()));
  }
  grpc::ProtoBufferReader reader(&copy);
  if (!reader.status().ok() || !message.ParseFromZeroCopyStream(&reader))
    return absl::InvalidArgumentError(
        absl::StrCat("these bytes are no ", message.GetTypeName()));
  return absl::OkStatus();
}

absl::Status parseShort(const grpc::ByteBuffer &bytes,
                        google::protobuf::Message &message, size_t maxBytes) {
  if (bytes.Length() > maxBytes)
    return absl::InvalidArgumentError(absl::StrCat(
        message.GetTypeName(), ": has more than ", maxBytes, " bytes"));
  return parseBounded(bytes, message);
}

absl::Status parseAndRelease(const grpc::ByteBuffer &request,
                             google::protobuf::Message &message,
                             int maxFields) {
  absl::Status status = parseBounded(request, message, maxFields);
  const_cast<grpc::ByteBuffer &>(request).Clear();
  return status;
}

grpc::ByteBuffer serialize(const google::protobuf::Message &message) {
  const grpc::Slice bytes = toSlice(message);
  return {&bytes, 1};
}

grpc::Slice toSlice(const google::protobuf::Message &message) {
  grpc::Slice bytes(message.ByteSizeLong());
  message.SerializeWithCachedSizesToArray(const_cast<uint8_t *>(bytes.begin()));
  return bytes;
}

grpc::Slice toSlice(std::shared_ptr<const std::string> bytes, size_t size) {
  using Held = std::shared_ptr<const std::string>;
  void *data = const_cast<char *>(bytes->data());
  auto release = [](void *held) { delete static_cast<Held *>(held); };
  return grpc::Slice(data, size, release, new Held(std::move(bytes)));
}

} // namespace ingot::server
