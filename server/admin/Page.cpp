//===- Page.cpp - the admin page ------------------------------------------===//
//
// Names and messages come from callers and workers: whatever is no number goes
// through escapeHtml().
//
//===----------------------------------------------------------------------===//

#include "server/admin/Page.h"
#include "server/admin/Html.h"
#include "server/admin/Plot.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <functional>
#include <set>

namespace ingot::server {
namespace {

using Statistics = v1::GetStatisticsResponse;
using Compiles = google::protobuf::RepeatedPtrField<v1::FinishedCompile>;

constexpr int kRecentShown = 20, kTopShown = 10;
constexpr absl::string_view kNothing = "–";

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

std::string head(absl::string_view title, const AdminView *view,
                 absl::string_view query = {}) {
  std::string html = absl::StrCat(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<meta name=\"color-scheme\" content=\"light dark\">"
      "<title>",
      escapeHtml(title),
      "</title><link rel=\"icon\" href=\"data:,\">"
      "<link rel=\"stylesheet\" href=\"/admin.css\">"
      "<script src=\"/admin.js\" defer></script></head><body>"
      "<a class=\"skip\" href=\"#main\">Skip to content</a><header>"
      "<a class=\"brand\" href=\"/\">Ingot</a>");
  if (!view)
    return html + "</header><main id=\"main\">";
  absl::StrAppend(
      &html,
      "<nav aria-label=\"Sections\"><a href=\"/#jobs-title\">Jobs</a>"
      "<a href=\"/#compiles-title\">Compiles</a>"
      "<a href=\"/#crashes-title\">Crashes</a>"
      "<a href=\"/#store-title\">Store</a>"
      "<a href=\"/#targets-title\">Targets</a></nav>"
      "<form role=\"search\" action=\"/search\"><input type=\"search\" "
      "name=\"q\" aria-label=\"Digest, name or kernel\" placeholder=\"Digest, "
      "name or kernel\" value=\"",
      escapeHtml(query), "\"><button>Search</button></form>");
  if (view->viewer.hasToken)
    absl::StrAppend(&html, "<form method=\"post\" action=\"/logout\"><span>",
                    escapeHtml(view->viewer.principal.name),
                    "</span><button>Log out</button></form>");
  else
    absl::StrAppend(&html, "<a href=\"/login\">Log in</a>");
  return html + "</header><main id=\"main\">";
}

std::string foot() { return "</main></body></html>\n"; }

/// A section that is exchanged as a whole.
std::string section(const std::string &id, absl::string_view title,
                    absl::string_view content) {
  return absl::StrCat("<section aria-labelledby=\"", id, "-title\"><h2 id=\"",
                      id, "-title\">", title, "</h2><div id=\"", id,
                      "\" data-live>", content, "</div></section>\n");
}

/// A table that scrolls in itself, and can be by keyboard.
std::string table(absl::string_view label,
                  const std::vector<absl::string_view> &columns,
                  const std::vector<std::string> &rows,
                  absl::string_view empty) {
  if (rows.empty())
    return absl::StrCat("<p class=\"quiet\">", empty, "</p>");
  std::string html = absl::StrCat(
      "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"",
      label, "\"><table><thead><tr>");
  for (absl::string_view column : columns)
    absl::StrAppend(&html, "<th scope=\"col\">", column, "</th>");
  return absl::StrCat(html, "</tr></thead><tbody>", absl::StrJoin(rows, ""),
                      "</tbody></table></div>");
}

std::string row(const std::vector<std::string> &cells) {
  return absl::StrCat("<tr><td>", absl::StrJoin(cells, "</td><td>"),
                      "</td></tr>\n");
}

std::string card(absl::string_view name, absl::string_view value,
                 absl::string_view more) {
  return absl::StrCat("<div class=\"card\"><dt>", name, "</dt><dd>", value,
                      "</dd><dd class=\"quiet\">", more, "</dd></div>");
}

std::string share(double part, double whole) {
  return whole > 0 ? absl::StrFormat("%.1f %%", 100 * part / whole)
                   : std::string(kNothing);
}

std::string meter(double value, double most, absl::string_view label) {
  return absl::StrFormat("<meter min=\"0\" max=\"%.0f\" value=\"%.0f\" "
                         "aria-label=\"%s\"></meter>",
                         std::max(1., most), value, label);
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

std::string figures(const AdminView &view) {
  const Statistics &s = view.statistics;
  const auto compiles = static_cast<double>(
      s.request_hits() + s.request_misses() + s.request_joins());
  const auto kernels =
      static_cast<double>(s.kernels_built() + s.kernels_reused());
  std::string html = "<dl class=\"cards\">";
  absl::StrAppend(
      &html,
      card("State",
           view.isReady ? "<span class=\"good\">ready</span>"
                        : "<span class=\"bad\">draining</span>",
           absl::StrCat("up ", formatSeconds(s.uptime_seconds()))),
      card("Hits", share(static_cast<double>(s.request_hits()), compiles),
           absl::StrCat("of ", formatCount(compiles), " compiles")),
      card("Kernels reused",
           share(static_cast<double>(s.kernels_reused()), kernels),
           absl::StrCat(formatCount(static_cast<double>(s.kernels_built())),
                        " built")),
      card("Workers",
           absl::StrCat(s.workers_busy(), " of ", s.workers(), " busy"),
           meter(s.workers_busy(), s.workers(), "busy workers")),
      card("Queue", formatCount(s.queue_length()), "actions wait"),
      card(
          "Errors", formatCount(static_cast<double>(s.request_errors())),
          absl::StrCat(formatCount(static_cast<double>(s.request_rejections())),
                       " refused, queue full")),
      card("Store", formatBytes(static_cast<double>(s.store_bytes())),
           meter(static_cast<double>(s.store_bytes()),
                 static_cast<double>(s.store_limit_bytes()), "store used")));
  return html + "</dl>";
}

/// The growth of a counter a second, between samples.
std::vector<double> rate(const std::vector<Sample> &samples,
                         uint64_t (Statistics::*counter)() const) {
  std::vector<double> values(samples.size());
  for (size_t i = 1; i < samples.size(); ++i) {
    const double seconds = std::max(
        0.001, absl::ToDoubleSeconds(samples[i].time - samples[i - 1].time));
    values[i] = static_cast<double>((samples[i].statistics.*counter)() -
                                    (samples[i - 1].statistics.*counter)()) /
                seconds;
  }
  if (values.size() > 1)
    values[0] = values[1];
  return values;
}

template <typename Get>
std::vector<double> gauge(const std::vector<Sample> &samples, Get get) {
  std::vector<double> values;
  for (const Sample &sample : samples)
    values.push_back(static_cast<double>((sample.statistics.*get)()));
  return values;
}

/// Hits of the compiles between samples, in percent.
std::vector<double> hitShare(const std::vector<Sample> &samples) {
  const auto hits = rate(samples, &Statistics::request_hits);
  const auto misses = rate(samples, &Statistics::request_misses);
  const auto joins = rate(samples, &Statistics::request_joins);
  std::vector<double> values;
  for (size_t i = 0; i < hits.size(); ++i) {
    const double all = hits[i] + misses[i] + joins[i];
    values.push_back(all > 0          ? 100 * hits[i] / all
                     : values.empty() ? 0
                                      : values.back());
  }
  return values;
}

std::string plots(const AdminView &view) {
  std::vector<absl::Time> times;
  for (const Sample &sample : view.history)
    times.push_back(sample.time);
  const std::vector<Sample> &history = view.history;
  auto perSecond = [](double value) {
    return absl::StrFormat("%.*f/s", value < 10 ? 2 : 0, value);
  };
  auto percent = [](double value) { return absl::StrFormat("%.0f %%", value); };
  return absl::StrCat(
      "<div class=\"plots\">",
      plot("Compiles", times,
           {{"hits", rate(history, &Statistics::request_hits)},
            {"misses", rate(history, &Statistics::request_misses)},
            {"errors", rate(history, &Statistics::request_errors)}},
           perSecond),
      plot("Hit ratio", times, {{"hits", hitShare(history)}}, percent),
      plot("Queue and workers", times,
           {{"waiting", gauge(history, &Statistics::queue_length)},
            {"busy workers", gauge(history, &Statistics::workers_busy)}},
           formatCount),
      plot("Kernels", times,
           {{"built", rate(history, &Statistics::kernels_built)},
            {"reused", rate(history, &Statistics::kernels_reused)}},
           perSecond),
      plot("Store", times, {{"kept", gauge(history, &Statistics::store_bytes)}},
           formatBytes),
      plot("Workers that died", times,
           {{"crashed", rate(history, &Statistics::worker_crashes)},
            {"run limit", rate(history, &Statistics::worker_timeouts)},
            {"memory limit", rate(history, &Statistics::worker_memory_limits)}},
           perSecond),
      "</div>");
}

/// A request, and its lane if it is not `trusted`.
std::string requestCell(const v1::Digest &request, const std::string &lane) {
  return absl::StrCat(formatDigest(request), lane.empty() ? "" : " in ",
                      escapeHtml(lane));
}

std::string jobRow(const v1::Job &job, const Viewer &viewer) {
  std::string progress =
      job.phase().empty() ? "starts" : escapeHtml(job.phase());
  if (job.total() > 1)
    absl::StrAppend(&progress, " <progress max=\"", job.total(), "\" value=\"",
                    job.done(), "\" aria-label=\"", escapeHtml(job.phase()),
                    "\"></progress> ", job.done(), " of ", job.total());
  std::vector<std::string> cells{
      requestCell(job.request(), job.lane()), escapeHtml(job.target()),
      progress, formatSeconds(job.seconds()), absl::StrCat(job.waiting())};
  if (viewer.principal.isOperator) {
    cells.back() = escapeHtml(absl::StrJoin(job.callers(), ", "));
    cells.push_back(absl::StrCat("<form method=\"post\" action=\"/jobs/",
                                 escapeHtml(job.request().hash()), "-",
                                 job.request().size_bytes(),
                                 "/cancel\"><button aria-label=\"Cancel ",
                                 escapeHtml(job.request().hash().substr(0, 10)),
                                 "\">Cancel</button></form>"));
  }
  return row(cells);
}

using Jobs = google::protobuf::RepeatedPtrField<v1::Job>;

std::string jobTable(const Jobs &jobs, const Viewer &viewer) {
  std::vector<std::string> rows;
  for (const v1::Job &job : jobs)
    rows.push_back(jobRow(job, viewer));
  std::vector<absl::string_view> columns{"Request", "Target", "Progress",
                                         "Since", "Waiting"};
  if (viewer.principal.isOperator)
    columns.push_back("Action");
  return table("Running requests", columns, rows, "Nothing runs.");
}

std::string compileRow(const v1::FinishedCompile &compile) {
  const bool isOk = compile.outcome() == "OK";
  return row(
      {formatTime(absl::UnixEpoch() + absl::Seconds(compile.ended())),
       requestCell(compile.request(), compile.lane()),
       escapeHtml(absl::StrJoin(compile.entry_points(), ", ")),
       escapeHtml(compile.target()),
       absl::StrCat("<span class=\"", isOk ? "good" : "bad", "\">",
                    escapeHtml(compile.outcome()), "</span>"),
       formatSeconds(compile.seconds()),
       formatSeconds(compile.queued_seconds()),
       absl::StrCat(compile.kernels_built(), " / ", compile.kernels_reused()),
       isOk ? formatBytes(static_cast<double>(compile.artifact().size_bytes()))
            : std::string(kNothing)});
}

std::string compileTable(absl::string_view label, const Compiles &compiles,
                         int most, absl::string_view empty) {
  std::vector<std::string> rows;
  for (int i = 0; i < std::min(most, compiles.size()); ++i)
    rows.push_back(compileRow(compiles[i]));
  return table(label,
               {"Ended", "Request", "Entry points", "Target", "Outcome", "Took",
                "Queued", "Built / reused", "Size"},
               rows, empty);
}

std::string compiles(const AdminView &view) {
  constexpr absl::string_view kNone = "Nothing was compiled yet.";
  return absl::StrCat("<h3>Last</h3>",
                      compileTable("Last compiles", view.compiles.recent(),
                                   kRecentShown, kNone),
                      "<h3>Slowest</h3>",
                      compileTable("Slowest compiles", view.compiles.slowest(),
                                   kTopShown, kNone),
                      "<h3>Largest</h3>",
                      compileTable("Largest compiles", view.compiles.largest(),
                                   kTopShown, kNone));
}

std::string crashes(const AdminView &view) {
  std::vector<std::string> rows;
  for (const v1::Crash &crash : view.crashes.crashes())
    rows.push_back(
        row({formatTime(absl::UnixEpoch() + absl::Seconds(crash.seen())),
             escapeHtml(crash.kind()), absl::StrCat(crash.count()),
             crash.quarantined() ? "<span class=\"bad\">quarantined</span>"
                                 : std::string(kNothing),
             absl::StrCat("<code>ingot fetch ",
                          escapeHtml(crash.reproducer().hash()), "/",
                          crash.reproducer().size_bytes(), " -o crash</code>"),
             escapeHtml(crash.message())}));
  return table("Crashes",
               {"Last", "Action", "Times", "State", "Reproducer", "Message"},
               rows, "No action brought a worker down.");
}

/// A line, once anything was asked of it or given to it.
std::string secondLevel(const Statistics &s) {
  const uint64_t misses =
      s.second_level_misses_absent() + s.second_level_misses_incomplete() +
      s.second_level_misses_corrupt() + s.second_level_misses_failed() +
      s.second_level_misses_skipped() + s.second_level_misses_not_kept();
  if (s.second_level_hits() + misses + s.second_level_records_written() +
          s.second_level_records_dropped() + s.second_level_queue_records() ==
      0)
    return "";
  auto count = [](uint64_t value) {
    return formatCount(static_cast<double>(value));
  };
  return absl::StrCat(
      "<p>Second level: ",
      s.second_level_breaker_state() == 0
          ? "<span class=\"good\">asked</span>"
          : "<span class=\"bad\">left alone, it failed</span>",
      ", ", count(s.second_level_hits()), " hits, ", count(misses), " misses (",
      count(s.second_level_misses_corrupt()), " corrupt, ",
      count(s.second_level_misses_failed()), " failed), ",
      count(s.second_level_records_written()), " results written, ",
      count(s.second_level_queue_records()), " wait, ",
      count(s.second_level_records_dropped()), " dropped.</p>");
}

/// What tenants keep, once one does.
std::string tenants(const AdminView &view) {
  if (view.tenants.tenants().empty())
    return "";
  std::vector<const v1::DescribeStoreResponse::Tenant *> largestFirst;
  for (const auto &tenant : view.tenants.tenants())
    largestFirst.push_back(&tenant);
  std::sort(largestFirst.begin(), largestFirst.end(),
            [](const auto *a, const auto *b) {
              return a->bytes() != b->bytes() ? a->bytes() > b->bytes()
                                              : a->name() < b->name();
            });
  auto bytes = [](uint64_t value) {
    return formatBytes(static_cast<double>(value));
  };
  std::vector<std::string> rows;
  for (const auto *tenant : largestFirst)
    rows.push_back(row({escapeHtml(tenant->name()), bytes(tenant->bytes()),
                        tenant->limit_bytes() ? bytes(tenant->limit_bytes())
                                              : std::string(kNothing),
                        formatCount(static_cast<double>(tenant->entries()))}));
  return "<h3>By tenant</h3>" + table("Store by tenant",
                                      {"Tenant", "Kept", "Limit", "Entries"},
                                      rows, "");
}

/// What is kept by kind and last use, once it was counted.
std::string inventory(const AdminView &view) {
  if (view.tenants.rows().empty())
    return "";
  std::vector<absl::string_view> columns{"Kind", "Entries", "Kept"};
  columns.insert(columns.end(), view.tenants.ages().begin(),
                 view.tenants.ages().end());
  auto bytes = [](uint64_t value) {
    return value ? formatBytes(static_cast<double>(value))
                 : std::string(kNothing);
  };
  std::vector<std::string> rows;
  for (const auto &kind : view.tenants.rows()) {
    std::vector<std::string> cells{
        escapeHtml(kind.kind()),
        formatCount(static_cast<double>(kind.entries())), bytes(kind.bytes())};
    for (uint64_t old : kind.bytes_by_age())
      cells.push_back(bytes(old));
    rows.push_back(row(cells));
  }
  return "<h3>By kind and last use</h3>" +
         table("Store by kind and last use", columns, rows, "");
}

std::string store(const AdminView &view) {
  const Statistics &s = view.statistics;
  auto count = [](uint64_t value) {
    return formatCount(static_cast<double>(value));
  };
  return table(
             "Store", {"Kind", "Kept", "Evicted since the start"},
             {row({"Blobs", count(s.store_blobs()),
                   count(s.store_evictions())}),
              row({"Records", count(s.store_records()),
                   count(s.store_record_evictions())}),
              row({"All",
                   absl::StrCat(
                       formatBytes(static_cast<double>(s.store_bytes())),
                       " of ",
                       formatBytes(static_cast<double>(s.store_limit_bytes()))),
                   absl::StrCat(count(s.store_broken_records()), " damaged")})},
             "") +
         inventory(view) + tenants(view) + secondLevel(s);
}

std::string targets(const AdminView &view) {
  std::vector<std::string> rows;
  for (const auto &named : view.targets.targets())
    rows.push_back(
        row({escapeHtml(named.name()), escapeHtml(named.target().triple()),
             escapeHtml(named.target().cpu()), escapeHtml(named.summary())}));
  return table("Targets", {"Name", "Triple", "CPU", "What"}, rows,
               "There are none.");
}

bool matches(const v1::Digest &digest, absl::string_view query) {
  return !query.empty() && absl::StartsWith(digest.hash(), query);
}

bool contains(absl::string_view text, absl::string_view query) {
  return absl::StrContains(absl::AsciiStrToLower(text),
                           absl::AsciiStrToLower(query));
}

bool matches(const v1::FinishedCompile &compile, absl::string_view query) {
  if (matches(compile.request(), query) || matches(compile.program(), query) ||
      matches(compile.artifact(), query) || contains(compile.target(), query) ||
      contains(compile.message(), query))
    return true;
  for (const std::string &name : compile.entry_points())
    if (contains(name, query))
      return true;
  return std::any_of(compile.kernels().begin(), compile.kernels().end(),
                     [&](const v1::FinishedCompile::Kernel &kernel) {
                       return contains(kernel.symbol(), query) ||
                              contains(kernel.root(), query) ||
                              matches(kernel.module(), query);
                     });
}

/// The kernels of what was found that have the query in them themselves, or
/// all of a single compile.
std::string kernelTable(const Compiles &found, absl::string_view query) {
  std::vector<std::string> rows;
  std::set<std::string> seen;
  for (const v1::FinishedCompile &compile : found)
    for (const v1::FinishedCompile::Kernel &kernel : compile.kernels())
      if ((found.size() == 1 || contains(kernel.symbol(), query) ||
           contains(kernel.root(), query) || matches(kernel.module(), query)) &&
          seen.insert(kernel.module().hash()).second)
        rows.push_back(
            row({escapeHtml(kernel.symbol()), escapeHtml(kernel.root()),
                 formatDigest(kernel.module())}));
  return table("Kernels", {"Symbol", "Root", "Module"}, rows, "None.");
}

/// Why a compile ran: what in it the nearest earlier one did not have.
std::string explanation(const absl::StatusOr<v1::ExplainResponse> &explained) {
  if (!explained.ok())
    return absl::StrCat("<p>", escapeHtml(explained.status().message()),
                        "</p>");
  if (!explained->has_base())
    return "<p>Nothing that was compiled earlier has anything in common with "
           "it.</p>";
  std::vector<std::string> rows;
  for (const v1::KeyDifference &difference : explained->differences())
    rows.push_back(
        row({escapeHtml(absl::StrJoin(difference.path(), " › ")),
             difference.has_before() ? escapeHtml(difference.before())
                                     : std::string(kNothing),
             difference.has_after() ? escapeHtml(difference.after())
                                    : std::string(kNothing),
             escapeHtml(difference.note())}));
  std::string html =
      absl::StrCat("<p>Compared with the nearest earlier compile, ",
                   formatDigest(explained->base()), ":</p>",
                   table("Differences", {"Part", "Before", "Now", "Kernel"},
                         rows, "Nothing differs: its result was evicted."));
  if (explained->left_out() > 0)
    absl::StrAppend(&html, "<p>And ", explained->left_out(), " more.</p>");
  return html;
}

} // namespace

//===----------------------------------------------------------------------===//
// Pages
//===----------------------------------------------------------------------===//

std::vector<std::pair<std::string, std::string>>
liveSections(const AdminView &view) {
  return {{"figures", figures(view)},
          {"plots", plots(view)},
          {"jobs", jobTable(view.jobs.jobs(), view.viewer)},
          {"compiles", compiles(view)},
          {"crashes", crashes(view)},
          {"store", store(view)}};
}

std::string overviewPage(const AdminView &view) {
  return absl::StrCat(
      head("Ingot", &view), "<h1>ingotd ",
      escapeHtml(view.statistics.version()), "</h1><p class=\"quiet\">",
      escapeHtml(view.statistics.compiler_identity()),
      "</p><p id=\"live\" class=\"quiet\" role=\"status\">As of ",
      formatTime(view.now), " UTC. <a href=\"/\">Reload</a></p>",
      "<section aria-label=\"Figures\"><div id=\"figures\" data-live>",
      figures(view), "</div></section>\n",
      section("plots", "The last hour", plots(view)),
      section("jobs", "Jobs", jobTable(view.jobs.jobs(), view.viewer)),
      section("compiles", "Compiles", compiles(view)),
      section("crashes", "Crashes", crashes(view)),
      section("store", "Store", store(view)),
      section("targets", "Targets", targets(view)),
      "<p class=\"quiet\"><a href=\"/metrics\">Metrics</a> · <a "
      "href=\"/api/v1/statistics\">JSON</a></p>",
      foot());
}

v1::ListCompilesResponse findCompiles(const v1::ListCompilesResponse &all,
                                      absl::string_view query) {
  v1::ListCompilesResponse found;
  // A digest as it is printed elsewhere has its size behind it.
  query = absl::StripAsciiWhitespace(query.substr(0, query.find('/')));
  std::set<std::string> seen;
  for (const Compiles *each : {&all.recent(), &all.slowest(), &all.largest()})
    for (const v1::FinishedCompile &compile : *each)
      if (!query.empty() && matches(compile, query) &&
          seen.insert(absl::StrCat(compile.request().hash(), compile.ended()))
              .second)
        *found.add_recent() = compile;
  return found;
}

std::string searchPage(const AdminView &view, absl::string_view query) {
  const Compiles found = findCompiles(view.compiles, query).recent();
  Jobs running;
  const absl::string_view digest = query.substr(0, query.find('/'));
  for (const v1::Job &job : view.jobs.jobs())
    if (matches(job.request(), digest) || matches(job.program(), digest) ||
        (!query.empty() && contains(job.target(), query)))
      *running.Add() = job;
  std::string html = absl::StrCat(
      head("Search – Ingot", &view, query), "<h1>Search</h1><p>",
      found.empty() && running.empty()
          ? "Nothing that runs, or ran since the daemon started, has “"
          : "These run, or ran since the daemon started, and have “",
      escapeHtml(query),
      "” in a digest, an entry point, a kernel, a target or "
      "a message.</p>");
  if (!running.empty())
    absl::StrAppend(&html, "<h2>Jobs</h2>", jobTable(running, view.viewer));
  if (!found.empty())
    absl::StrAppend(&html, "<h2>Compiles</h2>",
                    compileTable("Compiles", found, found.size(), ""),
                    "<h2>Kernels</h2>", kernelTable(found, digest));
  for (const v1::FinishedCompile &compile : found)
    if (found.size() == 1)
      absl::StrAppend(
          &html, "<h2>Details</h2><dl class=\"details\"><dt>Request</dt><dd>",
          escapeHtml(compile.request().hash()), "</dd><dt>Program</dt><dd>",
          escapeHtml(compile.program().hash()), "</dd><dt>Result</dt><dd>",
          escapeHtml(compile.artifact().hash()), "</dd>",
          compile.message().empty()
              ? ""
              : absl::StrCat("<dt>Message</dt><dd>",
                             escapeHtml(compile.message()), "</dd>"),
          "</dl>");
  if (view.explanation)
    absl::StrAppend(&html, "<h2>Why it ran</h2>",
                    explanation(*view.explanation));
  return html + foot();
}

std::string loginPage(absl::string_view error) {
  return absl::StrCat(
      head("Log in – Ingot", nullptr),
      "<h1>Log in</h1><form class=\"login\" method=\"post\" "
      "action=\"/login\"><label for=\"token\">Token</label><input "
      "id=\"token\" name=\"token\" type=\"password\" required "
      "autocomplete=\"current-password\"",
      error.empty() ? "" : " aria-describedby=\"error\" aria-invalid=\"true\"",
      "><button>Log in</button></form>",
      error.empty() ? ""
                    : absl::StrCat("<p id=\"error\" class=\"bad\" "
                                   "role=\"alert\">",
                                   escapeHtml(error), "</p>"),
      "<p class=\"quiet\">The same token as that of <code>ingot "
      "--token-file</code>.</p>",
      foot());
}

std::string messagePage(absl::string_view title, absl::string_view message) {
  return absl::StrCat(head(title, nullptr), "<h1>", escapeHtml(title),
                      "</h1><p>", escapeHtml(message),
                      "</p><p><a href=\"/\">Back</a></p>", foot());
}

} // namespace ingot::server
