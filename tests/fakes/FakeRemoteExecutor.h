//===- FakeRemoteExecutor.h - a cluster that answers when told --*- C++ -*-===//

#ifndef INGOT_TESTS_FAKES_FAKEREMOTEEXECUTOR_H
#define INGOT_TESTS_FAKES_FAKEREMOTEEXECUTOR_H

#include "server/scheduler/RemoteExecutor.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <algorithm>
#include <vector>

namespace ingot::server {

/// Keeps what was started until the test answers it. Thread-safe.
class FakeRemoteExecutor final : public RemoteExecutor {
public:
  struct Started {
    uint64_t number;
    Work work;
    Done done;
  };

  explicit FakeRemoteExecutor(int slots) : slots_(slots) {}

  int slots() const override {
    absl::MutexLock lock(&mutex_);
    return isDistrusted_ ? 0 : slots_;
  }
  bool accepts(const Work &work) const override {
    return work.request.has_plan() && !work.endsWorker;
  }
  void start(uint64_t number, const Work &work, Done done) override {
    absl::MutexLock lock(&mutex_);
    started_.push_back({number, work, std::move(done)});
  }
  void cancel(uint64_t number) override {
    if (auto found = take(number))
      found->done(absl::CancelledError("cancelled elsewhere"));
  }
  void distrust() override {
    absl::MutexLock lock(&mutex_);
    isDistrusted_ = true;
  }

  /// Waits until so much work is there; its modules in the order of their
  /// start.
  std::vector<std::string> await(size_t count) const {
    absl::MutexLock lock(&mutex_);
    auto isEnough = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return started_.size() >= count;
    };
    mutex_.Await(absl::Condition(&isEnough));
    std::vector<std::string> modules;
    for (const Started &each : started_)
      modules.push_back(*each.work.payloads[0]);
    return modules;
  }
  void awaitNone() const {
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(
        +[](const std::vector<Started> *all) { return all->empty(); },
        &started_));
  }
  bool isDistrusted() const {
    absl::MutexLock lock(&mutex_);
    return isDistrusted_;
  }
  /// Answers the oldest work.
  void answer(absl::StatusOr<RemoteOutput> output) {
    uint64_t number;
    {
      absl::MutexLock lock(&mutex_);
      number = started_.front().number;
    }
    take(number)->done(std::move(output));
  }

private:
  std::optional<Started> take(uint64_t number) {
    absl::MutexLock lock(&mutex_);
    auto found = std::find_if(
        started_.begin(), started_.end(),
        [&](const Started &each) { return each.number == number; });
    if (found == started_.end())
      return std::nullopt;
    Started started = std::move(*found);
    started_.erase(found);
    return started;
  }

  const int slots_;
  mutable absl::Mutex mutex_;
  std::vector<Started> started_ ABSL_GUARDED_BY(mutex_);
  bool isDistrusted_ ABSL_GUARDED_BY(mutex_) = false;
};

} // namespace ingot::server

#endif // INGOT_TESTS_FAKES_FAKEREMOTEEXECUTOR_H
