//===- CompileJobs.cpp - callers by the names of their jobs ---------------===//
//
// The part of CompileService that Watch and Cancel use, and at the end what
// operators see. A name is known to the
// caller that was told it and cannot be guessed; that the principal must be the
// same too is for names that leak, into a log for example. A job of another
// principal is answered like one that never was.
//
//===----------------------------------------------------------------------===//

#include "cache/key/SteadyTime.h"
#include "server/core/CompileRequests.h"
#include "server/core/CompileService.h"
#include "server/core/JobName.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <set>

namespace ingot::server {

/// Beyond this, the oldest name of whoever has most is forgotten: nobody pushes
/// out the names of others.
static constexpr size_t kMaxJobs = 1024;

std::string CompileService::addJob(const ActionKey &request, Caller caller,
                                   const Principal &principal) {
  // Not to be guessed: callers without an identity of their own share one.
  Job job{
      newJobName(), {request.digest, "", request.lane, request.plain}, caller};
  jobs_[ownerOf(principal)].push_back(job);
  if (++jobCount_ <= kMaxJobs)
    return job.name;
  auto most = std::max_element(jobs_.begin(), jobs_.end(),
                               [](const auto &a, const auto &b) {
                                 return a.second.size() < b.second.size();
                               });
  most->second.pop_front();
  --jobCount_;
  if (most->second.empty())
    jobs_.erase(most);
  return job.name;
}

const CompileService::Job *
CompileService::findJob(const std::string &name,
                        const Principal &principal) const {
  auto own = jobs_.find(ownerOf(principal));
  if (own == jobs_.end())
    return nullptr;
  auto found = std::find_if(own->second.begin(), own->second.end(),
                            [&](const Job &job) { return job.name == name; });
  return found == own->second.end() ? nullptr : &*found;
}

CompileService::Caller CompileService::watch(const std::string &job,
                                             uint32_t maxInlineBytes,
                                             OnEvent onEvent, OnDone onDone,
                                             const Principal &principal) {
  ActionKey request;
  Caller number = 0;
  CallerInfo caller{std::move(onEvent), onDone, maxInlineBytes, v1::JOINED,
                    principal};
  absl::Status place;
  {
    absl::MutexLock lock(&mutex_);
    if (const Job *known = findJob(job, principal)) {
      request = known->request;
      auto found = running_.find(request.digest);
      place = takePlace(caller);
      if (place.ok()) {
        number = nextCaller_++;
        if (found != running_.end()) {
          found->second->callers[number] = std::move(caller);
          callers_[number] = found->second;
          return number;
        }
        lookups_.insert(number);
      }
    }
  }
  if (!place.ok()) {
    refuse(caller, std::move(place));
    return 0;
  }
  CompileOutcome unknown = failure(absl::NotFoundError(absl::StrCat(
      "job '", job, "' is unknown here, or over without a result")));
  if (number == 0) {
    onDone(std::move(unknown));
    return 0;
  }
  post_(principal.tenant,
        [this, number, request, maxInlineBytes, onDone = std::move(onDone),
         unknown = std::move(unknown), place = std::move(caller.place)] {
          auto result = findResult(request, maxInlineBytes, Access::Disk);
          if (endLookup(number))
            onDone(result ? *std::move(result) : unknown);
        });
  return number;
}

absl::Status CompileService::cancel(const std::string &job,
                                    const Principal &principal) {
  CallerInfo caller;
  std::shared_ptr<Compilation> unwanted;
  {
    absl::MutexLock lock(&mutex_);
    const Job *known = findJob(job, principal);
    if (!known)
      return absl::NotFoundError(
          absl::StrCat("job '", job, "' is unknown here"));
    unwanted = removeCaller(known->caller, caller);
  }
  if (unwanted)
    unwanted->stop();
  if (caller.onDone) // Else it is over, which is what was wanted.
    caller.onDone(failure(cancelledByRequest("cancelled by request")));
  return absl::OkStatus();
}

//===----------------------------------------------------------------------===//
// What runs and what ran, for operators
//===----------------------------------------------------------------------===//

static std::string targetName(const v1::Target &target) {
  return target.cpu().empty() || target.cpu() == "generic"
             ? target.triple()
             : absl::StrCat(target.triple(), " ", target.cpu());
}

v1::ListJobsResponse CompileService::jobs(const Principal &asker) const {
  v1::ListJobsResponse all;
  {
    absl::MutexLock lock(&mutex_);
    const absl::Time now = clock_();
    for (const auto &[key, running] : running_) {
      uint32_t waiting = 0;
      std::set<std::string> names;
      for (const auto &[number, caller] : running->callers)
        if (asker.maySee(caller.principal.tenant.space())) {
          ++waiting;
          names.insert(caller.principal.name);
        }
      if (waiting == 0 && !asker.isOperator)
        continue;
      v1::Job &job = *all.add_jobs();
      *job.mutable_request() = running->request.key.name().toProto();
      job.set_lane(running->request.key.lane);
      *job.mutable_program() = running->request.program.module.toProto();
      job.set_target(targetName(running->request.keys.target()));
      job.set_emit(v1::Emit_Name(running->request.keys.options().emit()));
      job.set_phase(running->phase.name());
      job.set_done(running->phase.done());
      job.set_total(running->phase.total());
      if (running->began != absl::InfinitePast())
        job.set_seconds(absl::ToDoubleSeconds(now - running->began));
      job.set_waiting(waiting);
      if (asker.isOperator)
        job.mutable_callers()->Assign(names.begin(), names.end());
    }
  }
  std::sort(all.mutable_jobs()->begin(), all.mutable_jobs()->end(),
            [](const v1::Job &a, const v1::Job &b) {
              return std::make_pair(-a.seconds(), a.request().hash()) <
                     std::make_pair(-b.seconds(), b.request().hash());
            });
  return all;
}

absl::Status CompileService::cancelRequest(const Digest &request) {
  std::map<Caller, CallerInfo> callers;
  std::vector<std::shared_ptr<Compilation>> unwanted;
  {
    absl::MutexLock lock(&mutex_);
    for (const auto &[key, running] : running_)
      if (running->request.key.name() == request) {
        callers.merge(running->callers);
        unwanted.push_back(running->compilation);
      }
    if (unwanted.empty())
      return absl::NotFoundError(
          absl::StrCat("request ", request.toString(), " does not run"));
    absl::erase_if(running_, [&request](const auto &entry) {
      return entry.second->request.key.name() == request;
    });
    for (const auto &[number, caller] : callers)
      callers_.erase(number);
  }
  for (const std::shared_ptr<Compilation> &each : unwanted)
    if (each)
      each->stop();
  for (auto &[number, caller] : callers)
    caller.onDone(failure(cancelledByRequest("cancelled by an operator")));
  return absl::OkStatus();
}

void CompileService::log(const RunningRequest &running,
                         const CompileOutcome &outcome,
                         const std::map<Caller, CallerInfo> &callers) {
  const absl::Time now = clock_();
  absl::Time began;
  {
    absl::MutexLock lock(&mutex_);
    began = running.began;
  }
  if (began == absl::InfinitePast())
    return; // It was found after all.
  const CompilationRequest &request = running.request;
  const v1::Result &result = outcome.result;
  v1::FinishedCompile entry;
  *entry.mutable_request() = request.key.name().toProto();
  entry.set_lane(request.key.lane);
  *entry.mutable_program() = request.program.module.toProto();
  entry.set_target(targetName(request.keys.target()));
  entry.set_emit(v1::Emit_Name(request.keys.options().emit()));
  entry.set_outcome(absl::StatusCodeToString(outcome.status.code()));
  entry.set_message(std::string(outcome.status.message()));
  entry.set_ended(absl::ToDoubleSeconds(timeOfDay(now) - absl::UnixEpoch()));
  entry.set_seconds(absl::ToDoubleSeconds(now - began));
  entry.set_queued_seconds(result.milliseconds().queued() / 1000);
  if (outcome.status.ok())
    *entry.mutable_artifact() = result.artifact();
  for (const v1::EntryPoint &point : result.manifest().entry_points())
    entry.add_entry_points(point.name());
  entry.set_kernels_built(result.kernels().built());
  entry.set_kernels_reused(result.kernels().reused());
  for (const v1::Kernel &kernel : result.manifest().kernels()) {
    v1::FinishedCompile::Kernel &row = *entry.add_kernels();
    row.set_symbol(kernel.symbol());
    row.set_root(kernel.root());
    *row.mutable_module() = kernel.module();
  }
  std::set<std::string> tenants{request.tenant.space()};
  for (const auto &[number, caller] : callers)
    tenants.insert(caller.principal.tenant.space());
  entry.mutable_tenants()->Assign(tenants.begin(), tenants.end());
  log_.add(std::move(entry));
}

} // namespace ingot::server
