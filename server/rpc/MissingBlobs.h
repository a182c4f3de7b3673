//===- MissingBlobs.h - FindMissingBlobs as bytes ---------------*- C++ -*-===//
//
// A question of a thousand digests is parsed, held against the store and
// answered in less time than protobuf takes to make a thousand messages of it,
// and of its answer. Parsed, it is no larger than its bytes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_MISSINGBLOBS_H
#define INGOT_SERVER_RPC_MISSINGBLOBS_H

#include "cache/key/Digest.h"

#include "absl/status/statusor.h"

#include <grpcpp/support/byte_buffer.h>

#include <vector>

namespace ingot::server {

/// The digests of a FindMissingBlobsRequest, in order. INVALID_ARGUMENT for
/// what is no such message and for what is no digest.
absl::StatusOr<std::vector<Digest>>
parseQuestion(const grpc::ByteBuffer &request);

/// The FindMissingBlobsResponse of these.
grpc::ByteBuffer serializeMissing(const std::vector<Digest> &missing);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_MISSINGBLOBS_H
