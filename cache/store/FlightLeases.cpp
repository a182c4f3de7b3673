//===- FlightLeases.cpp - one machine at a time makes a result ------------===//
//
// One thread speaks with the second level, others call back, for what is called
// may block, and a holder that does not beat for long is taken for dead.
//
//   begin() ─> look(): does another make it? ── yes ──> waiting_
//                └ no ─> claim(): our name, read again ─ another's ─> waiting_
//                           ├ the result came ──> Stored
//                           └ ours ──> Ours ... end() ─> publish() without it
//   poll(), of waiting_: its holder has it no more ─> readResults(): Stored or
//   Ours
//
// A key is among those that publish() names before its lease is written, and
// until its result has reached the second level: who reads a holder without the
// key, and then the result, misses none that was made. So does who reads the
// result after writing a lease over that of another.
//
// Each ticket holds its key for itself: where an action was left and begun
// anew, the end of the first does not give back what the second one has.
//
//===----------------------------------------------------------------------===//

#include "cache/store/FlightLeases.h"
#include "cache/key/SteadyTime.h"

#include <algorithm>
#include <random>
#include <utility>

namespace ingot::cache {
namespace {

/// Keys that are asked for together.
constexpr size_t kMaxBatch = 64;
/// Between signs of life when holds changed.
constexpr absl::Duration kMinBeat = absl::Milliseconds(20);
/// How much rarer each poll is than the one before.
constexpr double kPollGrowth = 1.5;

std::string randomName() {
  std::random_device random;
  std::string name(kHolderNameBytes, '\0');
  for (char &byte : name)
    byte = static_cast<char>(random());
  return name;
}

template <typename Flights> std::vector<Digest> keysOf(const Flights &flights) {
  std::vector<Digest> keys;
  for (const auto &flight : flights)
    keys.push_back(flight.key);
  return keys;
}

template <typename Flights>
std::vector<Digest> leaseKeysOf(const Flights &flights) {
  std::vector<Digest> keys;
  for (const auto &flight : flights)
    keys.push_back(leaseKey(flight.key));
  return keys;
}

std::string holderOf(const std::optional<v1::ActionRecord> &lease) {
  return lease ? parseLease(*lease) : "";
}

} // namespace

FlightLeases::FlightLeases(SecondLevel &level, FlightLeaseOptions options,
                           std::function<bool(const Digest &)> isPending,
                           std::function<void(const Digest &)> onStored)
    : level_(level), options_(std::move(options)),
      isPending_(std::move(isPending)), onStored_(std::move(onStored)),
      name_(options_.name.empty() ? randomName() : options_.name),
      breaker_(options_.breaker, options_.clock, options_.random),
      holders_(name_, options_.lifetime), pollWait_(options_.poll),
      thread_([this] { run(); }) {}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

FlightLeases::Ticket FlightLeases::begin(const Digest &key, OnAnswer onAnswer) {
  absl::MutexLock lock(&mutex_);
  if (isStopped_ || breaker_.untilAdmitted() > absl::ZeroDuration() ||
      asked_.size() + holds_.size() >= kMaxHeldKeys ||
      fresh_.size() >= kMaxHeldKeys)
    return 0;
  const Ticket ticket = nextTicket_++;
  asked_[ticket] = std::move(onAnswer);
  fresh_.push_back({ticket, key, "", absl::InfiniteFuture()});
  return ticket;
}

void FlightLeases::started(Ticket ticket) {
  absl::MutexLock lock(&mutex_);
  auto found = holds_.find(ticket);
  if (found == holds_.end() || found->second.state != Hold::State::Queued)
    return;
  Hold &hold = found->second;
  hold.state = Hold::State::Running;
  hasNews_ |= now() - hold.since >= options_.maxQueued; // It was not named.
}

void FlightLeases::end(Ticket ticket) {
  OnAnswer dropped; // Not under the lock: what it holds may be much.
  absl::MutexLock lock(&mutex_);
  if (auto asked = asked_.find(ticket); asked != asked_.end()) {
    dropped.swap(asked->second);
    asked_.erase(asked);
  }
  auto found = holds_.find(ticket);
  if (found == holds_.end() || found->second.state == Hold::State::Sent)
    return;
  found->second.state = Hold::State::Sent;
  found->second.since = now();
  hasNews_ = true;
}

void FlightLeases::stop() {
  {
    absl::MutexLock lock(&mutex_);
    isStopped_ = true;
  }
  if (thread_.joinable())
    thread_.join();
  answers_.end();
  storedAnswers_.end();
}

void FlightLeases::answer(const Flights &flights, Answer answer) {
  CallbackThreads &threads =
      answer == Answer::Stored ? storedAnswers_ : answers_;
  for (const Flight &flight : flights)
    threads.post([this, ticket = flight.ticket, key = flight.key, answer] {
      call(ticket, key, answer);
    });
}

void FlightLeases::call(Ticket ticket, const Digest &key, Answer answer) {
  OnAnswer onAnswer;
  {
    absl::MutexLock lock(&mutex_);
    auto found = asked_.find(ticket);
    if (found == asked_.end())
      return; // It ended, or was answered.
    onAnswer.swap(found->second);
    asked_.erase(found);
  }
  if (answer == Answer::Stored)
    onStored_(key);
  onAnswer(answer);
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void FlightLeases::run() {
  // No round takes long: a slow call ends what it is part of.
  while (std::optional<Flights> fresh = awaitWork()) {
    if (!fresh->empty())
      acquire(*std::move(fresh));
    if (!waiting_.empty() && steadyNow() >= nextPoll_)
      poll();
    if (steadyNow() < nextBeat_)
      continue;
    nextBeat_ = steadyNow() + options_.beat;
    if (breaker_.admit())
      publish().ok() ? breaker_.succeeded() : breaker_.failed();
  }
  giveBack();
}

std::optional<FlightLeases::Flights> FlightLeases::awaitWork() {
  absl::MutexLock lock(&mutex_);
  auto isDue = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return isStopped_ || hasNews_ || !fresh_.empty();
  };
  const absl::Time nextPoll =
      waiting_.empty() ? absl::InfiniteFuture() : nextPoll_;
  mutex_.AwaitWithTimeout(absl::Condition(&isDue),
                          std::min(nextPoll, nextBeat_) - steadyNow());
  if (isStopped_)
    return std::nullopt;
  if (std::exchange(hasNews_, false))
    nextBeat_ = std::min(nextBeat_, steadyNow() + kMinBeat);
  Flights flights;
  while (!fresh_.empty() && flights.size() < kMaxBatch) {
    // Whoever went away meanwhile needs no call.
    if (asked_.contains(fresh_.front().ticket))
      flights.push_back(std::move(fresh_.front()));
    fresh_.pop_front();
  }
  return flights;
}

void FlightLeases::giveBack() {
  Flights left;
  bool isNamed = false; ///< Some key, by the last sign of life.
  {
    absl::MutexLock lock(&mutex_);
    for (const auto &[ticket, onAnswer] : asked_)
      left.push_back({ticket, Digest(), "", absl::InfiniteFuture()});
    isNamed = hasNews_ || nextBeat_ != absl::InfiniteFuture();
  }
  answer(left, Answer::Stopped);
  if (isNamed && breaker_.admit())
    level_.writeRecord(holderKey(name_), holderRecord(++beat_, {}))
        .IgnoreError();
}

void FlightLeases::acquire(Flights flights) {
  if (!breaker_.admit())
    return answer(flights, Answer::Ours);
  absl::Status status = look(flights);
  if (status.ok() && !flights.empty())
    status = claim(flights);
  status.ok() ? breaker_.succeeded() : breaker_.failed();
  if (!isStopped_) // Else it is answered at the end.
    answer(flights, Answer::Ours);
}

absl::Status FlightLeases::look(Flights &flights) {
  absl::StatusOr<std::vector<Record>> leases = read(leaseKeysOf(flights));
  if (!leases.ok())
    return leases.status();
  std::vector<std::string> names;
  for (const Record &lease : *leases)
    names.push_back(holderOf(lease));
  if (absl::Status status = readHolders(names); !status.ok())
    return status;
  Flights free;
  for (size_t i = 0; i < flights.size(); ++i)
    if (holders_.isHeld(flights[i].key, names[i], now()))
      await(std::move(flights[i]), names[i]);
    else
      free.push_back(std::move(flights[i]));
  flights = std::move(free);
  return absl::OkStatus();
}

absl::Status FlightLeases::claim(Flights &flights) {
  hold(flights);
  if (flights.empty())
    return absl::OkStatus();
  const std::vector<Digest> leases = leaseKeysOf(flights);
  absl::Status status = publish();
  if (status.ok())
    status =
        timed([&] { return level_.writeRecords(leases, leaseRecord(name_)); });
  if (!status.ok())
    return status;
  std::vector<Digest> asked = leases;
  for (const Flight &flight : flights)
    asked.push_back(flight.key);
  const absl::StatusOr<std::vector<Record>> found = read(asked);
  if (!found.ok())
    return found.status();
  Flights ours, stored;
  for (size_t i = 0; i < leases.size(); ++i) {
    Flight &flight = flights[i];
    // One that is gone already was evicted, and is nobody's.
    const std::string holder = holderOf((*found)[i]);
    if ((*found)[leases.size() + i]) {
      release(flight.ticket);
      stored.push_back(std::move(flight));
    } else if (!holder.empty() && holder != name_) {
      release(flight.ticket);
      await(std::move(flight), holder);
    } else {
      ours.push_back(std::move(flight));
    }
  }
  answer(stored, Answer::Stored);
  flights = std::move(ours);
  return absl::OkStatus();
}

void FlightLeases::hold(Flights &flights) {
  absl::MutexLock lock(&mutex_);
  Flights wanted;
  for (Flight &flight : flights)
    if (asked_.contains(flight.ticket)) {
      holds_[flight.ticket] = {flight.key, Hold::State::Queued, now()};
      wanted.push_back(std::move(flight));
    }
  flights = std::move(wanted);
}

void FlightLeases::release(Ticket ticket) {
  absl::MutexLock lock(&mutex_);
  holds_.erase(ticket);
  hasNews_ = true;
}

void FlightLeases::await(Flight flight, const std::string &holder) {
  flight.holder = holder;
  flight.since = now();
  waiting_.push_back(std::move(flight));
  ++waits_;
  pollWait_ = options_.poll;
  nextPoll_ = std::min(nextPoll_, steadyNow() + pollWait_);
}

void FlightLeases::poll() {
  Flights waiting;
  {
    absl::MutexLock lock(&mutex_);
    for (Flight &flight : waiting_)
      if (asked_.contains(flight.ticket))
        waiting.push_back(std::move(flight));
    waiting_.clear();
  }
  if (waiting.empty())
    return; // They all went away.
  if (!breaker_.admit())
    return answer(waiting, Answer::Ours);
  std::vector<std::string> names;
  for (const Flight &flight : waiting)
    names.push_back(flight.holder);
  const bool isRead = readHolders(names).ok();
  isRead ? breaker_.succeeded() : breaker_.failed();
  Flights over;
  for (Flight &flight : waiting) {
    // A call that failed says nothing; after some the breaker ends the wait.
    const bool isOver =
        now() - flight.since > options_.maxWait ||
        (isRead && !holders_.isHeld(flight.key, flight.holder, now()));
    (isOver ? over : waiting_).push_back(std::move(flight));
  }
  pollWait_ = over.empty() ? std::min(pollWait_ * kPollGrowth, options_.beat)
                           : options_.poll;
  nextPoll_ = steadyNow() + pollWait_;
  if (!over.empty())
    readResults(std::move(over));
}

void FlightLeases::readResults(Flights flights) {
  const absl::StatusOr<std::vector<Record>> results = read(keysOf(flights));
  if (isStopped_)
    return; // They are answered at the end.
  results.ok() ? breaker_.succeeded() : breaker_.failed();
  Flights ours, stored;
  for (size_t i = 0; i < flights.size(); ++i)
    (results.ok() && (*results)[i] ? stored : ours)
        .push_back(std::move(flights[i]));
  answer(stored, Answer::Stored);
  answer(ours, Answer::Ours);
}

absl::Status FlightLeases::publish() {
  bool isAnyPending = false;
  const std::vector<Digest> keys = heldKeys(isAnyPending);
  const absl::Status status = timed([&] {
    return level_.writeRecord(holderKey(name_), holderRecord(++beat_, keys));
  });
  absl::MutexLock lock(&mutex_);
  nextBeat_ = holds_.empty() ? absl::InfiniteFuture()
                             : steadyNow() + (isAnyPending ? options_.poll
                                                           : options_.beat);
  return status;
}

std::vector<Digest> FlightLeases::heldKeys(bool &isAnyPending) {
  std::vector<std::pair<Ticket, Digest>> sent;
  {
    absl::MutexLock lock(&mutex_);
    for (const auto &[ticket, hold] : holds_)
      if (hold.state == Hold::State::Sent)
        sent.emplace_back(ticket, hold.key);
  }
  // Not under the lock: it is another's.
  sent.erase(std::remove_if(
                 sent.begin(), sent.end(),
                 [this](const auto &each) { return isPending_(each.second); }),
             sent.end());
  absl::MutexLock lock(&mutex_);
  for (const auto &[ticket, key] : sent)
    holds_.erase(ticket);
  std::vector<Digest> keys;
  for (auto entry = holds_.begin(); entry != holds_.end();) {
    const Hold &hold = entry->second;
    const bool isNamed = hold.state == Hold::State::Running ||
                         now() - hold.since < options_.maxQueued;
    if (isNamed)
      keys.push_back(hold.key);
    isAnyPending |= hold.state == Hold::State::Sent;
    if (!isNamed && hold.state == Hold::State::Sent)
      holds_.erase(entry++);
    else
      ++entry;
  }
  return keys;
}

//===----------------------------------------------------------------------===//
// The second level
//===----------------------------------------------------------------------===//

absl::Status FlightLeases::readHolders(std::vector<std::string> names) {
  names = holders_.toRead(std::move(names));
  if (names.empty())
    return absl::OkStatus();
  std::vector<Digest> keys;
  for (const std::string &name : names)
    keys.push_back(holderKey(name));
  const absl::StatusOr<std::vector<Record>> found = read(keys);
  if (!found.ok())
    return found.status();
  for (size_t i = 0; i < names.size(); ++i)
    holders_.note(names[i], (*found)[i], now());
  return absl::OkStatus();
}

absl::StatusOr<std::vector<FlightLeases::Record>>
FlightLeases::read(const std::vector<Digest> &keys) {
  std::vector<Record> records;
  const absl::Status status = timed([&]() -> absl::Status {
    for (SecondLevel::FoundRecord &found : level_.readRecords(keys)) {
      if (!found.ok() && !absl::IsDataLoss(found.status()))
        return found.status();
      records.push_back(found.ok() ? *std::move(found) : std::nullopt);
    }
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  return records;
}

absl::Status FlightLeases::timed(const std::function<absl::Status()> &call) {
  if (isStopped_)
    return absl::CancelledError("leases: the daemon is stopping");
  const absl::Time began = now();
  absl::Status status = call();
  if (status.ok() && now() - began > options_.slow)
    return absl::DeadlineExceededError("leases: the second level is slow");
  return status;
}

} // namespace ingot::cache
