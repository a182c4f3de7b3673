//===- WorkQueue.cpp - work that waits for a worker -----------------------===//
//
// How long an action takes is known when it ended. Until then its tenant is
// charged the mean of its last ones, and pays the difference afterwards:
// without the advance, a tenant whose actions take minutes would get all
// workers before the first of them was charged.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/WorkQueue.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ingot::server {
namespace {

/// Of an action about which nothing is known.
constexpr double kUnknownSeconds = 0.02;
/// What the newest action counts in the mean.
constexpr double kNewest = 0.125;
/// Tenants that are remembered though they have no work.
constexpr size_t kMaxAccounts = 1000;

} // namespace

WorkQueue::Position WorkQueue::positionOf(const Job &job) {
  return {job.work.isBatch, -int64_t{job.priority}, job.ticket};
}

void WorkQueue::insert(Account &account, std::unique_ptr<Job> job) {
  const Position position = positionOf(*job);
  places_[job->ticket] = {&account, position};
  if (!job->isForHere)
    account.outgoing.insert(position);
  account.requests += !job->work.isFollowUp;
  account.jobs.emplace(position, std::move(job));
}

std::unique_ptr<Job> WorkQueue::extract(const Place &place) {
  auto job = std::move(place.account->jobs.extract(place.position).mapped());
  place.account->outgoing.erase(place.position);
  place.account->requests -= !job->work.isFollowUp;
  places_.erase(job->ticket);
  return job;
}

//===----------------------------------------------------------------------===//
// Accounts
//===----------------------------------------------------------------------===//

void WorkQueue::Usage::advance(absl::Time now) {
  if (now - hour < absl::Hours(1))
    return;
  before = now - hour < absl::Hours(2) ? current : 0;
  current = 0;
  hour = now - hour < absl::Hours(2) ? hour + absl::Hours(1) : now;
}

double WorkQueue::Usage::lastHour(absl::Time now) {
  advance(now);
  return current +
         before * (1 - absl::FDivDuration(now - hour, absl::Hours(1)));
}

void WorkQueue::advance() {
  double least = std::numeric_limits<double>::infinity();
  for (const auto &[name, account] : accounts_)
    if (account.isBusy())
      least = std::min(least, account.charged);
  if (std::isfinite(least))
    virtualTime_ = std::max(virtualTime_, least);
}

WorkQueue::Account &WorkQueue::open(const Tenant &tenant, absl::Time now) {
  if (accounts_.size() >= kMaxAccounts)
    forgetIdle(now);
  advance();
  Account &account = accounts_[tenant.name];
  account.weight = tenant.weight;
  if (!account.isBusy() && !isBetween(account, now))
    account.charged = std::max(account.charged,
                               virtualTime_ - kCreditSeconds / account.weight);
  return account;
}

void WorkQueue::forgetIdle(absl::Time now) {
  for (auto entry = accounts_.begin(); entry != accounts_.end();)
    if (entry->second.isBusy() || now - entry->second.lastEnd < absl::Hours(2))
      ++entry;
    else
      entry = accounts_.erase(entry);
}

//===----------------------------------------------------------------------===//
// Admission
//===----------------------------------------------------------------------===//

WorkQueue::Admission WorkQueue::admit(const Job &job, Account &account,
                                      absl::Time now, int others) {
  if (closed_)
    return Admission::Closed;
  if (job.work.isFollowUp)
    return Admission::Accepted;
  if (account.usage.lastHour(now) >= job.work.tenant.workerSecondsPerHour)
    return Admission::OverQuota;
  // At best, all workers are this tenant's.
  const double ahead = static_cast<double>(account.jobs.size()) *
                       account.meanSeconds / (workers_ + others);
  if (now + absl::Seconds(ahead) > job.work.deadline)
    return Admission::TooLate;
  if (size() < limit_)
    return Admission::Accepted;
  double most = 0;
  for (const auto &[name, other] : accounts_)
    most = std::max(most, other.waitingByWeight());
  const double mine =
      static_cast<double>(account.jobs.size() + 1) / account.weight;
  return mine < most ? Admission::Accepted : Admission::Full;
}

WorkQueue::Admission WorkQueue::push(std::unique_ptr<Job> &job, absl::Time now,
                                     int others) {
  Account &account = open(job->work.tenant, now);
  Admission admission = admit(*job, account, now, others);
  if (admission != Admission::Accepted)
    return admission;
  isOver_ = !job->work.isFollowUp && size() >= limit_;
  insert(account, std::move(job));
  if (account.requests > workers_ + others)
    account.charged = std::max(account.charged, virtualTime_);
  return admission;
}

std::unique_ptr<Job> WorkQueue::takeDisplaced() {
  if (!std::exchange(isOver_, false))
    return nullptr;
  auto most = std::max_element(
      accounts_.begin(), accounts_.end(), [](const auto &a, const auto &b) {
        return a.second.waitingByWeight() < b.second.waitingByWeight();
      });
  auto &jobs = most->second.jobs;
  auto newest = jobs.end();
  for (auto job = jobs.begin(); job != jobs.end(); ++job)
    if (!job->second->work.isFollowUp &&
        (newest == jobs.end() || job->second->ticket > newest->second->ticket))
      newest = job;
  if (newest == jobs.end())
    return nullptr;
  return extract({&most->second, newest->first});
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

bool WorkQueue::isBetween(const Account &account, absl::Time now) const {
  return !account.isBusy() && now - account.lastEnd < kHold;
}

WorkQueue::Account *WorkQueue::nextThatFits(absl::Time now) {
  Account *account = next(now);
  if (!account)
    return nullptr;
  const Job &job = *account->jobs.begin()->second;
  if (memory_.fits(job.work))
    return account;
  if (std::exchange(blocked_, job.ticket) != job.ticket) {
    blockedSince_ = now;
    ++memoryWaits_;
  }
  // Smaller ones may pass, but not for ever.
  return now - blockedSince_ < kMemoryPatience ? next(now, Among::Fitting)
                                               : nullptr;
}

const Job *WorkQueue::first(const Account &account, Among among) const {
  if (among == Among::Outgoing)
    return account.outgoing.empty()
               ? nullptr
               : account.jobs.at(*account.outgoing.begin()).get();
  if (account.jobs.empty())
    return nullptr;
  const Job *job = account.jobs.begin()->second.get();
  return among == Among::All || memory_.fits(job->work) ? job : nullptr;
}

WorkQueue::Account *WorkQueue::next(absl::Time now, Among among) {
  using Key = std::tuple<bool, double, int, WorkerPool::Ticket>;
  Account *best = nullptr;
  Key least;
  for (auto &[name, account] : accounts_) {
    const Job *job = first(account, among);
    if (!job)
      continue;
    const bool waits =
        job->work.isBatch && now - job->submitted < kBatchPatience;
    const Key key(waits, account.charged, account.running, job->ticket);
    if (best && key >= least)
      continue;
    best = &account;
    least = key;
  }
  return best;
}

std::unique_ptr<Job> WorkQueue::pop(int idle, absl::Time now, bool isHere) {
  heldUntil_ = absl::InfiniteFuture();
  Account *account = idle == 0 ? nullptr
                     : isHere  ? nextThatFits(now)
                               : next(now, Among::Outgoing);
  if (isHere)
    waitsForMemory_ = idle > 0 && !account && next(now);
  if (!account)
    return nullptr;
  // Those who would be before it, if their next action waited already.
  int holders = 0;
  absl::Time end = absl::InfiniteFuture();
  for (const auto &[name, other] : accounts_)
    if (isBetween(other, now) && other.charged < account->charged) {
      ++holders;
      end = std::min(end, other.lastEnd + kHold);
    }
  if (holders >= idle) {
    heldUntil_ = end;
    return nullptr;
  }
  const Job &chosen = *first(*account, isHere ? Among::All : Among::Outgoing);
  std::unique_ptr<Job> job = extract({account, positionOf(chosen)});
  if (job->ticket == blocked_)
    blocked_ = 0;
  job->started = now;
  job->charged =
      account->meanSeconds > 0 ? account->meanSeconds : kUnknownSeconds;
  account->charged += job->charged / account->weight;
  ++account->running;
  job->memory = isHere ? memory_.take(job->work) : -1;
  return job;
}

void WorkQueue::putBack(std::unique_ptr<Job> job) {
  Account &account = accounts_[job->work.tenant.name];
  account.charged -= job->charged / account.weight;
  --account.running;
  if (job->memory >= 0)
    memory_.give(std::exchange(job->memory, -1));
  job->started = absl::InfiniteFuture();
  insert(account, std::move(job));
}

void WorkQueue::onEnd(const Job &job, absl::Time now) {
  Account &account = accounts_[job.work.tenant.name];
  const double ran = absl::ToDoubleSeconds(now - job.started);
  account.charged += (ran - job.charged) / account.weight;
  account.meanSeconds =
      account.meanSeconds > 0
          ? account.meanSeconds + kNewest * (ran - account.meanSeconds)
          : ran;
  account.usage.advance(now);
  account.usage.current += ran;
  advance(); // While this tenant still counts.
  --account.running;
  if (job.memory >= 0)
    memory_.give(job.memory);
  account.lastEnd = now;
}

void WorkQueue::makeInteractive(WorkerPool::Ticket ticket) {
  auto found = places_.find(ticket);
  if (found == places_.end())
    return;
  const Place place = found->second;
  std::unique_ptr<Job> job = extract(place);
  job->work.isBatch = false;
  insert(*place.account, std::move(job));
}

//===----------------------------------------------------------------------===//
// Removal
//===----------------------------------------------------------------------===//

std::unique_ptr<Job> WorkQueue::remove(WorkerPool::Ticket ticket) {
  auto found = places_.find(ticket);
  // A copy: the entry goes with the job.
  return found == places_.end() ? nullptr : extract(Place(found->second));
}

std::vector<std::unique_ptr<Job>> WorkQueue::takeAll() {
  std::vector<std::unique_ptr<Job>> all;
  for (auto &[name, account] : accounts_) {
    for (auto &[position, job] : std::exchange(account.jobs, {}))
      all.push_back(std::move(job));
    account.outgoing.clear();
    account.requests = 0;
  }
  places_.clear();
  return all;
}

} // namespace ingot::server
