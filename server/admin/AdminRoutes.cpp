//===- AdminRoutes.cpp - the page, its data and its login -----------------===//
//
// The page runs only its own script and sends forms only to itself. A form of
// another site is refused by what the browser says of its origin, besides the
// cookie not being sent with it.
//
//===----------------------------------------------------------------------===//

#include "server/admin/AdminRoutes.h"
#include "cache/key/SteadyTime.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"

#include <google/protobuf/util/json_util.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace ingot::server {
namespace {

using httplib::Request;
using httplib::Response;

constexpr char kCookie[] = "ingot-token";
constexpr char kApi[] = "/api/v1/";
constexpr char kCancel[] =
    R"((?:/api/v1)?/jobs/([0-9a-f]{64}-\d{1,19})/cancel)";
/// How often a page hears of changes.
constexpr std::chrono::milliseconds kEventInterval{2000};
/// On the page; the API has all.
constexpr size_t kPlottedSamples = 180;

constexpr char kStyle[] = {
#include "server/admin/admin.css.inc"
};
constexpr char kScript[] = {
#include "server/admin/admin.js.inc"
};

bool isApi(const Request &request) {
  return absl::StartsWith(request.path, kApi);
}

std::string tokenOf(const Request &request) {
  const std::string header = request.get_header_value("Authorization");
  if (absl::StartsWith(header, "Bearer "))
    return header.substr(sizeof("Bearer ") - 1);
  for (absl::string_view pair :
       absl::StrSplit(request.get_header_value("Cookie"), ';')) {
    pair = absl::StripAsciiWhitespace(pair);
    if (absl::ConsumePrefix(&pair, absl::StrCat(kCookie, "=")))
      return std::string(pair);
  }
  return "";
}

/// What a cookie can carry: tokens are made of such characters.
bool isCookieValue(const std::string &token) {
  return !token.empty() && token.size() <= 4096 &&
         token.find_first_of(" \t\r\n\",;\\") == std::string::npos;
}

void setCookie(Response &response, const std::string &token) {
  response.set_header("Set-Cookie",
                      absl::StrCat(kCookie, "=", token,
                                   "; HttpOnly; SameSite=Strict; Path=/",
                                   token.empty() ? "; Max-Age=0" : ""));
}

/// Whether a browser says that the form stands on another site.
bool isForeign(const Request &request) {
  const std::string site = request.get_header_value("Sec-Fetch-Site");
  if (!site.empty())
    return site != "same-origin" && site != "none";
  const std::string origin = request.get_header_value("Origin");
  return !origin.empty() &&
         !absl::EndsWith(origin, "://" + request.get_header_value("Host"));
}

void answerHtml(Response &response, const std::string &html, int status = 200) {
  response.status = status;
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("Referrer-Policy", "no-referrer");
  response.set_header(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src "
      "'self'; img-src data:; form-action 'self'; base-uri 'none'; "
      "frame-ancestors 'none'");
  response.set_content(html, "text/html; charset=utf-8");
}

void answerJson(Response &response, const std::string &json, int status = 200) {
  response.status = status;
  response.set_header("Cache-Control", "no-store");
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_content(json, "application/json");
}

std::string jsonOf(const google::protobuf::Message &message) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  options.always_print_primitive_fields = true;
  std::string json;
  (void)google::protobuf::util::MessageToJsonString(message, &json, options);
  return json;
}

int httpStatus(const absl::Status &status) {
  switch (status.code()) {
  case absl::StatusCode::kOk:
    return 200;
  case absl::StatusCode::kUnauthenticated:
    return 401;
  case absl::StatusCode::kPermissionDenied:
    return 403;
  case absl::StatusCode::kNotFound:
    return 404;
  default:
    return 400;
  }
}

void answerError(const Request &request, Response &response,
                 const absl::Status &status) {
  const int code = httpStatus(status);
  if (isApi(request))
    answerJson(response,
               nlohmann::json{{"error", std::string(status.message())}}.dump(
                   -1, ' ', false, nlohmann::json::error_handler_t::replace),
               code);
  else
    answerHtml(
        response,
        messagePage(absl::StatusCodeToString(status.code()), status.message()),
        code);
}

/// As people read them.
std::vector<Sample> byTimeOfDay(std::vector<Sample> samples) {
  for (Sample &sample : samples)
    sample.time = timeOfDay(sample.time);
  return samples;
}

std::string historyJson(const std::vector<Sample> &samples) {
  std::string json = "[";
  for (const Sample &sample : samples)
    absl::StrAppend(&json, json.size() > 1 ? ",\n" : "",
                    "{\"time\":", absl::ToUnixMillis(sample.time) / 1000,
                    ",\"statistics\":", jsonOf(sample.statistics), "}");
  return json + "]";
}

} // namespace

bool AdminRoutes::takesPost(const std::string &path) {
  return path == "/login" || path == "/logout" ||
         (absl::EndsWith(path, "/cancel") &&
          (absl::StartsWith(path, "/jobs/") ||
           absl::StartsWith(path, "/api/v1/jobs/")));
}

std::optional<Viewer> AdminRoutes::admit(const Request &request,
                                         Response &response) const {
  const std::string token = tokenOf(request);
  absl::StatusOr<Viewer> viewer = identify_(token);
  if (viewer.ok()) {
    viewer->hasToken = !token.empty();
    return *std::move(viewer);
  }
  // Who comes to the page without a token is shown where to log in.
  const bool isProgram = isApi(request) || request.path == "/events";
  if (isProgram || !token.empty())
    audit("HttpRead", {}, request, request.path, viewer.status());
  if (isProgram)
    answerError(request, response, viewer.status());
  else
    answerHtml(response,
               loginPage(token.empty() ? "" : viewer.status().message()), 401);
  return std::nullopt;
}

void AdminRoutes::audit(const char *method, const Principal &caller,
                        const Request &request, const std::string &key,
                        const absl::Status &status) const {
  constexpr size_t kMaxKeyBytes = 200; // A path is what the caller says it is.
  if (onAudit_)
    onAudit_(
        {caller,
         absl::StrCat("http:", request.remote_addr, ":", request.remote_port),
         method, key.substr(0, kMaxKeyBytes), status});
}

AdminView AdminRoutes::viewFor(const Viewer &viewer) const {
  return {viewer,
          isReady_(),
          absl::Now(),
          source_.statistics(),
          source_.jobs(viewer.principal),
          source_.compiles(viewer.principal),
          source_.crashes(viewer.principal),
          source_.tenants(viewer.principal),
          source_.targets(),
          byTimeOfDay(history_.samples(kPlottedSamples))};
}

AdminView AdminRoutes::viewForSearch(const Viewer &viewer,
                                     const std::string &query) const {
  AdminView view = viewFor(viewer);
  const v1::ListCompilesResponse found = findCompiles(view.compiles, query);
  if (found.recent_size() != 1 || !found.recent(0).has_artifact())
    return view;
  v1::ExplainRequest request;
  *request.mutable_entry() = found.recent(0).request();
  view.explanation = source_.explain(request, viewer.principal);
  return view;
}

/// HASH-SIZE as a digest of the wire; the field is checked where it is used.
static v1::Digest digestOf(std::string name) {
  std::replace(name.begin(), name.end(), '-', '/');
  absl::StatusOr<Digest> digest = Digest::parse(name);
  return digest.ok() ? digest->toProto() : v1::Digest();
}

void AdminRoutes::explain(const Request &request, Response &response) const {
  std::optional<Viewer> viewer = admit(request, response);
  if (!viewer)
    return;
  v1::ExplainRequest asked;
  *asked.mutable_entry() = digestOf(request.get_param_value("entry"));
  if (request.has_param("base"))
    *asked.mutable_base() = digestOf(request.get_param_value("base"));
  absl::StatusOr<v1::ExplainResponse> explained =
      source_.explain(asked, viewer->principal);
  if (!explained.ok())
    return answerError(request, response, explained.status());
  answerJson(response, jsonOf(*explained));
}

void AdminRoutes::addTo(LimitedHttpServer &server) {
  addPages(server);
  addApi(server);
  addEvents(server);
}

void AdminRoutes::addPages(LimitedHttpServer &server) {
  server.Get("/", [this](const Request &request, Response &response) {
    if (std::optional<Viewer> viewer = admit(request, response))
      answerHtml(response, overviewPage(viewFor(*viewer)));
  });
  server.Get("/search", [this](const Request &request, Response &response) {
    if (std::optional<Viewer> viewer = admit(request, response))
      answerHtml(
          response,
          searchPage(viewForSearch(*viewer, request.get_param_value("q")),
                     request.get_param_value("q")));
  });
  server.Get("/login", [](const Request &, Response &response) {
    answerHtml(response, loginPage(""));
  });
  server.Post("/login", [this](const Request &request, Response &response) {
    logIn(request, response);
  });
  server.Post("/logout", [](const Request &request, Response &response) {
    if (isForeign(request))
      return answerError(request, response,
                         absl::PermissionDeniedError("a form of another site"));
    setCookie(response, "");
    response.set_redirect("/login", 303);
  });
  server.Post(kCancel, [this](const Request &request, Response &response) {
    cancel(request, response);
  });
  for (const auto &[path, type, bytes] :
       {std::tuple("/admin.css", "text/css",
                   std::string_view(kStyle, sizeof(kStyle))),
        std::tuple("/admin.js", "text/javascript",
                   std::string_view(kScript, sizeof(kScript)))})
    server.Get(path, [type = type, bytes = bytes](const Request &,
                                                  Response &response) {
      response.set_header("Cache-Control", "max-age=300");
      response.set_header("X-Content-Type-Options", "nosniff");
      response.set_content(std::string(bytes), type);
    });
}

void AdminRoutes::logIn(const Request &request, Response &response) const {
  const std::string token = request.get_param_value("token");
  absl::StatusOr<Viewer> viewer = identify_(token);
  absl::Status status = viewer.status();
  if (isForeign(request))
    status = absl::PermissionDeniedError("a form of another site");
  else if (viewer.ok() && !isCookieValue(token))
    status = absl::InvalidArgumentError(
        "a token has no spaces, quotes or semicolons");
  if (status.ok()) {
    setCookie(response, token);
    return response.set_redirect("/", 303);
  }
  audit("HttpLogin", viewer.ok() ? viewer->principal : Principal(), request,
        request.path, status);
  if (isForeign(request))
    return answerError(request, response, status);
  answerHtml(response, loginPage(status.message()), 401);
}

void AdminRoutes::cancel(const Request &request, Response &response) const {
  std::optional<Viewer> viewer = admit(request, response);
  if (!viewer)
    return;
  std::string name = request.matches[1];
  name[name.find('-')] = '/';
  absl::StatusOr<Digest> digest = Digest::parse(name);
  absl::Status status = digest.status();
  if (isForeign(request))
    status = absl::PermissionDeniedError("a form of another site");
  else if (!viewer->principal.isOperator)
    status = absl::PermissionDeniedError("to cancel takes the role operator");
  else if (status.ok())
    status = source_.cancelRequest(*digest);
  audit("CancelRequest", viewer->principal, request, name, status);
  if (!status.ok())
    return answerError(request, response, status);
  if (isApi(request))
    answerJson(response, "{}");
  else
    response.set_redirect("/#jobs-title", 303);
}

void AdminRoutes::addApi(LimitedHttpServer &server) {
  server.Get(absl::StrCat(kApi, "explain"),
             [this](const Request &request, Response &response) {
               explain(request, response);
             });
  using Answer = std::function<std::string(const Viewer &, const Request &)>;
  const std::map<std::string, Answer> answers{
      {"statistics",
       [this](const Viewer &, const Request &) {
         return jsonOf(source_.statistics());
       }},
      {"jobs",
       [this](const Viewer &viewer, const Request &) {
         return jsonOf(source_.jobs(viewer.principal));
       }},
      {"compiles",
       [this](const Viewer &viewer, const Request &) {
         return jsonOf(source_.compiles(viewer.principal));
       }},
      {"crashes",
       [this](const Viewer &viewer, const Request &) {
         return jsonOf(source_.crashes(viewer.principal));
       }},
      {"tenants",
       [this](const Viewer &viewer, const Request &) {
         return jsonOf(source_.tenants(viewer.principal));
       }},
      {"targets",
       [this](const Viewer &, const Request &) {
         return jsonOf(source_.targets());
       }},
      {"history",
       [this](const Viewer &, const Request &) {
         return historyJson(byTimeOfDay(history_.samples()));
       }},
      {"search", [this](const Viewer &viewer, const Request &request) {
         return jsonOf(findCompiles(source_.compiles(viewer.principal),
                                    request.get_param_value("q")));
       }}};
  for (const auto &[name, answer] : answers)
    server.Get(kApi + name, [this, answer = answer](const Request &request,
                                                    Response &response) {
      if (std::optional<Viewer> viewer = admit(request, response))
        answerJson(response, answer(*viewer, request));
    });
}

void AdminRoutes::addEvents(LimitedHttpServer &server) {
  server.Get("/events", [this, &server](const Request &request,
                                        Response &response) {
    std::optional<Viewer> viewer = admit(request, response);
    if (!viewer || request.method == "HEAD")
      return;
    if (!server.beginStream()) {
      response.status = 503;
      response.set_header("Retry-After", "10");
      response.set_content("too many pages are open\n", "text/plain");
      return;
    }
    response.set_header("Cache-Control", "no-store");
    auto sent = std::make_shared<std::map<std::string, std::string>>();
    response.set_chunked_content_provider(
        "text/event-stream", [this, &server, sent, token = tokenOf(request)](
                                 size_t offset, httplib::DataSink &sink) {
          // Who lost the right to read reads no more.
          absl::StatusOr<Viewer> viewer = identify_(token);
          if ((offset > 0 && !server.waitInStream(kEventInterval)) ||
              !viewer.ok()) {
            sink.done();
            return true;
          }
          nlohmann::json changed = nlohmann::json::object();
          for (auto &[id, html] : liveSections(viewFor(*viewer)))
            if (std::string &last = (*sent)[id]; last != html)
              changed[id] = last = std::move(html);
          const std::string event =
              changed.empty()
                  ? ": nothing new\n\n"
                  : "data: " +
                        changed.dump(-1, ' ', false,
                                     nlohmann::json::error_handler_t::replace) +
                        "\n\n";
          return sink.write(event.data(), event.size());
        });
  });
}

} // namespace ingot::server
