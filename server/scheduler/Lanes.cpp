//===- Lanes.cpp - threads for work that may block ------------------------===//

#include "server/scheduler/Lanes.h"

namespace ingot::server {

Lanes::Lanes(int threads) {
  for (int i = 0; i < threads; ++i) {
    threads_.push_back(std::make_unique<Thread>());
    Thread &thread = *threads_.back();
    thread.thread = std::thread([&thread] { run(thread); });
  }
}

Lanes::~Lanes() {
  for (auto &thread : threads_) {
    absl::MutexLock lock(&thread->mutex);
    thread->stopping = true;
  }
  for (auto &thread : threads_)
    thread->thread.join();
}

void Lanes::post(uint64_t lane, std::function<void()> work) {
  Thread &chosen = *threads_[lane % threads_.size()];
  absl::MutexLock lock(&chosen.mutex);
  chosen.queue.push_back(std::move(work));
}

void Lanes::run(Thread &thread) {
  while (true) {
    std::function<void()> work;
    {
      absl::MutexLock lock(&thread.mutex);
      auto ready = [&thread]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(thread.mutex) {
        return thread.stopping || !thread.queue.empty();
      };
      thread.mutex.Await(absl::Condition(&ready));
      if (thread.queue.empty())
        return;
      work = std::move(thread.queue.front());
      thread.queue.pop_front();
    }
    work();
  }
}

} // namespace ingot::server
