//===- HttpServerTest.cpp - the text that Prometheus reads ----------------===//

#include "server/admin/HttpServer.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;

TEST(PrometheusTest, CountersAndGaugesAreTold) {
  v1::GetStatisticsResponse statistics;
  statistics.set_request_hits(7);
  statistics.set_workers(2);
  std::string text = prometheusText(statistics);
  EXPECT_THAT(text, HasSubstr("# TYPE ingot_request_hits_total counter\n"
                              "ingot_request_hits_total 7"));
  EXPECT_THAT(text, HasSubstr("# TYPE ingot_workers gauge\ningot_workers 2"));
}

TEST(HttpServerTest, AnAddressThatCannotBeHadIsAnError) {
  HttpServer::Sources sources{[] { return v1::GetStatisticsResponse(); },
                              [] { return true; }};
  auto first = HttpServer::start("127.0.0.1", 0, sources);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_GT((*first)->port(), 0);
  EXPECT_EQ(HttpServer::start("192.0.2.1", 1, sources).status().code(),
            absl::StatusCode::kUnavailable);
}

} // namespace
} // namespace ingot::server
