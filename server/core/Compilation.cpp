//===- Compilation.cpp - one request on its way through the actions -------===//

#include "server/core/Compilation.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// What is nearly done gets done first: new requests wait for those that were
/// let in before, or nobody would ever end under load.
constexpr int kPlanPriority = 0, kPartPriority = 1, kLinkPriority = 2;

absl::Status lied(const char *how) {
  return absl::InternalError(
      absl::StrCat("the worker's answer does not hold together: ", how));
}

void addOutput(v1::ActionRecord &record, const std::string &role,
               const Digest &digest) {
  v1::ActionRecord::Output *output = record.add_outputs();
  output->set_role(role);
  *output->mutable_digest() = digest.toProto();
}

} // namespace

Compilation::Compilation(CompileService &service, ActionKey key, Keys keys,
                         Digest moduleDigest, Payload module, v1::Target target,
                         v1::CompileOptions options)
    : service_(service), key_(std::move(key)), keys_(std::move(keys)),
      moduleDigest_(moduleDigest), target_(std::move(target)),
      options_(std::move(options)), started_(absl::Now()),
      module_(std::move(module)), phaseStarted_(started_) {}

void Compilation::start() { runPlan(); }

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

Work Compilation::makeWork() const {
  Work work;
  *work.request.mutable_target() = target_;
  *work.request.mutable_options() = options_;
  return work;
}

void Compilation::keep(const ActionTable::Handle &handle) {
  {
    absl::MutexLock lock(&mutex_);
    if (!over_) {
      handles_.push_back(handle);
      return;
    }
  }
  // All callers left while it was begun.
  service_.actions_.leave(handle);
}

void Compilation::runPlan() {
  auto self = shared_from_this();
  Payload module;
  {
    absl::MutexLock lock(&mutex_);
    if (over_)
      return;
    module = std::move(module_); // Later actions do not need it.
  }
  keep(service_.actions_.run(
      keys_.plan(moduleDigest_), kPlanPriority,
      [self, &module]() -> absl::StatusOr<Work> {
        Work work = self->makeWork();
        work.request.mutable_plan();
        work.payloads.push_back(std::move(module));
        return work;
      },
      [self](WorkResult result) { return self->storePlan(std::move(result)); },
      [self](const v1::WorkResponse &event) { self->workerEvent(event); },
      [self](const ActionResult &result) { self->planDone(result); }));
}

/// Everything that the worker said is checked against what came with it.
absl::StatusOr<v1::ActionRecord> Compilation::storePlan(WorkResult result) {
  if (!result.response.has_plan())
    return lied("no plan");
  const v1::WorkResponse::Plan &plan = result.response.plan();
  size_t kernels = static_cast<size_t>(plan.kernels_size());
  size_t constants = static_cast<size_t>(plan.constants_size());
  if (result.payloads.size() != 1 + kernels + constants ||
      plan.kernels_size() != plan.manifest().kernels_size())
    return lied("another number of payloads");
  absl::StatusOr<std::vector<Digest>> digests =
      service_.store_.putBlobs({result.payloads.begin(), result.payloads.end()},
                               cache::Durability::WithNext);
  if (!digests.ok())
    return digests.status();

  v1::ActionRecord record;
  addOutput(record, plan.is_text() ? "artifact" : "host", digests->front());
  for (size_t i = 0; i < kernels; ++i) {
    const v1::Kernel &kernel = plan.manifest().kernels(static_cast<int>(i));
    if (Digest::fromProto(kernel.module()) !=
        absl::StatusOr<Digest>((*digests)[1 + i]))
      return lied("a kernel of another content");
    addOutput(record, absl::StrCat("kernel ", i), (*digests)[1 + i]);
  }
  for (size_t i = 0; i < constants; ++i)
    addOutput(record, "constant", (*digests)[1 + kernels + i]);
  for (const v1::Constant &constant : plan.manifest().constants()) {
    if (!constant.has_digest())
      continue;
    bool came = false;
    for (size_t i = 0; i < constants; ++i)
      came |= Digest::fromProto(constant.digest()) ==
              absl::StatusOr<Digest>((*digests)[1 + kernels + i]);
    if (!came)
      return lied("a constant that did not come");
  }
  record.set_payload(plan.SerializeAsString());
  return record;
}

void Compilation::planDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result.status, result.diagnostics);
  if (!planned_.plan.ParseFromString(result.record->payload()))
    return fail(absl::InternalError("a stored plan does not parse"), {});
  for (int i = 0; i < planned_.plan.kernels_size(); ++i)
    planned_.kernels.push_back(result.output(absl::StrCat("kernel ", i)));
  planned_.host = result.output("host");
  planned_.manifest = Digest::of(planned_.plan.manifest().SerializeAsString());
  {
    absl::MutexLock lock(&mutex_);
    result_.mutable_milliseconds()->set_queued(
        absl::ToDoubleMilliseconds(result.queued));
    *result_.mutable_diagnostics() = result.diagnostics.diagnostics();
    v1::KernelCounts &counts = *result_.mutable_kernels();
    for (const auto &kernel : planned_.plan.kernels())
      counts.set_total(counts.total() + kernel.uses());
    counts.set_unique(static_cast<uint32_t>(planned_.plan.kernels_size()));
  }
  if (planned_.plan.is_text())
    return succeed(result.output("artifact"));
  runParts();
}

//===----------------------------------------------------------------------===//
// Parts: kernels and the host program, independent of each other
//===----------------------------------------------------------------------===//

void Compilation::runParts() {
  size_t count = planned_.kernels.size();
  {
    absl::MutexLock lock(&mutex_);
    objects_.resize(count);
    // The host program, and one more, so that none that ends at once starts the
    // link by itself.
    partsLeft_ = count + 2;
  }
  announce("kernels", 0, static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; ++i)
    runKernel(i);
  // Last: it is the shortest as a rule.
  runHost();
  partDone();
}

void Compilation::runKernel(size_t index) {
  auto self = shared_from_this();
  runPart(
      keys_.kernel(planned_.kernels[index]), planned_.kernels[index],
      [](v1::WorkRequest &request) { request.mutable_kernel(); },
      [self, index](const ActionResult &result) {
        self->kernelDone(index, result);
      });
}

void Compilation::runHost() {
  auto self = shared_from_this();
  runPart(
      keys_.host(planned_.host, planned_.manifest), planned_.host,
      [self](v1::WorkRequest &request) {
        *request.mutable_host()->mutable_manifest() =
            self->planned_.plan.manifest();
      },
      [self](const ActionResult &result) { self->hostDone(result); });
}

/// One module to one object.
void Compilation::runPart(const ActionKey &key, const Digest &module,
                          std::function<void(v1::WorkRequest &)> ask,
                          ActionTable::Done done) {
  {
    absl::MutexLock lock(&mutex_);
    if (over_)
      return;
  }
  auto self = shared_from_this();
  keep(service_.actions_.run(
      key, kPartPriority,
      [self, module, ask = std::move(ask)]() -> absl::StatusOr<Work> {
        absl::StatusOr<Payload> bytes = self->load(module);
        if (!bytes.ok())
          return bytes.status();
        Work work = self->makeWork();
        work.isFollowUp = true;
        ask(work.request);
        work.payloads.push_back(*std::move(bytes));
        return work;
      },
      [self](WorkResult result) {
        return self->storeBytes("object", std::move(result));
      },
      nullptr, std::move(done)));
}

void Compilation::kernelDone(size_t index, const ActionResult &result) {
  if (!result.status.ok())
    return fail(result.status, result.diagnostics);
  ++(result.built ? service_.statistics_.kernelsBuilt
                  : service_.statistics_.kernelsReused);
  uint32_t done, total;
  {
    absl::MutexLock lock(&mutex_);
    objects_[index] = result.output("object");
    v1::KernelCounts &counts = *result_.mutable_kernels();
    if (result.built)
      counts.set_built(counts.built() + 1);
    else
      counts.set_reused(counts.reused() + 1);
    done = counts.built() + counts.reused();
    total = static_cast<uint32_t>(objects_.size());
  }
  announce("kernels", done, total);
  partDone();
}

void Compilation::hostDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result.status, result.diagnostics);
  {
    absl::MutexLock lock(&mutex_);
    hostObject_ = result.output("object");
  }
  partDone();
}

void Compilation::partDone() {
  bool isLast;
  {
    absl::MutexLock lock(&mutex_);
    isLast = --partsLeft_ == 0;
  }
  if (isLast)
    runLink();
}

absl::StatusOr<v1::ActionRecord> Compilation::storeBytes(const char *role,
                                                         WorkResult result) {
  if (result.payloads.size() != 1)
    return lied("another number of payloads");
  absl::StatusOr<Digest> digest =
      service_.store_.putBlob(result.payloads[0], cache::Durability::WithNext);
  if (!digest.ok())
    return digest.status();
  v1::ActionRecord record;
  addOutput(record, role, *digest);
  return record;
}

//===----------------------------------------------------------------------===//
// Link
//===----------------------------------------------------------------------===//

void Compilation::runLink() {
  Digest host;
  std::vector<Digest> objects;
  {
    absl::MutexLock lock(&mutex_);
    if (over_)
      return;
    host = hostObject_;
    objects = objects_;
  }
  announce("link", 0, 1);
  auto self = shared_from_this();
  keep(service_.actions_.run(
      keys_.link(host, objects, planned_.manifest), kLinkPriority,
      [self, host, objects]() -> absl::StatusOr<Work> {
        Work work = self->makeWork();
        work.isFollowUp = true;
        *work.request.mutable_link()->mutable_manifest() =
            self->planned_.plan.manifest();
        std::vector<Digest> needed{host};
        needed.insert(needed.end(), objects.begin(), objects.end());
        for (const Digest &digest : needed) {
          absl::StatusOr<Payload> bytes = self->load(digest);
          if (!bytes.ok())
            return bytes.status();
          work.payloads.push_back(*std::move(bytes));
        }
        return work;
      },
      [self](WorkResult result) {
        return self->storeBytes("artifact", std::move(result));
      },
      nullptr, [self](const ActionResult &result) { self->linkDone(result); }));
}

void Compilation::linkDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result.status, result.diagnostics);
  announce("link", 1, 1);
  succeed(result.output("artifact"));
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void Compilation::succeed(const Digest &artifact) {
  endPhase();
  CompileOutcome outcome;
  {
    absl::MutexLock lock(&mutex_);
    outcome.result = result_;
  }
  v1::Result &result = outcome.result;
  *result.mutable_artifact() = artifact.toProto();
  *result.mutable_target() = target_;
  const v1::Manifest &manifest = planned_.plan.manifest();
  v1::ActionRecord record;
  record.set_format(1);
  record.set_key_trace(key_.trace);
  addOutput(record, "artifact", artifact);
  if (options_.emit() == v1::EXECUTABLE) {
    absl::StatusOr<Digest> digest = service_.store_.putBlob(
        manifest.SerializeAsString(), cache::Durability::WithNext);
    if (!digest.ok())
      return fail(digest.status(), {});
    *result.mutable_manifest_digest() = digest->toProto();
    *result.mutable_manifest() = manifest;
    addOutput(record, "manifest", *digest);
    for (const v1::Constant &constant : manifest.constants())
      if (constant.has_digest())
        *record.add_outputs()->mutable_digest() = constant.digest();
  }
  result.mutable_milliseconds()->set_total(
      absl::ToDoubleMilliseconds(absl::Now() - started_));
  record.set_payload(result.SerializeAsString());
  // The one write of a request that waits for the disk: what the caller is told
  // of survives, and with it all that was written on the way.
  outcome.status = ActionTable::asServiceFault(service_.store_.putRecords(
      {{cache::RecordKind::Request, key_.digest, record}}));
  finish(std::move(outcome));
}

void Compilation::fail(absl::Status status, v1::Diagnostics diagnostics) {
  CompileOutcome outcome;
  outcome.status = std::move(status);
  outcome.diagnostics = std::move(diagnostics);
  finish(std::move(outcome));
}

void Compilation::finish(CompileOutcome outcome) {
  std::map<CompileService::Caller, CompilationCaller> callers;
  std::vector<ActionTable::Handle> handles;
  {
    absl::MutexLock lock(&mutex_);
    if (over_)
      return;
    over_ = true;
    callers.swap(callers_);
    handles.swap(handles_);
  }
  // What still runs after a failure nobody needs, unless another request does.
  if (!outcome.status.ok())
    for (const ActionTable::Handle &handle : handles)
      service_.actions_.leave(handle);
  service_.finished(*this, outcome);
  for (auto &[number, caller] : callers) {
    CompileOutcome answer = outcome;
    answer.result.set_cache(caller.outcome);
    if (answer.status.ok())
      service_.attachInline(answer.result, caller.maxInlineBytes);
    caller.onDone(std::move(answer));
  }
}

absl::StatusOr<Payload> Compilation::load(const Digest &digest) {
  absl::StatusOr<cache::SharedBytes> bytes = service_.store_.getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return absl::UnavailableError(absl::StrCat(
        "blob ", digest.toString(),
        " left the store while it was needed; the size limit is too small"));
  return *std::move(bytes);
}

//===----------------------------------------------------------------------===//
// Callers and events
//===----------------------------------------------------------------------===//

bool Compilation::join(CompileService::Caller number,
                       CompilationCaller caller) {
  absl::MutexLock lock(&mutex_);
  if (over_)
    return false;
  callers_[number] = std::move(caller);
  return true;
}

bool Compilation::take(CompileService::Caller number,
                       CompilationCaller &caller) {
  absl::MutexLock lock(&mutex_);
  auto found = callers_.find(number);
  if (found == callers_.end())
    return false;
  caller = std::move(found->second);
  callers_.erase(found);
  return true;
}

bool Compilation::leave(CompileService::Caller number) {
  std::vector<ActionTable::Handle> handles;
  {
    absl::MutexLock lock(&mutex_);
    callers_.erase(number);
    if (over_ || !callers_.empty())
      return false;
    over_ = true;
    handles.swap(handles_);
  }
  for (const ActionTable::Handle &handle : handles)
    service_.actions_.leave(handle);
  return true;
}

void Compilation::workerEvent(const v1::WorkResponse &response) {
  if (response.has_diagnostic()) {
    v1::CompileEvent event;
    *event.mutable_diagnostic() = response.diagnostic();
    return emit(event);
  }
  announce(response.phase(), 0, 1);
}

void Compilation::endPhase() {
  absl::MutexLock lock(&mutex_);
  absl::Time now = absl::Now();
  if (!phase_.empty())
    (*result_.mutable_milliseconds()->mutable_phases())[phase_] =
        absl::ToDoubleMilliseconds(now - phaseStarted_);
  phase_.clear();
  phaseStarted_ = now;
}

void Compilation::announce(const std::string &phase, uint32_t done,
                           uint32_t total) {
  bool isNew;
  {
    absl::MutexLock lock(&mutex_);
    isNew = phase_ != phase;
  }
  if (isNew) {
    endPhase();
    absl::MutexLock lock(&mutex_);
    phase_ = phase;
  }
  v1::CompileEvent event;
  event.mutable_phase()->set_name(phase);
  event.mutable_phase()->set_done(done);
  event.mutable_phase()->set_total(total);
  emit(event);
}

void Compilation::emit(const v1::CompileEvent &event) {
  std::vector<CompileService::OnEvent> listeners;
  {
    absl::MutexLock lock(&mutex_);
    for (auto &[number, caller] : callers_)
      if (caller.onEvent)
        listeners.push_back(caller.onEvent);
  }
  for (const auto &listener : listeners)
    listener(event);
}

} // namespace ingot::server
