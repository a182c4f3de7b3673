//===- Parts.cpp - the parts of the daemon, as configured -----------------===//
//
// Each part is made in one function, from the settings that are its own, so
// that Main.cpp shows the tree and its order alone. What a store is stacked of
// stands in openStore(), from the disk up.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/Parts.h"
#include "cache/key/SteadyTime.h"

#include "cache/remote/ReapiLevel.h"
#include "cache/rocksdb/RocksDbStore.h"
#include "cache/store/HotStore.h"
#include "cache/store/MeasuredStore.h"
#include "cache/store/OverflowStore.h"
#include "cache/store/SliceStore.h"
#include "cache/store/TieredStore.h"
#include "cache/store/VerifyingStore.h"
#include "server/core/StoreOwners.h"
#include "server/rpc/Credentials.h"
#include "server/rpc/ReapiExecutor.h"
#include "server/scheduler/WorkerCgroup.h"

#include "absl/random/random.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <unistd.h>

namespace ingot::server {

static std::string text(const absl::Status &status) {
  return std::string(status.message());
}

/// Longer than this, whoever restarts daemons loses patience.
static constexpr absl::Duration kMaxSecondLevelDrain = absl::Seconds(10);

/// One thread at a time.
static cache::CircuitBreaker::Random randomNumbers() {
  return [random = std::make_shared<absl::BitGen>()] {
    return absl::Uniform(*random, 0.0, 1.0);
  };
}

/// The store with the configured second level behind it, if there is one.
static absl::StatusOr<std::unique_ptr<cache::Store>>
withSecondLevel(std::unique_ptr<cache::Store> store,
                const Configuration &configuration) {
  const SecondLevelSettings &settings = configuration.secondLevel;
  if (!settings.isUsed())
    return store;
  cache::ReapiOptions remote = reapiOptionsOf(settings);
  absl::StatusOr<std::unique_ptr<cache::ReapiLevel>> level =
      cache::ReapiLevel::open(remote);
  if (!level.ok())
    return level.status();
  cache::TieredStoreOptions options;
  options.isReadOnly = settings.isReadOnly;
  options.maxResultBytes = settings.maxResult;
  options.slow = remote.timeout / 2;
  options.random = randomNumbers();
  if (settings.hasLeases) {
    options.leases.emplace();
    options.leases->slow = options.slow;
    options.leases->random = randomNumbers();
  }
  options.onChange = [](const absl::Status &why) {
    if (why.ok())
      spdlog::info("event=second-level-up");
    else
      spdlog::warn("event=second-level-down error=\"{}\"", text(why));
  };
  options.writing.maxBytes = settings.queue;
  options.writing.maxResultBytes = settings.maxResult;
  options.writing.drain =
      std::min(absl::Seconds(configuration.drainTimeout), kMaxSecondLevelDrain);
  options.writing.random = randomNumbers();
  options.writing.onRefused = [](const absl::Status &why) {
    spdlog::warn("event=second-level-read-only error=\"{}\"", text(why));
  };
  options.writing.onLeft = [](int64_t results) {
    spdlog::warn("event=second-level-left results={}", results);
  };
  return std::make_unique<cache::TieredStore>(
      std::move(store), *std::move(level), std::move(options));
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
  absl::StatusOr<std::unique_ptr<cache::Store>> tiered = withSecondLevel(
      std::make_unique<cache::MeasuredStore>(
          std::make_unique<cache::VerifyingStore>(
              std::make_unique<cache::SliceStore>(*std::move(disk))),
          steadyNow, onOperation),
      configuration);
  if (!tiered.ok())
    return tiered.status();
  return std::make_unique<cache::HotStore>(
      std::make_unique<cache::OverflowStore>(*std::move(tiered)));
}

/// Null where none is configured.
static absl::StatusOr<std::unique_ptr<RemoteExecutor>>
openExecutor(const Configuration &configuration) {
  const ExecutionSettings &settings = configuration.execution;
  if (!settings.isUsed())
    return std::unique_ptr<RemoteExecutor>();
  ReapiExecutorOptions options;
  options.cluster = reapiOptionsOf(settings);
  options.workerProgram = configuration.workerProgram;
  options.slots = settings.jobs;
  options.action.properties = settings.properties;
  options.action.memoryLimitBytes = configuration.memoryLimit;
  options.action.runLimit = absl::Seconds(configuration.runLimit);
  options.queueLimit = absl::Seconds(settings.queueLimit);
  return ReapiExecutor::open(options);
}

/// The group of the workers, or null where there is none.
static std::shared_ptr<const WorkerCgroup>
openCgroup(const Configuration &configuration) {
  constexpr int kProcessesPerWorker = 64, kProcessesBeside = 64;
  if (configuration.workerCgroup == "off")
    return nullptr;
  const int workers = configuration.workers + configuration.spareWorkers;
  absl::StatusOr<std::shared_ptr<const WorkerCgroup>> group =
      WorkerCgroup::create({configuration.workerMemoryTotal,
                            kProcessesPerWorker * workers + kProcessesBeside},
                           getpid());
  if (!group.ok()) {
    spdlog::info("event=worker-cgroup state=off error=\"{}\"",
                 text(group.status()));
    return nullptr;
  }
  spdlog::info("event=worker-cgroup state=on memory={}",
               configuration.workerMemoryTotal);
  return *std::move(group);
}

/// What there is of the pool before anything is started for it.
static WorkerPoolOptions poolOptionsOf(const Configuration &configuration) {
  WorkerPoolOptions options;
  options.workerProgram = configuration.workerProgram;
  options.targets = configuration.targets;
  options.plugins = configuration.plugins;
  options.verifyPasses = configuration.verifyPasses;
  options.workers = configuration.workers;
  options.spareWorkers = configuration.spareWorkers;
  options.queueLimit = configuration.queueLimit;
  options.memoryLimitBytes = configuration.memoryLimit;
  options.memoryTotalBytes = configuration.workerMemoryTotal;
  options.nice = configuration.workerNice;
  options.runLimit = absl::Seconds(configuration.runLimit);
  if (configuration.forkPerAction)
    options.actionsPerWorker = 1;
  options.sandbox = configuration.sandbox;
  return options;
}

absl::Status checkPool(const Configuration &configuration) {
  return checkWorkers(poolOptionsOf(configuration));
}

absl::StatusOr<std::unique_ptr<WorkerPool>>
openPool(const Configuration &configuration, int signals) {
  WorkerPoolOptions options = poolOptionsOf(configuration);
  options.cgroup = openCgroup(configuration);
  options.cancelFd = signals;
  absl::StatusOr<std::unique_ptr<RemoteExecutor>> executor =
      openExecutor(configuration);
  if (!executor.ok())
    return executor.status();
  RemoteOptions remote;
  remote.verifiedShare = configuration.execution.verifiedShare;
  return createWorkerPool(options, *std::move(executor), remote);
}

absl::StatusOr<std::unique_ptr<AuditLog>>
openAuditLog(const Configuration &configuration) {
  if (configuration.auditLog.empty())
    return std::unique_ptr<AuditLog>();
  return AuditLog::open(configuration.auditLog);
}

absl::StatusOr<std::unique_ptr<OtlpFile>>
openOtlpFile(const Configuration &configuration) {
  if (configuration.otlpFile.empty())
    return std::unique_ptr<OtlpFile>();
  return OtlpFile::open(configuration.otlpFile);
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

std::unique_ptr<StoreInventory> makeInventory(cache::Store &store) {
  return std::make_unique<StoreInventory>(
      [&store]() -> absl::StatusOr<InventoryRows> {
        cache::StoreCare *care = store.care();
        if (!care)
          return InventoryRows();
        return cache::takeInventory(*care, care->now());
      },
      steadyNow);
}

AdminSource makeAdminSource(CompileService &service,
                            const Statistics &statistics, cache::Store &store,
                            StoreInventory &inventory, const WorkerPool &pool) {
  return {[&] { return collect(statistics, store, pool); },
          [&](const Principal &asker) { return service.jobs(asker); },
          [&](const Principal &asker) { return service.compiles(asker); },
          [&](const Principal &asker) { return service.crashes(asker); },
          [&](const Principal &asker) {
            v1::DescribeStoreResponse tenants;
            const cache::StoreStatistics all = store.statistics();
            tenants.set_bytes(static_cast<uint64_t>(all.bytes));
            tenants.set_limit_bytes(static_cast<uint64_t>(all.limitBytes));
            if (cache::StoreCare *care = store.care())
              addTenants(*care, asker, tenants);
            inventory.addTo(tenants);
            return tenants;
          },
          [&] {
            v1::ListTargetsResponse targets;
            *targets.mutable_targets() = pool.hello().targets();
            *targets.mutable_phases() = pool.hello().phases();
            return targets;
          },
          [&](const Digest &request) { return service.cancelRequest(request); },
          [&](const v1::ExplainRequest &request, const Principal &asker) {
            return service.explainNow(request, asker);
          }};
}

/// Who looks at the page: a reader at least.
static absl::StatusOr<Viewer> viewerOf(const Access &access,
                                       const std::string &token) {
  absl::StatusOr<Identity> identity =
      access.requireByToken(token, kReader, "the page");
  if (!identity.ok())
    return identity.status();
  return Viewer{identity->principal()};
}

absl::StatusOr<std::unique_ptr<HttpServer>>
openHttp(const Configuration &configuration, AdminSource source,
         const Statistics &statistics, const Access &access,
         std::function<bool()> isReady) {
  if (configuration.http.empty())
    return std::unique_ptr<HttpServer>();
  auto audit = [&access](const AdminRoutes::Audited &entry) {
    AuditedCall call = access.audited(entry.caller, entry.peer, entry.method);
    call.setKey(entry.key);
    call.end(entry.status.code());
  };
  size_t colon = configuration.http.rfind(':');
  return HttpServer::start(
      configuration.http.substr(0, colon),
      std::stoi(configuration.http.substr(colon + 1)),
      {std::move(source), std::move(isReady),
       [&access](const std::string &token) { return viewerOf(access, token); },
       [&statistics] { return statistics.histograms.collect(); }, audit});
}

} // namespace ingot::server
