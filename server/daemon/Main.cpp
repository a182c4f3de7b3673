//===- Main.cpp - ingotd --------------------------------------------------===//
//
// Builds the object tree, and takes it down again in order:
//
//   HotStore
//   OverflowStore
//   MeasuredStore
//   VerifyingStore
//   Store (RocksDB)   WorkerPool (ingot-worker processes)
//        \               /
//         CompileService + Statistics
//        /       |         \.
//   Compiler   Admin   ByteStream, REAPI      HTTP
//        \       |         /
//            gRPC server
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/RocksDbStore.h"
#include "cache/store/HotStore.h"
#include "cache/store/MeasuredStore.h"
#include "cache/store/OverflowStore.h"
#include "cache/store/VerifyingStore.h"
#include "server/admin/HttpServer.h"
#include "server/core/CompileService.h"
#include "server/daemon/Configuration.h"
#include "server/daemon/GrpcServer.h"
#include "server/daemon/ServiceManager.h"
#include "server/daemon/ShutdownMonitor.h"
#include "server/rpc/ActionCacheService.h"
#include "server/rpc/AdminService.h"
#include "server/rpc/ByteStreamService.h"
#include "server/rpc/CapabilitiesService.h"
#include "server/rpc/CasService.h"
#include "server/rpc/CompilerService.h"
#include "server/rpc/Credentials.h"
#include "server/rpc/RpcMetrics.h"
#include "server/scheduler/FairExecutors.h"

#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

using namespace ingot;
using namespace ingot::server;

namespace {

/// For what waits for the store: nobody who reads waits for those who write,
/// and no compile for either.
constexpr int kCompileThreads = 4, kReadThreads = 4, kUploadThreads = 2;
constexpr absl::Duration kFetchGrace = absl::Milliseconds(500);

std::string text(const absl::Status &status) {
  return std::string(status.message());
}

void startLog(const Configuration &configuration) {
  auto log = configuration.logFile.empty()
                 ? spdlog::stderr_logger_mt("ingotd")
                 : spdlog::basic_logger_mt("ingotd", configuration.logFile);
  log->set_pattern("time=%Y-%m-%dT%H:%M:%S.%e%z level=%l %v");
  log->set_level(spdlog::level::from_str(configuration.logLevel));
  log->flush_on(spdlog::level::info);
  spdlog::set_default_logger(log);
}

/// Connections, the store's files and memfds take descriptors; the default
/// limit is for interactive programs.
void raiseDescriptorLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
      limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}

/// Lets what runs finish, for as long as it may, unless a second signal comes.
void drain(int signals, const Configuration &configuration,
           CompileService &service, GrpcServer &grpc) {
  service.drain();
  notifyServiceManager("STOPPING=1");
  if (auto *health = grpc.server->GetHealthCheckService())
    health->SetServingStatus(false);
  absl::Time end = absl::Now() + absl::Seconds(configuration.drainTimeout);
  // Whoever got a result may still ask for its bytes.
  absl::Duration grace =
      service.active() > 0 ? kFetchGrace : absl::ZeroDuration();
  absl::Time over = absl::Now();
  while (absl::Now() < end) {
    if (service.active() > 0)
      over = absl::Now() + grace;
    else if (absl::Now() >= over)
      break;
    pollfd wait{signals, POLLIN, 0};
    signalfd_siginfo information;
    if (poll(&wait, 1, 20) > 0 &&
        read(signals, &information, sizeof(information)) > 0) {
      spdlog::warn("event=exit reason=second-signal");
      _exit(1);
    }
  }
  // Calls under way, streams of blobs among them, have the rest of the time.
  grpc.gate.reset(); // Who connects from now on, the next daemon answers.
  grpc.server->Shutdown(absl::ToChronoTime(end));
}

/// The value, or null after a line in the log.
template <typename T> T *started(const char *part, absl::StatusOr<T> &value) {
  if (value.ok())
    return &*value;
  spdlog::error("event=start-failed part={} error=\"{}\"", part,
                text(value.status()));
  return nullptr;
}

absl::StatusOr<std::unique_ptr<cache::Store>>
openStore(const Configuration &configuration, Statistics &statistics) {
  cache::RocksDbStoreOptions options;
  options.path = configuration.store;
  options.limitBytes = configuration.storeLimit;
  options.strict = configuration.strictStore;
  options.onSetAside = [](const absl::Status &why, const std::string &folder) {
    spdlog::error("event=store-damaged kept={} error=\"{}\"", folder,
                  text(why));
  };
  absl::StatusOr<std::unique_ptr<cache::Store>> disk =
      cache::openRocksDbStore(options);
  if (!disk.ok())
    return disk.status();
  auto onOperation = [&statistics](const char *operation, const char *outcome,
                                   absl::Duration time) {
    statistics.histograms.store.observe(time, operation, outcome);
  };
  return std::make_unique<cache::HotStore>(
      std::make_unique<cache::OverflowStore>(
          std::make_unique<cache::MeasuredStore>(
              std::make_unique<cache::VerifyingStore>(*std::move(disk)),
              [] { return absl::Now(); }, onOperation)));
}

absl::StatusOr<std::unique_ptr<WorkerPool>>
openPool(const Configuration &configuration, int signals) {
  WorkerPoolOptions options;
  options.workerProgram = configuration.workerProgram;
  options.targets = configuration.targets;
  options.plugins = configuration.plugins;
  options.workers = configuration.workers;
  options.spareWorkers = configuration.spareWorkers;
  options.queueLimit = configuration.queueLimit;
  options.memoryLimitBytes = configuration.memoryLimit;
  options.nice = configuration.workerNice;
  options.runLimit = absl::Seconds(configuration.runLimit);
  if (configuration.forkPerAction)
    options.actionsPerWorker = 1;
  options.sandbox = configuration.sandbox;
  options.cancelFd = signals;
  return createWorkerPool(options);
}

/// Null where no address is configured.
absl::StatusOr<std::unique_ptr<HttpServer>>
openHttp(const Configuration &configuration, HttpServer::Sources sources) {
  if (configuration.http.empty())
    return std::unique_ptr<HttpServer>();
  size_t colon = configuration.http.rfind(':');
  return HttpServer::start(configuration.http.substr(0, colon),
                           std::stoi(configuration.http.substr(colon + 1)),
                           std::move(sources));
}

absl::StatusOr<std::unique_ptr<Access>>
openAccess(const Configuration &configuration) {
  absl::StatusOr<Roles> anonymous = parseRoles(configuration.anonymous);
  if (!anonymous.ok())
    return anonymous.status();
  if (configuration.credentials.empty())
    return std::make_unique<Access>(*anonymous);
  return CredentialAccess::open(
      configuration.credentials, *anonymous, [](const absl::Status &why) {
        spdlog::error("event=credentials-kept error=\"{}\"", text(why));
      });
}

AdminSource makeAdminSource(CompileService &service,
                            const Statistics &statistics,
                            const cache::Store &store, const WorkerPool &pool) {
  return {
      [&] { return collect(statistics, store, pool); },
      [&](const Principal &asker) { return service.jobs(asker); },
      [&](const Principal &asker) { return service.compiles(asker); },
      [&](const Principal &asker) { return service.crashes(asker); },
      [&] {
        v1::ListTargetsResponse targets;
        *targets.mutable_targets() = pool.hello().targets();
        *targets.mutable_phases() = pool.hello().phases();
        return targets;
      },
      [&](const Digest &request) { return service.cancelRequest(request); }};
}

/// Who looks at the page: a reader at least.
absl::StatusOr<Viewer> viewerOf(const Access &access,
                                const std::string &token) {
  absl::StatusOr<Identity> identity =
      access.requireByToken(token, kReader, "the page");
  if (!identity.ok())
    return identity.status();
  return Viewer{identity->principal()};
}

void announce(const Configuration &configuration,
              const std::vector<std::string> &addresses, const WorkerPool &pool,
              const HttpServer *http) {
  if (http)
    spdlog::info("event=http port={}", http->port());
  for (const std::string &address : addresses)
    spdlog::info("event=ready listen={} store={} workers={} compiler=\"{}\"",
                 address, configuration.store, configuration.workers,
                 pool.hello().compiler_identity());
  notifyServiceManager("READY=1");
  if (configuration.readyFd < 0)
    return;
  (void)!write(configuration.readyFd, "r", 1);
  close(configuration.readyFd);
}

int serve(const Configuration &configuration, int signals) {
  if (absl::Status status = checkKeyFields(); !status.ok()) {
    spdlog::error("event=start-failed part=keys error=\"{}\"", text(status));
    return 1;
  }
  spdlog::info("event=start pid={} store={}", getpid(), configuration.store);
  Statistics statistics;
  auto store = openStore(configuration, statistics);
  if (!started("store", store))
    return 1;
  auto pool = openPool(configuration, signals);
  if (absl::IsCancelled(pool.status())) {
    spdlog::info("event=exit reason=signal");
    return 0;
  }
  if (!started("workers", pool))
    return 1;
  int drainPipe[2];
  if (pipe2(drainPipe, O_CLOEXEC | O_NONBLOCK) != 0)
    return 1;
  auto lookups = std::make_unique<FairExecutors>(kCompileThreads,
                                                 configuration.workerNice);
  auto reads = std::make_unique<SerialExecutors>(kReadThreads);
  auto uploads = std::make_unique<SerialExecutors>(kUploadThreads);
  auto access = openAccess(configuration);
  if (!started("credentials", access))
    return 1;
  absl::StatusOr<std::unique_ptr<AuditLog>> audit =
      configuration.auditLog.empty() ? std::unique_ptr<AuditLog>()
                                     : AuditLog::open(configuration.auditLog);
  if (!started("audit-log", audit))
    return 1;
  (*access)->auditTo(audit->get());
  Transfers transfers;
  CompileService service(
      **store, **pool, statistics, [] { return absl::Now(); },
      [&](const Tenant &tenant, std::function<void()> task) {
        lookups->post(tenant, std::move(task));
      });
  CompilerService compiler(service, **pool, **access);
  const AdminSource adminSource =
      makeAdminSource(service, statistics, **store, **pool);
  AdminService admin(
      adminSource, [&] { (void)!write(drainPipe[1], "d", 1); }, **access);
  ByteStreamService byteStream(**store, statistics, *reads, *uploads, **access,
                               transfers);
  CasService cas(**store, statistics, *reads, *uploads, **access, transfers);
  ActionCacheService actionCache(**store, *reads, **access, transfers);
  CapabilitiesService capabilities(**access);
  std::atomic<bool> ready{false};
  auto http = openHttp(
      configuration,
      {adminSource, [&] { return ready.load(); },
       [&](const std::string &token) { return viewerOf(**access, token); },
       [&] { return statistics.histograms.collect(); },
       [&](const AdminRoutes::Cancel &cancel) {
         AuditedCall call =
             (*access)->audited(cancel.caller, cancel.peer, "CancelRequest");
         call.setKey(cancel.request);
         call.end(cancel.status.code());
       }});
  if (!started("http", http))
    return 1;
  Interceptors interceptors;
  interceptors.push_back(measureCalls(statistics));
  auto grpc = startGrpcServer(
      configuration.listen,
      {&compiler, &admin, &byteStream, &cas, &actionCache, &capabilities},
      {configuration.tlsCert, configuration.tlsKey, configuration.tlsClientCa},
      std::move(interceptors));
  if (!started("grpc", grpc))
    return 1;
  ready = true;
  announce(configuration, grpc->addresses, **pool, http->get());

  ShutdownMonitor monitor(
      {signals,
       drainPipe[0],
       absl::Seconds(configuration.idleExit),
       {std::filesystem::read_symlink("/proc/self/exe"),
        configuration.workerProgram}},
      [&] {
        return statistics.requests + statistics.bytesUploaded +
               statistics.bytesDownloaded;
      },
      [&] { return service.active() > 0; });
  const char *reason = monitor.wait();
  spdlog::info("event=drain reason={} running={}", reason, service.active());
  ready = false;
  drain(signals, configuration, service, *grpc);
  http->reset();
  grpc->gate.reset();
  grpc->server.reset();
  uploads.reset();
  reads.reset();
  lookups.reset(); // What still waits there uses the pool.
  pool->reset();   // Before the service: its callbacks end with it.
  spdlog::info("event=exit");
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  ParsedCommandLine parsed = parseCommandLine(argc, argv);
  if (!parsed.configuration)
    return parsed.exitStatus;
  if (parsed.configuration->checkOnly)
    return 0;
  // Blocked before any thread starts, so that all inherit it; read by poll.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  int signals = signalfd(-1, &set, SFD_CLOEXEC);
  try {
    startLog(*parsed.configuration);
  } catch (const spdlog::spdlog_ex &error) {
    std::fprintf(stderr, "ingotd: error: log-file: %s\n", error.what());
    return 2;
  }
  raiseDescriptorLimit();
  return serve(*parsed.configuration, signals);
}
