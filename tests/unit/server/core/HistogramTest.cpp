//===- HistogramTest.cpp - times by label ---------------------------------===//

#include "server/core/Histogram.h"

#include "absl/strings/str_cat.h"

#include "gtest/gtest.h"

namespace ingot::server {
namespace {

TEST(HistogramTest, TimesAreCountedByTheirLabels) {
  Histogram histogram("x_seconds", "X.", {"method", "code"});
  histogram.observe(absl::Milliseconds(3), "b", "OK");
  histogram.observe(absl::Milliseconds(4), "b", "OK");
  histogram.observe(absl::Hours(1), "a", "");

  prometheus::MetricFamily family = histogram.collect();
  EXPECT_EQ(family.name, "x_seconds");
  EXPECT_EQ(family.type, prometheus::MetricType::Histogram);
  ASSERT_EQ(family.metric.size(), 2u);
  const prometheus::ClientMetric &a = family.metric[0], &b = family.metric[1];
  ASSERT_EQ(b.label.size(), 2u);
  EXPECT_EQ(b.label[0].name, "method");
  EXPECT_EQ(b.label[0].value, "b");
  EXPECT_EQ(b.label[1].value, "OK");
  EXPECT_EQ(b.histogram.sample_count, 2u);
  EXPECT_NEAR(b.histogram.sample_sum, 0.007, 1e-9);
  EXPECT_EQ(a.label[1].value, "");
  EXPECT_EQ(a.histogram.bucket.end()[-2].cumulative_count, 0u)
      << "an hour is beyond the last bound";
}

TEST(HistogramTest, OneLabelTakesOneValue) {
  Histogram histogram("x_seconds", "X.", {"kind"});
  histogram.observe(absl::Milliseconds(3), "plan");
  prometheus::MetricFamily family = histogram.collect();
  ASSERT_EQ(family.metric.size(), 1u);
  ASSERT_EQ(family.metric[0].label.size(), 1u);
  EXPECT_EQ(family.metric[0].label[0].value, "plan");
}

TEST(HistogramTest, ThreeLabelsTakeThree) {
  Histogram histogram("x_seconds", "X.", {"method", "outcome", "lane"});
  histogram.observe(absl::Milliseconds(3), "compile", "hit", "trusted");
  histogram.observe(absl::Milliseconds(3), "compile", "hit", "other");
  prometheus::MetricFamily family = histogram.collect();
  ASSERT_EQ(family.metric.size(), 2u);
  ASSERT_EQ(family.metric[0].label.size(), 3u);
  EXPECT_EQ(family.metric[0].label[2].value, "other");
  EXPECT_EQ(family.metric[1].label[2].value, "trusted");
}

TEST(HistogramTest, ValuesFromOutsideTakeNoMemory) {
  Histogram histogram("x_seconds", "X.", {"phase", "code"});
  for (int i = 0; i < 5000; ++i)
    histogram.observe(absl::Milliseconds(3), absl::StrCat("phase", i), "OK");
  histogram.observe(absl::Milliseconds(3), std::string(1000, 'x'), "OK");
  prometheus::MetricFamily family = histogram.collect();
  EXPECT_LE(family.metric.size(), 202u);
  uint64_t all = 0;
  for (const prometheus::ClientMetric &metric : family.metric) {
    all += metric.histogram.sample_count;
    EXPECT_LT(metric.label[0].value.size(), 100u);
  }
  EXPECT_EQ(all, 5001u);
}

} // namespace
} // namespace ingot::server
