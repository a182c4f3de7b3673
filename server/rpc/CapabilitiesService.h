//===- CapabilitiesService.h - what REAPI clients may ask for ---*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_CAPABILITIESSERVICE_H
#define INGOT_SERVER_RPC_CAPABILITIESSERVICE_H

#include "build/bazel/remote/execution/v2/capabilities.grpc.pb.h"
#include "server/rpc/Access.h"

namespace ingot::server {

namespace reapi = build::bazel::remote::execution::v2;

/// Capabilities of the Remote Execution API: a cache whose results nobody else
/// writes. Thread-safe. What is given outlives it.
class CapabilitiesService final : public reapi::Capabilities::CallbackService {
public:
  explicit CapabilitiesService(const Access &access) : access_(access) {}

  grpc::ServerUnaryReactor *
  GetCapabilities(grpc::CallbackServerContext *context,
                  const reapi::GetCapabilitiesRequest *request,
                  reapi::ServerCapabilities *response) override;

private:
  const Access &access_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_CAPABILITIESSERVICE_H
