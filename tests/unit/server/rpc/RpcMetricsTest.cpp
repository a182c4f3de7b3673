//===- RpcMetricsTest.cpp - calls as gRPC ends them -----------------------===//

#include "server/rpc/RpcMetrics.h"
#include "server/rpc/AdminService.h"

#include "absl/strings/str_cat.h"

#include <grpcpp/health_check_service_interface.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>
#include <thread>

namespace ingot::server {
namespace {

class RpcMetricsTest : public testing::Test {
protected:
  RpcMetricsTest() {
    grpc::ServerBuilder builder;
    std::vector<
        std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>>
        interceptors;
    interceptors.push_back(measureCalls(statistics_));
    builder.experimental().SetInterceptorCreators(std::move(interceptors));
    builder.RegisterService(&service_);
    int port = 0;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(),
                             &port);
    server_ = builder.BuildAndStart();
    stub_ = v1::Admin::NewStub(grpc::CreateChannel(
        absl::StrCat("127.0.0.1:", port), grpc::InsecureChannelCredentials()));
  }
  ~RpcMetricsTest() override { server_->Shutdown(); }

  /// How many calls, by method and code. Those that the client saw the end of
  /// may still be open here for a moment.
  std::map<std::string, uint64_t> calls(int expected) const {
    while (true) {
      std::map<std::string, uint64_t> all;
      uint64_t sum = 0;
      for (const auto &metric : statistics_.histograms.rpcs.collect().metric) {
        all[metric.label[0].value + " " + metric.label[1].value] =
            metric.histogram.sample_count;
        sum += metric.histogram.sample_count;
      }
      if (sum >= static_cast<uint64_t>(expected))
        return all;
      std::this_thread::yield();
    }
  }

  Statistics statistics_;
  const Access access_;
  AdminService service_{AdminSource{[this] {
                          EXPECT_EQ(statistics_.rpcsInFlight, 1);
                          EXPECT_EQ(keptCalls(), 1);
                          return v1::GetStatisticsResponse();
                        }},
                        [] {}, access_};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::Admin::Stub> stub_;
};

TEST_F(RpcMetricsTest, CallsCountByMethodAndCode) {
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    v1::GetStatisticsResponse response;
    EXPECT_TRUE(stub_->GetStatistics(&context, {}, &response).ok());
    calls(i + 1);
  }
  grpc::ClientContext context;
  v1::DrainResponse drained;
  EXPECT_FALSE(stub_->Drain(&context, {}, &drained).ok());
  EXPECT_THAT(calls(4),
              testing::ElementsAre(
                  testing::Pair("ingot.v1.Admin/Drain PERMISSION_DENIED", 1),
                  testing::Pair("ingot.v1.Admin/GetStatistics OK", 3)));
  EXPECT_EQ(statistics_.rpcsInFlight, 0);
}

} // namespace
} // namespace ingot::server
