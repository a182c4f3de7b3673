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
#include "server/rpc/Access.h"
#include "server/rpc/Transfers.h"

namespace ingot::server {

/// Messages with repeated fields arrive as bytes, to be counted before they are
/// parsed.
using CompilerBase = v1::Compiler::WithRawCallbackMethod_Compile<
    v1::Compiler::WithRawCallbackMethod_Watch<
        v1::Compiler::WithRawCallbackMethod_Check<
            v1::Compiler::WithCallbackMethod_Cancel<
                v1::Compiler::WithCallbackMethod_ListTargets<
                    v1::Compiler::WithCallbackMethod_Explain<
                        v1::Compiler::Service>>>>>>;

/// Thread-safe. Blocks on nothing, for gRPC's threads serve everybody. What is
/// given outlives it.
class CompilerService final : public CompilerBase {
public:
  CompilerService(CompileService &service, WorkerPool &pool,
                  const Access &access, Transfers &transfers,
                  SpanSink *spans = nullptr)
      : service_(service), pool_(pool), access_(access), transfers_(transfers),
        spans_(spans) {}

  grpc::ServerWriteReactor<grpc::ByteBuffer> *
  Compile(grpc::CallbackServerContext *context,
          const grpc::ByteBuffer *request) override;
  grpc::ServerWriteReactor<grpc::ByteBuffer> *
  Watch(grpc::CallbackServerContext *context,
        const grpc::ByteBuffer *request) override;
  grpc::ServerUnaryReactor *Cancel(grpc::CallbackServerContext *context,
                                   const v1::CancelRequest *request,
                                   v1::CancelResponse *response) override;
  grpc::ServerUnaryReactor *Check(grpc::CallbackServerContext *context,
                                  const grpc::ByteBuffer *request,
                                  grpc::ByteBuffer *response) override;
  grpc::ServerUnaryReactor *
  ListTargets(grpc::CallbackServerContext *context,
              const v1::ListTargetsRequest *request,
              v1::ListTargetsResponse *response) override;
  grpc::ServerUnaryReactor *Explain(grpc::CallbackServerContext *context,
                                    const v1::ExplainRequest *request,
                                    v1::ExplainResponse *response) override;

private:
  /// A hit that was kept ready; null where there is none.
  grpc::ServerWriteReactor<grpc::ByteBuffer> *
  answerAtOnce(grpc::CallbackServerContext &context, const Identity &caller,
               const Digest &name, RequestTrace *trace);

  CompileService &service_;
  WorkerPool &pool_;
  const Access &access_;
  Transfers &transfers_;
  SpanSink *const spans_; ///< Null where no spans are wanted.
};

} // namespace ingot::server

#endif // INGOT_SERVER_RPC_COMPILERSERVICE_H
