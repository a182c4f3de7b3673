//===- HashThreads.cpp - hashing beside reading and writing ---------------===//

#include "cache/store/HashThreads.h"

#include "absl/algorithm/container.h"

#include <algorithm>

namespace ingot::cache {

/// Below this, telling a thread of it takes longer than hashing it.
static constexpr size_t kMinBytes = 256 << 10;
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

void HashThreads::wait(Job &job) {
  {
    absl::MutexLock lock(&mutex_);
    if (job.state != Job::Queued) {
      mutex_.Await(absl::Condition(
          +[](Job *job) { return job->state == Job::Done; }, &job));
      return;
    }
    queue_.erase(absl::c_find(queue_, &job));
    job.state = Job::Done;
  }
  job.hasher->update(job.bytes);
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
    absl::MutexLock lock(&mutex_);
    job->state = Job::Done;
    ++idle_;
  }
}

void BesideHasher::begin(std::string_view bytes) {
  wait();
  before_ = hasher_;
  if (bytes.size() < kMinBytes) {
    hasher_.update(bytes);
    return;
  }
  job_.hasher = &hasher_;
  job_.bytes = bytes;
  threads_.begin(job_);
}

void BesideHasher::takeBack() {
  wait();
  hasher_ = before_;
}

} // namespace ingot::cache
