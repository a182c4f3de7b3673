//===- RepeatedTask.cpp - something that is done now and then -------------===//
//
// The task runs without the lock, so that the end can be asked for meanwhile.
//
//===----------------------------------------------------------------------===//

#include "server/core/RepeatedTask.h"

#include <utility>

namespace ingot::server {

RepeatedTask::RepeatedTask(absl::Duration interval, std::function<void()> task)
    : interval_(interval), task_(std::move(task)), thread_([this] { run(); }) {}

RepeatedTask::~RepeatedTask() {
  {
    absl::MutexLock lock(&mutex_);
    isOver_ = true;
  }
  thread_.join();
}

void RepeatedTask::run() {
  while (true) {
    {
      absl::MutexLock lock(&mutex_);
      if (mutex_.AwaitWithTimeout(absl::Condition(&isOver_), interval_))
        return;
    }
    task_();
  }
}

} // namespace ingot::server
