//===- Prometheus.cpp - metrics as text -----------------------------------===//
//
// A field of GetStatisticsResponse appears by itself; whether it is a gauge and
// what it means, the table below says. A field that is not in the table counts
// as a counter without a meaning, which a test finds.
//
//===----------------------------------------------------------------------===//

#include "server/admin/Prometheus.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/descriptor.h>
#include <prometheus/text_serializer.h>

#include <algorithm>

namespace ingot::server {
namespace {

using prometheus::MetricFamily;
using prometheus::MetricType;

/// A number of GetStatisticsResponse.
struct Figure {
  const char *field;
  MetricType type;
  const char *help;
};

constexpr MetricType kCounter = MetricType::Counter, kGauge = MetricType::Gauge;

constexpr Figure kFigures[] = {
    {"uptime_seconds", kGauge, "Time since the daemon started."},
    {"requests", kCounter, "Requests to compile or to check."},
    {"request_hits", kCounter, "Compiles answered from the store."},
    {"request_misses", kCounter, "Compiles that started work."},
    {"request_joins", kCounter, "Compiles that waited for an equal one."},
    {"request_errors", kCounter, "Compiles that ended with an error."},
    {"request_rejections", kCounter, "Compiles that a full queue refused."},
    {"rpcs_in_flight", kGauge, "Calls of any service under way."},
    {"actions_run", kCounter, "Actions that were given to workers."},
    {"action_hits", kCounter, "Results of actions found in the store."},
    {"kernels_built", kCounter, "Kernels that were compiled."},
    {"kernels_reused", kCounter, "Kernels that were found or joined."},
    {"imports_built", kCounter, "Imports that ran for several targets."},
    {"imports_shared", kCounter, "Plans that took another request's import."},
    {"worker_crashes", kCounter, "Workers that died by themselves."},
    {"worker_timeouts", kCounter, "Workers killed at the limit on run time."},
    {"worker_memory_limits", kCounter, "Workers ended at the memory limit."},
    {"worker_kills", kCounter, "Workers killed as nobody waited any more."},
    {"worker_retirements", kCounter,
     "Workers that gave way to those of another tenant."},
    {"worker_memory_waits", kCounter,
     "Actions that were next and had to wait for memory."},
    {"worker_memory_bytes", kGauge,
     "Memory that the actions which run are expected to take."},
    {"workers", kGauge, "Worker processes."},
    {"workers_busy", kGauge, "Worker processes that run an action."},
    {"queue_length", kGauge, "Actions that wait for a worker."},
    {"store_bytes", kGauge, "Bytes of all blobs and records."},
    {"store_limit_bytes", kGauge, "Bytes that the store may hold."},
    {"store_blobs", kGauge, "Blobs in the store."},
    {"store_evictions", kCounter, "Blobs that made room for others."},
    {"store_broken_records", kCounter, "Blobs and records found damaged."},
    {"store_dropped_records", kCounter,
     "Records that a full or failing disk did not take."},
    {"bytes_uploaded", kCounter, "Bytes of blobs that callers stored."},
    {"bytes_downloaded", kCounter, "Bytes of blobs that callers fetched."},
    {"store_tenant_evictions", kCounter,
     "Blobs and records of tenants that had more than their limit."},
    {"lane_requests", kCounter,
     "Requests of callers of other lanes than trusted."},
    {"lane_trusted_reads", kCounter,
     "Results of trusted that they were given."},
    {"lane_own_reads", kCounter, "Results of their own lane likewise."},
    {"lane_promotions", kCounter, "Results that operators made trusted."},
    {"store_records", kGauge, "Records of actions and requests."},
    {"store_record_evictions", kCounter, "Records that made room for others."},
    {"second_level_hits", kCounter,
     "Records and blobs that the second level had."},
    {"second_level_misses_absent", kCounter,
     "What the second level does not have."},
    {"second_level_misses_incomplete", kCounter,
     "Results of which the second level lacks a blob."},
    {"second_level_misses_corrupt", kCounter,
     "Answers of the second level that cannot be true."},
    {"second_level_misses_failed", kCounter,
     "Errors of the second level, and no answer in time."},
    {"second_level_misses_skipped", kCounter,
     "Not asked of the second level: it failed, or too many ask."},
    {"second_level_misses_not_kept", kCounter,
     "Results of the second level too large for --second-level-max-result or a "
     "full disk."},
    {"second_level_bytes_read", kCounter,
     "Bytes of blobs that came from the second level."},
    {"second_level_bytes_written", kCounter,
     "Bytes of blobs that went to the second level."},
    {"second_level_records_written", kCounter,
     "Results that went to the second level."},
    {"second_level_records_dropped", kCounter,
     "Results that did not get to the second level."},
    {"second_level_queue_records", kGauge,
     "Results that wait to be written to the second level."},
    {"second_level_queue_bytes", kGauge,
     "Their bytes, with those of the blobs that they name."},
    {"second_level_breaker_opens", kCounter,
     "Times that the second level failed and was left alone."},
    {"second_level_breaker_state", kGauge,
     "0: the second level is asked; 1: it is tried again; 2: it is not asked."},
    {"second_level_lease_waits", kCounter,
     "Actions that waited for another daemon that ran them."},
    {"second_level_lease_hits", kCounter,
     "Of these, those whose result was taken."},
    {"remote_actions_started", kCounter,
     "Actions that went to the cluster of --execution."},
    {"remote_actions_completed", kCounter, "Whose answer was used."},
    {"remote_actions_failed", kCounter,
     "That came back without a result and were done here."},
    {"remote_actions_hedged", kCounter,
     "That took too long and were done here."},
    {"remote_actions_verified", kCounter,
     "Done here as well, with the same result."},
    {"remote_actions_lies", kCounter,
     "Done here as well, with another result: the cluster is wrong."},
    {"remote_actions_running", kGauge, "Actions on the cluster."},
};

Figure figureOf(const std::string &field) {
  const auto *found =
      std::find_if(std::begin(kFigures), std::end(kFigures),
                   [&](const Figure &each) { return field == each.field; });
  return found != std::end(kFigures) ? *found : Figure{"", kCounter, ""};
}

MetricFamily family(std::string name, MetricType type, std::string help,
                    double value) {
  MetricFamily result{std::move(name), std::move(help), type, {}};
  result.metric.resize(1);
  if (type == MetricType::Gauge)
    result.metric[0].gauge.value = value;
  else
    result.metric[0].counter.value = value;
  return result;
}

MetricFamily buildInfo(const v1::GetStatisticsResponse &statistics) {
  MetricFamily result =
      family("ingot_build_info", kGauge, "1; the labels say what runs.", 1);
  result.metric[0].label = {{"version", statistics.version()},
                            {"compiler", statistics.compiler_identity()}};
  return result;
}

} // namespace

std::string prometheusText(const v1::GetStatisticsResponse &statistics,
                           const std::vector<MetricFamily> &histograms) {
  using google::protobuf::FieldDescriptor;
  std::vector<MetricFamily> families{buildInfo(statistics)};
  const auto *reflection = statistics.GetReflection();
  const auto *descriptor = statistics.GetDescriptor();
  for (int i = 0; i < descriptor->field_count(); ++i) {
    const FieldDescriptor *field = descriptor->field(i);
    double value;
    if (field->is_repeated())
      continue;
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT64)
      value = static_cast<double>(reflection->GetUInt64(statistics, field));
    else if (field->cpp_type() == FieldDescriptor::CPPTYPE_UINT32)
      value = reflection->GetUInt32(statistics, field);
    else if (field->cpp_type() == FieldDescriptor::CPPTYPE_DOUBLE)
      value = reflection->GetDouble(statistics, field);
    else
      continue;
    const Figure figure = figureOf(field->name());
    families.push_back(
        family(absl::StrCat("ingot_", field->name(),
                            figure.type == kCounter ? "_total" : ""),
               figure.type, figure.help, value));
  }
  for (const std::vector<MetricFamily> &more : {histograms, processMetrics()})
    families.insert(families.end(), more.begin(), more.end());
  return prometheus::TextSerializer().Serialize(families);
}

} // namespace ingot::server
