//===- HtmlTest.cpp - figures, plots and samples at their limits ----------===//

#include "server/admin/Html.h"
#include "server/admin/History.h"
#include "server/admin/Plot.h"
#include "server/admin/Prometheus.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <fcntl.h>
#include <random>
#include <regex>
#include <unistd.h>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double kKiB = 1024, kMiB = 1024 * kKiB, kGiB = 1024 * kMiB,
                 kTiB = 1024 * kGiB;

TEST(FormatTest, BytesChangeTheirUnitWhereTheyWouldReadAsMany) {
  const struct {
    double bytes;
    const char *wanted;
  } kCases[] = {
      {0, "0 B"},
      {1, "1 B"},
      {999, "999 B"},
      {1023, "1023 B"},
      {kKiB, "1.0 KiB"},
      {99.9 * kKiB, "99.9 KiB"},
      {99.97 * kKiB, "100 KiB"},
      {100 * kKiB, "100 KiB"},
      {1023 * kKiB, "1023 KiB"},
      {kMiB - 1, "1.0 MiB"},
      {kMiB, "1.0 MiB"},
      {kGiB - 1, "1.0 GiB"},
      {kTiB - 1, "1.0 TiB"},
      {1.5 * kTiB, "1.5 TiB"},
      {5000 * kTiB, "5000 TiB"},
  };
  for (const auto &test : kCases)
    EXPECT_EQ(formatBytes(test.bytes), test.wanted) << test.bytes;
}

TEST(FormatTest, SecondsChangeTheirUnitWhereTheyWouldReadAsMany) {
  const struct {
    double seconds;
    const char *wanted;
  } kCases[] = {
      {0, "0 ms"},
      {0.0004, "0 ms"},
      {0.0006, "1 ms"},
      {0.9994, "999 ms"},
      {0.9996, "1.0 s"},
      {1, "1.0 s"},
      {59.94, "59.9 s"},
      {99.94, "99.9 s"},
      {99.99, "1 min 39 s"},
      {100, "1 min 40 s"},
      {3599.9, "59 min 59 s"},
      {3600, "1 h 00 min"},
      {86399, "23 h 59 min"},
      {86400, "1 d 00 h"},
      {100 * 86400.0, "100 d 00 h"},
  };
  for (const auto &test : kCases)
    EXPECT_EQ(formatSeconds(test.seconds), test.wanted) << test.seconds;
}

TEST(FormatTest, CountsHaveASeparatorForEachThousand) {
  const struct {
    double count;
    const char *wanted;
  } kCases[] = {
      {0.04, "0.0"},      {99.94, "99.9"},
      {99.97, "100"},     {100.4, "100"},
      {1000, "1,000"},    {999999, "999,999"},
      {1e6, "1,000,000"}, {1e12, "1,000,000,000,000"},
  };
  for (const auto &test : kCases)
    EXPECT_EQ(formatCount(test.count), test.wanted) << test.count;
}

TEST(FormatTest, LargerFiguresAreNeverWrittenAsFewer) {
  // Read back: the unit and the number before it.
  auto valueOf = [](const std::string &text) {
    const std::vector<std::string> parts = absl::StrSplit(text, ' ');
    double number = 0;
    EXPECT_TRUE(absl::SimpleAtod(parts.at(0), &number)) << text;
    for (const char *unit : {"B", "KiB", "MiB", "GiB", "TiB"}) {
      if (parts.at(1) == unit)
        return number;
      number *= 1024;
    }
    ADD_FAILURE() << text;
    return 0.0;
  };
  double last = 0;
  for (double bytes = 1; bytes < 100 * kTiB; bytes *= 1.003) {
    const double value = valueOf(formatBytes(bytes));
    EXPECT_GE(value, last) << bytes;
    EXPECT_NEAR(value, bytes, std::max(0.51, 0.051 * bytes));
    last = value;
  }
}

TEST(FormatTest, TimesAreThoseOfTheDayInUtc) {
  EXPECT_EQ(formatTime(absl::UnixEpoch()), "00:00:00");
  EXPECT_EQ(formatTime(absl::UnixEpoch() + absl::Seconds(86399)), "23:59:59");
  EXPECT_EQ(formatTime(absl::UnixEpoch() + absl::Seconds(3 * 86400 + 3661)),
            "01:01:01");
}

TEST(FormatTest, DigestsAreLinksAndTheirTextDoesNoHarm) {
  v1::Digest digest;
  EXPECT_EQ(formatDigest(digest), "") << "none is nothing";
  digest.set_hash("0123456789abcdef");
  digest.set_size_bytes(7);
  EXPECT_EQ(formatDigest(digest),
            "<a class=\"digest\" href=\"/search?q=0123456789abcdef\" "
            "title=\"0123456789abcdef/7\">0123456789</a>");
  digest.set_hash("\"><script>alert(1)</script>");
  EXPECT_THAT(formatDigest(digest), Not(HasSubstr("<script")));
  EXPECT_THAT(formatDigest(digest), Not(HasSubstr("\"\">")));
}

TEST(FormatTest, EscapedTextHasNothingThatIsMarkup) {
  std::mt19937 random(29);
  const std::string alphabet = "<>&\"'a;#=\xc3\xa4";
  for (int i = 0; i < 500; ++i) {
    std::string text;
    for (uint32_t left = random() % 20; left > 0; --left)
      text.push_back(alphabet[random() % alphabet.size()]);
    std::string escaped = escapeHtml(text);
    EXPECT_EQ(escaped.find_first_of("<>\"'"), std::string::npos) << text;
    // Undone, the last one last, it is the text.
    for (const auto &[mark, sign] : {std::pair("&lt;", "<"),
                                     {"&gt;", ">"},
                                     {"&quot;", "\""},
                                     {"&#39;", "'"},
                                     {"&amp;", "&"}})
      escaped = std::regex_replace(escaped, std::regex(mark), sign);
    EXPECT_EQ(escaped, text);
  }
}

std::vector<absl::Time> secondsApart(const std::vector<int> &seconds) {
  std::vector<absl::Time> times;
  for (int each : seconds)
    times.push_back(absl::UnixEpoch() + absl::Seconds(each));
  return times;
}

/// The points of the lines, in order.
std::vector<std::string> pointsOf(const std::string &html) {
  std::vector<std::string> found;
  const std::regex points("points=\"([^\"]*) \"");
  for (std::sregex_iterator each(html.begin(), html.end(), points), end;
       each != end; ++each)
    found.push_back((*each)[1]);
  return found;
}

TEST(PlotLimitsTest, TheTopIsTheNextOneTwoOrFive) {
  const struct {
    double greatest;
    const char *top;
  } kCases[] = {{0, "0 to 1"},     {0.3, "0 to 0.5"},  {1, "0 to 1"},
                {1.5, "0 to 2"},   {3, "0 to 5"},      {7, "0 to 10"},
                {10, "0 to 10"},   {11, "0 to 20"},    {200, "0 to 200"},
                {201, "0 to 500"}, {999, "0 to 1,000"}};
  for (const auto &test : kCases)
    EXPECT_THAT(plot("p", secondsApart({0, 5}), {{"s", {0, test.greatest}}},
                     formatCount),
                HasSubstr(absl::StrCat("<span>", test.top, "</span>")))
        << test.greatest;
}

TEST(PlotLimitsTest, PointsLieWhereTheirTimesAndValuesAre) {
  // From 4 to 476 by time, from 120 up to 10 by value.
  const std::string html =
      plot("p", secondsApart({0, 30, 40}),
           {{"one", {0, 5, 10}}, {"none", {0, 0, 0}}}, formatCount);
  EXPECT_THAT(pointsOf(html), ElementsAre("4.0,120.0 358.0,65.0 476.0,10.0",
                                          "4.0,120.0 358.0,120.0 476.0,120.0"));
}

TEST(PlotLimitsTest, SamplesOfOneMomentHaveAPlace) {
  EXPECT_THAT(
      pointsOf(plot("p", secondsApart({9, 9}), {{"s", {1, 1}}}, formatCount)),
      ElementsAre("4.0,10.0 4.0,10.0"));
}

TEST(PlotLimitsTest, NoLinesAreAnEmptyPlot) {
  const std::string html = plot("p", secondsApart({0, 5}), {}, formatCount);
  EXPECT_THAT(pointsOf(html), IsEmpty());
  EXPECT_THAT(html, HasSubstr("</figure>"));
}

TEST(PlotLimitsTest, NamesAndFormatsAreText) {
  const std::string html =
      plot("<title>", secondsApart({0, 5}), {{"<name>", {1, 2}}},
           [](double) { return "<b>"; });
  for (const char *harm : {"<title>", "<name>", "<b><b>", " <b><"})
    EXPECT_THAT(html, Not(HasSubstr(harm))) << harm;
}

void fill(History &history, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    v1::GetStatisticsResponse statistics;
    statistics.set_requests(i);
    history.add(absl::UnixEpoch() + absl::Seconds(static_cast<int64_t>(i)),
                statistics);
  }
}

TEST(HistoryLimitsTest, ThinnedSamplesAreEvenAndEndWithTheLast) {
  for (size_t size : {1u, 2u, 5u, 179u, 180u, 181u, 720u}) {
    History history;
    fill(history, size);
    for (size_t count : {1u, 2u, 3u, 100u, 180u, 719u, 720u, 5000u}) {
      const std::vector<Sample> samples = history.samples(count);
      ASSERT_FALSE(samples.empty());
      EXPECT_LE(samples.size(), count);
      EXPECT_GE(2 * samples.size(), std::min(size, count));
      EXPECT_EQ(samples.back().statistics.requests(), size - 1);
      for (size_t i = 2; i < samples.size(); ++i)
        EXPECT_EQ(samples[i].time - samples[i - 1].time,
                  samples[1].time - samples[0].time);
      for (const Sample &sample : samples)
        EXPECT_EQ(absl::ToUnixSeconds(sample.time),
                  static_cast<int64_t>(sample.statistics.requests()));
    }
  }
}

TEST(HistoryLimitsTest, OfNoneThereAreNone) {
  History history;
  EXPECT_THAT(history.samples(0), IsEmpty());
  fill(history, 3);
  EXPECT_THAT(history.samples(0), IsEmpty());
}

TEST(MetricsTextTest, WhatIsSaidOfTheBuildBreaksNoLine) {
  v1::GetStatisticsResponse statistics;
  statistics.set_version("1\nevil_metric 7\n");
  statistics.set_compiler_identity("a\\\"b\"}");
  const std::string text = prometheusText(statistics);
  EXPECT_THAT(text, Not(HasSubstr("\nevil_metric")));
  // Each line is a comment, or a name, perhaps labels, and a number.
  const std::regex line(R"(# (HELP|TYPE) [a-z_]+ .+|)"
                        R"([a-z_]+(\{([a-z]+="([^"\\\n]|\\["\\n])*",?)+\})? )"
                        R"([-+0-9.e]+)");
  for (const std::string &each :
       std::vector<std::string>(absl::StrSplit(text, '\n', absl::SkipEmpty())))
    EXPECT_TRUE(std::regex_match(each, line)) << each;
}

TEST(MetricsTextTest, EachMetricIsThereOnce) {
  std::vector<std::string> names;
  const std::string text = prometheusText({});
  for (const std::string &each :
       std::vector<std::string>(absl::StrSplit(text, '\n', absl::SkipEmpty())))
    if (each[0] != '#')
      names.push_back(each.substr(0, each.find_first_of("{ ")));
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

TEST(MetricsTextTest, DescriptorsThatAreOpenedAreCounted) {
  auto openNow = [] {
    for (const prometheus::MetricFamily &family : processMetrics())
      if (family.name == "process_open_fds")
        return family.metric.at(0).gauge.value;
    return -1.0;
  };
  const double before = openNow();
  std::vector<int> opened;
  for (int i = 0; i < 7; ++i)
    opened.push_back(open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(openNow(), before + 7);
  for (int each : opened)
    close(each);
  EXPECT_EQ(openNow(), before);
}

} // namespace
} // namespace ingot::server
