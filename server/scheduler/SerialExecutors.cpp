//===- SerialExecutors.cpp - threads for work that may block --------------===//

#include "server/scheduler/SerialExecutors.h"

namespace ingot::server {

SerialExecutors::SerialExecutors(int threads) {
  for (int i = 0; i < threads; ++i) {
    threads_.push_back(std::make_unique<Thread>());
    Thread &thread = *threads_.back();
    thread.thread = std::thread([&thread] { run(thread); });
  }
}

SerialExecutors::~SerialExecutors() {
  for (auto &thread : threads_) {
    absl::MutexLock lock(&thread->mutex);
    thread->stopping = true;
  }
  for (auto &thread : threads_)
    thread->thread.join();
}

void SerialExecutors::post(Executor executor, std::function<void()> task) {
  Thread &chosen = *threads_[executor % threads_.size()];
  absl::MutexLock lock(&chosen.mutex);
  chosen.queue.push_back(std::move(task));
}

void SerialExecutors::run(Thread &thread) {
  while (true) {
    std::function<void()> task;
    {
      absl::MutexLock lock(&thread.mutex);
      auto ready = [&thread]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(thread.mutex) {
        return thread.stopping || !thread.queue.empty();
      };
      thread.mutex.Await(absl::Condition(&ready));
      if (thread.queue.empty())
        return;
      task = std::move(thread.queue.front());
      thread.queue.pop_front();
    }
    task();
  }
}

} // namespace ingot::server
