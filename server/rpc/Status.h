//===- Status.h - statuses of the daemon as statuses of gRPC ----*- C++ -*-===//
//
// Codes are the same numbers. Details travel as a serialized google.rpc.Status:
// the diagnostics of a program at fault, when to come back to a full queue, and
// that somebody asked for a cancel.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_STATUS_H
#define INGOT_SERVER_RPC_STATUS_H

#include "ingot/v1/common.pb.h"

#include "absl/status/status.h"

#include <grpcpp/server_context.h>
#include <grpcpp/support/server_callback.h>
#include <grpcpp/support/status.h>

namespace ingot::server {

grpc::Status toGrpc(const absl::Status &status,
                    const v1::Diagnostics &diagnostics = {});

/// Ends a unary call at once.
grpc::ServerUnaryReactor *endAtOnce(grpc::CallbackServerContext &context,
                                    const absl::Status &status);

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_STATUS_H
