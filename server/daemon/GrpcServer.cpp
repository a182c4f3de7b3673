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
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

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

std::shared_ptr<grpc::ServerCredentials> tlsCredentials(const TlsFiles &files) {
  namespace tls = grpc::experimental;
  tls::TlsServerCredentialsOptions options(
      std::make_shared<tls::FileWatcherCertificateProvider>(
          files.key, files.certificate, files.clientCa, files.reloadSeconds));
  options.watch_identity_key_cert_pairs();
  if (!files.clientCa.empty()) {
    options.watch_root_certs();
    options.set_cert_request_type(
        GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return tls::TlsServerCredentials(options);
}

} // namespace

absl::Status checkTlsFiles(const TlsFiles &files) {
  auto invalid = [](const char *setting, const std::string &file,
                    const char *why) {
    return absl::InvalidArgumentError(
        absl::StrCat(setting, ": ", file, " ", why));
  };
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(
      SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  absl::Status status;
  if (SSL_CTX_use_certificate_chain_file(context.get(),
                                         files.certificate.c_str()) != 1)
    status = invalid("tls-cert", files.certificate, "has no certificate");
  else if (SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(),
                                       SSL_FILETYPE_PEM) != 1)
    status = invalid("tls-key", files.key,
                     "has no key, or not that of the certificate");
  else if (!files.clientCa.empty() &&
           SSL_CTX_load_verify_locations(context.get(), files.clientCa.c_str(),
                                         nullptr) != 1)
    status = invalid("tls-client-ca", files.clientCa, "has no certificate");
  ERR_clear_error();
  return status;
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
                const TlsFiles &tls) {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  setLimits(builder);
  std::vector<int> ports(addresses.size(), 0);
  const auto plain = grpc::InsecureServerCredentials();
  const auto tcp = tls.isUsed() ? tlsCredentials(tls) : plain;
  for (size_t i = 0; i < addresses.size(); ++i) {
    if (isUnix(addresses[i]))
      if (absl::Status status =
              claimSocket(addresses[i].substr(sizeof(kUnix) - 1));
          !status.ok())
        return status;
    builder.AddListeningPort(addresses[i], isUnix(addresses[i]) ? plain : tcp,
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
