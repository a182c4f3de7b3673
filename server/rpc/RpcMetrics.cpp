//===- RpcMetrics.cpp - rate, errors and duration of calls ----------------===//
//
// gRPC makes an interceptor for each call and deletes it with the call, so its
// destructor is the one place that every end passes. A call without a status
// was cancelled.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/RpcMetrics.h"
#include "cache/key/SteadyTime.h"

#include "absl/status/status.h"

#include <atomic>

namespace ingot::server {
namespace {

using grpc::experimental::InterceptionHookPoints;

std::atomic<int64_t> kept{0};

/// One call.
class MeasuredCall final : public grpc::experimental::Interceptor {
public:
  MeasuredCall(Statistics &statistics, const char *method)
      : statistics_(statistics),
        method_(method[0] == '/' ? method + 1 : method), began_(steadyNow()) {
    ++statistics_.rpcsInFlight;
    ++kept;
  }
  ~MeasuredCall() override {
    --statistics_.rpcsInFlight;
    --kept;
    statistics_.histograms.rpcs.observe(steadyNow() - began_, method_,
                                        absl::StatusCodeToString(code_));
  }

  void Intercept(grpc::experimental::InterceptorBatchMethods *batch) override {
    if (batch->QueryInterceptionHookPoint(
            InterceptionHookPoints::PRE_SEND_STATUS))
      code_ =
          static_cast<absl::StatusCode>(batch->GetSendStatus().error_code());
    batch->Proceed();
  }

private:
  Statistics &statistics_;
  const char *const method_; ///< gRPC's, for as long as the server lives.
  const absl::Time began_;
  absl::StatusCode code_ = absl::StatusCode::kCancelled;
};

class Factory final
    : public grpc::experimental::ServerInterceptorFactoryInterface {
public:
  explicit Factory(Statistics &statistics) : statistics_(statistics) {}

  grpc::experimental::Interceptor *
  CreateServerInterceptor(grpc::experimental::ServerRpcInfo *call) override {
    return new MeasuredCall(statistics_, call->method());
  }

private:
  Statistics &statistics_;
};

} // namespace

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>
measureCalls(Statistics &statistics) {
  return std::make_unique<Factory>(statistics);
}

int64_t keptCalls() { return kept; }

} // namespace ingot::server
