//===- CompileCallers.cpp - who waits for a compilation -------------------===//
//
// The part of CompileService that passes on what a compilation says to all who
// wait for it, and lets them go: when it ends, or when they leave.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include <iterator>
#include <vector>

namespace ingot::server {

/// For whom the work is, and not for what it is.
static bool isRefusal(const absl::Status &status) {
  const WorkFault fault = faultOf(status);
  return fault == WorkFault::FullQueue || fault == WorkFault::Refused;
}

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
  std::map<Caller, CallerInfo> callers, others;
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
    others = takeUnconcerned(*running, outcome.status, callers);
  }
  // Nobody is told of one that all begin anew from.
  if (!outcome.status.ok() && (others.empty() || !callers.empty())) {
    ++statistics_.errors;
    if (faultOf(outcome.status) == WorkFault::FullQueue)
      ++statistics_.rejections;
  }
  lookUpAgain(*running, others);
  if (outcome.crashed)
    for (const auto &[number, caller] : callers)
      actions_.addCrashTenant(*outcome.crashed,
                              caller.principal.tenant.space());
  log(*running, outcome, callers);
  for (auto &[number, caller] : callers) {
    CompileOutcome answer = outcome;
    answer.result.set_cache(caller.cache);
    if (answer.status.ok())
      attachInline(answer.result, caller.maxInlineBytes, Access::Disk);
    caller.onDone(std::move(answer));
  }
}

std::map<CompileService::Caller, CompileService::CallerInfo>
CompileService::takeUnconcerned(const RunningRequest &running,
                                const absl::Status &status,
                                std::map<Caller, CallerInfo> &callers) {
  const CompilationRequest &refused = running.request;
  // A queue or an hour that is full is so for all deadlines. If each of a
  // tenant's many callers began anew, each would be refused with all the others
  // waiting for it.
  const bool isForDeadline = absl::IsDeadlineExceeded(status);
  auto isConcerned = [&](const CallerInfo &caller) {
    // A lookup asks for the program.
    if (running.lacksProgram)
      return caller.broughtAll;
    return !isRefusal(status) ||
           (caller.principal.tenant.name == refused.tenant.name &&
            (!isForDeadline || caller.deadline <= refused.deadline));
  };
  std::map<Caller, CallerInfo> others;
  for (auto entry = callers.begin(); entry != callers.end();) {
    auto next = std::next(entry);
    if (!isConcerned(entry->second)) {
      lookups_.insert(entry->first);
      others.insert(callers.extract(entry));
    }
    entry = next;
  }
  return others;
}

void CompileService::lookUpAgain(const RunningRequest &running,
                                 const std::map<Caller, CallerInfo> &callers) {
  for (const auto &[number, caller] : callers) {
    CompilationRequest request = running.request;
    request.tenant = caller.principal.tenant;
    request.isBatch = caller.isBatch;
    request.deadline = caller.deadline;
    post_(caller.principal.tenant,
          [this, number = number, caller = caller, request = std::move(request),
           brought = running.brought] {
            lookUp(number, caller, request, brought);
          });
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

bool CompileService::restart(const std::weak_ptr<RunningRequest> &weak) {
  ProgramBytes program;
  RunningPtr running;
  {
    absl::MutexLock lock(&mutex_);
    running = weak.lock();
    if (!running || running->wasRestarted)
      return false;
    running->wasRestarted = true;
    program = running->brought;
  }
  if (absl::Status status = programs_.load(running->request.tenant.name,
                                           running->request.program, program);
      !status.ok()) {
    absl::MutexLock lock(&mutex_);
    running->lacksProgram = absl::IsNotFound(status);
    return false;
  }
  auto compilation = makeCompilation(running, std::move(program));
  {
    absl::MutexLock lock(&mutex_);
    if (running->callers.empty())
      return true; // All left meanwhile.
    running->compilation = compilation;
  }
  compilation->start();
  return true;
}

std::shared_ptr<Compilation>
CompileService::makeCompilation(const RunningPtr &running,
                                ProgramBytes program) {
  // Weak: the running request holds the compilation, and is gone when nobody
  // waits for it any more.
  std::weak_ptr<RunningRequest> weak = running;
  CompilationListener listener{
      [this, weak](const v1::CompileEvent &event) { onEvent(weak, event); },
      [this, weak](CompileOutcome outcome) { onFinished(weak, outcome); }};
  return std::make_shared<Compilation>(actions_, store_, history_, statistics_,
                                       clock_, std::move(listener),
                                       running->request, std::move(program));
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
