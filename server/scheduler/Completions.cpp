//===- Completions.cpp - callbacks off the event thread -------------------===//

#include "server/scheduler/Completions.h"

namespace ingot::server {

Completions::Completions(int threads) {
  for (int i = 0; i < threads; ++i) {
    lanes_.push_back(std::make_unique<Lane>());
    Lane &lane = *lanes_.back();
    lane.thread = std::thread([&lane] { run(lane); });
  }
}

Completions::~Completions() {
  for (auto &lane : lanes_) {
    absl::MutexLock lock(&lane->mutex);
    lane->stopping = true;
  }
  for (auto &lane : lanes_)
    lane->thread.join();
}

void Completions::post(uint64_t lane, std::function<void()> callback) {
  Lane &chosen = *lanes_[lane % lanes_.size()];
  absl::MutexLock lock(&chosen.mutex);
  chosen.queue.push_back(std::move(callback));
}

void Completions::run(Lane &lane) {
  while (true) {
    std::function<void()> callback;
    {
      absl::MutexLock lock(&lane.mutex);
      auto ready = [&lane]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(lane.mutex) {
        return lane.stopping || !lane.queue.empty();
      };
      lane.mutex.Await(absl::Condition(&ready));
      if (lane.queue.empty())
        return;
      callback = std::move(lane.queue.front());
      lane.queue.pop_front();
    }
    callback();
  }
}

} // namespace ingot::server
