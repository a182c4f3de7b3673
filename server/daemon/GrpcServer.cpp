//===- GrpcServer.cpp - the addresses and limits of gRPC ------------------===//
//
// gRPC listens where it is told and says little when it cannot: it unlinks a
// socket file that another daemon serves, and two servers share a TCP port. A
// second daemon by mistake would take half of the first one's callers, so both
// are checked here. The limits keep one connection from taking everything.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/GrpcServer.h"
#include "server/worker/FileDescriptor.h"

#include "absl/strings/str_cat.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>

#include <cstdio>
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
/// Larger bodies go through ByteStream.
constexpr int kMaxMessageBytes = (4 << 20) + (64 << 10);

bool isUnix(const std::string &address) { return address.rfind(kUnix, 0) == 0; }

void setLimits(grpc::ServerBuilder &builder) {
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.SetResourceQuota(
      grpc::ResourceQuota("ingotd").Resize(kMaxBufferBytes));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, 1024);
  builder.AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, 16 << 10);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  builder.AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 20000);
  builder.AddChannelArgument(
      GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS, 10000);
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
}

} // namespace

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
                const std::vector<grpc::Service *> &services) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  setLimits(builder);
  std::vector<int> ports(addresses.size(), 0);
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (isUnix(addresses[i]))
      if (absl::Status status =
              claimSocket(addresses[i].substr(sizeof(kUnix) - 1));
          !status.ok())
        return status;
    builder.AddListeningPort(addresses[i], grpc::InsecureServerCredentials(),
                             &ports[i]);
  }
  for (grpc::Service *service : services)
    builder.RegisterService(service);
  GrpcServer result;
  mode_t before = umask(0177); // The socket is its owner's.
  result.server = builder.BuildAndStart();
  umask(before);
  for (size_t i = 0; i < ports.size(); ++i) {
    const std::string &address = addresses[i];
    if (!result.server || ports[i] == 0)
      return absl::UnavailableError("listen: cannot listen on " + address);
    result.addresses.push_back(
        isUnix(address) ? address
                        : absl::StrCat(address.substr(0, address.rfind(':')),
                                       ":", ports[i]));
  }
  return result;
}

} // namespace ingot::server
