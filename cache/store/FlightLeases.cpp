//===- FlightLeases.cpp - one machine at a time makes a result ------------===//
//
// One thread speaks with the second level, another calls back, for what is
// called may block, and a holder that does not beat for long is taken for dead.
//
//   begin() ─> acquire(): is the key held? ── yes ──> waiting_
//                └ no ─> claim(): our name, read again ── another's ──>
//                waiting_
//                           └ ours ──> Ours ... end() ─> publish() without it
//   poll(), of waiting_: the result is there ──> Stored
//                        held no more ──> acquire()
//
// A key is among those that publish() names before its lease is written, and
// until its result has reached the second level: who finds the lease and not
// the key among its holder's knows that it is over.
//
//===----------------------------------------------------------------------===//

#include "cache/store/FlightLeases.h"

#include "cache/key/KeyBuilder.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

namespace ingot::cache {
namespace {

/// A lease is no result; see ActionRecord.format.
constexpr uint32_t kLeaseFormat = 3;
/// Keys that are claimed together: the first need not wait for the last.
constexpr size_t kMaxBatch = 8;
/// Between signs of life when leases were given back.
constexpr absl::Duration kMinBeat = absl::Milliseconds(20);
/// Daemons that are remembered.
constexpr size_t kMaxHolders = 1024;

std::string randomName() {
  std::random_device random;
  std::string name(16, '\0');
  for (char &byte : name)
    byte = static_cast<char>(random());
  return name;
}

Digest leaseKey(const Digest &key) {
  return KeyBuilder("lease").add("key", key).finish();
}

Digest holderKey(const std::string &name) {
  return KeyBuilder("lease-holder").add("name", name).finish();
}

std::vector<Digest> leaseKeys(const std::vector<Digest> &keys) {
  std::vector<Digest> leases;
  for (const Digest &key : keys)
    leases.push_back(leaseKey(key));
  return leases;
}

uint64_t shortOf(const Digest &key) {
  uint64_t value = 0;
  std::memcpy(&value, key.hash.data(), sizeof(value));
  return value;
}

template <typename Message> v1::ActionRecord recordOf(const Message &message) {
  v1::ActionRecord record;
  record.set_format(kLeaseFormat);
  record.set_payload(message.SerializeAsString());
  return record;
}

/// Who a lease names; empty where it is none.
std::string holderOf(const v1::ActionRecord &record) {
  v1::FlightLease lease;
  if (record.format() != kLeaseFormat ||
      !lease.ParseFromString(record.payload()))
    return "";
  return lease.holder();
}

absl::Status firstError(const std::vector<SecondLevel::FoundRecord> &records) {
  for (const SecondLevel::FoundRecord &record : records)
    if (!record.ok())
      return record.status();
  return absl::OkStatus();
}

template <typename Flights> std::vector<Digest> keysOf(const Flights &flights) {
  std::vector<Digest> keys;
  for (const auto &flight : flights)
    keys.push_back(flight.key);
  return keys;
}

} // namespace

FlightLeases::FlightLeases(SecondLevel &level, FlightLeaseOptions options,
                           std::function<bool(const Digest &)> isPending,
                           std::function<void(const Digest &)> onStored)
    : level_(level), options_(std::move(options)),
      isPending_(std::move(isPending)), onStored_(std::move(onStored)),
      name_(randomName()),
      breaker_(options_.breaker, absl::Now, options_.random),
      thread_([this] { run(); }), answerThread_([this] { answerAll(); }) {}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void FlightLeases::begin(const Digest &key, OnAnswer onAnswer) {
  {
    absl::MutexLock lock(&mutex_);
    if (!isStopped_ && breaker_.untilAdmitted() == absl::ZeroDuration()) {
      fresh_.push_back({key, std::move(onAnswer), absl::Now()});
      return;
    }
  }
  onAnswer(Answer::Ours);
}

void FlightLeases::end(const Digest &key) {
  absl::MutexLock lock(&mutex_);
  if (held_.contains(key))
    hasEnded_ |= ended_.insert(key).second;
}

void FlightLeases::stop() {
  {
    absl::MutexLock lock(&mutex_);
    isStopped_ = true;
  }
  if (thread_.joinable())
    thread_.join();
  {
    absl::MutexLock lock(&mutex_);
    isOver_ = true;
  }
  if (answerThread_.joinable())
    answerThread_.join();
}

void FlightLeases::answer(const Flight &flight, Answer answer) {
  if (answer == Answer::Stored) {
    ++hits_;
    onStored_(flight.key);
  }
  absl::MutexLock lock(&mutex_);
  answers_.emplace_back(flight.onAnswer, answer);
}

void FlightLeases::answerAll() {
  absl::MutexLock lock(&mutex_);
  auto isDue = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return isOver_ || !answers_.empty();
  };
  while (true) {
    mutex_.Await(absl::Condition(&isDue));
    if (answers_.empty())
      return;
    auto [onAnswer, answer] = std::move(answers_.front());
    answers_.pop_front();
    mutex_.Unlock();
    onAnswer(answer);
    onAnswer = nullptr; // What it holds may be large.
    mutex_.Lock();
  }
}

//===----------------------------------------------------------------------===//
// The thread
//===----------------------------------------------------------------------===//

void FlightLeases::run() {
  while (true) {
    std::vector<Flight> flights;
    {
      absl::MutexLock lock(&mutex_);
      auto isDue = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
        return isStopped_ || hasEnded_ || !fresh_.empty();
      };
      const absl::Time next =
          std::min(waiting_.empty() ? absl::InfiniteFuture() : nextPoll_,
                   published_ == 0 ? absl::InfiniteFuture() : nextBeat_);
      mutex_.AwaitWithDeadline(absl::Condition(&isDue), next);
      if (isStopped_)
        break;
      if (std::exchange(hasEnded_, false))
        nextBeat_ = std::min(nextBeat_, absl::Now() + kMinBeat);
      while (!fresh_.empty() && flights.size() < kMaxBatch) {
        flights.push_back(std::move(fresh_.front()));
        fresh_.pop_front();
      }
    }
    if (!flights.empty())
      acquire(std::move(flights));
    if (!waiting_.empty() && absl::Now() >= nextPoll_)
      poll();
    if (published_ > 0 && absl::Now() >= nextBeat_)
      publish().IgnoreError(); // Others may take over; nothing is lost.
  }
  {
    absl::MutexLock lock(&mutex_);
    for (Flight &flight : fresh_)
      waiting_.push_back(std::move(flight));
    fresh_.clear();
    ended_ = held_;
  }
  for (const Flight &flight : waiting_)
    answer(flight, Answer::Stopped);
  if (published_ > 0)
    publish().IgnoreError();
}

void FlightLeases::giveUp(std::vector<Flight> flights,
                          const absl::Status &why) {
  if (!why.ok())
    breaker_.failed();
  for (const Flight &flight : flights)
    answer(flight, Answer::Ours);
}

void FlightLeases::acquire(std::vector<Flight> flights) {
  if (!breaker_.admit())
    return giveUp(std::move(flights), absl::OkStatus());
  const std::vector<SecondLevel::FoundRecord> leases =
      level_.readRecords(leaseKeys(keysOf(flights)));
  absl::Status status = firstError(leases);
  if (status.ok())
    status = readHolders(leases);
  if (!status.ok())
    return giveUp(std::move(flights), status);
  std::vector<Flight> free;
  for (size_t i = 0; i < flights.size(); ++i)
    (*leases[i] && isHeld(flights[i].key, **leases[i]) ? waiting_ : free)
        .push_back(std::move(flights[i]));
  if (!free.empty())
    status = claim(free);
  if (!status.ok())
    return giveUp(std::move(free), status);
  breaker_.succeeded();
  for (const Flight &flight : free)
    answer(flight, Answer::Ours);
  for (Flight &flight : waiting_)
    waits_ += !std::exchange(flight.hasWaited, true);
}

absl::Status FlightLeases::claim(std::vector<Flight> &flights) {
  const std::vector<Digest> keys = keysOf(flights);
  {
    absl::MutexLock lock(&mutex_);
    for (const Digest &key : keys) {
      held_.insert(key);
      ended_.erase(key);
    }
  }
  if (absl::Status status = publish(); !status.ok())
    return status;
  v1::FlightLease lease;
  lease.set_holder(name_);
  for (const Digest &key : keys)
    if (absl::Status status =
            level_.writeRecord(leaseKey(key), recordOf(lease));
        !status.ok())
      return status;
  const std::vector<SecondLevel::FoundRecord> written =
      level_.readRecords(leaseKeys(keys));
  if (absl::Status status = firstError(written); !status.ok())
    return status;
  std::vector<Flight> ours;
  for (size_t i = 0; i < flights.size(); ++i) {
    // One that is gone already was evicted, and is nobody's.
    if (!*written[i] || holderOf(**written[i]) == name_) {
      ours.push_back(std::move(flights[i]));
      continue;
    }
    waiting_.push_back(std::move(flights[i]));
    absl::MutexLock lock(&mutex_);
    hasEnded_ |= ended_.insert(keys[i]).second;
  }
  flights = std::move(ours);
  return absl::OkStatus();
}

void FlightLeases::poll() {
  nextPoll_ = absl::Now() + options_.poll;
  std::vector<Flight> flights = std::exchange(waiting_, {});
  const std::vector<SecondLevel::FoundRecord> results =
      level_.readRecords(keysOf(flights));
  if (absl::Status status = firstError(results); !status.ok())
    return giveUp(std::move(flights), status);
  std::vector<Flight> again;
  for (size_t i = 0; i < flights.size(); ++i) {
    if (*results[i])
      answer(flights[i], Answer::Stored);
    else if (absl::Now() - flights[i].since > options_.maxWait)
      answer(flights[i], Answer::Ours);
    else
      again.push_back(std::move(flights[i]));
  }
  if (!again.empty())
    acquire(std::move(again));
}

absl::Status FlightLeases::publish() {
  v1::LeaseHolder holder;
  holder.set_beat(++beat_);
  std::vector<Digest> over;
  {
    absl::MutexLock lock(&mutex_);
    over.assign(ended_.begin(), ended_.end());
  }
  const auto left = std::remove_if(over.begin(), over.end(), isPending_);
  const bool isAnyPending = left != over.end();
  over.erase(left, over.end());
  {
    absl::MutexLock lock(&mutex_);
    for (const Digest &key : over)
      if (ended_.erase(key))
        held_.erase(key);
    for (const Digest &key : held_)
      holder.add_keys(shortOf(key));
  }
  published_ = static_cast<size_t>(holder.keys_size());
  nextBeat_ = absl::Now() + (isAnyPending ? options_.poll : options_.beat);
  return level_.writeRecord(holderKey(name_), recordOf(holder));
}

//===----------------------------------------------------------------------===//
// Other daemons
//===----------------------------------------------------------------------===//

absl::Status
FlightLeases::readHolders(const std::vector<SecondLevel::FoundRecord> &leases) {
  std::vector<std::string> names;
  for (const SecondLevel::FoundRecord &lease : leases)
    if (std::string name = *lease ? holderOf(**lease) : "";
        !name.empty() && name != name_ &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  if (names.empty())
    return absl::OkStatus();
  std::vector<Digest> keys;
  for (const std::string &name : names)
    keys.push_back(holderKey(name));
  const std::vector<SecondLevel::FoundRecord> found = level_.readRecords(keys);
  if (absl::Status status = firstError(found); !status.ok())
    return status;
  if (holders_.size() > kMaxHolders)
    holders_.clear();
  for (size_t i = 0; i < names.size(); ++i) {
    v1::LeaseHolder seen;
    if (!*found[i] || (*found[i])->format() != kLeaseFormat ||
        !seen.ParseFromString((*found[i])->payload())) {
      holders_.erase(names[i]);
      continue;
    }
    auto [entry, isNew] = holders_.try_emplace(names[i]);
    Holder &holder = entry->second;
    if (isNew || holder.beat != seen.beat())
      holder.changed = absl::Now();
    holder.beat = seen.beat();
    holder.keys = {seen.keys().begin(), seen.keys().end()};
  }
  return absl::OkStatus();
}

bool FlightLeases::isHeld(const Digest &key,
                          const v1::ActionRecord &lease) const {
  auto found = holders_.find(holderOf(lease));
  return found != holders_.end() && found->second.keys.contains(shortOf(key)) &&
         absl::Now() - found->second.changed < options_.lifetime;
}

} // namespace ingot::cache
