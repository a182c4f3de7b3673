//===- CompilerService.h - ingot.v1.Compiler over gRPC ----------*- C++ -*-===//

#ifndef INGOT_SERVER_RPC_COMPILERSERVICE_H
#define INGOT_SERVER_RPC_COMPILERSERVICE_H

#include "ingot/v1/compiler.grpc.pb.h"
#include "server/core/CompileService.h"
#include "server/scheduler/SerialExecutors.h"

namespace ingot::server {

/// The callback API. A request that may have to read its module from the store
/// waits on an executor; what is inline is answered on gRPC's thread.
/// Thread-safe.
class CompilerService final : public v1::Compiler::CallbackService {
public:
  CompilerService(CompileService &service, WorkerPool &pool,
                  SerialExecutors &executors)
      : service_(service), pool_(pool), executors_(executors) {}

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
  SerialExecutors &executors_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_COMPILERSERVICE_H
