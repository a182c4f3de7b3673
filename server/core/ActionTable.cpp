//===- ActionTable.cpp - each action once, for all who wait ---------------===//
//
// The life of an action:
//
//   run() ── stored or quarantined ──────────────────────────> onDone
//     │ else: in running_, one waiter for each run()
//     └─> submit() ─> the pool ─> onWorkerDone() ─> finalize() ─> complete()
//           └─ asks daemons of the same second level first, if the store can;
//              what another one made meanwhile ─────────────────> complete()
//
// The mutex guards who waits and is never held while the disk or a callback is
// at work. Three races follow from that, and each has its answer here:
//   - the action ended between the look into the store and the entry into
//     running_: the store is asked again after the entry;
//   - all waiters left while the work was put together: it is cancelled as soon
//     as it has a ticket;
//   - all left and a new request came while the cancelled work still ends: the
//     entry in running_ is another object then, and complete() leaves it alone.
//
// Keys of different lanes are different actions: nobody waits for what runs for
// another lane, takes its result, or is answered with its failure.
//
// A key that killed workers twice is answered with its last failure for a while
// and costs no more workers. Failures of the program's own are not kept: they
// are cheap to find again.
//
//===----------------------------------------------------------------------===//

#include "server/core/ActionTable.h"
#include "cache/key/SteadyTime.h"

#include "server/core/LaneRecords.h"
#include "server/core/PlanConstants.h"
#include "server/core/StoreOwners.h"

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <utility>

namespace ingot::server {
namespace {

/// Mark a status; a worker's answer cannot.
constexpr char kLostBlobName[] = "ingot/lost-blob";
constexpr char kByRequestName[] = "ingot/cancelled-by-request";
constexpr int kCrashesToQuarantine = 2;
constexpr absl::Duration kQuarantine = absl::Seconds(60);
constexpr size_t kMaxCrashRecords = 10000;
constexpr size_t kMaxCrashesListed = 200;
constexpr size_t kMaxCrashTenants = 16;
constexpr int kMaxDiagnostics = 1000;
/// Of an action; they stay in its record.
constexpr size_t kMaxDiagnosticsBytes = 1 << 20;
/// A few say what it was; thousands would be kept for thousands of keys.
constexpr int kMaxRecordedDiagnostics = 10;

const char *kindOf(const v1::WorkRequest &request) {
  switch (request.action_case()) {
  case v1::WorkRequest::kImport:
    return "import";
  case v1::WorkRequest::kPlan:
    return "plan";
  case v1::WorkRequest::kKernel:
    return "kernel";
  case v1::WorkRequest::kHost:
    return "host";
  case v1::WorkRequest::kLink:
    return "link";
  default:
    return "other";
  }
}

} // namespace

Digest ActionResult::output(const std::string &role) const {
  for (const v1::ActionRecord::Output &output : record->outputs())
    if (output.role() == role)
      if (absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
          digest.ok())
        return *digest;
  return {};
}

absl::Status lostBlob(absl::string_view message) {
  absl::Status status = absl::UnavailableError(absl::StrCat(
      message, "; the store's size limit is too small for what is made at "
               "once, or its disk damages what is written"));
  status.SetPayload(kLostBlobName, absl::Cord());
  return status;
}

bool isLostBlob(const absl::Status &status) {
  return status.GetPayload(kLostBlobName).has_value();
}

absl::Status cancelledByRequest(absl::string_view message) {
  absl::Status status = absl::CancelledError(message);
  status.SetPayload(kByRequestName, absl::Cord());
  return status;
}

bool isCancelledByRequest(const absl::Status &status) {
  return status.GetPayload(kByRequestName).has_value();
}

absl::Status evictionAsLostBlob(absl::Status status) {
  if (status.code() != absl::StatusCode::kFailedPrecondition)
    return status;
  return lostBlob(status.message());
}

ActionTable::ActionTable(cache::Store &store, WorkerPool &pool,
                         Statistics &statistics, Clock clock)
    : store_(store), pool_(pool), statistics_(statistics),
      clock_(std::move(clock)) {}

//===----------------------------------------------------------------------===//
// Begin
//===----------------------------------------------------------------------===//

std::optional<ActionResult> ActionTable::findStored(const ActionKey &key) {
  // A store that cannot be read is a miss; writing to it will say more.
  auto found =
      findRecord(store_, cache::RecordKind::Action, key, StoreAccess::Disk);
  if (!found.ok() || !*found || (*found)->record.format() != kRecordFormat)
    return std::nullopt;
  ++statistics_.actionHits;
  statistics_.countLaneRead((*found)->record.lane(), key.lane);
  ActionResult result;
  result.record =
      std::make_shared<const v1::ActionRecord>(std::move((*found)->record));
  result.diagnostics = result.record->diagnostics();
  return result;
}

bool ActionTable::isStored(const ActionKey &key) {
  auto found =
      findRecord(store_, cache::RecordKind::Action, key, StoreAccess::Disk);
  return found.ok() && *found && (*found)->record.format() == kRecordFormat;
}

std::optional<ActionResult> ActionTable::findQuarantined(const Digest &key) {
  absl::MutexLock lock(&mutex_);
  auto found = crashes_.find(key);
  if (found == crashes_.end() || found->second.crashes < kCrashesToQuarantine ||
      clock_() >= found->second.until)
    return std::nullopt;
  ActionResult result;
  result.crashed = key;
  result.status = absl::Status(
      found->second.status.code(),
      absl::StrCat(found->second.status.message(), " (and ",
                   found->second.crashes,
                   " times before; it is not tried again for a while)"));
  result.diagnostics = found->second.diagnostics;
  return result;
}

ActionTable::Handle ActionTable::run(ActionSpec spec) {
  const Digest key = spec.key.digest;
  std::optional<ActionResult> known = findStored(spec.key);
  if (!known)
    known = findQuarantined(key);
  if (known) {
    spec.onDone(*known);
    return {key, 0};
  }

  Handle handle{key, 0};
  auto action = std::make_shared<RunningAction>(spec);
  {
    absl::MutexLock lock(&mutex_);
    handle.waiter = nextWaiter_++;
    auto [entry, isFirst] = running_.try_emplace(key, action);
    addWaiter(*entry->second, handle.waiter, spec);
    if (!isFirst)
      return handle;
  }
  if (std::optional<ActionResult> stored = findStored(action->key))
    complete(action, *std::move(stored));
  else
    submit(action, spec);
  return handle;
}

void ActionTable::addWaiter(RunningAction &action, uint64_t number,
                            ActionSpec &spec) {
  action.waiters[number] = {std::move(spec.onEvent), std::move(spec.onDone)};
  if (action.tenants.size() < kMaxCrashTenants)
    action.tenants.insert(spec.tenant);
  if (!spec.isBatch)
    makeInteractive(action);
}

void ActionTable::makeInteractive(RunningAction &action) {
  // Without a ticket, submit() sees it.
  if (std::exchange(action.isBatch, false) && action.ticket)
    pool_.makeInteractive(action.ticket);
}

void ActionTable::makeInteractive(const Handle &handle) {
  absl::MutexLock lock(&mutex_);
  auto found = running_.find(handle.key);
  if (found != running_.end() &&
      found->second->waiters.count(handle.waiter) > 0)
    makeInteractive(*found->second);
}

static std::optional<FramePayload> firstPayload(const Work &work) {
  if (work.sealed)
    return FramePayload(work.sealed->file, work.sealed->offsets[0],
                        work.sealed->sizes[0]);
  if (work.payloads.empty())
    return std::nullopt;
  return FramePayload(*work.payloads[0]);
}

void ActionTable::submit(const RunningPtr &action, const ActionSpec &spec) {
  absl::StatusOr<Work> work = spec.makeWork();
  if (!work.ok())
    return onWorkerDone(action, work.status());
  // Results of lanes are this daemon's alone.
  cache::FlightLeases *leases =
      isInLane(action->key.digest) ? nullptr : store_.leases();
  if (!leases)
    return start(action, *std::move(work), spec.priority);
  auto kept = std::make_shared<Work>(*std::move(work));
  cache::FlightLeases::Ticket ticket = 0;
  bool isWanted = false;
  {
    // Under the lock, so that the ticket is known to who leaves.
    absl::MutexLock lock(&mutex_);
    ticket = action->lease = leases->begin(
        action->key.digest, [this, action, priority = spec.priority,
                             kept](cache::FlightLeases::Answer answer) {
          onLease(action, std::move(*kept), priority, answer);
        });
    isWanted = !action->waiters.empty();
  }
  if (ticket == 0)
    start(action, std::move(*kept), spec.priority);
  else if (!isWanted)
    leases->end(ticket);
}

void ActionTable::onLease(const RunningPtr &action, Work work, int priority,
                          cache::FlightLeases::Answer answer) {
  using Answer = cache::FlightLeases::Answer;
  if (answer == Answer::Stopped)
    return onWorkerDone(action,
                        absl::UnavailableError("the daemon is stopping"));
  bool isWanted;
  {
    absl::MutexLock lock(&mutex_);
    isWanted = !action->waiters.empty();
  }
  if (!isWanted)
    return onWorkerDone(action, absl::CancelledError("nobody waits for it"));
  if (answer == Answer::Stored)
    if (std::optional<ActionResult> stored = findStored(action->key)) {
      store_.leases()->noteTaken();
      return complete(action, *std::move(stored));
    }
  start(action, std::move(work), priority);
}

void ActionTable::start(const RunningPtr &action, Work work, int priority) {
  ++statistics_.actionsRun;
  action->input = firstPayload(work);
  action->kind = kindOf(work.request);
  action->submitted = clock_();
  work.onEvent = [this, action](const v1::WorkResponse &event) {
    onWorkerEvent(*action, event);
  };
  absl::MutexLock lock(&mutex_);
  work.isBatch = action->isBatch; // Others may wait for it by now.
  if (action->lease)
    work.onStart = [leases = store_.leases(), ticket = action->lease] {
      leases->started(ticket);
    };
  // Under the lock, so that the ticket is known before the work can end.
  action->ticket =
      pool_.submit(std::move(work), priority,
                   [this, action](absl::StatusOr<WorkResult> result) {
                     onWorkerDone(action, std::move(result));
                   });
  if (action->waiters.empty())
    pool_.cancel(action->ticket);
}

void ActionTable::leave(const Handle &handle) {
  WorkerPool::Ticket ticket = 0;
  cache::FlightLeases::Ticket lease = 0;
  {
    absl::MutexLock lock(&mutex_);
    auto found = running_.find(handle.key);
    if (found == running_.end() ||
        found->second->waiters.erase(handle.waiter) == 0 ||
        !found->second->waiters.empty())
      return;
    ticket = found->second->ticket;
    lease = found->second->lease;
    running_.erase(found);
  }
  if (lease) // With the question goes what waits for its answer.
    store_.leases()->end(lease);
  if (ticket)
    pool_.cancel(ticket);
}

void ActionTable::onWorkerEvent(RunningAction &action,
                                const v1::WorkResponse &event) {
  std::vector<std::function<void(const v1::WorkResponse &)>> listeners;
  {
    absl::MutexLock lock(&mutex_);
    if (event.has_diagnostic()) {
      action.diagnosticsBytes += event.diagnostic().ByteSizeLong();
      if (action.diagnostics.diagnostics_size() < kMaxDiagnostics &&
          action.diagnosticsBytes <= kMaxDiagnosticsBytes)
        *action.diagnostics.add_diagnostics() = event.diagnostic();
      else
        action.diagnostics.set_truncated(true);
    }
    if (event.has_profile())
      action.profile = event.profile();
    for (auto &[number, waiter] : action.waiters)
      if (waiter.onEvent)
        listeners.push_back(waiter.onEvent);
  }
  for (const auto &listener : listeners)
    listener(event);
}

//===----------------------------------------------------------------------===//
// End
//===----------------------------------------------------------------------===//

void ActionTable::onWorkerDone(const RunningPtr &action,
                               absl::StatusOr<WorkResult> result) {
  complete(action, finalize(*action, std::move(result)));
}

ActionResult ActionTable::finalize(RunningAction &action,
                                   absl::StatusOr<WorkResult> result) {
  ActionResult final;
  final.status = result.status();
  final.built = true;
  {
    absl::MutexLock lock(&mutex_);
    final.diagnostics = action.diagnostics;
    final.profile = action.profile;
  }
  if (result.ok())
    finalizeSuccess(action, *std::move(result), final);
  else
    finalizeFailure(action, final);
  if (!action.input) // No worker had it.
    return final;
  Histograms &times = statistics_.histograms;
  if (result.ok())
    times.queue.observe(final.queued, action.kind);
  times.actions.observe(result.ok() ? final.ran : clock_() - action.submitted,
                        action.kind,
                        absl::StatusCodeToString(final.status.code()));
  return final;
}

void ActionTable::finalizeSuccess(RunningAction &action, WorkResult answer,
                                  ActionResult &result) {
  result.queued = answer.queued;
  result.ran = answer.ran;
  result.worker = answer.worker;
  absl::StatusOr<v1::ActionRecord> record =
      action.storeOutputs(std::move(answer));
  result.status = evictionAsLostBlob(record.status());
  if (!record.ok())
    return;
  record->set_format(kRecordFormat);
  record->set_key_trace(action.key.trace());
  record->set_lane(action.key.lane);
  if (result.diagnostics.diagnostics_size() > 0)
    record->mutable_diagnostics()->MergeFrom(result.diagnostics);
  result.diagnostics = record->diagnostics();
  const cache::RecordEntry entry{cache::RecordKind::Action, action.key.digest,
                                 *record};
  result.status = evictionAsLostBlob(
      store_.putRecords({entry}, cache::Durability::WithNext));
  if (result.status.ok())
    ownRecord(store_, action.owner, entry);
  result.record = std::make_shared<const v1::ActionRecord>(*std::move(record));
}

void ActionTable::finalizeFailure(RunningAction &action, ActionResult &result) {
  const WorkFault fault = faultOf(result.status);
  bool isCrash = fault == WorkFault::Crash || fault == WorkFault::Hang ||
                 fault == WorkFault::MemoryLimit ||
                 result.status.code() == absl::StatusCode::kInternal;
  if (!isCrash || !action.input)
    return;
  if (absl::StatusOr<Digest> kept = storePayload(store_, *action.input);
      kept.ok()) {
    *result.diagnostics.mutable_reproducer() = kept->toProto();
    result.status =
        withFault(absl::Status(result.status.code(),
                               absl::StrCat(result.status.message(),
                                            "; what it was given is kept as ",
                                            kept->toString())),
                  fault);
  }
  recordCrash(action, result);
  result.crashed = action.key.digest;
}

void ActionTable::recordCrash(const RunningAction &action,
                              const ActionResult &failed) {
  absl::MutexLock lock(&mutex_);
  absl::Time now = clock_();
  if (crashes_.size() >= kMaxCrashRecords)
    absl::erase_if(crashes_, [now](const auto &entry) {
      return entry.second.until <= now;
    });
  if (crashes_.size() >= kMaxCrashRecords)
    crashes_.clear();
  CrashRecord &crash = crashes_[action.key.digest];
  crash.kind = action.kind;
  crash.name = action.key.name();
  ++crash.crashes;
  for (const std::string &tenant : action.tenants)
    if (crash.tenants.size() < kMaxCrashTenants)
      crash.tenants.insert(tenant);
  crash.until = now + kQuarantine;
  crash.status = failed.status;
  crash.diagnostics = failed.diagnostics;
  while (crash.diagnostics.diagnostics_size() > kMaxRecordedDiagnostics)
    crash.diagnostics.mutable_diagnostics()->RemoveLast();
}

void ActionTable::addCrashTenant(const Digest &action,
                                 const std::string &tenant) {
  absl::MutexLock lock(&mutex_);
  auto found = crashes_.find(action);
  if (found != crashes_.end() &&
      found->second.tenants.size() < kMaxCrashTenants)
    found->second.tenants.insert(tenant);
}

v1::ListCrashesResponse ActionTable::crashes(const Principal &asker) const {
  std::vector<v1::Crash> found;
  {
    absl::MutexLock lock(&mutex_);
    const absl::Time now = clock_();
    for (const auto &[key, record] : crashes_) {
      if (std::none_of(
              record.tenants.begin(), record.tenants.end(),
              [&](const std::string &name) { return asker.maySee(name); }))
        continue;
      v1::Crash &crash = found.emplace_back();
      *crash.mutable_action() = record.name.toProto();
      crash.set_kind(record.kind);
      if (asker.isOperator)
        crash.mutable_tenants()->Assign(record.tenants.begin(),
                                        record.tenants.end());
      crash.set_count(static_cast<uint32_t>(record.crashes));
      crash.set_message(std::string(record.status.message()));
      if (record.diagnostics.has_reproducer())
        *crash.mutable_reproducer() = record.diagnostics.reproducer();
      crash.set_seen(absl::ToDoubleSeconds(
          timeOfDay(record.until - kQuarantine) - absl::UnixEpoch()));
      crash.set_quarantined(record.crashes >= kCrashesToQuarantine &&
                            now < record.until);
    }
  }
  std::sort(found.begin(), found.end(),
            [](const v1::Crash &a, const v1::Crash &b) {
              return std::make_pair(-a.seen(), a.action().hash()) <
                     std::make_pair(-b.seen(), b.action().hash());
            });
  if (found.size() > kMaxCrashesListed)
    found.resize(kMaxCrashesListed);
  v1::ListCrashesResponse all;
  for (v1::Crash &crash : found)
    all.add_crashes()->Swap(&crash);
  return all;
}

void ActionTable::complete(const RunningPtr &action, ActionResult result) {
  std::map<uint64_t, Waiter> waiters;
  cache::FlightLeases::Ticket lease = 0;
  {
    absl::MutexLock lock(&mutex_);
    lease = action->lease;
    waiters.swap(action->waiters);
    auto found = running_.find(action->key.digest);
    if (found != running_.end() && found->second == action)
      running_.erase(found);
  }
  if (lease)
    store_.leases()->end(lease);
  for (auto &[number, waiter] : waiters) {
    waiter.onDone(result);
    result.built = false; // It was built once, for the first.
  }
}

} // namespace ingot::server
