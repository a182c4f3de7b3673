//===- PieceUpload.h - a large blob in pieces -------------------*- C++ -*-===//
//
// Asks which pieces the daemon lacks, sends those by several calls
// at once, and has it put them together. What was sent before an upload
// broke off need not be sent again.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_PIECEUPLOAD_H
#define INGOT_CLIENT_LIB_PIECEUPLOAD_H

#include "build/bazel/remote/execution/v2/content_addressable_storage.grpc.pb.h"
#include "cache/key/Digest.h"
#include "client/lib/Requests.h"

#include "absl/status/status.h"

#include <functional>
#include <string_view>

namespace ingot::client {

/// What is smaller is sent as it is. By loopback on two cores 256 MiB of which
/// the daemon has nothing go at 75 MiB a second in pieces and at 280 as they
/// are, for both ends hash more; so pieces are for what takes long to send
/// again.
inline constexpr size_t kMinBytesForPieces = 64 << 20;

/// Told of bytes that need not be sent any more. On several threads, one at a
/// time.
using OnSent = std::function<void(uint64_t bytes)>;

/// Uploads a blob. UNIMPLEMENTED from a daemon that puts no pieces together,
/// NOT_FOUND where pieces do not stay until they are: it is to be sent whole.
/// While the daemon is busy with others it is asked again, with fewer calls.
absl::Status uploadPieces(
    build::bazel::remote::execution::v2::ContentAddressableStorage::Stub &cas,
    std::string_view bytes, const Digest &digest, const CallOptions &options,
    const OnSent &onSent);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_PIECEUPLOAD_H
