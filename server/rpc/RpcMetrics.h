//===- RpcMetrics.h - rate, errors and duration of calls --------*- C++ -*-===//
//
// An interceptor of gRPC, so that a method that is added is measured too, and
// so is a call whose caller went away.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_RPCMETRICS_H
#define INGOT_SERVER_RPC_RPCMETRICS_H

#include "server/core/Statistics.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/support/server_interceptor.h>

#include <memory>

namespace ingot::server {

/// Counts every call of a method that exists. Thread-safe. The statistics
/// outlive the server.
std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>
measureCalls(Statistics &statistics);

/// Calls of this process that gRPC keeps, also those that are over and that it
/// has not given up yet. Of methods that exist, measured as above.
int64_t keptCalls();

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_RPCMETRICS_H
