//===- ActionTable.cpp - each action once, for everybody who waits --------===//

#include "server/core/ActionTable.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// After so many crashes a key is answered without trying, for a while.
constexpr int kCrashesToQuarantine = 2;
constexpr absl::Duration kQuarantine = absl::Seconds(60);
constexpr size_t kMostOffences = 10000;
constexpr int kMostDiagnostics = 1000;
constexpr int kRememberedDiagnostics = 10;

} // namespace

Digest ActionResult::output(const std::string &role) const {
  for (const v1::ActionRecord::Output &output : record->outputs())
    if (output.role() == role)
      if (absl::StatusOr<Digest> digest = Digest::fromProto(output.digest());
          digest.ok())
        return *digest;
  return {};
}

ActionTable::ActionTable(cache::Store &store, WorkerPool &pool,
                         Statistics &statistics, Clock clock)
    : store_(store), pool_(pool), statistics_(statistics),
      clock_(std::move(clock)) {}

bool ActionTable::isQuarantined(const Digest &key, ActionResult &result) {
  absl::MutexLock lock(&mutex_);
  auto found = offences_.find(key);
  if (found == offences_.end() ||
      found->second.crashes < kCrashesToQuarantine ||
      clock_() >= found->second.until)
    return false;
  result.status = absl::Status(
      found->second.status.code(),
      absl::StrCat(found->second.status.message(), " (and ",
                   found->second.crashes,
                   " times before; it is not tried again for a while)"));
  result.diagnostics = found->second.diagnostics;
  return true;
}

bool ActionTable::isStored(const Digest &key, ActionResult &result) {
  auto record = store_.getRecord(cache::RecordKind::Action, key);
  // A store that cannot be read is a miss; writing to it will say more.
  if (!record.ok() || !record->has_value())
    return false;
  ++statistics_.actionHits;
  result.record = std::make_shared<const v1::ActionRecord>(*std::move(*record));
  return true;
}

ActionTable::Handle
ActionTable::run(const ActionKey &key, int priority,
                 const std::function<absl::StatusOr<Work>()> &makeWork,
                 Store store, OnEvent onEvent, Done done) {
  ActionResult result;
  if (isStored(key.digest, result) || isQuarantined(key.digest, result)) {
    done(result);
    return {key.digest, 0};
  }

  Handle handle{key.digest, 0};
  auto flight = std::make_shared<Flight>();
  {
    absl::MutexLock lock(&mutex_);
    handle.second = nextWaiter_++;
    auto [known, isFirst] = flights_.try_emplace(key.digest, flight);
    known->second->waiters[handle.second] = {std::move(onEvent),
                                             std::move(done)};
    if (!isFirst)
      return handle;
  }
  // Another flight may have ended between the look and the start of this one.
  if (isStored(key.digest, result)) {
    land(key.digest, flight, result);
    return handle;
  }
  absl::StatusOr<Work> work = makeWork();
  if (!work.ok()) {
    onDone(key, flight, store, nullptr, work.status());
    return handle;
  }
  ++statistics_.actionsRun;
  Payload input = work->payloads.empty() ? nullptr : work->payloads[0];
  work->onEvent = [this, flight](const v1::WorkResponse &event) {
    this->onEvent(*flight, event);
  };
  absl::MutexLock lock(&mutex_);
  // Under the lock, so that the flight knows its ticket before it can end.
  WorkerPool::Ticket ticket = pool_.submit(
      *std::move(work), priority,
      [this, key, flight, store, input](absl::StatusOr<WorkResult> result) {
        onDone(key, flight, store, input, std::move(result));
      });
  flight->ticket = ticket;
  if (flight->waiters.empty()) // All left while the work was put together.
    pool_.cancel(ticket);
  return handle;
}

void ActionTable::onEvent(Flight &flight, const v1::WorkResponse &event) {
  std::vector<OnEvent> listeners;
  {
    absl::MutexLock lock(&mutex_);
    if (event.has_diagnostic()) {
      if (flight.diagnostics.diagnostics_size() < kMostDiagnostics)
        *flight.diagnostics.add_diagnostics() = event.diagnostic();
      else
        flight.diagnostics.set_truncated(true);
    }
    for (auto &[number, waiter] : flight.waiters)
      if (waiter.onEvent)
        listeners.push_back(waiter.onEvent);
  }
  for (const OnEvent &listener : listeners)
    listener(event);
}

ActionResult ActionTable::settle(const ActionKey &key, const Store &store,
                                 const Payload &input,
                                 absl::StatusOr<WorkResult> result,
                                 v1::Diagnostics diagnostics) {
  ActionResult settled;
  settled.diagnostics = std::move(diagnostics);
  settled.built = true;
  if (result.ok()) {
    settled.queued = result->queued;
    absl::StatusOr<v1::ActionRecord> record = store(*std::move(result));
    if (record.ok()) {
      record->set_format(1);
      record->set_key_trace(key.trace);
      settled.status = asServiceFault(
          store_.putRecords({{cache::RecordKind::Action, key.digest, *record}},
                            cache::Durability::WithNext));
      settled.record =
          std::make_shared<const v1::ActionRecord>(*std::move(record));
      return settled;
    }
    settled.status = record.status();
    return settled;
  }
  settled.status = result.status();
  WorkFault fault = faultOf(settled.status);
  bool isOurs = fault == WorkFault::Crash || fault == WorkFault::Hang ||
                fault == WorkFault::MemoryLimit ||
                settled.status.code() == absl::StatusCode::kInternal;
  if (!isOurs || !input)
    return settled;
  // Keep what reproduces it.
  if (absl::StatusOr<Digest> kept = store_.putBlob(*input); kept.ok()) {
    *settled.diagnostics.mutable_reproducer() = kept->toProto();
    settled.status =
        withFault(absl::Status(settled.status.code(),
                               absl::StrCat(settled.status.message(),
                                            "; what it was given is kept as ",
                                            kept->toString())),
                  fault);
  }
  remember(key.digest, settled);
  return settled;
}

void ActionTable::remember(const Digest &key, const ActionResult &failed) {
  absl::MutexLock lock(&mutex_);
  absl::Time now = clock_();
  if (offences_.size() >= kMostOffences)
    absl::erase_if(offences_, [now](const auto &entry) {
      return entry.second.until <= now;
    });
  if (offences_.size() >= kMostOffences)
    offences_.clear();
  Offence &offence = offences_[key];
  ++offence.crashes;
  offence.until = now + kQuarantine;
  offence.status = failed.status;
  offence.diagnostics = failed.diagnostics;
  // A few say what it was; thousands would be kept for thousands of keys.
  while (offence.diagnostics.diagnostics_size() > kRememberedDiagnostics)
    offence.diagnostics.mutable_diagnostics()->RemoveLast();
}

absl::Status ActionTable::asServiceFault(absl::Status status) {
  if (status.code() != absl::StatusCode::kFailedPrecondition)
    return status;
  return absl::UnavailableError(absl::StrCat(
      status.message(), "; the store is too small for what is made at once"));
}

void ActionTable::onDone(const ActionKey &key,
                         const std::shared_ptr<Flight> &flight,
                         const Store &store, const Payload &input,
                         absl::StatusOr<WorkResult> result) {
  v1::Diagnostics diagnostics;
  {
    absl::MutexLock lock(&mutex_);
    diagnostics = flight->diagnostics;
  }
  land(key.digest, flight,
       settle(key, store, input, std::move(result), std::move(diagnostics)));
}

void ActionTable::land(const Digest &key, const std::shared_ptr<Flight> &flight,
                       ActionResult settled) {
  std::map<uint64_t, Waiter> waiters;
  {
    absl::MutexLock lock(&mutex_);
    waiters.swap(flight->waiters);
    // A flight that everybody left is forgotten at once, and a new one of the
    // same key may be under way.
    auto found = flights_.find(key);
    if (found != flights_.end() && found->second == flight)
      flights_.erase(found);
  }
  for (auto &[number, waiter] : waiters) {
    waiter.done(settled);
    settled.built = false; // It was built once, for the first.
  }
}

void ActionTable::leave(const Handle &handle) {
  WorkerPool::Ticket ticket = 0;
  {
    absl::MutexLock lock(&mutex_);
    auto found = flights_.find(handle.first);
    if (found == flights_.end())
      return;
    found->second->waiters.erase(handle.second);
    if (!found->second->waiters.empty())
      return;
    ticket = found->second->ticket;
    flights_.erase(found);
  }
  if (ticket)
    pool_.cancel(ticket);
}

} // namespace ingot::server
