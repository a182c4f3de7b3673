//===- ProcessMetrics.cpp - what this process takes -----------------------===//
//
// From /proc, by the names and meanings that Prometheus gives these figures for
// every program, so that dashboards for any program show this one.
//
//===----------------------------------------------------------------------===//

#include "server/admin/Prometheus.h"

#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <sys/resource.h>
#include <unistd.h>

namespace ingot::server {
namespace {

using prometheus::MetricType;

/// Fields of /proc/self/stat as proc(5) numbers them.
constexpr size_t kUserTicks = 14, kSystemTicks = 15, kThreads = 20,
                 kStartTicks = 22, kVirtualBytes = 23, kResidentPages = 24;

/// All fields in order; the first two are left empty, for the second is a name
/// in parentheses that may hold anything.
std::vector<std::string> statFields() {
  std::ifstream file("/proc/self/stat");
  std::string line;
  std::getline(file, line);
  std::vector<std::string> fields(2);
  const size_t name = line.rfind(')');
  std::istringstream rest(name == std::string::npos ? ""
                                                    : line.substr(name + 1));
  for (std::string field; rest >> field;)
    fields.push_back(field);
  return fields;
}

/// Seconds since 1970 when the machine started. /proc/stat says it too, but not
/// to a service that sees processes alone.
double bootTime() {
  auto seconds = [](clockid_t clock) {
    timespec time{};
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) +
           static_cast<double>(time.tv_nsec) * 1e-9;
  };
  return seconds(CLOCK_REALTIME) - seconds(CLOCK_BOOTTIME);
}

/// Descriptors that are open, the one to look with among them.
double openDescriptors() {
  std::error_code error;
  double count = 0;
  for (std::filesystem::directory_iterator each("/proc/self/fd", error), end;
       !error && each != end; each.increment(error))
    ++count;
  return count;
}

} // namespace

std::vector<prometheus::MetricFamily> processMetrics() {
  std::vector<prometheus::MetricFamily> all;
  auto add = [&](const char *name, MetricType type, const char *help,
                 double value) {
    prometheus::ClientMetric metric;
    (type == MetricType::Gauge ? metric.gauge.value : metric.counter.value) =
        value;
    all.push_back({name, help, type, {metric}});
  };
  const std::vector<std::string> fields = statFields();
  if (fields.size() > kResidentPages) {
    auto field = [&](size_t number) { return std::stod(fields[number - 1]); };
    const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
    const auto page = static_cast<double>(sysconf(_SC_PAGESIZE));
    add("process_cpu_seconds_total", MetricType::Counter,
        "CPU time of the daemon, without its workers.",
        (field(kUserTicks) + field(kSystemTicks)) / ticks);
    add("process_resident_memory_bytes", MetricType::Gauge,
        "Memory that the daemon takes, without its workers.",
        field(kResidentPages) * page);
    add("process_virtual_memory_bytes", MetricType::Gauge,
        "Address space of the daemon.", field(kVirtualBytes));
    add("process_threads", MetricType::Gauge, "Threads of the daemon.",
        field(kThreads));
    add("process_start_time_seconds", MetricType::Gauge,
        "When the daemon started, in seconds since 1970.",
        bootTime() + field(kStartTicks) / ticks);
  }
  add("process_open_fds", MetricType::Gauge, "Descriptors that are open.",
      openDescriptors());
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0)
    add("process_max_fds", MetricType::Gauge, "Descriptors that may be open.",
        static_cast<double>(limit.rlim_cur));
  return all;
}

} // namespace ingot::server
