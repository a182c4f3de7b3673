//===- CompilerService.h - ingot.v1.Compiler over gRPC ----------*- C++ -*-===//
//
// gRPC's callback API over CompileService, which decides what is answered
// inside the call and what goes on on other threads.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_RPC_COMPILERSERVICE_H
#define INGOT_SERVER_RPC_COMPILERSERVICE_H

#include "ingot/v1/compiler.grpc.pb.h"
#include "server/core/CompileService.h"

namespace ingot::server {

/// Thread-safe. Blocks on nothing, for gRPC's threads serve everybody.
class CompilerService final : public v1::Compiler::CallbackService {
public:
  CompilerService(CompileService &service, WorkerPool &pool)
      : service_(service), pool_(pool) {}

  grpc::ServerWriteReactor<v1::CompileEvent> *
  Compile(grpc::CallbackServerContext *context,
          const v1::CompileRequest *request) override;
  grpc::ServerWriteReactor<v1::CompileEvent> *
  Watch(grpc::CallbackServerContext *context,
        const v1::WatchRequest *request) override;
  grpc::ServerUnaryReactor *Cancel(grpc::CallbackServerContext *context,
                                   const v1::CancelRequest *request,
                                   v1::CancelResponse *response) override;
  grpc::ServerUnaryReactor *Check(grpc::CallbackServerContext *context,
                                  const v1::CheckRequest *request,
                                  v1::CheckResponse *response) override;
  grpc::ServerUnaryReactor *
  ListTargets(grpc::CallbackServerContext *context,
              const v1::ListTargetsRequest *request,
              v1::ListTargetsResponse *response) override;

private:
  CompileService &service_;
  WorkerPool &pool_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_COMPILERSERVICE_H
