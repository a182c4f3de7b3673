//===- AdminRequestsTest.cpp - requests that nobody's browser sends -------===//
//
// Tokens, forms and paths as an attacker or a broken script writes them.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/server/admin/AdminTesting.h"

#include <httplib.h>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <memory>
#include <vector>

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A server that knows every token but the empty one, and remembers them.
class AdminRequestsTest : public testing::Test {
protected:
  AdminRequestsTest() {
    HttpServer::Sources sources{madeUpSource(), [] { return true; }};
    sources.identify =
        [this](const std::string &token) -> absl::StatusOr<Viewer> {
      absl::MutexLock lock(&mutex_);
      tokens_.push_back(token);
      if (token.empty())
        return absl::UnauthenticatedError("no token");
      return Viewer{{"ann", true, {"ops"}, /*isOperator=*/true}};
    };
    sources.onAudit = [this](const AdminRoutes::Audited &entry) {
      absl::MutexLock lock(&mutex_);
      audited_.push_back(
          absl::StrCat(entry.method, " ", entry.key, " ",
                       absl::StatusCodeToString(entry.status.code())));
    };
    auto started =
        HttpServer::start("127.0.0.1", 0, std::move(sources), HttpLimits());
    EXPECT_TRUE(started.ok()) << started.status();
    server_ = *std::move(started);
  }

  httplib::Result get(const std::string &path,
                      const httplib::Headers &headers = {
                          {"Authorization", "Bearer x"}}) {
    return httplib::Client("127.0.0.1", server_->port())
        .Get(path.c_str(), headers);
  }
  httplib::Result post(const std::string &path, const httplib::Params &form,
                       const httplib::Headers &headers = {}) {
    return httplib::Client("127.0.0.1", server_->port())
        .Post(path.c_str(), headers, form);
  }
  /// The tokens that were looked at since the last call.
  std::vector<std::string> takeTokens() {
    absl::MutexLock lock(&mutex_);
    return std::exchange(tokens_, {});
  }
  std::vector<std::string> takeAudited() {
    absl::MutexLock lock(&mutex_);
    return std::exchange(audited_, {});
  }

  absl::Mutex mutex_;
  std::vector<std::string> tokens_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::string> audited_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<HttpServer> server_;
};

TEST_F(AdminRequestsTest, TheTokenIsTheHeadersOrTheCookies) {
  const struct {
    httplib::Headers headers;
    const char *token;
  } kCases[] = {
      {{}, ""},
      {{{"Authorization", "Bearer abc"}}, "abc"},
      {{{"Authorization", "Basic abc"}}, ""},
      {{{"Authorization", "Bearer"}}, ""},
      {{{"Cookie", "ingot-token=abc"}}, "abc"},
      {{{"Cookie", "a=b;ingot-token=abc;c=d"}}, "abc"},
      {{{"Cookie", "  ingot-token=abc  "}}, "abc"},
      {{{"Cookie", "ingot-token=a=b"}}, "a=b"},
      {{{"Cookie", "ingot-token="}}, ""},
      {{{"Cookie", "not-ingot-token=abc"}}, ""},
      {{{"Cookie", "ingot-token-2=abc"}}, ""},
      {{{"Cookie", "ingot-token=first; ingot-token=second"}}, "first"},
      {{{"Authorization", "Bearer h"}, {"Cookie", "ingot-token=c"}}, "h"},
      {{{"Authorization", "Basic h"}, {"Cookie", "ingot-token=c"}}, "c"},
  };
  for (const auto &test : kCases) {
    auto answer = get("/api/v1/statistics", test.headers);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, *test.token ? 200 : 401);
    EXPECT_THAT(takeTokens(), ElementsAre(test.token)) << &test - kCases;
  }
}

TEST_F(AdminRequestsTest, ATokenThatACookieCannotCarryIsNoLogin) {
  for (const std::string &token :
       {std::string("a b"), std::string("a;b"), std::string("a\"b"),
        std::string("a,b"), std::string("a\\b"), std::string("a\r\nSet-X: 1"),
        std::string(4097, 'a')}) {
    auto answer = post("/login", {{"token", token}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 401) << token.substr(0, 20);
    EXPECT_FALSE(answer->has_header("Set-Cookie")) << token.substr(0, 20);
    EXPECT_FALSE(answer->has_header("Set-X"));
    EXPECT_THAT(takeAudited(),
                ElementsAre("HttpLogin /login INVALID_ARGUMENT"));
  }
  auto longest = post("/login", {{"token", std::string(4096, 'a')}});
  ASSERT_TRUE(longest);
  EXPECT_EQ(longest->status, 303);
  EXPECT_THAT(longest->get_header_value("Set-Cookie"),
              HasSubstr("; HttpOnly; SameSite=Strict"));
  EXPECT_THAT(takeAudited(), IsEmpty());
}

TEST_F(AdminRequestsTest, ABrowserSaysWhetherAFormIsForeign) {
  const std::string here = absl::StrCat("http://127.0.0.1:", server_->port());
  const struct {
    httplib::Headers headers;
    bool isForeign;
  } kCases[] = {
      {{}, false}, // A script, which has the token.
      {{{"Sec-Fetch-Site", "same-origin"}}, false},
      {{{"Sec-Fetch-Site", "none"}}, false},
      {{{"Sec-Fetch-Site", "same-site"}}, true},
      {{{"Sec-Fetch-Site", "cross-site"}}, true},
      {{{"Sec-Fetch-Site", "cross-site"}, {"Origin", here}}, true},
      {{{"Origin", here}}, false},
      {{{"Origin", "http://evil.example"}}, true},
      {{{"Origin", "http://evil.example/" + here.substr(7)}}, true},
      {{{"Origin", "http://x" + here.substr(7)}}, true},
      {{{"Origin", "null"}}, true},
  };
  for (const auto &test : kCases)
    for (const char *path : {"/login", "/logout"}) {
      auto answer = post(path, {{"token", "t"}}, test.headers);
      ASSERT_TRUE(answer);
      EXPECT_EQ(answer->status, test.isForeign ? 403 : 303)
          << path << " " << &test - kCases;
      EXPECT_EQ(answer->has_header("Set-Cookie"), !test.isForeign)
          << path << " " << &test - kCases;
    }
}

TEST_F(AdminRequestsTest, LogoutTakesTheCookieBack) {
  auto answer = post("/logout", {});
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->get_header_value("Location"), "/login");
  EXPECT_THAT(answer->get_header_value("Set-Cookie"),
              HasSubstr("ingot-token=; HttpOnly"));
  EXPECT_THAT(answer->get_header_value("Set-Cookie"), HasSubstr("Max-Age=0"));
}

TEST_F(AdminRequestsTest, OnlyWholeNamesOfRequestsAreCancelled) {
  const Digest job = Digest::of("job");
  const std::string hash = job.hex();
  const struct {
    std::string name;
    int status;
  } kCases[] = {
      {absl::StrCat(hash, "-", job.size), 200},
      {absl::StrCat(hash, "-", job.size + 1), 404},
      {absl::StrCat(hash.substr(1), "-", job.size), 404},
      {absl::StrCat("0", hash, "-", job.size), 404},
      {absl::StrCat(hash, "-"), 404},
      {hash, 404},
      {absl::StrCat(hash, "-x"), 404},
      {absl::StrCat(hash, "-03"), 400},
      {absl::StrCat(hash, "-9999999999999999999"), 400},
      {absl::StrCat(hash, "-10000000000000000000"), 404},
      {absl::StrCat("../", hash, "-", job.size), 404},
  };
  for (const auto &test : kCases) {
    auto answer = post(absl::StrCat("/api/v1/jobs/", test.name, "/cancel"), {},
                       {{"Authorization", "Bearer x"}});
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, test.status) << test.name;
  }
}

TEST_F(AdminRequestsTest, ErrorsOfTheApiAreJson) {
  for (const char *query : {"", "?entry=", "?entry=abc", "?entry=abc-7",
                            "?entry=%22%3E%3Cscript%3E", "?entry=%ff%fe"}) {
    auto answer = get(absl::StrCat("/api/v1/explain", query));
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 400) << query;
    EXPECT_EQ(answer->get_header_value("Content-Type"), "application/json");
    auto json = nlohmann::json::parse(answer->body, nullptr,
                                      /*allow_exceptions=*/false);
    EXPECT_TRUE(json.is_object() && json["error"].is_string()) << answer->body;
  }
  const Digest other = Digest::of("other");
  auto absent =
      get(absl::StrCat("/api/v1/explain?entry=", other.hex(), "-", other.size));
  ASSERT_TRUE(absent);
  EXPECT_EQ(absent->status, 404);
}

TEST_F(AdminRequestsTest, SearchesOfAnyBytesAreAnswered) {
  for (const char *query : {"", "%00", "%ff%fe%fd", "%3Cscript%3E", "%27%22%3E",
                            "a%0d%0ab", ".*", "[", "%25s%25n"}) {
    for (const char *path : {"/search?q=", "/api/v1/search?q="}) {
      auto answer = get(absl::StrCat(path, query));
      ASSERT_TRUE(answer) << path << query;
      EXPECT_EQ(answer->status, 200) << path << query;
      EXPECT_THAT(answer->body, Not(HasSubstr("<script>")));
    }
    auto answer = get(absl::StrCat("/api/v1/search?q=", query));
    EXPECT_TRUE(nlohmann::json::accept(answer->body)) << query;
  }
}

TEST_F(AdminRequestsTest, AnswersTellBrowsersToKeepAndGuessNothing) {
  for (const char *path :
       {"/", "/search?q=x", "/login", "/api/v1/jobs", "/api/v1/history"}) {
    auto answer = get(path);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200) << path;
    EXPECT_EQ(answer->get_header_value("Cache-Control"), "no-store") << path;
    EXPECT_EQ(answer->get_header_value("X-Content-Type-Options"), "nosniff")
        << path;
  }
  auto page = get("/");
  const std::string policy = page->get_header_value("Content-Security-Policy");
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, HasSubstr("frame-ancestors 'none'"));
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
}

TEST_F(AdminRequestsTest, RefusalsAreToldOfPathsThatAreThere) {
  EXPECT_EQ(get("/api/v1/jobs", {})->status, 401);
  EXPECT_THAT(takeAudited(),
              ElementsAre("HttpRead /api/v1/jobs UNAUTHENTICATED"));
  EXPECT_EQ(get("/api/v1/" + std::string(1000, 'a'), {})->status, 404);
  EXPECT_THAT(takeAudited(), IsEmpty());
}

TEST(AdminPathsTest, FormsHavePathsOfTheirOwn) {
  for (const char *path :
       {"/login", "/logout", "/jobs/x/cancel", "/api/v1/jobs/x/cancel"})
    EXPECT_TRUE(AdminRoutes::takesPost(path)) << path;
  for (const char *path :
       {"/", "", "/login/", "/search", "/cancel", "/api/v1/cancel",
        "/api/v1/jobs", "/jobs/x/cancel/", "/metrics"})
    EXPECT_FALSE(AdminRoutes::takesPost(path)) << path;
}

} // namespace
} // namespace ingot::server
