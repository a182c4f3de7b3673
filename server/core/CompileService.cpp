//===- CompileService.cpp - the daemon as a C++ API -----------------------===//
//
// The way of a compile:
//
//   findAnswer() ── the same bytes from the same caller ──────> HIT
//   compile() ── in memory ───────────────────────────────────> HIT
//     ├─ an equal request runs ──────────────────────> joins it, JOINED
//     └─ post ─> lookUp() ── on the disk ─────────────────────> HIT
//                  └─ program, joinOrStart() ─> Compilation ─> MISS
//
// A hit in memory takes no hop to another thread, and one that was answered
// before is sent as it was, which is the hot path. All else
// may have to wait for the disk and is posted, since gRPC's threads serve
// everybody. A caller is in one of three places: in lookups_ while its lookup
// is under way, in callers_ while it waits for a compilation, or nowhere once
// it was answered or left. Whoever takes it out answers it, so it is answered
// once whatever meets.
//
// Requests of different lanes have different keys here: a caller joins those of
// its own lane alone, and finds what is stored in `trusted` or its own.
//
// A compilation that lacks a blob half-way, since the disk damaged it or it was
// evicted, is begun anew, once: the records that name the blob count as absent
// now, so what made it runs again. Where the blob was the program's own,
// whoever waits is looked up anew and so asked for it, as if it had come later.
//
// A refusal is for the tenant and the deadline of whoever asked first. Those
// who joined with others are looked up anew, and so one of them starts it.
//
// A compilation whose last caller left is taken out of running_ at once, for it
// is being cancelled: the next equal request starts another.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"
#include "server/core/CompileRequests.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::server {
namespace {

/// Why nothing runs for a request that is no hit.
absl::Status whyOnlyHits(bool onlyIfStored) {
  if (onlyIfStored)
    return absl::NotFoundError("nothing is stored for this request");
  return absl::PermissionDeniedError(
      "nothing is stored for this request, and this caller may not compile; "
      "ask for the role `compiler`");
}

/// For people who look at figures.
std::string nameOf(const CompileOutcome &outcome) {
  if (!outcome.status.ok())
    return absl::StatusCodeToString(outcome.status.code());
  switch (outcome.result.cache()) {
  case v1::HIT:
    return "hit";
  case v1::MISS:
    return "miss";
  case v1::JOINED:
    return "joined";
  default:
    return "ok";
  }
}

} // namespace

CompileService::CompileService(cache::Store &store, WorkerPool &pool,
                               Statistics &statistics, Clock clock, Post post,
                               int64_t fileBytes)
    : store_(store), pool_(pool), statistics_(statistics), clock_(clock),
      post_(std::move(post)),
      actions_(store, pool, statistics, std::move(clock)), history_(store),
      answers_(store), programs_(store, fileBytes) {}

CompileService::~CompileService() = default;

//===----------------------------------------------------------------------===//
// Compile
//===----------------------------------------------------------------------===//

absl::StatusOr<CompilationRequest>
CompileService::parseRequest(const v1::CompileRequest &request,
                             const Principal &principal,
                             absl::Time deadline) const {
  absl::StatusOr<ProgramName> program = programName(request.module());
  if (!program.ok())
    return program.status();
  absl::StatusOr<v1::Target> target = targetOf(pool_.hello(), request);
  if (!target.ok())
    return target.status();
  if (!v1::Emit_IsValid(request.options().emit()))
    return absl::InvalidArgumentError(
        absl::StrCat("options.emit: ", request.options().emit(),
                     " is nothing that this service makes"));
  absl::StatusOr<PartTargets> parts =
      resolveParts(pool_.hello(), *target, request.options().placements());
  if (!parts.ok())
    return parts.status();
  Keys keys(*std::move(target), request.options(),
            pool_.hello().compiler_identity(), *std::move(parts),
            principal.tenant.lane);
  ActionKey key = keys.request(*program);
  return CompilationRequest{std::move(keys),
                            *std::move(program),
                            std::move(key),
                            request.profile(),
                            principal.tenant,
                            request.batch(),
                            request.several_targets() &&
                                pool_.hello().shares_imports(),
                            deadline};
}

CompileService::OnDone CompileService::measured(const char *method,
                                                const Principal &principal,
                                                OnDone onDone) {
  return [this, method, began = clock_(),
          lane = Statistics::laneClass(principal.tenant.lane),
          onDone = std::move(onDone)](CompileOutcome outcome) {
    statistics_.histograms.requests.observe(clock_() - began, method,
                                            nameOf(outcome), lane);
    onDone(std::move(outcome));
  };
}

CompileService::Caller
CompileService::compile(v1::CompileRequest request, OnEvent onEvent,
                        OnDone onDone, const Principal &principal,
                        absl::Time deadline,
                        std::shared_ptr<RequestTrace> trace) {
  statistics_.countRequest(principal.tenant.lane);
  onDone = measured("compile", principal, std::move(onDone));
  absl::StatusOr<CompilationRequest> parsed =
      parseRequest(request, principal, deadline);
  if (!parsed.ok()) {
    ++statistics_.errors;
    onDone(failure(parsed.status()));
    return 0;
  }
  parsed->trace = std::move(trace);
  const Digest &key = parsed->key.digest;
  onDone = [name = parsed->key.name().toString(),
            answer = std::move(onDone)](CompileOutcome outcome) {
    outcome.key = name;
    answer(std::move(outcome));
  };
  if (auto hit =
          findResult(parsed->key, request.max_inline_bytes(), Access::Memory)) {
    ++statistics_.hits;
    onDone(*std::move(hit));
    return 0;
  }
  CallerInfo caller{std::move(onEvent),
                    std::move(onDone),
                    request.max_inline_bytes(),
                    v1::JOINED,
                    principal,
                    request.batch(),
                    deadline,
                    request.only_if_stored(),
                    isInline(request.module())};
  Caller number = 0;
  const absl::StatusOr<std::string> job = beginCall(key, number, caller);
  if (!job.ok()) {
    refuse(caller, job.status());
    return 0;
  }
  if (!job->empty()) {
    ++statistics_.joins;
    emitQueued(caller, parsed->key, *job);
    return number;
  }
  ProgramBytes program =
      takeInlineBytes(*request.mutable_module(), parsed->program);
  auto share = budget_.take(principal.tenant.name, heldBytes(request, program),
                            /*requests=*/0);
  if (!share.ok()) {
    if (endLookup(number))
      refuse(caller, share.status());
    return 0;
  }
  parsed->share = *std::move(share);
  post_(principal.tenant,
        [this, number, caller = std::move(caller), parsed = *std::move(parsed),
         program = std::move(program)] {
          lookUp(number, caller, parsed, program);
        });
  return number;
}

void CompileService::lookUp(Caller number, CallerInfo caller,
                            const CompilationRequest &request,
                            const ProgramBytes &brought) {
  {
    // Who left costs no disk.
    absl::MutexLock lock(&mutex_);
    if (!lookups_.contains(number))
      return;
  }
  if (auto hit = findResult(request.key, caller.maxInlineBytes, Access::Disk)) {
    if (!endLookup(number))
      return;
    ++statistics_.hits;
    return caller.onDone(*std::move(hit));
  }
  ProgramBytes whole = brought;
  absl::Status status = caller.mayRun() ? programs_.load(request.tenant.name,
                                                         request.program, whole)
                                        : whyOnlyHits(caller.onlyIfStored);
  if (!status.ok()) {
    if (!endLookup(number))
      return;
    // A program that was only named is asked for, which is no error.
    if (!absl::IsNotFound(status))
      ++statistics_.errors;
    if (faultOf(status) == WorkFault::FullQueue)
      ++statistics_.rejections;
    return caller.onDone(failure(std::move(status)));
  }
  joinOrStart(number, std::move(caller), request, brought, std::move(whole));
}

void CompileService::joinOrStart(Caller number, CallerInfo caller,
                                 const CompilationRequest &request,
                                 const ProgramBytes &brought,
                                 ProgramBytes whole) {
  RunningPtr started;
  std::shared_ptr<Compilation> compilation;
  std::string job;
  {
    absl::MutexLock lock(&mutex_);
    if (lookups_.erase(number) == 0)
      return; // The caller left.
    // Another may have begun the same meanwhile.
    job = join(request.key.digest, number, caller);
    if (job.empty() && !draining_) {
      started = std::make_shared<RunningRequest>(request, brought);
      compilation = makeCompilation(started, std::move(whole));
      started->compilation = compilation;
      running_[request.key.digest] = started;
      caller.cache = v1::MISS;
      job = join(request.key.digest, number, caller);
    }
  }
  if (job.empty()) {
    ++statistics_.errors;
    return caller.onDone(failure(draining()));
  }
  emitQueued(caller, request.key, job);
  if (!started) {
    ++statistics_.joins;
    return;
  }
  if (answerFinished(started, number))
    return;
  ++statistics_.misses;
  {
    absl::MutexLock lock(&mutex_);
    started->began = clock_();
  }
  compilation->start();
}

bool CompileService::answerFinished(const RunningPtr &running, Caller number) {
  // Equal requests join this one from now on, so whatever ended before is
  // found, and nothing runs twice.
  uint32_t maxInlineBytes = 0;
  {
    absl::MutexLock lock(&mutex_);
    auto caller = running->callers.find(number);
    if (caller != running->callers.end())
      maxInlineBytes = caller->second.maxInlineBytes;
  }
  auto hit = findResult(running->request.key, maxInlineBytes, Access::Disk);
  if (!hit)
    return false;
  {
    absl::MutexLock lock(&mutex_);
    auto caller = running->callers.find(number);
    if (caller != running->callers.end())
      caller->second.cache = v1::HIT;
  }
  ++statistics_.hits;
  onFinished(running, *hit);
  return true;
}

std::string CompileService::join(const Digest &key, Caller number,
                                 const CallerInfo &caller) {
  auto running = running_.find(key);
  if (running == running_.end())
    return "";
  // Work is batch work while all who wait say so.
  if (!caller.isBatch && std::exchange(running->second->isBatch, false))
    running->second->compilation->makeInteractive();
  running->second->callers[number] = caller;
  callers_[number] = running->second;
  return addJob(running->second->request.key, number, caller.principal);
}

absl::StatusOr<std::string> CompileService::beginCall(const Digest &key,
                                                      Caller &number,
                                                      CallerInfo &caller) {
  absl::MutexLock lock(&mutex_);
  absl::Status place = takePlace(caller);
  if (!place.ok())
    return place;
  number = nextCaller_++;
  if (!caller.mayRun() || !running_.contains(key)) {
    lookups_.insert(number);
    return "";
  }
  return join(key, number, caller);
}

void CompileService::refuse(const CallerInfo &caller, absl::Status status) {
  ++statistics_.errors;
  ++statistics_.rejections;
  caller.onDone(failure(std::move(status)));
}

absl::Status CompileService::takePlace(CallerInfo &caller) {
  absl::StatusOr<RequestBudget::Share> place =
      budget_.take(caller.principal.tenant.name, 0);
  if (place.ok())
    caller.place = *std::move(place);
  return place.status();
}

bool CompileService::endLookup(Caller number) {
  absl::MutexLock lock(&mutex_);
  return lookups_.erase(number) > 0;
}

void CompileService::emitQueued(const CallerInfo &caller, const ActionKey &key,
                                const std::string &job) {
  if (!caller.onEvent)
    return;
  v1::CompileEvent event;
  event.mutable_queued()->set_job(job);
  *event.mutable_queued()->mutable_request() = key.name().toProto();
  event.mutable_queued()->set_ahead(
      static_cast<uint32_t>(pool_.statistics().queued));
  caller.onEvent(event);
}

//===----------------------------------------------------------------------===//
// Drain
//===----------------------------------------------------------------------===//

void CompileService::drain() {
  absl::MutexLock lock(&mutex_);
  draining_ = true;
}

int CompileService::active() const {
  absl::MutexLock lock(&mutex_);
  return static_cast<int>(running_.size() + checks_.size() + lookups_.size());
}

} // namespace ingot::server
