//===- HttpServer.cpp - metrics and health over HTTP ----------------------===//
//
// The page has the fields of GetStatisticsResponse, by reflection. HTTP only
// reads. It has threads of its own, so a slow scraper
// takes none of gRPC's; LimitedHttpServer sees to it that none keeps them.
//
//===----------------------------------------------------------------------===//

#include "server/admin/HttpServer.h"
#include "server/admin/LimitedHttpServer.h"
#include "server/admin/Prometheus.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/descriptor.h>

#include <atomic>
#include <thread>

namespace ingot::server {
namespace {

/// Calls `visit` with the name and value of each number.
template <typename Visit>
void visitNumbers(const v1::GetStatisticsResponse &statistics, Visit visit) {
  using google::protobuf::FieldDescriptor;
  const auto *reflection = statistics.GetReflection();
  const auto *descriptor = statistics.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const FieldDescriptor *field = descriptor->field(i);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT64)
      visit(field->name(),
            static_cast<double>(reflection->GetUInt64(statistics, field)));
    else if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32)
      visit(field->name(),
            static_cast<double>(reflection->GetUInt32(statistics, field)));
    else if (field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE)
      visit(field->name(), reflection->GetDouble(statistics, field));
  }
}

std::string page(const v1::GetStatisticsResponse &statistics) {
  std::string rows;
  visitNumbers(statistics, [&](const std::string &name, double value) {
    absl::StrAppend(&rows, "<tr><td>", name, "</td><td>",
                    static_cast<int64_t>(value), "</td></tr>\n");
  });
  return absl::StrCat(
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
      "<title>ingotd</title><style>body{font:16px sans-serif;margin:2em}"
      "td{padding:.15em 1.5em .15em 0}td+td{text-align:right;"
      "font-variant-numeric:tabular-nums}</style><h1>ingotd ",
      statistics.version(), "</h1><p>", statistics.compiler_identity(),
      "</p><table>\n", rows,
      "</table><p><a href=\"/metrics\">metrics</a> &middot; <a "
      "href=\"/healthz\">health</a> &middot; <a "
      "href=\"/readyz\">ready</a></p>");
}

} // namespace

struct HttpServer::State {
  explicit State(HttpLimits limits) : server(limits) {}

  LimitedHttpServer server;
  std::thread thread;
  std::atomic<bool> hasEnded{false};
  int port = 0;
};

HttpServer::HttpServer(std::unique_ptr<State> state)
    : state_(std::move(state)) {}

absl::StatusOr<std::unique_ptr<HttpServer>>
HttpServer::start(const std::string &host, int port, Sources sources,
                  HttpLimits limits) {
  auto state = std::make_unique<State>(limits);
  httplib::Server &server = state->server;
  // The library would share the port with another daemon, by SO_REUSEPORT.
  server.set_socket_options([](int socket) {
    int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  server.Get("/metrics",
             [sources](const httplib::Request &, httplib::Response &response) {
               response.set_content(
                   prometheusText(sources.statistics(), sources.histograms()),
                   "text/plain; version=0.0.4");
             });
  server.Get("/healthz",
             [](const httplib::Request &, httplib::Response &response) {
               response.set_content("ok\n", "text/plain");
             });
  server.Get("/readyz", [sources](const httplib::Request &,
                                  httplib::Response &response) {
    bool ready = sources.isReady();
    response.status = ready ? 200 : 503;
    response.set_content(ready ? "ready\n" : "not ready\n", "text/plain");
  });
  server.Get("/",
             [sources](const httplib::Request &, httplib::Response &response) {
               response.set_content(page(sources.statistics()), "text/html");
             });
  state->port = port == 0 ? server.bind_to_any_port(host.c_str())
                : server.bind_to_port(host.c_str(), port) ? port
                                                          : -1;
  if (state->port <= 0)
    return absl::UnavailableError(
        absl::StrCat("http: cannot listen on ", host, ":", port));
  state->thread = std::thread([state = state.get()] {
    state->server.listen_after_bind();
    state->hasEnded = true;
  });
  // The library's stop() does nothing to a server that has not begun to run.
  while (!server.is_running() && !state->hasEnded)
    std::this_thread::yield();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::~HttpServer() {
  state_->server.close();
  state_->thread.join();
}

int HttpServer::port() const { return state_->port; }

} // namespace ingot::server
