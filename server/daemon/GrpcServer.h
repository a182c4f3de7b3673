//===- GrpcServer.h - the addresses and limits of gRPC ----------*- C++ -*-===//

#ifndef INGOT_SERVER_DAEMON_GRPCSERVER_H
#define INGOT_SERVER_DAEMON_GRPCSERVER_H

#include "server/daemon/AcceptGate.h"
#include "server/daemon/TlsFiles.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// Threads for streams of reflection, which are open to everybody: gRPC answers
/// each by a thread of its own. Whoever comes beyond them is told to come
/// later.
inline constexpr int kMaxReflectionThreads = 16;

/// Sets what gRPC reads once, from the environment, and what its locks do. In
/// main(), before threads: gRPC 1.51 would keep 8 KiB for each connection to
/// read into, whatever its arguments say; and Debian builds Abseil with its
/// checks, so that each lock of the process would be entered in one graph that
/// has a lock of its own and 2.5 KiB for each connection.
void configureGrpc();

/// A server that takes calls.
struct GrpcServer {
  std::unique_ptr<TlsReload> tls; ///< Null without TLS. Goes last.
  /// Takes connections by TCP. Ends after the gate.
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> tcp;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<AcceptGate> gate;   ///< Goes first.
  std::vector<std::string> addresses; ///< As asked for; port 0 is resolved.
};

/// Each sees every call; none are the default.
using Interceptors = std::vector<
    std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>>;

/// Serves the services, health and reflection on all addresses, those that are
/// no unix sockets by TLS if there are files for it. The address `systemd`
/// stands for the sockets that the service manager passed. By a unix socket,
/// peers are called "fd:N" by the descriptors of their connections, which says
/// whose they are (server/rpc/Access.cpp). The services outlive the server.
/// ALREADY_EXISTS when another daemon serves a socket, UNAVAILABLE when an
/// address cannot be had.
absl::StatusOr<GrpcServer>
startGrpcServer(const std::vector<std::string> &addresses,
                const std::vector<grpc::Service *> &services,
                const TlsFiles &tls = {}, Interceptors interceptors = {});

/// Makes way for a socket of that path: its folder exists afterwards, and a
/// socket file that nobody answers on is gone. ALREADY_EXISTS when another
/// daemon answers, or when the file is no socket.
absl::Status claimSocket(const std::string &path);

} // namespace ingot::server

#endif // INGOT_SERVER_DAEMON_GRPCSERVER_H
