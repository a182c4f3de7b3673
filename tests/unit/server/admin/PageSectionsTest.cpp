//===- PageSectionsTest.cpp - what each section of the page shows ---------===//
//
// A view with figures of one's own, and what people then read. Routes and
// rights are those of AdminRoutesTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "server/admin/Page.h"

#include "cache/key/Digest.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <map>

namespace ingot::server {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class PageSectionsTest : public testing::Test {
protected:
  /// A live section as it is now.
  std::string section(const std::string &id) const {
    for (const auto &[name, html] : liveSections(view))
      if (name == id)
        return html;
    ADD_FAILURE() << "there is no section " << id;
    return "";
  }

  /// A compile whose digests are those of its name.
  static v1::FinishedCompile compile(const std::string &name) {
    v1::FinishedCompile finished;
    *finished.mutable_request() = Digest::of(name).toProto();
    *finished.mutable_program() = Digest::of(name + " program").toProto();
    *finished.mutable_artifact() = Digest::of(name + " artifact").toProto();
    finished.set_outcome("OK");
    finished.set_target("x86_64 znver4");
    finished.add_entry_points(name);
    return finished;
  }

  static void addKernel(v1::FinishedCompile &compile, const std::string &symbol,
                        const std::string &root) {
    v1::FinishedCompile::Kernel &kernel = *compile.add_kernels();
    kernel.set_symbol(symbol);
    kernel.set_root(root);
    *kernel.mutable_module() = Digest::of(symbol).toProto();
  }

  /// A sample of each second.
  void sample(const std::function<void(v1::GetStatisticsResponse &)> &fill) {
    v1::GetStatisticsResponse statistics;
    fill(statistics);
    view.history.push_back(
        {absl::UnixEpoch() +
             absl::Seconds(static_cast<int64_t>(view.history.size())),
         statistics});
  }

  AdminView view;
};

TEST_F(PageSectionsTest, FiguresAreSharesOfWhatWasAsked) {
  view.statistics.set_request_hits(30);
  view.statistics.set_request_misses(9);
  view.statistics.set_request_joins(1);
  view.statistics.set_kernels_built(25);
  view.statistics.set_kernels_reused(75);
  view.statistics.set_workers(4);
  view.statistics.set_workers_busy(3);
  view.statistics.set_queue_length(12);
  view.statistics.set_request_errors(5);
  view.statistics.set_request_rejections(2);
  view.statistics.set_store_bytes(3 << 20);
  view.statistics.set_store_limit_bytes(4 << 20);
  const std::string figures = section("figures");
  EXPECT_THAT(figures, AllOf(HasSubstr("75.0 %"), HasSubstr("of 40 compiles"),
                             HasSubstr("25 built"), HasSubstr("3 of 4 busy"),
                             HasSubstr("2 refused, queue full")));
  EXPECT_THAT(figures, HasSubstr("<meter min=\"0\" max=\"4\" value=\"3\" "
                                 "aria-label=\"busy workers\">"));
  EXPECT_THAT(figures, HasSubstr("<dd>3.0 MiB</dd>"));
}

TEST_F(PageSectionsTest, NothingIsNoShareOfNothing) {
  EXPECT_THAT(section("figures"),
              AllOf(HasSubstr("<dd>–</dd>"), Not(HasSubstr("nan")),
                    Not(HasSubstr("inf"))));
}

TEST_F(PageSectionsTest, AJobShowsHowFarItIs) {
  v1::Job &job = *view.jobs.add_jobs();
  *job.mutable_request() = Digest::of("job").toProto();
  job.set_target("x86_64 <znver4>");
  EXPECT_THAT(section("jobs"),
              AllOf(HasSubstr("starts"), HasSubstr("&lt;znver4&gt;"),
                    Not(HasSubstr("<progress"))));
  job.set_phase("kernels");
  job.set_done(3);
  job.set_total(9);
  job.set_waiting(2);
  EXPECT_THAT(section("jobs"),
              AllOf(HasSubstr("<progress max=\"9\" value=\"3\" "
                              "aria-label=\"kernels\"></progress> 3 of 9"),
                    HasSubstr("<td>2</td>")));
}

TEST_F(PageSectionsTest, OnlyOperatorsHaveAButtonAndNames) {
  v1::Job &job = *view.jobs.add_jobs();
  *job.mutable_request() = Digest::of("job").toProto();
  job.set_waiting(1);
  job.add_callers("ann");
  job.add_callers("bob");
  EXPECT_THAT(section("jobs"),
              AllOf(Not(HasSubstr("Cancel")), Not(HasSubstr("ann"))));
  view.viewer.principal.isOperator = true;
  const Digest request = Digest::of("job");
  EXPECT_THAT(section("jobs"),
              AllOf(HasSubstr("ann, bob"),
                    HasSubstr(absl::StrCat("action=\"/jobs/", request.hex(),
                                           "-", request.size, "/cancel\""))));
}

TEST_F(PageSectionsTest, CompilesAreListedThreeTimes) {
  *view.compiles.add_recent() = compile("last");
  *view.compiles.add_slowest() = compile("slow");
  *view.compiles.add_largest() = compile("large");
  const std::string html = section("compiles");
  const size_t last = html.find("<h3>Last"), slow = html.find("<h3>Slowest"),
               large = html.find("<h3>Largest");
  EXPECT_LT(last, html.find(">last<"));
  EXPECT_LT(html.find(">last<"), slow);
  EXPECT_LT(slow, html.find(">slow<"));
  EXPECT_LT(html.find(">slow<"), large);
  EXPECT_LT(large, html.find(">large<"));
}

TEST_F(PageSectionsTest, ListsAreCutWhereNobodyReadsOn) {
  for (int i = 0; i < 50; ++i)
    *view.compiles.add_recent() = compile(absl::StrCat("recent", i, "."));
  EXPECT_THAT(section("compiles"),
              AllOf(HasSubstr(">recent19.<"), Not(HasSubstr(">recent20.<"))));
}

TEST_F(PageSectionsTest, ACompileThatFailedHasNoSize) {
  v1::FinishedCompile failed = compile("net");
  failed.set_outcome("INTERNAL");
  *view.compiles.add_recent() = failed;
  EXPECT_THAT(section("compiles"),
              AllOf(HasSubstr("<span class=\"bad\">INTERNAL</span>"),
                    HasSubstr("<td>–</td>")));
}

TEST_F(PageSectionsTest, ACrashSaysHowToGetWhatCausedIt) {
  v1::Crash &crash = *view.crashes.add_crashes();
  crash.set_kind("kernel");
  crash.set_message("signal 11 <core>");
  *crash.mutable_reproducer() = Digest::of("input").toProto();
  const Digest input = Digest::of("input");
  EXPECT_THAT(section("crashes"),
              AllOf(HasSubstr(absl::StrCat("ingot fetch ", input.hex(), "/",
                                           input.size, " -o crash")),
                    HasSubstr("signal 11 &lt;core&gt;")));
}

TEST_F(PageSectionsTest, TheStoreIsShownByKind) {
  view.statistics.set_store_blobs(1234);
  view.statistics.set_store_records(56);
  view.statistics.set_store_evictions(7);
  view.statistics.set_store_record_evictions(8);
  view.statistics.set_store_broken_records(9);
  EXPECT_THAT(section("store"),
              AllOf(HasSubstr("<td>Blobs</td><td>1,234</td><td>7</td>"),
                    HasSubstr("<td>Records</td><td>56</td><td>8</td>"),
                    HasSubstr("9 damaged")));
}

TEST_F(PageSectionsTest, WhatIsKeptIsShownByKindAndLastUse) {
  EXPECT_THAT(section("store"), Not(HasSubstr("By kind")));
  for (const char *age : {"hour", "older"})
    view.tenants.add_ages(age);
  v1::DescribeStoreResponse::Row &row = *view.tenants.add_rows();
  row.set_kind("<object>");
  row.set_entries(1234);
  row.set_bytes(3 << 20);
  row.add_bytes_by_age(0);
  row.add_bytes_by_age(3 << 20);
  EXPECT_THAT(section("store"),
              AllOf(HasSubstr("By kind and last use"), HasSubstr("hour</th>"),
                    HasSubstr("<td>&lt;object&gt;</td><td>1,234</td>"
                              "<td>3.0 MiB</td><td>–</td><td>3.0 MiB</td>")));
}

TEST_F(PageSectionsTest, TenantsAreShownByWhatTheyKeepTheLargestFirst) {
  EXPECT_THAT(section("store"), Not(HasSubstr("By tenant")));
  for (const auto &[name, bytes, limit] :
       {std::tuple("ann", 1, 0), std::tuple("ml/<pr>", 3, 4)}) {
    v1::DescribeStoreResponse::Tenant &tenant = *view.tenants.add_tenants();
    tenant.set_name(name);
    tenant.set_bytes(static_cast<uint64_t>(bytes) << 20);
    tenant.set_limit_bytes(static_cast<uint64_t>(limit) << 20);
    tenant.set_entries(1234);
  }
  const std::string html = section("store");
  EXPECT_THAT(html, HasSubstr("<td>ml/&lt;pr&gt;</td><td>3.0 MiB</td>"
                              "<td>4.0 MiB</td><td>1,234</td>"));
  EXPECT_THAT(html, HasSubstr("<td>ann</td><td>1.0 MiB</td><td>–</td>"));
  EXPECT_LT(html.find("ml/"), html.find("ann"));
}

TEST_F(PageSectionsTest, ASecondLevelIsALineOnceItIsUsed) {
  EXPECT_THAT(section("store"), Not(HasSubstr("Second level")));
  view.statistics.set_second_level_hits(1234);
  view.statistics.set_second_level_misses_absent(5);
  view.statistics.set_second_level_misses_corrupt(2);
  view.statistics.set_second_level_records_dropped(6);
  EXPECT_THAT(section("store"),
              AllOf(HasSubstr("asked"), HasSubstr("1,234 hits, 7 misses"),
                    HasSubstr("2 corrupt"), HasSubstr("6 dropped")));
  view.statistics.set_second_level_breaker_state(2);
  EXPECT_THAT(section("store"), HasSubstr("left alone"));
}

TEST_F(PageSectionsTest, PlotsAreOfWhatHappenedBetweenSamples) {
  // Ten hits in the first second, thirty in the next.
  for (uint64_t hits : {5, 15, 45})
    sample([&](v1::GetStatisticsResponse &s) {
      s.set_request_hits(hits);
      s.set_request_misses(hits);
    });
  const std::string plots = section("plots");
  EXPECT_THAT(plots, HasSubstr("hits now 30/s, at most 30/s"));
  EXPECT_THAT(plots, HasSubstr("Hit ratio: hits now 50 %, at most 50 %"));
}

TEST_F(PageSectionsTest, ARatioStaysWhileNothingIsAsked) {
  for (uint64_t hits : {0, 8, 8, 8})
    sample([&](v1::GetStatisticsResponse &s) { s.set_request_hits(hits); });
  EXPECT_THAT(section("plots"), HasSubstr("Hit ratio: hits now 100 %"));
}

TEST_F(PageSectionsTest, SearchFindsByTheBeginningOfADigest) {
  *view.compiles.add_recent() = compile("one");
  *view.compiles.add_recent() = compile("two");
  const std::string hash = Digest::of("one artifact").hex();
  auto found = findCompiles(view.compiles, hash.substr(0, 8));
  ASSERT_EQ(found.recent_size(), 1);
  EXPECT_EQ(found.recent(0).entry_points(0), "one");
  // As it is printed elsewhere, with its size and with blanks.
  EXPECT_EQ(
      findCompiles(view.compiles, absl::StrCat(" ", hash, "/12")).recent_size(),
      1);
  EXPECT_EQ(findCompiles(view.compiles, hash.substr(4)).recent_size(), 0)
      << "not what is in its middle";
  EXPECT_EQ(findCompiles(view.compiles, "").recent_size(), 0);
}

TEST_F(PageSectionsTest, SearchFindsByNamesInAnyCase) {
  v1::FinishedCompile matmul = compile("net");
  addKernel(matmul, "kernel_1", "linalg.matmul");
  matmul.set_message("Out of Memory");
  *view.compiles.add_recent() = matmul;
  for (const char *query : {"NET", "kernel_1", "MatMul", "znver4", "memory"})
    EXPECT_EQ(findCompiles(view.compiles, query).recent_size(), 1) << query;
  EXPECT_EQ(findCompiles(view.compiles, "conv").recent_size(), 0);
}

TEST_F(PageSectionsTest, WhatIsInSeveralListsIsFoundOnce) {
  for (v1::FinishedCompile *each :
       {view.compiles.add_recent(), view.compiles.add_slowest(),
        view.compiles.add_largest()})
    *each = compile("net");
  EXPECT_EQ(findCompiles(view.compiles, "net").recent_size(), 1);
}

TEST_F(PageSectionsTest, OneFoundCompileIsShownInDetail) {
  v1::FinishedCompile net = compile("net");
  addKernel(net, "kernel_1", "linalg.matmul");
  addKernel(net, "kernel_2", "linalg.generic");
  *view.compiles.add_recent() = net;
  EXPECT_THAT(searchPage(view, "net"),
              AllOf(HasSubstr("<h2>Details</h2>"), HasSubstr("kernel_1"),
                    HasSubstr("kernel_2"),
                    HasSubstr(Digest::of("net program").hex()),
                    Not(HasSubstr("Message"))));
  view.compiles.mutable_recent(0)->set_message("no such <op>");
  EXPECT_THAT(searchPage(view, "net"),
              HasSubstr("<dt>Message</dt><dd>no such &lt;op&gt;</dd>"));
  // Of several, only the kernels that were asked for.
  v1::FinishedCompile other = compile("net 2");
  addKernel(other, "kernel_3", "linalg.matmul");
  *view.compiles.add_recent() = other;
  EXPECT_THAT(searchPage(view, "matmul"),
              AllOf(Not(HasSubstr("<h2>Details</h2>")), HasSubstr("kernel_1"),
                    HasSubstr("kernel_3"), Not(HasSubstr("kernel_2"))));
}

TEST_F(PageSectionsTest, WhyACompileRanIsShownWithIt) {
  *view.compiles.add_recent() = compile("net");
  EXPECT_THAT(searchPage(view, "net"), Not(HasSubstr("Why it ran")));
  view.explanation = absl::NotFoundError("it was <evicted>");
  EXPECT_THAT(searchPage(view, "net"), HasSubstr("it was &lt;evicted&gt;"));
  v1::ExplainResponse response;
  view.explanation = response;
  EXPECT_THAT(searchPage(view, "net"), HasSubstr("Nothing that was compiled"));
  *response.mutable_base() = Digest::of("earlier").toProto();
  view.explanation = response;
  EXPECT_THAT(searchPage(view, "net"), HasSubstr("Nothing differs"));
  v1::KeyDifference &difference = *response.add_differences();
  difference.add_path("options");
  difference.add_path("emit");
  difference.set_before("A");
  difference.set_after("B");
  view.explanation = response;
  EXPECT_THAT(searchPage(view, "net"),
              AllOf(HasSubstr("options › emit"), Not(HasSubstr(" more."))));
}

TEST_F(PageSectionsTest, SearchFindsWhatRuns) {
  v1::Job &job = *view.jobs.add_jobs();
  *job.mutable_request() = Digest::of("job").toProto();
  job.set_target("riscv64");
  EXPECT_THAT(searchPage(view, "RISCV"),
              AllOf(HasSubstr("<h2>Jobs</h2>"), HasSubstr("<p>These run")));
  EXPECT_THAT(searchPage(view, Digest::of("job").hex().substr(0, 9)),
              HasSubstr("<h2>Jobs</h2>"));
  EXPECT_THAT(searchPage(view, "aarch64"),
              AllOf(Not(HasSubstr("<h2>Jobs</h2>")), HasSubstr("Nothing")));
}

TEST_F(PageSectionsTest, WhatWasTypedComesBackAsText) {
  EXPECT_THAT(
      searchPage(view, "<b>\"x\""),
      AllOf(HasSubstr("&lt;b&gt;&quot;x&quot;"), Not(HasSubstr("<b>\"x\""))));
  EXPECT_THAT(loginPage("no <such> token"),
              AllOf(HasSubstr("role=\"alert\">no &lt;such&gt; token"),
                    HasSubstr("aria-invalid=\"true\"")));
  EXPECT_THAT(loginPage(""), Not(HasSubstr("role=\"alert\"")));
  EXPECT_THAT(messagePage("Gone <1>", "a & b"),
              AllOf(HasSubstr("<h1>Gone &lt;1&gt;</h1>"),
                    HasSubstr("<p>a &amp; b</p>")));
}

} // namespace
} // namespace ingot::server
