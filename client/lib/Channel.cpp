//===- Channel.cpp - the way to a daemon ----------------------------------===//
//
// By TLS, gRPC sends the token with each call and would not do so without. To
// this machine, through a tunnel for example, an interceptor does; nothing
// sends one in the clear to another.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Channel.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <arpa/inet.h>
#include <fstream>
#include <iterator>
#include <limits>
#include <netinet/in.h>

namespace ingot::client {
namespace {

constexpr char kTls[] = "grpcs://";

/// Adds the token to each call.
class TokenInterceptor final : public grpc::experimental::Interceptor {
public:
  explicit TokenInterceptor(const std::string &token) : token_(token) {}

  void
  Intercept(grpc::experimental::InterceptorBatchMethods *methods) override {
    if (methods->QueryInterceptionHookPoint(
            grpc::experimental::InterceptionHookPoints::
                PRE_SEND_INITIAL_METADATA))
      methods->GetSendInitialMetadata()->emplace("authorization",
                                                 "Bearer " + token_);
    methods->Proceed();
  }

private:
  const std::string token_;
};

class TokenInterceptorFactory final
    : public grpc::experimental::ClientInterceptorFactoryInterface {
public:
  explicit TokenInterceptorFactory(std::string token)
      : token_(std::move(token)) {}

  grpc::experimental::Interceptor *
  CreateClientInterceptor(grpc::experimental::ClientRpcInfo *) override {
    return new TokenInterceptor(token_);
  }

private:
  const std::string token_;
};

grpc::ChannelArguments channelArguments(const std::string &address) {
  grpc::ChannelArguments arguments;
  // The service keeps messages below 4 MiB; the rest is room for later ones.
  arguments.SetMaxReceiveMessageSize(8 << 20);
  // Trailers carry diagnostics, which exceed gRPC's default of 8 KiB.
  arguments.SetInt(GRPC_ARG_MAX_METADATA_SIZE, 64 << 10);
  // An http_proxy variable must not reroute the daemon's address.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  // A daemon that restarts is back in a second; gRPC's own backoff goes up to
  // two minutes.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  // In spite of its name, how long a new connection may take. A local socket
  // shows at once that nobody is there; who is may be starting, if the service
  // manager has the socket, and has the time that the caller has.
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS,
                   isLocal(address) ? std::numeric_limits<int>::max() : 1000);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 2000);
  return arguments;
}

absl::Status readInto(const std::string &path, std::string &text) {
  if (path.empty())
    return absl::OkStatus();
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": cannot be read, and is wanted for TLS"));
  text.assign(std::istreambuf_iterator<char>(file), {});
  return absl::OkStatus();
}

bool isThisMachine(const std::string &address) {
  const std::string host = address.substr(0, address.rfind(':'));
  in_addr ipv4{};
  return (inet_pton(AF_INET, host.c_str(), &ipv4) == 1 &&
          ntohl(ipv4.s_addr) >> 24 == IN_LOOPBACKNET) ||
         absl::StartsWith(address, "localhost:") ||
         absl::StartsWith(address, "[::1]:");
}

} // namespace

bool isLocal(const std::string &address) {
  return absl::StartsWith(address, "unix:");
}

absl::StatusOr<std::shared_ptr<grpc::Channel>>
makeChannel(const std::string &address, const ConnectOptions &options) {
  // gRPC ends the process on other bytes in a header.
  if (!absl::c_all_of(options.token,
                      [](char c) { return c > ' ' && c < '\x7f'; }))
    return absl::InvalidArgumentError(
        "the token has a space, a control character or one beyond ASCII");
  if (options.certificateFile.empty() != options.keyFile.empty())
    return absl::InvalidArgumentError(
        "a certificate takes its key too, and a key its certificate");
  const grpc::ChannelArguments arguments = channelArguments(address);
  const auto plain = grpc::InsecureChannelCredentials();
  if (isLocal(address))
    return grpc::CreateCustomChannel(address, plain, arguments);
  const bool saysTls = absl::StartsWith(address, kTls);
  if (saysTls || !options.caFile.empty() || !options.certificateFile.empty()) {
    grpc::SslCredentialsOptions files;
    for (const auto &[path, text] :
         {std::pair(&options.caFile, &files.pem_root_certs),
          std::pair(&options.certificateFile, &files.pem_cert_chain),
          std::pair(&options.keyFile, &files.pem_private_key)})
      if (absl::Status status = readInto(*path, *text); !status.ok())
        return status;
    auto credentials = grpc::SslCredentials(files);
    if (!options.token.empty())
      credentials = grpc::CompositeChannelCredentials(
          credentials, grpc::AccessTokenCredentials(options.token));
    return grpc::CreateCustomChannel(saysTls ? address.substr(sizeof(kTls) - 1)
                                             : address,
                                     credentials, arguments);
  }
  if (options.token.empty())
    return grpc::CreateCustomChannel(address, plain, arguments);
  if (!isThisMachine(address))
    return absl::InvalidArgumentError(absl::StrCat(
        "a token would travel to ", address, " in the clear; use grpcs://",
        address, ", with --tls-ca if the daemon has an authority of its own"));
  std::vector<
      std::unique_ptr<grpc::experimental::ClientInterceptorFactoryInterface>>
      interceptors;
  interceptors.push_back(
      std::make_unique<TokenInterceptorFactory>(options.token));
  return grpc::experimental::CreateCustomChannelWithInterceptors(
      address, plain, arguments, std::move(interceptors));
}

} // namespace ingot::client
