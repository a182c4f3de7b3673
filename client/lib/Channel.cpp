//===- Channel.cpp - the way to a daemon ----------------------------------===//
//
// By TLS, gRPC sends the token with each call and would not do so without. To
// this machine, through a tunnel for example, an interceptor does; nothing
// sends one in the clear to another.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Channel.h"

#include "ingot/v1/admin.grpc.pb.h"

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <arpa/inet.h>
#include <fstream>
#include <iterator>
#include <limits>
#include <netinet/in.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

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
  // It sends nothing packed, and gRPC would unpack before it looks at the size.
  arguments.SetInt(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET,
                   1 << GRPC_COMPRESS_NONE);
  arguments.SetInt(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
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

/// What is wrong with a certificate by its dates; empty if nothing is.
std::string wrongDates(const std::string &file) {
  if (file.empty())
    return "";
  const std::unique_ptr<BIO, decltype(&BIO_free)> bytes(
      BIO_new_file(file.c_str(), "r"), BIO_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
      bytes ? PEM_read_bio_X509(bytes.get(), nullptr, nullptr, nullptr)
            : nullptr,
      X509_free);
  ERR_clear_error(); // The queue is that of all who use this thread.
  if (!certificate)
    return "";
  if (X509_cmp_current_time(X509_get0_notAfter(certificate.get())) < 0)
    return absl::StrCat(file, " has expired");
  if (X509_cmp_current_time(X509_get0_notBefore(certificate.get())) > 0)
    return absl::StrCat(file, " is not valid yet");
  return "";
}

/// Whether somebody was there, but did not agree on TLS. One who refuses a
/// certificate says so by closing the connection: with TLS 1.3 the client
/// takes it for made by then.
bool isOfTls(const std::string &reason) {
  return absl::StrContains(reason, "andshake") ||
         absl::StrContains(reason, "SSL") ||
         absl::StrContains(reason, "Socket closed") ||
         absl::StrContains(reason, "Connection reset");
}

} // namespace

bool isLocal(const std::string &address) {
  return absl::StartsWith(address, "unix:");
}

bool usesTls(const std::string &address, const ConnectOptions &options) {
  return !isLocal(address) &&
         (absl::StartsWith(address, kTls) || !options.caFile.empty() ||
          !options.certificateFile.empty());
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
  if (usesTls(address, options)) {
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
    return grpc::CreateCustomChannel(
        std::string(absl::StripPrefix(address, kTls)), credentials, arguments);
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

absl::Status whyNotConnected(const std::shared_ptr<grpc::Channel> &channel,
                             const std::string &address,
                             const ConnectOptions &options) {
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(1)));
  v1::GetStatisticsResponse ignored;
  std::string reason = v1::Admin::NewStub(channel)
                           ->GetStatistics(&context, {}, &ignored)
                           .error_message();
  const bool isTls = usesTls(address, options);
  if (isTls && isOfTls(reason)) {
    if (const std::string dates = wrongDates(options.certificateFile);
        !dates.empty())
      reason = dates;
    return absl::UnavailableError(absl::StrCat(
        "TLS with ", address, " fails: ", reason,
        "; --tls-ca names the daemon's authority, --tls-cert and --tls-key "
        "what it may want to see"));
  }
  return absl::UnavailableError(absl::StrCat(
      "no daemon answers at ", address,
      isTls ? ""
            : absl::StrCat("; start one by `ingotd --listen ", address,
                           "` or leave out --server to use a private one")));
}

} // namespace ingot::client
