//===- Channel.h - the way to a daemon --------------------------*- C++ -*-===//
//
// Not installed.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CHANNEL_H
#define INGOT_CLIENT_LIB_CHANNEL_H

#include "client/lib/Client.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>

namespace ingot::client {

/// True for a socket of this machine.
bool isLocal(const std::string &address);

/// Whether calls to that address are encrypted.
bool usesTls(const std::string &address, const ConnectOptions &options);

/// A channel as Client::connect() describes; not connected yet.
absl::StatusOr<std::shared_ptr<grpc::Channel>>
makeChannel(const std::string &address, const ConnectOptions &options);

/// Why a channel has no connection. gRPC tells it to calls alone; this one is
/// not sent.
absl::Status whyNotConnected(const std::shared_ptr<grpc::Channel> &channel,
                             const std::string &address,
                             const ConnectOptions &options);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CHANNEL_H
