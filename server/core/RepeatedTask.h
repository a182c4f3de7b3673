//===- RepeatedTask.h - something that is done now and then -----*- C++ -*-===//
//
// Files that change under the daemon are looked at again and again. That reads
// a disk, which may take long, so it has a thread and waits for nobody else's.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_REPEATEDTASK_H
#define INGOT_SERVER_CORE_REPEATEDTASK_H

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <functional>
#include <thread>

namespace ingot::server {

/// Calls a function every `interval`, first after one, by a thread of its own.
/// Its end waits for a call that runs.
class RepeatedTask {
public:
  RepeatedTask(absl::Duration interval, std::function<void()> task);
  ~RepeatedTask();

private:
  void run();

  const absl::Duration interval_;
  const std::function<void()> task_;

  absl::Mutex mutex_;
  bool isOver_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_REPEATEDTASK_H
