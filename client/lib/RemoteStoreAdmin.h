//===- RemoteStoreAdmin.h - StoreAdmin over a channel -----------*- C++ -*-===//
//
// Not installed.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_REMOTESTOREADMIN_H
#define INGOT_CLIENT_LIB_REMOTESTOREADMIN_H

#include "client/lib/StoreAdmin.h"

#include <grpcpp/channel.h>

namespace ingot::client {

/// Keeps the channel.
std::unique_ptr<StoreAdmin>
makeRemoteStoreAdmin(const std::shared_ptr<grpc::Channel> &channel);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_REMOTESTOREADMIN_H
