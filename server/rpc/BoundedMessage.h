//===- BoundedMessage.h - messages by the count of their fields -*- C++ -*-===//
//
// A message of 4 MiB can have two million empty entries, which take a hundred
// times its size once they are parsed. So requests arrive as bytes, their
// fields are counted there, and only what is within the bound is parsed.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_BOUNDEDMESSAGE_H
#define INGOT_SERVER_RPC_BOUNDEDMESSAGE_H

#include "absl/status/status.h"

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <memory>
#include <string>

namespace ingot::server {

/// Fields of one message, those of messages within it included. The digests
/// that fit a message of 4 MiB have fewer.
inline constexpr int kMaxMessageFields = 200000;

/// Of a request to compile: a program has fewer arguments, and what is made of
/// each takes some hundred bytes.
inline constexpr int kMaxCompileFields = 50000;
/// Names of blobs and jobs, with what clients put before them.
inline constexpr size_t kMaxShortBytes = 16 << 10;

/// Parses the bytes. INVALID_ARGUMENT for too many fields, groups, more than
/// 100 levels, and for what is no such message.
absl::Status parseBounded(const grpc::ByteBuffer &bytes,
                          google::protobuf::Message &message,
                          int maxFields = kMaxMessageFields);

/// The same of a request that is a few names, INVALID_ARGUMENT if it is longer:
/// the call, and gRPC, may keep it for long.
absl::Status parseShort(const grpc::ByteBuffer &bytes,
                        google::protobuf::Message &message,
                        size_t maxBytes = kMaxShortBytes);

/// The same of the request of a call, of which gRPC would keep the bytes until
/// the call is over. It lends them as constant, but owns them alone and only
/// destroys them (server_callback_handlers.h), empty or not.
absl::Status parseAndRelease(const grpc::ByteBuffer &request,
                             google::protobuf::Message &message,
                             int maxFields = kMaxMessageFields);

/// The message's bytes, of less than 2 GiB.
grpc::ByteBuffer serialize(const google::protobuf::Message &message);
/// The same with less beside them, for what is to be kept.
grpc::Slice toSlice(const google::protobuf::Message &message);

/// The first `size` of bytes that stay where they are until gRPC has sent them.
grpc::Slice toSlice(std::shared_ptr<const std::string> bytes, size_t size);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_BOUNDEDMESSAGE_H
