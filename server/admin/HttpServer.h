//===- HttpServer.h - metrics, health and a page over HTTP ------*- C++ -*-===//
//
//   /metrics   Prometheus text
//   /healthz   200 while the process runs
//   /readyz    200 while it takes work, 503 while it starts or drains
//   /          the page for people, and its data: AdminRoutes.h
//
// The first three are answered to everybody. Everything is GET or HEAD, but for
// the forms of the page; another method gets 405.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_HTTPSERVER_H
#define INGOT_SERVER_ADMIN_HTTPSERVER_H

#include "server/admin/AdminRoutes.h"
#include "server/admin/HttpLimits.h"

#include "absl/status/statusor.h"

#include <prometheus/metric_family.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// Serves on threads of its own until destroyed.
class HttpServer {
public:
  /// Where answers come from; called on threads of the server.
  struct Sources {
    AdminSource admin;
    std::function<bool()> isReady;
    AdminRoutes::Identify identify = [](const std::string &) {
      return Viewer{{"anonymous"}};
    };
    std::function<std::vector<prometheus::MetricFamily>()> histograms = [] {
      return std::vector<prometheus::MetricFamily>();
    };
    AdminRoutes::OnAudit onAudit = nullptr;
  };

  /// UNAVAILABLE when the address cannot be had. Port 0 takes a free one.
  static absl::StatusOr<std::unique_ptr<HttpServer>>
  start(const std::string &host, int port, Sources sources,
        HttpLimits limits = {});
  ~HttpServer();

  int port() const;

private:
  struct State;
  explicit HttpServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_HTTPSERVER_H
