//===- CompileCallers.cpp - who waits for a compilation -------------------===//
//
// The part of CompileService that passes on what a compilation says to all who
// wait for it, and lets them go: when it ends, or when they leave.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include <vector>

namespace ingot::server {

void CompileService::onEvent(const std::weak_ptr<RunningRequest> &weak,
                             const v1::CompileEvent &event) {
  std::vector<OnEvent> listeners;
  {
    absl::MutexLock lock(&mutex_);
    if (RunningPtr running = weak.lock()) {
      if (event.has_phase())
        running->phase = event.phase();
      for (auto &[number, caller] : running->callers)
        if (caller.onEvent)
          listeners.push_back(caller.onEvent);
    }
  }
  for (const OnEvent &listener : listeners)
    listener(event);
}

void CompileService::onFinished(const std::weak_ptr<RunningRequest> &weak,
                                const CompileOutcome &outcome) {
  if (isLostBlob(outcome.status) && restart(weak))
    return;
  if (!outcome.status.ok()) {
    ++statistics_.errors;
    if (faultOf(outcome.status) == WorkFault::FullQueue)
      ++statistics_.rejections;
  }
  std::map<Caller, CallerInfo> callers;
  RunningPtr running;
  {
    absl::MutexLock lock(&mutex_);
    running = weak.lock();
    if (!running)
      return;
    forget(running);
    callers.swap(running->callers);
    for (auto &[number, caller] : callers)
      callers_.erase(number);
  }
  log(*running, outcome, callers);
  for (auto &[number, caller] : callers) {
    CompileOutcome answer = outcome;
    answer.result.set_cache(caller.cache);
    if (answer.status.ok())
      attachInline(answer.result, caller.maxInlineBytes, Access::Disk);
    caller.onDone(std::move(answer));
  }
}

void CompileService::forget(const RunningPtr &running) {
  auto found = running_.find(running->request.key.digest);
  if (found != running_.end() && found->second == running)
    running_.erase(found);
}

std::shared_ptr<Compilation> CompileService::removeCaller(Caller number,
                                                          CallerInfo &caller) {
  auto found = callers_.find(number);
  if (found == callers_.end())
    return nullptr;
  RunningPtr running = std::move(found->second);
  callers_.erase(found);
  caller = std::move(running->callers.extract(number).mapped());
  if (!running->callers.empty())
    return nullptr;
  forget(running);
  return running->compilation;
}

void CompileService::leave(Caller number) {
  std::shared_ptr<Compilation> unwanted;
  {
    absl::MutexLock lock(&mutex_);
    if (lookups_.erase(number) > 0)
      return;
    if (auto check = checks_.find(number); check != checks_.end()) {
      check->second.hasLeft = true;
      if (check->second.ticket)
        pool_.cancel(check->second.ticket);
      return;
    }
    CallerInfo gone;
    unwanted = removeCaller(number, gone);
  }
  if (unwanted)
    unwanted->stop();
}

} // namespace ingot::server
