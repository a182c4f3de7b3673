//===- Main.cpp - ingotd --------------------------------------------------===//
//
// Builds the object tree, and takes it down again in order:
//
//   HotStore
//   OverflowStore
//   TieredStore, of --second-level
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

#include "cache/key/SteadyTime.h"
#include "cache/store/TieredStore.h"
#include "server/daemon/GrpcServer.h"
#include "server/daemon/Parts.h"
#include "server/daemon/ServiceManager.h"
#include "server/daemon/ShutdownMonitor.h"
#include "server/rpc/ActionCacheService.h"
#include "server/rpc/AdminService.h"
#include "server/rpc/ByteStreamService.h"
#include "server/rpc/CapabilitiesService.h"
#include "server/rpc/CasService.h"
#include "server/rpc/CompilerService.h"
#include "server/rpc/RpcMetrics.h"
#include "server/rpc/StoreAdminService.h"
#include "server/scheduler/FairExecutors.h"
#include "server/worker/TimeSlice.h"

#include <grpc/grpc.h>
#include <grpcpp/grpcpp.h>
#include <grpcpp/health_check_service_interface.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <malloc.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <thread>
#include <unistd.h>

using namespace ingot;
using namespace ingot::server;

namespace {

/// For what waits for the store: nobody who reads waits for those who write,
/// and no compile for either.
constexpr int kCompileThreads = 4, kReadThreads = 4, kUploadThreads = 2;
/// As many callers may wait for a second level, so that those above are left
/// for what is on the disk.
constexpr int kSecondLevelThreads = cache::kMaxSecondLevelReads;
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

/// As many heaps as processors: by itself, malloc has eight times as many, and
/// each keeps what one burst of large messages took. Under a flood of those the
/// front had 336 MiB at its peak, and 296 so.
void limitHeaps() {
  mallopt(M_ARENA_MAX,
          std::max(2, static_cast<int>(std::thread::hardware_concurrency())));
}

/// Lets what runs finish, for as long as it may, unless a second signal comes.
void drain(int signals, const Configuration &configuration,
           CompileService &service, GrpcServer &grpc) {
  service.drain();
  notifyServiceManager("STOPPING=1");
  if (auto *health = grpc.server->GetHealthCheckService())
    health->SetServingStatus(false);
  const absl::Time end =
      steadyNow() + absl::Seconds(configuration.drainTimeout);
  // Whoever got a result may still ask for its bytes.
  absl::Duration grace =
      service.active() > 0 ? kFetchGrace : absl::ZeroDuration();
  absl::Time over = steadyNow();
  while (steadyNow() < end) {
    if (service.active() > 0)
      over = steadyNow() + grace;
    else if (steadyNow() >= over)
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
  grpc.server->Shutdown(absl::ToChronoTime(timeOfDay(end)));
}

/// The value, or null after a line in the log.
template <typename T> T *started(const char *part, absl::StatusOr<T> &value) {
  if (value.ok())
    return &*value;
  spdlog::error("event=start-failed part={} error=\"{}\"", part,
                text(value.status()));
  return nullptr;
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

/// Threads for what may wait for the disk.
struct Executors {
  /// `waiting` are threads for what may wait for another machine.
  Executors(int nice, int waiting)
      : lookups(
            std::make_unique<FairExecutors>(kCompileThreads + waiting, nice)),
        reads(std::make_unique<SerialExecutors>(kReadThreads + waiting)) {}

  std::unique_ptr<FairExecutors> lookups;
  std::unique_ptr<SerialExecutors> reads;
  std::unique_ptr<SerialExecutors> uploads =
      std::make_unique<SerialExecutors>(kUploadThreads);
  /// One thing at a time is done to the store; it waits for its operator.
  std::unique_ptr<SerialExecutors> care = std::make_unique<SerialExecutors>(1);

  /// Runs what still waits. Before the pool goes, which that uses. Who reads
  /// may write next: uploads go later.
  void end() {
    care.reset();
    reads.reset();
    uploads.reset();
    lookups.reset();
  }
};

/// What gRPC serves. All that is given outlives it.
struct Services {
  Services(cache::Store &store, WorkerPool &pool, CompileService &service,
           Statistics &statistics, Executors &executors, const Access &access,
           AdminSource source, const std::string &checkpoints, SpanSink *spans,
           std::function<void()> onDrain)
      : compiler(service, pool, access, transfers, spans),
        admin(std::move(source), std::move(onDrain), access),
        byteStream(store, statistics, *executors.reads, *executors.uploads,
                   access, transfers),
        cas(store, statistics, *executors.reads, *executors.uploads, access,
            transfers),
        actionCache(store, *executors.reads, access, transfers),
        capabilities(access),
        storeAdmin(store, statistics, *executors.care, access, checkpoints) {}

  std::vector<grpc::Service *> all() {
    return {&compiler,    &admin,        &byteStream, &cas,
            &actionCache, &capabilities, &storeAdmin};
  }

  Transfers transfers;
  CompilerService compiler;
  AdminService admin;
  ByteStreamService byteStream;
  CasService cas;
  ActionCacheService actionCache;
  CapabilitiesService capabilities;
  StoreAdminService storeAdmin;
};

absl::StatusOr<GrpcServer> openGrpc(const Configuration &configuration,
                                    Services &services,
                                    Statistics &statistics) {
  Interceptors interceptors;
  interceptors.push_back(measureCalls(statistics));
  return startGrpcServer(
      configuration.listen, services.all(),
      {configuration.tlsCert, configuration.tlsKey, configuration.tlsClientCa},
      std::move(interceptors));
}

/// Waits until there is a reason to stop, and names it.
const char *awaitEnd(const Configuration &configuration, int signals,
                     int drainPipe, const Statistics &statistics,
                     const CompileService &service) {
  ShutdownMonitor monitor(
      {signals,
       drainPipe,
       absl::Seconds(configuration.idleExit),
       {std::filesystem::read_symlink("/proc/self/exe"),
        configuration.workerProgram}},
      [&] {
        return statistics.requests + statistics.bytesUploaded +
               statistics.bytesDownloaded;
      },
      [&] { return service.active() > 0; });
  return monitor.wait();
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
  auto access = openAccess(configuration);
  auto audit = openAuditLog(configuration);
  auto spans = openOtlpFile(configuration);
  int drainPipe[2];
  if (!started("credentials", access) || !started("audit-log", audit) ||
      !started("otlp-file", spans) ||
      pipe2(drainPipe, O_CLOEXEC | O_NONBLOCK) != 0)
    return 1;
  (*access)->auditTo(audit->get());
  Executors executors(configuration.workerNice,
                      configuration.secondLevel.isUsed() ? kSecondLevelThreads
                                                         : 0);
  CompileService service(**store, **pool, statistics, steadyNow,
                         [&](const Tenant &tenant, std::function<void()> task) {
                           executors.lookups->post(tenant, std::move(task));
                         });
  const std::unique_ptr<StoreInventory> inventory = makeInventory(**store);
  const AdminSource source =
      makeAdminSource(service, statistics, **store, *inventory, **pool);
  Services services(**store, **pool, service, statistics, executors, **access,
                    source, configuration.checkpoints, spans->get(),
                    [&] { (void)!write(drainPipe[1], "d", 1); });
  std::atomic<bool> ready{false};
  auto http = openHttp(configuration, source, statistics, **access,
                       [&] { return ready.load(); });
  if (!started("http", http))
    return 1;
  auto grpc = openGrpc(configuration, services, statistics);
  if (!started("grpc", grpc))
    return 1;
  ready = true;
  announce(configuration, grpc->addresses, **pool, http->get());
  const char *reason =
      awaitEnd(configuration, signals, drainPipe[0], statistics, service);
  spdlog::info("event=drain reason={} running={}", reason, service.active());
  ready = false;
  drain(signals, configuration, service, *grpc);
  http->reset();
  grpc->gate.reset();
  grpc->server.reset();
  executors.end();
  if (cache::FlightLeases *leases = (*store)->leases())
    leases->stop(); // Before the pool, to which it hands work.
  pool->reset();    // Before the service: its callbacks end with it.
  store->reset();   // Writes what waits for a second level.
  spdlog::info("event=exit");
  return 0;
}

/// What settings name and only workers can read is looked at by one.
int check(const Configuration &configuration) {
  absl::Status status = checkPool(configuration);
  if (status.ok())
    return 0;
  std::fprintf(stderr, "ingotd: error: workers: %s\n", text(status).c_str());
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  ParsedCommandLine parsed = parseCommandLine(argc, argv);
  if (!parsed.configuration)
    return parsed.exitStatus;
  if (parsed.configuration->checkOnly)
    return check(*parsed.configuration);
  // Blocked before any thread starts, so that all inherit it; read by poll.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  setTimeSlice(kFrontSlice); // Before any thread starts.
  limitHeaps();
  configureGrpc();
  // Never given back: at its end gRPC 1.51 waits for its timers' threads, and
  // has waited for ever for one that was counted and not there.
  grpc_init();
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
