//===- ReapiChannel.cpp - the way to a service of REAPI -------------------===//

#include "cache/remote/ReapiChannel.h"

namespace ingot::cache {
namespace {

/// A record and a batch are at most 3 MiB.
constexpr int kMaxMessageBytes = 8 << 20;

grpc::ChannelArguments channelArguments() {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMaxMessageBytes);
  // The limit is of what comes, and gRPC unpacks it before: 4 MiB of gzip are 4
  // GiB. Nobody is told that this would take it, and nothing unpacks it.
  arguments.SetInt(GRPC_COMPRESSION_CHANNEL_ENABLED_ALGORITHMS_BITSET,
                   1 << GRPC_COMPRESS_NONE);
  arguments.SetInt(GRPC_ARG_ENABLE_PER_MESSAGE_DECOMPRESSION, 0);
  // An http_proxy variable must not reroute results.
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  // gRPC's own wait goes up to two minutes; ours (CircuitBreaker) decides.
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, 100);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, 200);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, 1000);
  // A connection that a firewall forgot is found out.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, 60000);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, 10000);
  return arguments;
}

absl::StatusOr<std::shared_ptr<grpc::ChannelCredentials>>
credentialsOf(const ReapiOptions &options) {
  if (!options.isTls)
    return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions files;
  for (const auto &[path, text] :
       {std::pair(&options.caFile, &files.pem_root_certs),
        std::pair(&options.certificateFile, &files.pem_cert_chain),
        std::pair(&options.keyFile, &files.pem_private_key)}) {
    absl::StatusOr<std::string> pem = readPem(*path);
    if (!pem.ok())
      return pem.status();
    *text = *std::move(pem);
  }
  return grpc::SslCredentials(files);
}

} // namespace

absl::StatusOr<std::shared_ptr<grpc::Channel>>
makeReapiChannel(const ReapiOptions &options) {
  auto credentials = credentialsOf(options);
  if (!credentials.ok())
    return credentials.status();
  return grpc::CreateCustomChannel(options.address, *credentials,
                                   channelArguments());
}

absl::Status addReapiToken(const ReapiOptions &options,
                           grpc::ClientContext &context) {
  absl::StatusOr<std::string> token = readSecretLine(options.tokenFile);
  if (token.ok() && !token->empty())
    context.AddMetadata("authorization", "Bearer " + *token);
  return token.status();
}

} // namespace ingot::cache
