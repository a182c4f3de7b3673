//===- HttpServerTest.cpp - what HTTP answers -----------------------------===//
//
// Asked over a real socket, as Prometheus and Kubernetes do.
//
//===----------------------------------------------------------------------===//

#include "server/admin/HttpServer.h"

#include <httplib.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PrometheusTest, CountersAndGaugesAreExported) {
  v1::GetStatisticsResponse statistics;
  statistics.set_request_hits(7);
  statistics.set_workers(2);
  std::string text = prometheusText(statistics);
  EXPECT_THAT(text, HasSubstr("# TYPE ingot_request_hits_total counter\n"
                              "ingot_request_hits_total 7"));
  EXPECT_THAT(text, HasSubstr("# TYPE ingot_workers gauge\ningot_workers 2"));
}

TEST(PrometheusTest, EachNumberIsAMetric) {
  const std::string text = prometheusText({});
  const auto *descriptor = v1::GetStatisticsResponse::descriptor();
  using google::protobuf::FieldDescriptor;
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const std::string &name = descriptor->field(i)->name();
    bool isText =
        descriptor->field(i)->cpp_type() == FieldDescriptor::CPPTYPE_STRING;
    EXPECT_EQ(text.find("\ningot_" + name) == std::string::npos, isText)
        << name;
  }
}

TEST(PrometheusTest, FiguresThatFallAreGauges) {
  // What a field of admin.proto calls "Now." goes down too.
  const std::string text = prometheusText({});
  for (const char *name :
       {"uptime_seconds", "workers", "workers_busy", "queue_length",
        "store_bytes", "store_limit_bytes", "store_blobs"}) {
    EXPECT_THAT(text,
                HasSubstr(std::string("# TYPE ingot_") + name + " gauge"));
    EXPECT_THAT(text, Not(HasSubstr(std::string(name) + "_total")));
  }
}

class HttpServerTest : public testing::Test {
protected:
  HttpServerTest() {
    auto started =
        HttpServer::start("127.0.0.1", 0,
                          {[] {
                             v1::GetStatisticsResponse statistics;
                             statistics.set_version("1.2.3");
                             statistics.set_compiler_identity("build 77");
                             statistics.set_requests(4711);
                             return statistics;
                           },
                           [this] { return isReady_.load(); }});
    EXPECT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  httplib::Result get(const char *path) {
    return httplib::Client("127.0.0.1", server_->port()).Get(path);
  }

  std::atomic<bool> isReady_{true};
  std::unique_ptr<HttpServer> server_;
};

TEST_F(HttpServerTest, MetricsArePrometheusText) {
  auto answer = get("/metrics");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_THAT(answer->get_header_value("Content-Type"),
              HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(answer->body, HasSubstr("ingot_requests_total 4711"));
}

TEST_F(HttpServerTest, HealthAndReadinessAreDifferentThings) {
  struct {
    const char *path;
    bool isReady;
    int status;
  } const kCases[] = {{"/healthz", true, 200},
                      {"/healthz", false, 200},
                      {"/readyz", true, 200},
                      {"/readyz", false, 503}};
  for (const auto &test : kCases) {
    isReady_ = test.isReady;
    auto answer = get(test.path);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, test.status) << test.path << " " << test.isReady;
  }
}

TEST_F(HttpServerTest, PageShowsTheFiguresToPeople) {
  auto answer = get("/");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->get_header_value("Content-Type"), HasSubstr("text/html"));
  for (const char *part : {"ingotd 1.2.3", "build 77", "<td>4711</td>"})
    EXPECT_THAT(answer->body, HasSubstr(part));
}

TEST_F(HttpServerTest, OtherPathsAndMethodsAreNotThere) {
  EXPECT_EQ(get("/admin")->status, 404);
  httplib::Client client("127.0.0.1", server_->port());
  EXPECT_EQ(client.Post("/metrics", "x", "text/plain")->status, 404);
}

TEST_F(HttpServerTest, PortOfAnotherServerIsAnError) {
  // Both would answer, each some of the calls.
  auto second = HttpServer::start(
      "127.0.0.1", server_->port(),
      {[] { return v1::GetStatisticsResponse(); }, [] { return true; }});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
}

TEST_F(HttpServerTest, AddressOfAnotherMachineIsAnError) {
  auto second = HttpServer::start(
      "192.0.2.1", 1,
      {[] { return v1::GetStatisticsResponse(); }, [] { return true; }});
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr("192.0.2.1:1"));
}

} // namespace
} // namespace ingot::server
