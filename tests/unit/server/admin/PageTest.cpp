//===- PageTest.cpp - pieces of the page ----------------------------------===//

#include "server/admin/Page.h"
#include "server/admin/Html.h"
#include "server/admin/Plot.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(HtmlTest, NumbersAreForPeople) {
  EXPECT_EQ(formatCount(0), "0");
  EXPECT_EQ(formatCount(999), "999");
  EXPECT_EQ(formatCount(1234567), "1,234,567");
  EXPECT_EQ(formatCount(0.5), "0.5");
  EXPECT_EQ(formatBytes(1023), "1023 B");
  EXPECT_EQ(formatBytes(1536), "1.5 KiB");
  EXPECT_EQ(formatBytes(10.0 * (1 << 30)), "10.0 GiB");
  EXPECT_EQ(formatSeconds(0.0123), "12 ms");
  EXPECT_EQ(formatSeconds(12.34), "12.3 s");
  EXPECT_EQ(formatSeconds(125), "2 min 05 s");
  EXPECT_EQ(formatSeconds(7265), "2 h 01 min");
  EXPECT_EQ(formatSeconds(90000), "1 d 01 h");
}

TEST(HtmlTest, TextIsEscaped) {
  EXPECT_EQ(escapeHtml("<a href=\"x\">'&"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
}

std::vector<absl::Time> times(int count) {
  std::vector<absl::Time> all;
  for (int i = 0; i < count; ++i)
    all.push_back(absl::UnixEpoch() + absl::Seconds(5 * i));
  return all;
}

TEST(PlotTest, LinesHaveWordsForWhoDoesNotSeeThem) {
  std::string html =
      plot("Queue", times(3), {{"waiting", {0, 4, 1}}, {"busy <", {1, 1, 2}}},
           formatCount);
  EXPECT_THAT(html, HasSubstr("role=\"img\" aria-label=\"Queue: waiting now 1, "
                              "at most 4; busy &lt; now 2, at most 2\""));
  EXPECT_THAT(html, HasSubstr("class=\"line s1\" points=\"4.0,120.0 "));
  EXPECT_THAT(html, HasSubstr("0 to 5"));
}

TEST(PlotTest, OneSampleIsNoLine) {
  EXPECT_THAT(plot("Queue", times(1), {{"waiting", {1}}}, formatCount),
              HasSubstr("Not enough samples"));
  EXPECT_THAT(plot("Queue", {}, {{"waiting", {}}}, formatCount),
              HasSubstr("Not enough samples"));
}

TEST(HistoryTest, IsBoundedAndThinnedFromItsEnd) {
  History history;
  EXPECT_TRUE(history.samples().empty());
  for (size_t i = 0; i < History::kMaxSamples + 10; ++i) {
    v1::GetStatisticsResponse statistics;
    statistics.set_requests(i);
    history.add(absl::UnixEpoch(), statistics);
  }
  EXPECT_EQ(history.samples().size(), History::kMaxSamples);
  const std::vector<Sample> few = history.samples(100);
  EXPECT_LE(few.size(), 100u);
  EXPECT_GT(few.size(), 80u);
  EXPECT_EQ(few.back().statistics.requests(), History::kMaxSamples + 9);
}

TEST(PageTest, AnIdleDaemonHasAPage) {
  AdminView view;
  std::string page = overviewPage(view);
  EXPECT_THAT(page, HasSubstr("Nothing runs."));
  EXPECT_THAT(page, HasSubstr("Nothing was compiled yet."));
  EXPECT_THAT(page, HasSubstr("No action brought a worker down."));
}

TEST(PageTest, ADrainingDaemonSaysSo) {
  AdminView view;
  view.isReady = false;
  EXPECT_THAT(overviewPage(view), HasSubstr("draining"));
}

TEST(PageTest, LogOutIsForWhoLoggedIn) {
  AdminView view;
  EXPECT_THAT(overviewPage(view), Not(HasSubstr("/logout")));
  view.viewer = {{"ann"}, /*hasToken=*/true};
  EXPECT_THAT(overviewPage(view), HasSubstr("/logout"));
}

TEST(PageTest, EachLiveSectionHasAnElement) {
  AdminView view;
  const std::string page = overviewPage(view);
  for (const auto &[id, html] : liveSections(view))
    EXPECT_THAT(page, HasSubstr("<div id=\"" + id + "\" data-live>" + html));
}

} // namespace
} // namespace ingot::server
