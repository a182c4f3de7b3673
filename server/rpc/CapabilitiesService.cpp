//===- CapabilitiesService.cpp - what REAPI clients may ask for -----------===//

#include "server/rpc/CapabilitiesService.h"
#include "server/rpc/CasService.h"
#include "server/rpc/Status.h"

namespace ingot::server {

grpc::ServerUnaryReactor *
CapabilitiesService::GetCapabilities(grpc::CallbackServerContext *context,
                                     const reapi::GetCapabilitiesRequest *,
                                     reapi::ServerCapabilities *response) {
  auto *reactor = context->DefaultReactor();
  absl::Status status =
      access_.require(*context, kReader, "GetCapabilities").status();
  if (status.ok()) {
    reapi::CacheCapabilities &cache = *response->mutable_cache_capabilities();
    cache.add_digest_functions(reapi::DigestFunction::SHA256);
    cache.mutable_action_cache_update_capabilities()->set_update_enabled(false);
    cache.set_max_batch_total_size_bytes(kMaxBatchBytes);
    cache.add_supported_compressors(reapi::Compressor::ZSTD);
    cache.set_splice_blob_support(true);
    response->mutable_low_api_version()->set_major(2);
    response->mutable_high_api_version()->set_major(2);
    response->mutable_high_api_version()->set_minor(3);
  }
  reactor->Finish(toGrpc(status));
  return reactor;
}

} // namespace ingot::server
