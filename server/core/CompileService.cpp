//===- CompileService.cpp - the daemon as a C++ API -----------------------===//

#include "server/core/CompileService.h"
#include "server/core/Compilation.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <random>

namespace ingot::server {
namespace {

constexpr int64_t kInlineModuleLimit = 1 << 20;
constexpr uint32_t kInlineArtifactLimit = 1 << 20;
constexpr size_t kRememberedJobs = 1024;

absl::Status draining() {
  return absl::UnavailableError(
      "the daemon is shutting down and takes no new work; try another");
}

/// Of a request to compile or to check, if it says any.
template <typename Request>
std::optional<v1::CustomOpForm> formOf(const Request &request) {
  if (!request.has_custom_op_form())
    return std::nullopt;
  return request.custom_op_form();
}

} // namespace

CompileService::CompileService(cache::Store &store, WorkerPool &pool,
                               Statistics &statistics, ActionTable::Clock clock)
    : store_(store), pool_(pool), statistics_(statistics),
      actions_(store, pool, statistics, std::move(clock)) {}

CompileService::~CompileService() = default;

absl::StatusOr<Payload> CompileService::loadModule(const v1::Module &module,
                                                   Digest &digest) {
  if (module.source_case() == v1::Module::kInline)
    return std::make_shared<const std::string>(module.inline_());
  absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return absl::NotFoundError(
        absl::StrCat("module ", digest.toString(),
                     " is not in the store; upload it and ask again"));
  return *std::move(bytes);
}

/// What the module is called, without reading it if it was named.
static absl::StatusOr<Digest> moduleDigest(const v1::Module &module) {
  switch (module.source_case()) {
  case v1::Module::kInline:
    if (static_cast<int64_t>(module.inline_().size()) > kInlineModuleLimit)
      return absl::InvalidArgumentError(
          absl::StrCat("module.inline: has ", module.inline_().size(),
                       " bytes, more than 1 MiB; upload it by ByteStream and "
                       "name it by digest"));
    return Digest::of(module.inline_());
  case v1::Module::kDigest: {
    absl::StatusOr<Digest> digest = Digest::fromProto(module.digest());
    if (!digest.ok())
      return absl::InvalidArgumentError(
          absl::StrCat("module.", digest.status().message()));
    return digest;
  }
  case v1::Module::SOURCE_NOT_SET:
    break;
  }
  return absl::InvalidArgumentError("module: is missing");
}

CompileService::Caller
CompileService::compile(const v1::CompileRequest &request, OnEvent onEvent,
                        OnDone onDone) {
  ++statistics_.requests;
  auto refuse = [&](absl::Status status) {
    ++statistics_.errors;
    onDone({std::move(status), {}, {}});
    return Caller(0);
  };
  absl::StatusOr<Digest> digest = moduleDigest(request.module());
  if (!digest.ok())
    return refuse(digest.status());
  absl::StatusOr<v1::Target> target = resolveTarget(
      pool_.hello(), request.has_target(), request.target(),
      request.target_name(), request.legal_ops(), formOf(request));
  if (!target.ok())
    return refuse(target.status());
  Keys keys(*target, request.options(), pool_.hello().compiler_identity());
  ActionKey key = keys.request(*digest);

  CompileOutcome known;
  if (answerFromIndex(key.digest, request.max_inline_bytes(), known)) {
    ++statistics_.hits;
    onDone(std::move(known));
    return 0;
  }
  CompilationCaller caller{std::move(onEvent), onDone,
                           request.max_inline_bytes(), v1::JOINED};
  std::string job;
  Caller number = join(key.digest, caller, job);
  std::shared_ptr<Compilation> started;
  if (number == 0) {
    absl::StatusOr<Payload> module = loadModule(request.module(), *digest);
    if (!module.ok())
      return refuse(module.status());
    started = std::make_shared<Compilation>(*this, key, keys, *digest,
                                            *std::move(module), *target,
                                            request.options());
    number = begin(started, caller, job);
    if (number == 0)
      return refuse(draining());
  }
  if (caller.outcome == v1::JOINED)
    started.reset(); // Another began the same while the module was read.
  ++(started ? statistics_.misses : statistics_.joins);
  v1::CompileEvent queued;
  queued.mutable_queued()->set_job(job);
  queued.mutable_queued()->set_ahead(
      static_cast<uint32_t>(pool_.statistics().queued));
  if (caller.onEvent)
    caller.onEvent(queued);
  if (started)
    started->start();
  return number;
}

CompileService::Caller CompileService::join(const Digest &key,
                                            const CompilationCaller &caller,
                                            std::string &job) {
  absl::MutexLock lock(&mutex_);
  return joinLocked(key, caller, job);
}

CompileService::Caller
CompileService::joinLocked(const Digest &key, const CompilationCaller &caller,
                           std::string &job) {
  auto running = running_.find(key);
  Caller number = nextCaller_++;
  if (running == running_.end() || !running->second->join(number, caller))
    return 0;
  callers_[number] = running->second;
  job = rememberJob(key, number);
  return number;
}

CompileService::Caller
CompileService::begin(const std::shared_ptr<Compilation> &compilation,
                      CompilationCaller &caller, std::string &job) {
  absl::MutexLock lock(&mutex_);
  if (Caller number = joinLocked(compilation->key(), caller, job))
    return number;
  if (draining_)
    return 0;
  caller.outcome = v1::MISS;
  running_[compilation->key()] = compilation;
  return joinLocked(compilation->key(), caller, job);
}

bool CompileService::answerFromIndex(const Digest &key, uint32_t maxInlineBytes,
                                     CompileOutcome &outcome) {
  auto record = store_.getRecord(cache::RecordKind::Request, key);
  if (!record.ok() || !record->has_value() ||
      !outcome.result.ParseFromString((*record)->payload()))
    return false;
  v1::Result &result = outcome.result;
  result.set_cache(v1::HIT);
  // Nothing ran: the times and counts of the first time are not this answer's.
  result.clear_milliseconds();
  result.mutable_milliseconds();
  result.mutable_kernels()->set_reused(result.kernels().unique());
  result.mutable_kernels()->set_built(0);
  // A damaged artifact is found out by reading it; then this is a miss.
  return attachInline(result, maxInlineBytes);
}

bool CompileService::attachInline(v1::Result &result, uint32_t maxInlineBytes) {
  absl::StatusOr<Digest> digest = Digest::fromProto(result.artifact());
  if (!digest.ok() ||
      digest->size > std::min(maxInlineBytes, kInlineArtifactLimit))
    return true;
  absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(*digest);
  if (!bytes.ok() || !*bytes)
    return false;
  result.set_inline_artifact(**bytes);
  return true;
}

std::string CompileService::rememberJob(const Digest &request, Caller caller) {
  // Not to be guessed: whoever knows the name can watch and cancel.
  Job job{absl::StrFormat("j%016x", random_()), request, caller};
  jobs_.push_back(job);
  if (jobs_.size() > kRememberedJobs)
    jobs_.pop_front();
  return job.name;
}

void CompileService::finished(Compilation &compilation,
                              const CompileOutcome &outcome) {
  if (!outcome.status.ok()) {
    ++statistics_.errors;
    if (faultOf(outcome.status) == WorkFault::FullQueue)
      ++statistics_.rejections;
  }
  absl::MutexLock lock(&mutex_);
  auto running = running_.find(compilation.key());
  if (running != running_.end() && running->second.get() == &compilation)
    running_.erase(running);
  for (auto entry = callers_.begin(); entry != callers_.end();) {
    auto current = entry++;
    if (current->second.get() == &compilation)
      callers_.erase(current);
  }
}

void CompileService::leave(Caller caller) {
  std::shared_ptr<Compilation> compilation;
  {
    absl::MutexLock lock(&mutex_);
    if (auto check = checks_.find(caller); check != checks_.end()) {
      pool_.cancel(check->second);
      return;
    }
    auto found = callers_.find(caller);
    if (found == callers_.end())
      return;
    compilation = found->second;
    callers_.erase(found);
  }
  if (!compilation->leave(caller))
    return;
  absl::MutexLock lock(&mutex_);
  auto running = running_.find(compilation->key());
  if (running != running_.end() && running->second == compilation)
    running_.erase(running);
}

CompileService::Caller CompileService::watch(const std::string &job,
                                             uint32_t maxInlineBytes,
                                             OnEvent onEvent, OnDone onDone) {
  Digest request;
  Caller number = 0;
  {
    absl::MutexLock lock(&mutex_);
    auto known = std::find_if(jobs_.begin(), jobs_.end(),
                              [&](const Job &j) { return j.name == job; });
    if (known != jobs_.end()) {
      request = known->request;
      number = nextCaller_++;
      auto running = running_.find(request);
      if (running != running_.end() &&
          running->second->join(number, {std::move(onEvent), onDone,
                                         maxInlineBytes, v1::JOINED})) {
        callers_[number] = running->second;
        return number;
      }
    }
  }
  CompileOutcome outcome;
  if (number == 0 || !answerFromIndex(request, maxInlineBytes, outcome))
    outcome.status = absl::NotFoundError(absl::StrCat(
        "job '", job, "' is unknown here, or over without a result"));
  onDone(std::move(outcome));
  return 0;
}

absl::Status CompileService::cancel(const std::string &job) {
  std::shared_ptr<Compilation> compilation;
  Caller number = 0;
  {
    absl::MutexLock lock(&mutex_);
    for (const Job &known : jobs_)
      if (known.name == job)
        number = known.caller;
    if (number == 0)
      return absl::NotFoundError(
          absl::StrCat("job '", job, "' is unknown here"));
    auto found = callers_.find(number);
    if (found == callers_.end())
      return absl::OkStatus(); // It is over, which is what was wanted.
    compilation = found->second;
  }
  CompilationCaller caller;
  if (!compilation->take(number, caller))
    return absl::OkStatus();
  leave(number);
  caller.onDone({absl::CancelledError("cancelled by request"), {}, {}});
  return absl::OkStatus();
}

CompileService::Caller CompileService::check(const v1::CheckRequest &request,
                                             OnDone onDone) {
  ++statistics_.requests;
  absl::StatusOr<Digest> digest = moduleDigest(request.module());
  absl::StatusOr<v1::Target> target = resolveTarget(
      pool_.hello(), request.has_target(), request.target(),
      request.target_name(), request.legal_ops(), formOf(request));
  auto refuse = [&](const absl::Status &status) {
    onDone({status, {}, {}});
    return Caller(0);
  };
  if (!digest.ok())
    return refuse(digest.status());
  if (!target.ok())
    return refuse(target.status());
  absl::StatusOr<Payload> module = loadModule(request.module(), *digest);
  if (!module.ok())
    return refuse(module.status());
  Work work;
  *work.request.mutable_target() = *target;
  work.request.mutable_plan()->set_check_only(true);
  work.request.mutable_plan()->set_all_custom(request.all_custom());
  *work.request.mutable_options()->mutable_input_types() =
      request.input_types();
  work.payloads.push_back(*std::move(module));
  return submitCheck(std::move(work), std::move(onDone));
}

CompileService::Caller CompileService::submitCheck(Work work, OnDone onDone) {
  // What one answer can carry.
  constexpr size_t kMostBytes = 3 << 20;
  auto found = std::make_shared<v1::Diagnostics>();
  work.onEvent = [found,
                  bytes = size_t{0}](const v1::WorkResponse &event) mutable {
    bytes += event.ByteSizeLong();
    if (event.has_diagnostic() && bytes < kMostBytes)
      *found->add_diagnostics() = event.diagnostic();
  };
  absl::ReleasableMutexLock lock(&mutex_);
  if (draining_) {
    lock.Release();
    onDone({draining(), {}, {}});
    return 0;
  }
  Caller number = nextCaller_++;
  // Under the lock, so that the ticket is known before the work can end.
  checks_[number] = pool_.submit(
      std::move(work), /*priority=*/0,
      [this, number, found, onDone](absl::StatusOr<WorkResult> result) {
        {
          absl::MutexLock ended(&mutex_);
          checks_.erase(number);
        }
        onDone({result.status(), {}, *found});
      });
  return number;
}

void CompileService::drain() {
  absl::MutexLock lock(&mutex_);
  draining_ = true;
}

int CompileService::active() const {
  absl::MutexLock lock(&mutex_);
  return static_cast<int>(running_.size() + checks_.size());
}

} // namespace ingot::server
