//===- ReapiChannel.h - the way to a service of REAPI -----------*- C++ -*-===//

#ifndef INGOT_CACHE_REMOTE_REAPICHANNEL_H
#define INGOT_CACHE_REMOTE_REAPICHANNEL_H

#include "cache/remote/ReapiOptions.h"

#include <grpcpp/grpcpp.h>

#include <memory>

namespace ingot::cache {

/// A channel that connects when it is first used, and again by itself.
/// INVALID_ARGUMENT for files that cannot be read.
absl::StatusOr<std::shared_ptr<grpc::Channel>>
makeReapiChannel(const ReapiOptions &options);

/// Names the caller in a call, by the token's file as it is now.
absl::Status addReapiToken(const ReapiOptions &options,
                           grpc::ClientContext &context);

} // namespace ingot::cache

#endif // INGOT_CACHE_REMOTE_REAPICHANNEL_H
