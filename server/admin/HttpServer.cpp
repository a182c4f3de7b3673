//===- HttpServer.cpp - metrics, health and a page over HTTP --------------===//
//
// HTTP has threads of its own, so a slow scraper takes none of gRPC's;
// LimitedHttpServer sees to it that none keeps them. One more thread takes the
// samples that the page plots.
//
//===----------------------------------------------------------------------===//

#include "server/admin/HttpServer.h"
#include "cache/key/SteadyTime.h"
#include "server/admin/LimitedHttpServer.h"
#include "server/admin/Prometheus.h"

#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"

#include <atomic>
#include <thread>

namespace ingot::server {

struct HttpServer::State {
  State(Sources given, HttpLimits limits)
      : sources(std::move(given)),
        routes(sources.admin, sources.identify, sources.onAudit,
               sources.isReady, history),
        server(limits, AdminRoutes::takesPost) {}

  void sample() {
    do {
      history.add(steadyNow(), sources.admin.statistics());
    } while (!isEnding.WaitForNotificationWithTimeout(History::kInterval));
  }

  const Sources sources;
  History history;
  AdminRoutes routes;
  LimitedHttpServer server;
  absl::Notification isEnding;
  std::thread thread, sampler;
  std::atomic<bool> hasEnded{false};
  int port = 0;
};

HttpServer::HttpServer(std::unique_ptr<State> state)
    : state_(std::move(state)) {}

/// What machines ask.
static void addProbes(LimitedHttpServer &server,
                      const HttpServer::Sources &sources) {
  server.Get("/metrics",
             [&sources](const httplib::Request &, httplib::Response &response) {
               response.set_content(prometheusText(sources.admin.statistics(),
                                                   sources.histograms()),
                                    "text/plain; version=0.0.4");
             });
  server.Get("/healthz",
             [](const httplib::Request &, httplib::Response &response) {
               response.set_content("ok\n", "text/plain");
             });
  server.Get("/readyz", [&sources](const httplib::Request &,
                                   httplib::Response &response) {
    bool ready = sources.isReady();
    response.status = ready ? 200 : 503;
    response.set_content(ready ? "ready\n" : "not ready\n", "text/plain");
  });
}

absl::StatusOr<std::unique_ptr<HttpServer>>
HttpServer::start(const std::string &host, int port, Sources sources,
                  HttpLimits limits) {
  auto state = std::make_unique<State>(std::move(sources), limits);
  httplib::Server &server = state->server;
  // The library would share the port with another daemon, by SO_REUSEPORT.
  server.set_socket_options([](int socket) {
    int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  });
  addProbes(state->server, state->sources);
  state->routes.addTo(state->server);
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
  state->sampler = std::thread([state = state.get()] { state->sample(); });
  // The library's stop() does nothing to a server that has not begun to run.
  while (!server.is_running() && !state->hasEnded)
    std::this_thread::yield();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::~HttpServer() {
  state_->isEnding.Notify();
  state_->server.close();
  state_->thread.join();
  state_->sampler.join();
}

int HttpServer::port() const { return state_->port; }

} // namespace ingot::server
