//===- PrometheusTest.cpp - what the text of the metrics says -------------===//

#include "server/admin/Prometheus.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>

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

TEST(PrometheusTest, EachNumberSaysWhatItMeans) {
  // A field of admin.proto that is new takes a row in Prometheus.cpp.
  EXPECT_THAT(prometheusText({}), Not(HasSubstr(" \n# TYPE")));
}

TEST(PrometheusTest, BuildInfoSaysWhatRuns) {
  v1::GetStatisticsResponse statistics;
  statistics.set_version("1.2.3");
  statistics.set_compiler_identity("ingot \"x\"");
  EXPECT_THAT(prometheusText(statistics),
              HasSubstr("ingot_build_info{version=\"1.2.3\",compiler=\"ingot "
                        "\\\"x\\\"\"} 1"));
}

TEST(PrometheusTest, HistogramsFollowTheFigures) {
  prometheus::MetricFamily family{
      "ingot_x_seconds", "X.", prometheus::MetricType::Histogram, {}};
  EXPECT_THAT(prometheusText({}, {family}),
              HasSubstr("# TYPE ingot_x_seconds histogram\n"));
}

TEST(PrometheusTest, ProcessIsThisOne) {
  auto valueOf = [all = processMetrics()](const std::string &name) {
    auto found = std::find_if(all.begin(), all.end(), [&](const auto &each) {
      return each.name == name;
    });
    if (found == all.end() || found->metric.empty())
      return -1.0;
    return found->type == prometheus::MetricType::Gauge
               ? found->metric[0].gauge.value
               : found->metric[0].counter.value;
  };
  EXPECT_GE(valueOf("process_threads"), 1);
  EXPECT_LT(valueOf("process_threads"), 1000);
  EXPECT_GT(valueOf("process_resident_memory_bytes"), 1 << 20);
  EXPECT_GT(valueOf("process_virtual_memory_bytes"),
            valueOf("process_resident_memory_bytes"));
  EXPECT_GE(valueOf("process_open_fds"), 3);
  EXPECT_GT(valueOf("process_max_fds"), valueOf("process_open_fds"));
  EXPECT_GT(valueOf("process_start_time_seconds"), 1.5e9);
  EXPECT_GE(valueOf("process_cpu_seconds_total"), 0);
}

} // namespace
} // namespace ingot::server
