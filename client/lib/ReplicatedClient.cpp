//===- ReplicatedClient.cpp - several daemons as one ----------------------===//
//
// A call asks each daemon once, then waits and begins another round. Within a
// round nothing waits: another daemon is not the one that failed. A blob that
// one daemon lacks may be with another, so reads go on after NOT_FOUND, but not
// into another round unless a daemon could not be asked.
//
// The connection of a daemon that cannot be reached is given up: a new one is
// tried at once, while gRPC would wait longer and longer to mend the old one.
//
//===----------------------------------------------------------------------===//

#include "client/lib/ReplicatedClient.h"
#include "cache/key/SteadyTime.h"
#include "client/lib/Call.h"
#include "client/lib/Hedge.h"
#include "client/lib/Rendezvous.h"
#include "client/lib/StoreAdmin.h"

#include "absl/random/random.h"
#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::client {
namespace {

/// How long a cancel goes unnoticed between rounds.
constexpr absl::Duration kSleepSlice = absl::Milliseconds(20);

ReplicaOptions withDefaults(ReplicaOptions options) {
  if (!options.now)
    options.now = steadyNow;
  if (!options.timeOfDay)
    options.timeOfDay = absl::Now;
  if (!options.sleep)
    options.sleep = [](absl::Duration duration) { absl::SleepFor(duration); };
  if (!options.random)
    options.random = [] {
      thread_local absl::BitGen generator;
      return absl::Uniform(generator, 0.0, 1.0);
    };
  return options;
}

} // namespace

ReplicatedClient::ReplicatedClient(std::vector<std::string> addresses,
                                   Connect connect, ReplicaOptions options)
    : addresses_(std::move(addresses)), connect_(std::move(connect)),
      options_(withDefaults(std::move(options))), replicas_(addresses_.size()) {
}

ReplicatedClient::~ReplicatedClient() = default;

//===----------------------------------------------------------------------===//
// Daemons
//===----------------------------------------------------------------------===//

absl::StatusOr<ReplicatedClient::ClientPtr>
ReplicatedClient::clientOf(size_t replica, const std::atomic<bool> *abandoned) {
  {
    absl::MutexLock lock(&mutex_);
    if (replicas_[replica].client)
      return replicas_[replica].client;
  }
  // Two threads may connect at once; the second one's connection is kept.
  absl::StatusOr<std::unique_ptr<Client>> client =
      connect_(addresses_[replica], abandoned);
  if (!client.ok())
    return client.status();
  absl::MutexLock lock(&mutex_);
  replicas_[replica].client = *std::move(client);
  return replicas_[replica].client;
}

absl::StatusOr<ReplicatedClient::ClientPtr> ReplicatedClient::fallbackClient() {
  absl::MutexLock lock(&mutex_); // One of them is started, however many ask.
  if (!fallback_) {
    absl::StatusOr<std::unique_ptr<Client>> client = options_.fallback();
    if (!client.ok())
      return client.status();
    fallback_ = *std::move(client);
  }
  ++counters_.fallbacks;
  return fallback_;
}

void ReplicatedClient::avoid(size_t replica) {
  absl::MutexLock lock(&mutex_);
  replicas_[replica].avoidUntil = options_.now() + options_.avoidFor;
  replicas_[replica].client.reset();
}

bool ReplicatedClient::isAvoided(size_t replica) const {
  absl::MutexLock lock(&mutex_);
  return replicas_[replica].avoidUntil > options_.now();
}

void ReplicatedClient::prefer(size_t replica) {
  absl::MutexLock lock(&mutex_);
  last_ = replica;
  replicas_[replica].avoidUntil = absl::InfinitePast();
}

std::vector<size_t>
ReplicatedClient::order(std::optional<std::string_view> key) const {
  std::vector<size_t> order = rendezvousOrder(addresses_, key.value_or(""));
  const absl::Time now = options_.now();
  absl::MutexLock lock(&mutex_);
  auto hasFailed = [&](size_t i) {
    mutex_.AssertHeld();
    return replicas_[i].avoidUntil > now;
  };
  auto isOther = [&](size_t i) {
    mutex_.AssertHeld();
    return !key && i != last_;
  };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::pair(hasFailed(a), isOther(a)) <
           std::pair(hasFailed(b), isOther(b));
  });
  return order;
}

absl::Status ReplicatedClient::reachAny() {
  absl::Status first;
  for (size_t i = 0; i < addresses_.size(); ++i) {
    absl::Status status = clientOf(i).status();
    if (status.ok())
      return status;
    // A mistake in the options is the same everywhere.
    if (status.code() == absl::StatusCode::kInvalidArgument)
      return status;
    avoid(i);
    if (first.ok())
      first = status;
  }
  return options_.fallback ? fallbackClient().status() : first;
}

ReplicaCounters ReplicatedClient::counters() const {
  absl::MutexLock lock(&mutex_);
  return counters_;
}

//===----------------------------------------------------------------------===//
// One call
//===----------------------------------------------------------------------===//

bool ReplicatedClient::waitForRound(int round, const absl::Status &why,
                                    const CallOptions &options) {
  absl::Duration left =
      options_.backoff.wait(round, options_.random(), retryDelayOf(why));
  if (options_.timeOfDay() + left >= options.deadline)
    return false;
  for (; left > absl::ZeroDuration(); left -= kSleepSlice) {
    if (isCancelled(options))
      return false;
    options_.sleep(std::min(left, kSleepSlice));
  }
  return !isCancelled(options);
}

template <typename T, typename Ask>
absl::StatusOr<T>
ReplicatedClient::askOne(size_t replica, const CallOptions &options, Ask &ask) {
  absl::StatusOr<ClientPtr> client = clientOf(replica, options.cancelled);
  if (!client.ok())
    return client.status();
  {
    absl::MutexLock lock(&mutex_);
    ++counters_.tries;
  }
  return ask(**client, replica);
}

template <typename T, typename Ask>
absl::StatusOr<T> ReplicatedClient::call(std::optional<std::string_view> key,
                                         const CallOptions &options,
                                         bool isRead, Ask ask) {
  {
    absl::MutexLock lock(&mutex_);
    ++counters_.calls;
  }
  int tries = 0;
  for (int round = 1;; ++round) {
    absl::Status again, absent;
    bool isAnyReached = false;
    for (size_t replica : order(key)) {
      if (tries++ == options_.tries)
        return again.ok() ? absent : again;
      absl::StatusOr<T> answer = askOne<T>(replica, options, ask);
      if (answer.ok()) {
        prefer(replica);
        return answer;
      }
      const absl::Status &status = answer.status();
      isAnyReached |= !absl::IsUnavailable(status);
      if (isRead && absl::IsNotFound(status)) {
        absent = status;
        continue;
      }
      if (!isWorthResending(status, isCancelled(options)))
        return status;
      if (absl::IsUnavailable(status))
        avoid(replica);
      again = status;
    }
    if (again.ok())
      return absent;
    if (!isAnyReached && options_.fallback) {
      absl::StatusOr<ClientPtr> local = fallbackClient();
      if (!local.ok())
        return local.status();
      return ask(**local, addresses_.size());
    }
    if (tries >= options_.tries || !waitForRound(round, again, options))
      return again;
  }
}

//===----------------------------------------------------------------------===//
// Compiles
//===----------------------------------------------------------------------===//

absl::StatusOr<CompileResult>
ReplicatedClient::compile(std::string_view module,
                          const CompileOptions &options,
                          const Progress &progress, Failure *failure) {
  return call<CompileResult>(placementKey(module), options, /*isRead=*/false,
                             [&](Client &client, size_t replica) {
                               return compileHedged(client, replica, module,
                                                    options, progress, failure);
                             });
}

absl::StatusOr<CompileResult>
ReplicatedClient::askAnother(size_t busy, std::string_view module,
                             const CompileOptions &options,
                             const std::atomic<bool> &abandoned) {
  const std::vector<size_t> others = order(placementKey(module));
  const size_t other = others[others[0] == busy ? 1 : 0];
  if (isAvoided(other))
    return absl::UnavailableError("no other daemon answers");
  // The first daemon's answer does not wait for a second that cannot be
  // reached.
  absl::StatusOr<ClientPtr> client = clientOf(other, &abandoned);
  if (absl::IsUnavailable(client.status()))
    avoid(other);
  if (!client.ok())
    return client.status();
  CompileOptions stored = options;
  stored.onlyIfStored = true;
  stored.abandoned = &abandoned;
  Failure ignored;
  return (*client)->compile(module, stored, {}, &ignored);
}

absl::StatusOr<CompileResult> ReplicatedClient::compileHedged(
    Client &client, size_t replica, std::string_view module,
    const CompileOptions &options, const Progress &progress, Failure *failure) {
  if (addresses_.size() < 2 || replica == addresses_.size() ||
      options.onlyIfStored || options_.hedgeAfter == absl::InfiniteDuration())
    return client.compile(module, options, progress, failure);
  Hedge hedge(options_.hedgeAfter, [&](const std::atomic<bool> &abandoned) {
    return askAnother(replica, module, options, abandoned);
  });
  CompileOptions first = options;
  first.abandoned = &hedge.firstIsAbandoned();
  Progress watched = progress;
  watched.onQueued = [&](const std::string &job) {
    hedge.firstHasBegun();
    if (progress.onQueued)
      progress.onQueued(job);
  };
  absl::StatusOr<CompileResult> result =
      client.compile(module, first, watched, failure);
  std::optional<CompileResult> stored = hedge.firstHasEnded();
  const bool isWon = stored && !result.ok();
  {
    absl::MutexLock lock(&mutex_);
    counters_.hedges += hedge.wasSent() ? 1 : 0;
    counters_.hedgesWon += isWon ? 1 : 0;
  }
  if (!isWon)
    return result;
  if (failure)
    *failure = {};
  return *std::move(stored);
}

//===----------------------------------------------------------------------===//
// The other calls
//===----------------------------------------------------------------------===//

absl::StatusOr<std::vector<Diagnostic>>
ReplicatedClient::check(std::string_view module, const CheckOptions &options,
                        Failure *failure) {
  return call<std::vector<Diagnostic>>(
      placementKey(module), options, /*isRead=*/false,
      [&](Client &client, size_t) {
        return client.check(module, options, failure);
      });
}

absl::StatusOr<Inspection>
ReplicatedClient::inspect(std::string_view module, const CheckOptions &options,
                          Failure *failure) {
  return call<Inspection>(placementKey(module), options, /*isRead=*/false,
                          [&](Client &client, size_t) {
                            return client.inspect(module, options, failure);
                          });
}

absl::StatusOr<std::vector<Target>>
ReplicatedClient::targets(const CallOptions &options) {
  return call<std::vector<Target>>(
      std::nullopt, options, /*isRead=*/false,
      [&](Client &client, size_t) { return client.targets(options); });
}

absl::StatusOr<std::vector<std::string>>
ReplicatedClient::phases(const CallOptions &options) {
  return call<std::vector<std::string>>(
      std::nullopt, options, /*isRead=*/false,
      [&](Client &client, size_t) { return client.phases(options); });
}

absl::StatusOr<std::string>
ReplicatedClient::fetch(const std::string &digest, const CallOptions &options) {
  return call<std::string>(
      std::nullopt, options, /*isRead=*/true,
      [&](Client &client, size_t) { return client.fetch(digest, options); });
}

absl::StatusOr<std::vector<std::string>>
ReplicatedClient::fetchAll(const std::vector<std::string> &digests,
                           const CallOptions &options) {
  return call<std::vector<std::string>>(
      std::nullopt, options, /*isRead=*/true, [&](Client &client, size_t) {
        return client.fetchAll(digests, options);
      });
}

absl::StatusOr<std::string>
ReplicatedClient::upload(std::string_view bytes, const CallOptions &options) {
  // To where the program of these bytes is compiled.
  return call<std::string>(
      placementKey(bytes), options, /*isRead=*/false,
      [&](Client &client, size_t) { return client.upload(bytes, options); });
}

absl::Status
ReplicatedClient::uploadProgram(std::string_view module,
                                const std::vector<NamedFile> &files,
                                const CallOptions &options) {
  // The files too go to where the module is compiled.
  return call<bool>(placementKey(module), options, /*isRead=*/false,
                    [&](Client &client, size_t) -> absl::StatusOr<bool> {
                      absl::Status status =
                          client.uploadProgram(module, files, options);
                      if (!status.ok())
                        return status;
                      return true;
                    })
      .status();
}

absl::StatusOr<std::vector<RunningJob>>
ReplicatedClient::jobs(const CallOptions &options) {
  std::vector<RunningJob> all;
  absl::Status failed;
  bool isAnswered = false;
  for (size_t i = 0; i < addresses_.size(); ++i) {
    auto ask = [&](Client &client, size_t) { return client.jobs(options); };
    auto some = askOne<std::vector<RunningJob>>(i, options, ask);
    if (!some.ok()) {
      failed = some.status();
      continue;
    }
    isAnswered = true;
    for (RunningJob &job : *some)
      all.push_back(std::move(job));
  }
  if (!isAnswered)
    return failed;
  return all;
}

absl::Status ReplicatedClient::cancelRequest(const std::string &request,
                                             const CallOptions &options) {
  absl::Status failed;
  bool isDone = false;
  for (size_t i = 0; i < addresses_.size(); ++i) {
    absl::StatusOr<ClientPtr> client = clientOf(i);
    absl::Status status = client.ok()
                              ? (*client)->cancelRequest(request, options)
                              : client.status();
    isDone |= status.ok();
    // That one of them does not run it says least.
    if (!status.ok() && (failed.ok() || absl::IsNotFound(failed)))
      failed = status;
  }
  return isDone ? absl::OkStatus() : failed;
}

absl::StatusOr<Explanation>
ReplicatedClient::explain(const std::string &entry, const std::string &base,
                          const CallOptions &options) {
  // Which of them compiled it is not in its name.
  absl::Status failed;
  for (size_t i = 0; i < addresses_.size(); ++i) {
    auto ask = [&](Client &client, size_t) {
      return client.explain(entry, base, options);
    };
    absl::StatusOr<Explanation> explained =
        askOne<Explanation>(i, options, ask);
    if (explained.ok())
      return explained;
    // That one of them does not know it says least.
    if (failed.ok() || absl::IsNotFound(failed))
      failed = explained.status();
  }
  return failed;
}

absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
ReplicatedClient::statistics(const CallOptions &options) {
  absl::StatusOr<ClientPtr> client = clientOf(0);
  if (!client.ok())
    return client.status();
  return (*client)->statistics(options);
}

std::unique_ptr<StoreAdmin> ReplicatedClient::storeAdmin() {
  absl::StatusOr<ClientPtr> client = clientOf(0);
  return client.ok() ? (*client)->storeAdmin() : nullptr;
}

absl::Status ReplicatedClient::drain(const CallOptions &options) {
  absl::StatusOr<ClientPtr> client = clientOf(0);
  return client.ok() ? (*client)->drain(options) : client.status();
}

} // namespace ingot::client
