//===- GrpcServer.cpp - the addresses and limits of gRPC ------------------===//
//
// An AcceptGate listens, and gRPC gets connections that were accepted. A socket
// file that another daemon serves is left to it: a second daemon by mistake
// would take all of the first one's callers. The limits keep one connection
// from taking everything.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/GrpcServer.h"
#include "server/daemon/ConnectionGuard.h"
#include "server/daemon/OpenCalls.h"
#include "server/daemon/ServiceManager.h"
#include "server/worker/FileDescriptor.h"

#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <grpcpp/server_posix.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr char kUnix[] = "unix:";
/// What gRPC's own buffers may hold, all connections together.
constexpr size_t kMaxBufferBytes = size_t{128} << 20;
/// What a read takes at first. It grows only when all that came was read, on
/// unix sockets: at 256 bytes an upload of 3.5 MB was 7,200 reads, and one of
/// 64 MiB took longer.
constexpr int kFirstReadBytes = 512;
/// Larger bodies go through ByteStream.
constexpr int kMaxMessageBytes = (4 << 20) + (64 << 10);

bool isUnix(const std::string &address) { return address.rfind(kUnix, 0) == 0; }

void setLimits(grpc::ServerBuilder &builder) {
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  // The limit is of what comes, and gRPC unpacks it before it looks at its
  // size: 4 MiB of gzip are 4 GiB. What is worth it is packed as zstd by the
  // services, piece by piece.
  for (grpc_compression_algorithm packed :
       {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE})
    builder.SetCompressionAlgorithmSupportStatus(packed, false);
  builder.SetResourceQuota(grpc::ResourceQuota("ingotd")
                               .Resize(kMaxBufferBytes)
                               .SetMaxThreads(kMaxReflectionThreads));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS,
                             kMaxCallsPerConnection);
  // What an idle connection holds: a buffer for the next bytes, which grows
  // with what comes and is 8 KiB unless it is said; records of what is sent
  // without a copy, which is not done; and counters for channelz, which is not
  // served.
  builder.AddChannelArgument(GRPC_ARG_TCP_READ_CHUNK_SIZE, kFirstReadBytes);
  builder.AddChannelArgument(GRPC_ARG_TCP_TX_ZEROCOPY_MAX_SIMULT_SENDS, 0);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_CHANNELZ, 0);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20000);
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10000);
  // So that who is behind a balancer is spread anew; calls may end.
  builder.AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS, 60 * 60 * 1000);
}

std::shared_ptr<grpc::ServerCredentials>
tlsCredentials(const TlsReload &reload, unsigned reloadSeconds) {
  namespace tls = grpc::experimental;
  const std::string identity = reload.identityPath(),
                    clientCa = reload.clientCaPath();
  tls::TlsServerCredentialsOptions options(
      std::make_shared<tls::FileWatcherCertificateProvider>(
          identity, identity, clientCa, reloadSeconds));
  options.watch_identity_key_cert_pairs();
  if (!clientCa.empty()) {
    options.watch_root_certs();
    options.set_cert_request_type(
        GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return tls::TlsServerCredentials(options);
}

} // namespace

void configureGrpc() {
  constexpr int kKeep = 0; // What the operator has set.
  setenv("GRPC_EXPERIMENTS", "-tcp_read_chunks", kKeep);
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
}

absl::Status claimSocket(const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof(address.sun_path), "%s", path.c_str());
  FileDescriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(probe.get(), reinterpret_cast<sockaddr *>(&address),
              sizeof(address)) == 0)
    return absl::AlreadyExistsError("listen: another daemon serves unix:" +
                                    path);
  struct stat information{};
  if (lstat(path.c_str(), &information) == 0) {
    if (!S_ISSOCK(information.st_mode))
      return absl::AlreadyExistsError("listen: " + path +
                                      " is there and is not a socket");
    unlink(path.c_str());
  }
  std::error_code ignored;
  std::filesystem::create_directories(
      std::filesystem::absolute(path).parent_path(), ignored);
  return absl::OkStatus();
}

absl::StatusOr<GrpcServer>
startGrpcServer(const std::vector<std::string> &addresses,
                const std::vector<grpc::Service *> &services,
                const TlsFiles &tls, Interceptors interceptors) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  setLimits(builder);
  builder.experimental().SetInterceptorCreators(std::move(interceptors));
  GrpcServer result;
  if (tls.isUsed()) {
    absl::StatusOr<std::unique_ptr<TlsReload>> reload = TlsReload::open(tls);
    if (!reload.ok())
      return reload.status();
    result.tls = *std::move(reload);
  }
  result.tcp = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      tls.isUsed() ? tlsCredentials(*result.tls, tls.reloadSeconds)
                   : grpc::InsecureServerCredentials());
  for (grpc::Service *service : services)
    builder.RegisterService(service);
  result.server = builder.BuildAndStart();
  if (!result.server)
    return absl::UnavailableError("gRPC does not start; its log says why");
  absl::StatusOr<std::unique_ptr<AcceptGate>> gate = AcceptGate::create();
  if (!gate.ok())
    return gate.status();
  result.gate = *std::move(gate);
  // gRPC closes what it is given.
  auto handlerFor = [&](const std::string &address) -> AcceptGate::Handler {
    if (isUnix(address))
      return [server = result.server.get()](FileDescriptor connection) {
        guardConnection(connection.get());
        grpc::AddInsecureChannelFromFd(server, connection.release());
      };
    return [acceptor = result.tcp.get(),
            isTls = tls.isUsed()](FileDescriptor connection) {
      grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters
          parameters;
      parameters.fd = connection.release();
      auto handOver = [&] { acceptor->HandleNewConnection(&parameters); };
      if (isTls)
        return guardTlsConnection(parameters.fd, handOver);
      guardConnection(parameters.fd);
      handOver();
    };
  };
  for (const std::string &address : addresses) {
    if (address == kPassedSockets) {
      absl::StatusOr<std::vector<PassedSocket>> sockets = passedSockets();
      if (!sockets.ok())
        return sockets.status();
      for (const PassedSocket &socket : *sockets) {
        result.gate->adopt(FileDescriptor(socket.fd),
                           handlerFor(socket.address));
        result.addresses.push_back(socket.address);
      }
      continue;
    }
    if (isUnix(address))
      if (absl::Status status = claimSocket(address.substr(sizeof(kUnix) - 1));
          !status.ok())
        return status;
    absl::StatusOr<std::string> listening =
        result.gate->listen(address, handlerFor(address));
    if (!listening.ok())
      return listening.status();
    result.addresses.push_back(*std::move(listening));
  }
  result.gate->start();
  return result;
}

} // namespace ingot::server
