//===- HttpServer.h - metrics and health over HTTP --------------*- C++ -*-===//
//
//   /metrics   Prometheus text
//   /healthz   200 while the process runs
//   /readyz    200 while it takes work, 503 while it starts or drains
//   /          the same figures for people
//
// Everything is GET or HEAD; another method gets 405.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_ADMIN_HTTPSERVER_H
#define INGOT_SERVER_ADMIN_HTTPSERVER_H

#include "ingot/v1/admin.pb.h"
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
    std::function<v1::GetStatisticsResponse()> statistics;
    std::function<bool()> isReady;
    std::function<std::vector<prometheus::MetricFamily>()> histograms = [] {
      return std::vector<prometheus::MetricFamily>();
    };
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
