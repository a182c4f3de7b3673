//===- AdminRoutesTest.cpp - who sees and does what on the page -----------===//
//
// Asked over a real socket, as browsers and scripts do.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/server/admin/AdminTesting.h"

#include <httplib.h>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <memory>
#include <thread>
#include <vector>

namespace ingot::server {
namespace {

using testing::HasSubstr;
using testing::Not;

class AdminRoutesTest : public testing::Test {
protected:
  AdminRoutesTest() { start({}); }

  void start(HttpLimits limits) {
    auto started = HttpServer::start(
        "127.0.0.1", 0,
        {madeUpSource(), [] { return true; },
         [](const std::string &token) -> absl::StatusOr<Viewer> {
           if (token == "reader")
             return Viewer{{"grafana", false, {"ml"}}};
           if (token == "stranger")
             return Viewer{{"grafana", false, {"web"}}};
           if (token == "operator")
             return Viewer{{"ann", true, {"ops"}, /*isOperator=*/true}};
           return absl::UnauthenticatedError("this token is not known here");
         },
         [] { return std::vector<prometheus::MetricFamily>(); },
         [this](const AdminRoutes::Audited &entry) {
           absl::MutexLock lock(&mutex_);
           audited_.push_back(entry);
         }},
        limits);
    ASSERT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  httplib::Client client() const {
    return httplib::Client("127.0.0.1", server_->port());
  }
  static httplib::Headers bearer(const std::string &token) {
    return {{"Authorization", "Bearer " + token}};
  }
  static httplib::Headers cookie(const std::string &token) {
    return {{"Cookie", "other=1; ingot-token=" + token}};
  }
  static std::string cancelPath(const std::string &prefix,
                                const std::string &request) {
    Digest digest = Digest::of(request);
    return absl::StrCat(prefix, "/jobs/", digest.hex(), "-", digest.size,
                        "/cancel");
  }

  absl::Mutex mutex_;
  std::vector<AdminRoutes::Audited> audited_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<HttpServer> server_;
};

/// A page that is open: reads events until it has `wanted`, or the server ends.
class OpenPage {
public:
  OpenPage(int port, size_t wanted, const std::string &token = "reader")
      : thread_([this, port, wanted, token] {
          httplib::Client client("127.0.0.1", port);
          client.set_read_timeout(60);
          client.Get(
              "/events", {{"Authorization", "Bearer " + token}},
              [this](const httplib::Response &response) {
                status = response.status;
                return true;
              },
              [this, wanted](const char *bytes, size_t size) {
                text.append(bytes, size);
                return text.size() < wanted ||
                       text.find("\n\n") == std::string::npos;
              });
        }) {}
  ~OpenPage() { thread_.join(); }

  void join() {
    thread_.join();
    thread_ = std::thread([] {});
  }

  int status = 0;
  std::string text;

private:
  std::thread thread_;
};

TEST_F(AdminRoutesTest, WhoIsNotKnownSeesTheFormAndNothingElse) {
  for (const char *path : {"/", "/search?q=x"}) {
    auto answer = client().Get(path);
    EXPECT_EQ(answer->status, 401) << path;
    EXPECT_THAT(answer->body, HasSubstr("name=\"token\"")) << path;
    EXPECT_THAT(answer->body, Not(HasSubstr("1.2.3"))) << path;
  }
  for (const char *path : {"/api/v1/jobs", "/api/v1/search?q=x", "/events"}) {
    auto answer = client().Get(path, bearer("guess"));
    EXPECT_EQ(answer->status, 401) << path;
    EXPECT_THAT(answer->body, HasSubstr("not known here")) << path;
  }
  EXPECT_EQ(client().Get("/metrics")->status, 200);
  EXPECT_EQ(client().Get("/healthz")->status, 200);
}

TEST_F(AdminRoutesTest, ReadersSeeAllButWhoWaits) {
  auto page = client().Get("/", cookie("reader"));
  EXPECT_EQ(page->status, 200);
  EXPECT_THAT(page->body, HasSubstr("3 of 9"));
  EXPECT_THAT(page->body, Not(HasSubstr("bot")));
  EXPECT_THAT(page->body, Not(HasSubstr("/cancel")));
  auto jobs = client().Get("/api/v1/jobs", bearer("reader"));
  EXPECT_EQ(nlohmann::json::parse(jobs->body)["jobs"][0]["callers"].size(), 0u);
}

TEST_F(AdminRoutesTest, OperatorsSeeWhoWaitsAndCancel) {
  auto page = client().Get("/", cookie("operator"));
  EXPECT_THAT(page->body, HasSubstr("ci &lt;bot&gt;"));
  EXPECT_THAT(page->body, HasSubstr("<td>ml</td><td>5.0 MiB</td>"));
  EXPECT_THAT(page->body, HasSubstr(cancelPath("", "job")));
  auto api = client().Post(cancelPath("/api/v1", "job"), bearer("operator"), "",
                           "text/plain");
  EXPECT_EQ(api->status, 200) << api->body;
  auto form = client().Post(cancelPath("", "job"), cookie("operator"), "",
                            "application/x-www-form-urlencoded");
  EXPECT_EQ(form->status, 303);
  EXPECT_EQ(client()
                .Post(cancelPath("", "other"), cookie("operator"), "",
                      "application/x-www-form-urlencoded")
                ->status,
            404);
}

TEST_F(AdminRoutesTest, NothingOfAnotherTenantIsOnAnyPage) {
  for (const char *path :
       {"/", "/search?q=matmul", "/api/v1/jobs", "/api/v1/compiles",
        "/api/v1/crashes", "/api/v1/tenants", "/api/v1/search?q=matmul"}) {
    auto answer = client().Get(path, bearer("stranger"));
    EXPECT_EQ(answer->status, 200) << path;
    for (const std::string &foreign :
         {Digest::of("job").hex(), Digest::of("compile").hex(),
          Digest::of("input").hex(), std::string("kernel_7"),
          std::string("signal 11"), std::string("5242880"),
          std::string("5.0 MiB")})
      EXPECT_THAT(answer->body, Not(HasSubstr(foreign))) << path;
  }
  OpenPage page(server_->port(), 1, "stranger");
  page.join();
  EXPECT_THAT(page.text, HasSubstr("compiles"));
  EXPECT_THAT(page.text, Not(HasSubstr(Digest::of("compile").hex())));
}

TEST_F(AdminRoutesTest, EveryCancelIsToldWithWhoAndWhatCameOfIt) {
  for (const auto &[token, request] :
       {std::pair("operator", "job"), std::pair("operator", "other"),
        std::pair("reader", "job"), std::pair("guess", "job")})
    client().Post(cancelPath("/api/v1", request), bearer(token), "",
                  "text/plain");
  absl::MutexLock lock(&mutex_);
  ASSERT_EQ(audited_.size(), 4u);
  EXPECT_STREQ(audited_[0].method, "CancelRequest");
  EXPECT_EQ(audited_[0].caller.name, "ann");
  EXPECT_EQ(audited_[0].caller.tenant.name, "ops");
  EXPECT_EQ(audited_[0].key, Digest::of("job").toString());
  EXPECT_THAT(audited_[0].peer, testing::StartsWith("http:127.0.0.1:"));
  EXPECT_TRUE(audited_[0].status.ok());
  EXPECT_EQ(audited_[1].status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(audited_[2].caller.name, "grafana");
  EXPECT_EQ(audited_[2].status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_STREQ(audited_[3].method, "HttpRead") << "nobody's token";
}

TEST_F(AdminRoutesTest, RefusalsAreTold) {
  auto http = client();
  http.Get("/api/v1/jobs");
  http.Get("/events", bearer("stolen"));
  http.Get("/", cookie("stolen"));
  http.Post("/login", "token=stolen", "application/x-www-form-urlencoded");
  http.Post("/login", {{"Origin", "http://elsewhere"}}, "token=reader",
            "application/x-www-form-urlencoded");
  absl::MutexLock lock(&mutex_);
  std::vector<std::string> told;
  for (const AdminRoutes::Audited &entry : audited_) {
    told.push_back(absl::StrCat(entry.method, " ", entry.key, " ",
                                entry.caller.name, " ",
                                absl::StatusCodeToString(entry.status.code())));
    EXPECT_THAT(entry.peer, HasSubstr("http:127.0.0.1:"));
  }
  EXPECT_THAT(
      told, testing::ElementsAre("HttpRead /api/v1/jobs  UNAUTHENTICATED",
                                 "HttpRead /events  UNAUTHENTICATED",
                                 "HttpRead /  UNAUTHENTICATED",
                                 "HttpLogin /login  UNAUTHENTICATED",
                                 "HttpLogin /login grafana PERMISSION_DENIED"));
}

TEST_F(AdminRoutesTest, WhoIsToldWhereToLogInAndWhoMayReadAreNoRefusals) {
  auto http = client();
  http.Get("/");
  http.Get("/login");
  http.Get("/api/v1/jobs", bearer("reader"));
  http.Post("/login", "token=reader", "application/x-www-form-urlencoded");
  http.Get("/api/v1/" + std::string(1000, 'x'));
  absl::MutexLock lock(&mutex_);
  EXPECT_THAT(audited_, testing::IsEmpty());
}

TEST_F(AdminRoutesTest, ReadersDoNotCancel) {
  for (const char *prefix : {"", "/api/v1"})
    EXPECT_EQ(
        client()
            .Post(cancelPath(prefix, "job"), bearer("reader"), "", "text/plain")
            ->status,
        403);
}

TEST_F(AdminRoutesTest, FormsOfOtherSitesAreRefused) {
  for (const auto &[name, value] : {std::pair("Sec-Fetch-Site", "cross-site"),
                                    std::pair("Origin", "https://evil.example"),
                                    std::pair("Origin", "null")}) {
    httplib::Headers headers = cookie("operator");
    headers.emplace(name, value);
    EXPECT_EQ(client()
                  .Post(cancelPath("", "job"), headers, "",
                        "application/x-www-form-urlencoded")
                  ->status,
              403)
        << name << ": " << value;
  }
}

TEST_F(AdminRoutesTest, ALoginIsACookieThatScriptsDoNotSee) {
  auto wrong = client().Post("/login", httplib::Params{{"token", "guess"}});
  EXPECT_EQ(wrong->status, 401);
  EXPECT_THAT(wrong->body, HasSubstr("role=\"alert\">this token is not known"));
  EXPECT_FALSE(wrong->has_header("Set-Cookie"));
  auto right = client().Post("/login", httplib::Params{{"token", "reader"}});
  EXPECT_EQ(right->status, 303);
  EXPECT_EQ(right->get_header_value("Set-Cookie"),
            "ingot-token=reader; HttpOnly; SameSite=Strict; Path=/");
  auto out = client().Post("/logout");
  EXPECT_THAT(out->get_header_value("Set-Cookie"), HasSubstr("Max-Age=0"));
}

TEST_F(AdminRoutesTest, NamesFromOutsideAreText) {
  auto page = client().Get("/", bearer("operator"));
  EXPECT_THAT(page->body, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page->body, HasSubstr("&lt;script&gt;alert"));
  EXPECT_THAT(page->get_header_value("Content-Security-Policy"),
              HasSubstr("default-src 'none'"));
  auto search = client().Get("/search?q=%22%3E%3Cscript%3E", bearer("reader"));
  EXPECT_THAT(search->body, Not(HasSubstr("\"><script>")));
}

TEST_F(AdminRoutesTest, SearchFindsDigestsNamesAndKernels) {
  for (const std::string &query :
       {Digest::of("compile").hex(), Digest::of("compile").hex().substr(0, 8),
        std::string("matmul"), std::string("KERNEL_7"), std::string("alert")}) {
    auto found = nlohmann::json::parse(
        client().Get("/api/v1/search?q=" + query, bearer("reader"))->body);
    EXPECT_EQ(found["recent"].size(), 1u) << query;
  }
  for (const char *query : {"nothing", "", "ff"}) {
    auto found = nlohmann::json::parse(
        client()
            .Get(absl::StrCat("/api/v1/search?q=", query), bearer("reader"))
            ->body);
    EXPECT_EQ(found["recent"].size(), 0u) << query;
  }
  auto page = client().Get("/search?q=matmul", bearer("reader"));
  EXPECT_THAT(page->body, HasSubstr("kernel_7"));
}

TEST_F(AdminRoutesTest, ACompileIsExplained) {
  auto page = client().Get("/search?q=" + Digest::of("compile").hex(),
                           bearer("reader"));
  EXPECT_THAT(page->body, HasSubstr("<h2>Why it ran</h2>"));
  EXPECT_THAT(page->body, HasSubstr("kernels › &lt;b&gt;main&lt;/b&gt;"));
  EXPECT_THAT(page->body, HasSubstr(Digest::of("earlier").hex()));
  EXPECT_THAT(page->body, HasSubstr("And 4 more."));
  auto name = [](const char *of) {
    const Digest digest = Digest::of(of);
    return absl::StrCat(digest.hex(), "-", digest.size);
  };
  const std::string path = "/api/v1/explain?entry=" + name("compile");
  auto said = nlohmann::json::parse(client().Get(path, bearer("reader"))->body);
  EXPECT_EQ(said["base"]["hash"], Digest::of("earlier").hex());
  EXPECT_EQ(said["differences"][0]["note"], "built");
  EXPECT_FALSE(said["differences"][0].contains("before"));
  said = nlohmann::json::parse(
      client().Get(path + "&base=" + name("other"), bearer("reader"))->body);
  EXPECT_EQ(said["base"]["hash"], Digest::of("other").hex());
  EXPECT_EQ(client().Get(path, bearer("stranger"))->status, 404);
  EXPECT_EQ(client().Get(path, bearer("guess"))->status, 401);
  EXPECT_EQ(client().Get("/api/v1/explain?entry=x", bearer("reader"))->status,
            400);
}

TEST_F(AdminRoutesTest, DataIsJson) {
  for (const char *name : {"statistics", "jobs", "compiles", "crashes",
                           "tenants", "targets", "history", "search"}) {
    auto answer =
        client().Get(absl::StrCat("/api/v1/", name), bearer("reader"));
    EXPECT_EQ(answer->status, 200) << name;
    EXPECT_EQ(answer->get_header_value("Content-Type"), "application/json");
    EXPECT_TRUE(nlohmann::json::accept(answer->body)) << name;
  }
}

TEST_F(AdminRoutesTest, EventsHaveTheSectionsOfThePage) {
  OpenPage page(server_->port(), 1);
  page.join();
  EXPECT_EQ(page.status, 200);
  ASSERT_THAT(page.text, testing::StartsWith("data: {"));
  auto sections = nlohmann::json::parse(page.text.substr(6));
  for (const char *id :
       {"figures", "plots", "jobs", "compiles", "crashes", "store"})
    EXPECT_TRUE(sections.contains(id)) << id;
}

TEST_F(AdminRoutesTest, OpenPagesAreBoundedAndTakeNoThreadOfRequests) {
  HttpLimits limits;
  limits.threads = 1;
  limits.maxStreams = 2;
  start(limits);
  constexpr size_t kEndless = size_t{1} << 30;
  OpenPage first(server_->port(), kEndless), second(server_->port(), kEndless);
  // Until both are open, a third would be one of them.
  while (true) {
    OpenPage third(server_->port(), 1);
    third.join();
    if (third.status == 503)
      break;
  }
  EXPECT_EQ(client().Get("/healthz")->status, 200);
  server_.reset(); // Ends both, or this test would hang.
}

} // namespace
} // namespace ingot::server
