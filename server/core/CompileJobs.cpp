//===- CompileJobs.cpp - callers by the names of their jobs ---------------===//
//
// The part of CompileService that Watch and Cancel use. A name is known to the
// caller that was told it and cannot be guessed; that the principal must be the
// same too is for names that leak, into a log for example. A job of another
// principal is answered like one that never was.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"
#include "server/core/JobName.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::server {

/// Beyond this, the oldest name of whoever has most is forgotten: nobody pushes
/// out the names of others.
static constexpr size_t kMaxJobs = 1024;

static CompileOutcome failure(absl::Status status) {
  return {std::move(status), {}, {}, {}};
}

std::string CompileService::addJob(const Digest &request, Caller caller,
                                   const Principal &principal) {
  // Not to be guessed: callers without an identity of their own share one.
  Job job{newJobName(), principal.name, request, caller};
  jobs_[principal.name].push_back(job);
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
  auto own = jobs_.find(principal.name);
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
  Digest request;
  Caller number = 0;
  {
    absl::MutexLock lock(&mutex_);
    if (const Job *known = findJob(job, principal)) {
      request = known->request;
      number = nextCaller_++;
      if (auto found = running_.find(request); found != running_.end()) {
        found->second->callers[number] = {std::move(onEvent), std::move(onDone),
                                          maxInlineBytes, v1::JOINED,
                                          principal};
        callers_[number] = found->second;
        return number;
      }
      lookups_.insert(number);
    }
  }
  CompileOutcome unknown = failure(absl::NotFoundError(absl::StrCat(
      "job '", job, "' is unknown here, or over without a result")));
  if (number == 0) {
    onDone(std::move(unknown));
    return 0;
  }
  post_([this, number, request, maxInlineBytes, onDone = std::move(onDone),
         unknown = std::move(unknown)] {
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
    caller.onDone(failure(absl::CancelledError("cancelled by request")));
  return absl::OkStatus();
}

} // namespace ingot::server
