//===- Prometheus.h - metrics as text ---------------------------*- C++ -*-===//

#ifndef INGOT_SERVER_ADMIN_PROMETHEUS_H
#define INGOT_SERVER_ADMIN_PROMETHEUS_H

#include "ingot/v1/admin.pb.h"

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

namespace ingot::server {

/// The text that /metrics answers: the statistics by field (`ingot_FIELD`,
/// counters with `_total`), `ingot_build_info`, this process, and `histograms`.
/// README.md has the table of names.
std::string
prometheusText(const v1::GetStatisticsResponse &statistics,
               const std::vector<prometheus::MetricFamily> &histograms = {});

/// CPU, memory and descriptors of this process, by the names that every client
/// library of Prometheus gives them. What /proc does not say is left out.
std::vector<prometheus::MetricFamily> processMetrics();

} // namespace ingot::server

#endif // INGOT_SERVER_ADMIN_PROMETHEUS_H
