//===- HashThreads.cpp - hashing beside reading and writing ---------------===//

#include "cache/key/HashThreads.h"

#include <algorithm>

namespace ingot {

/// Below this, telling a thread of it takes longer than hashing it.
static constexpr size_t kMinBytes = 256 << 10;
/// Pieces that wait for a thread and are kept in memory for that.
static constexpr size_t kMaxKept = 16;
/// Of a larger machine the others are for those who read and write.
static constexpr size_t kMaxThreads = 8;

HashThreads::HashThreads()
    : maxThreads_(std::clamp<size_t>(std::thread::hardware_concurrency(), 1,
                                     kMaxThreads)) {}

HashThreads::~HashThreads() {
  std::vector<std::thread> threads;
  {
    absl::MutexLock lock(&mutex_);
    isOver_ = true;
    threads.swap(threads_);
  }
  for (std::thread &thread : threads)
    thread.join();
}

void HashThreads::begin(Job &job) {
  absl::MutexLock lock(&mutex_);
  job.state = Job::Queued;
  queue_.push_back(&job);
  // A thread that hashes takes no other piece until it is done.
  if (idle_ >= queue_.size() || threads_.size() == maxThreads_)
    return;
  ++idle_;
  threads_.emplace_back([this] { run(); });
}

size_t HashThreads::threads() {
  absl::MutexLock lock(&mutex_);
  return threads_.size();
}

size_t HashThreads::queued() {
  absl::MutexLock lock(&mutex_);
  return queue_.size();
}

bool HashThreads::takeQueued(Job &job) {
  if (job.state == Job::Queued) {
    // Who has many begins with the last one, which no thread comes to soon.
    auto found = std::find(queue_.rbegin(), queue_.rend(), &job);
    queue_.erase(std::next(found).base());
    job.state = Job::Done;
    return true;
  }
  mutex_.Await(
      absl::Condition(+[](Job *job) { return job->state == Job::Done; }, &job));
  return false;
}

void HashThreads::wait(Job &job) {
  {
    absl::MutexLock lock(&mutex_);
    if (!takeQueued(job))
      return;
  }
  job.hasher->update(job.bytes);
  job.owner.reset();
}

void HashThreads::drop(Job &job) {
  absl::MutexLock lock(&mutex_);
  takeQueued(job);
}

void HashThreads::run() {
  while (true) {
    Job *job;
    {
      absl::MutexLock lock(&mutex_, absl::Condition(this, &HashThreads::isDue));
      if (queue_.empty())
        return;
      job = queue_.front();
      queue_.pop_front();
      --idle_;
      job->state = Job::Running;
    }
    job->hasher->update(job->bytes);
    job->owner.reset();
    absl::MutexLock lock(&mutex_);
    job->state = Job::Done;
    ++idle_;
  }
}

void BesideHasher::begin(std::string_view bytes) {
  if (bytes.size() >= kMinBytes)
    return beginBeside(bytes);
  wait();
  before_ = hasher_;
  hasher_.update(bytes);
}

void BesideHasher::begin(const std::shared_ptr<const std::string> &bytes) {
  wait();
  if (bytes->size() >= kMinBytes && threads_.queued() < kMaxKept) {
    job_.owner = bytes;
    return beginBeside(*bytes);
  }
  before_ = hasher_;
  hasher_.update(*bytes);
}

void BesideHasher::beginBeside(std::string_view bytes) {
  wait();
  before_ = hasher_;
  job_.hasher = &hasher_;
  job_.bytes = bytes;
  threads_.begin(job_);
}

void BesideHasher::takeBack() {
  wait();
  hasher_ = before_;
}

} // namespace ingot
