//===- Compilation.cpp - one request on its way through the actions -------===//
//
//   start() ─> plan ─┬─> kernel 0 ─┬─> link ─> the request index ─> onFinished
//                    ├─> kernel n ─┤
//                    └─> host ─────┘
//
// Of a program that is compiled for several targets, plans that are not stored
// begin with an import, which all of them join. One target alone has none: it
// would write a module down only to read it again.
//
// The end of each action starts the next, on the pool's thread that reported
// it; no thread belongs to a compilation. An action that the store has ends
// inside its start, so all of this may as well happen within start().
//
// A worker's answer is hostile. Before anything of it is stored under a key, it
// is held against what came with it: as many payloads as it names, kernels by
// the digests that the manifest says, constants that really came. What does not
// fit is malformedAnswer(): INTERNAL, and nothing is stored under the key.
//
// Blobs go in first, without waiting for the disk. Last comes the entry of the
// request index, the one write that waits: with it everything before it
// survives, for all of it is in one log.
//
//===----------------------------------------------------------------------===//

#include "server/core/Compilation.h"

#include "server/core/CompileRequests.h"
#include "server/core/ConstantSlots.h"
#include "server/core/KeyTrees.h"
#include "server/core/StoreOwners.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// What is nearly done gets done first: new requests wait for those that were
/// let in before, or nobody would ever end under load.
constexpr int kPlanPriority = 0, kObjectPriority = 1, kLinkPriority = 2;

absl::Status malformedAnswer(const char *how) {
  return absl::InternalError(
      absl::StrCat("the worker's answer is malformed: ", how));
}

void addOutput(v1::ActionRecord &record, const std::string &role,
               const Digest &digest) {
  v1::ActionRecord::Output *output = record.add_outputs();
  output->set_role(role);
  *output->mutable_digest() = digest.toProto();
}

bool isNamed(const v1::Digest &name, const Digest &digest) {
  absl::StatusOr<Digest> parsed = Digest::fromProto(name);
  return parsed.ok() && *parsed == digest;
}

/// True when the result names constants.
bool hasManifest(v1::Emit emit) {
  return emit == v1::EXECUTABLE || emit == v1::PROGRAM_AND_WEIGHTS;
}

/// Every constant that the manifest names by digest is one that came.
bool allCame(const v1::Manifest &manifest,
             const absl::flat_hash_set<Digest> &came) {
  for (const v1::Constant &constant : manifest.constants()) {
    if (!constant.has_digest())
      continue;
    absl::StatusOr<Digest> digest = Digest::fromProto(constant.digest());
    if (!digest.ok() || !came.contains(*digest))
      return false;
  }
  return true;
}

} // namespace

Compilation::Compilation(ActionTable &actions, cache::Store &store,
                         cache::KeyHistory &history, Statistics &statistics,
                         Clock clock, CompilationListener listener,
                         CompilationRequest request, ProgramBytes program)
    : actions_(actions), store_(store), history_(history),
      statistics_(statistics), clock_(std::move(clock)),
      listener_(std::move(listener)), request_(std::move(request)),
      started_(clock_()), isBatch_(request_.isBatch),
      program_(std::move(program)), phaseStarted_(started_) {}

void Compilation::start() {
  if (request_.severalTargets && request_.keys.sharesImport() &&
      !actions_.isStored(request_.keys.plan(request_.program)))
    runImport();
  else
    runPlan();
}

void Compilation::stop() {
  std::vector<ActionTable::Handle> handles;
  {
    absl::MutexLock lock(&mutex_);
    finished_ = true;
    handles.swap(handles_);
  }
  for (const ActionTable::Handle &handle : handles)
    actions_.leave(handle);
}

void Compilation::makeInteractive() {
  std::vector<ActionTable::Handle> handles;
  {
    absl::MutexLock lock(&mutex_);
    isBatch_ = false;
    handles = handles_;
  }
  for (const ActionTable::Handle &handle : handles)
    actions_.makeInteractive(handle);
}

void Compilation::runAction(ActionSpec spec) {
  {
    absl::MutexLock lock(&mutex_);
    spec.isBatch = isBatch_;
  }
  spec.tenant = request_.tenant.space();
  spec.owner = ownerOf(request_.tenant);
  const bool wasBatch = spec.isBatch;
  ActionTable::Handle handle = actions_.run(std::move(spec));
  bool isUrgent = false, isOver = false;
  {
    absl::MutexLock lock(&mutex_);
    if (!finished_) {
      handles_.push_back(handle);
      isUrgent = wasBatch && !isBatch_; // Since it was begun.
    } else {
      isOver = true;
    }
  }
  if (isUrgent)
    actions_.makeInteractive(handle);
  // It was stopped, or failed, while the action was begun.
  if (isOver)
    actions_.leave(handle);
}

bool Compilation::isFinished() {
  absl::MutexLock lock(&mutex_);
  return finished_;
}

Work Compilation::makeWork(const Keys &keys) const {
  Work work;
  *work.request.mutable_target() = keys.target();
  *work.request.mutable_options() = keys.options();
  work.request.set_profile(request_.profile);
  if (request_.trace)
    work.request.set_traceparent(request_.trace->context().toString());
  work.endsWorker = !keys.target().plugins().empty();
  work.tenant = request_.tenant;
  work.deadline = request_.deadline;
  return work;
}

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

void Compilation::runImport() {
  auto self = shared_from_this();
  ProgramBytes program;
  {
    absl::MutexLock lock(&mutex_);
    program = std::move(program_);
    if (finished_)
      return;
  }
  // Of those who wait for it one runs it.
  auto isOurs = std::make_shared<bool>(false);
  ActionSpec spec;
  spec.key = request_.keys.import(request_.program);
  spec.priority = kPlanPriority;
  spec.makeWork = [self, &program, isOurs]() -> absl::StatusOr<Work> {
    *isOurs = true;
    Work work = self->makeWork(self->request_.keys);
    work.request.mutable_import();
    addProgram(self->request_.program, program, work);
    return work;
  };
  spec.storeOutputs = [self, program](WorkResult answer) {
    return self->storeImport(program, std::move(answer));
  };
  spec.onEvent = [self](const v1::WorkResponse &event) {
    self->onWorkerEvent(event);
  };
  spec.onDone = [self, program, isOurs, began = clock_()](ActionResult result) {
    result.built = *isOurs;
    self->emitAction("import", began, result);
    // It failed for another request: by its target, its quota, its deadline.
    if (!result.status.ok() && !*isOurs)
      return self->runPlanAlone(program);
    self->onImportDone(result);
  };
  runAction(std::move(spec));
}

absl::StatusOr<v1::ActionRecord>
Compilation::storeImport(const ProgramBytes &program, WorkResult answer) {
  if (!answer.response.has_import() || answer.payloads.empty())
    return malformedAnswer("no import");
  v1::WorkResponse::Import &imported = *answer.response.mutable_import();
  absl::StatusOr<Digest> module =
      server::storePayload(store_, answer.payloads[0]);
  if (!module.ok())
    return module.status();
  absl::StatusOr<std::vector<Digest>> constants = storeConstants(
      store_, request_.program, program,
      absl::MakeConstSpan(answer.payloads).subspan(1), imported.constants(),
      /*imported=*/{});
  if (!constants.ok())
    return constants.status();
  v1::ActionRecord record;
  addOutput(record, "module", *module);
  for (const Digest &digest : *constants)
    addOutput(record, "constant", digest);
  for (auto &constant : *imported.mutable_constants())
    constant.clear_place(); // Of this request's bytes.
  record.set_payload(imported.SerializeAsString());
  return record;
}

void Compilation::runPlanAlone(ProgramBytes program) {
  {
    absl::MutexLock lock(&mutex_);
    program_ = std::move(program);
  }
  runPlan();
}

void Compilation::onImportDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  ++(result.built ? statistics_.importsBuilt : statistics_.importsShared);
  v1::WorkResponse::Import parsed;
  if (!parsed.ParseFromString(result.record->payload()) ||
      result.record->outputs_size() != 1 + parsed.constants_size())
    return fail(absl::InternalError("a stored import does not parse"), {});
  Imported imported;
  imported.module = result.output("module");
  imported.manifest = parsed.manifest();
  imported.functions = parsed.functions();
  imported.diagnostics = result.diagnostics;
  for (int i = 0; i < parsed.constants_size(); ++i) {
    absl::StatusOr<Digest> digest =
        Digest::fromProto(result.record->outputs(1 + i).digest());
    if (!digest.ok())
      return fail(digest.status(), {});
    imported.constants.emplace(parsed.constants(i).name(), *digest);
  }
  imported_ = std::move(imported);
  runPlan();
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

void Compilation::runPlan() {
  auto self = shared_from_this();
  ProgramBytes program;
  {
    absl::MutexLock lock(&mutex_);
    program = std::move(program_); // Later actions do not need it.
    if (finished_)
      return;
  }
  ActionSpec spec;
  spec.key = request_.keys.plan(request_.program);
  spec.priority = kPlanPriority;
  spec.makeWork = [self, &program] { return self->makePlanWork(program); };
  // Held until the plan is stored: constants may stand in it.
  spec.storeOutputs = [self, program](WorkResult answer) {
    return self->storePlan(program, std::move(answer));
  };
  spec.onEvent = [self](const v1::WorkResponse &event) {
    self->onWorkerEvent(event);
  };
  spec.onDone = [self, began = clock_()](const ActionResult &result) {
    self->emitAction("plan", began, result);
    self->onPlanDone(result);
  };
  runAction(std::move(spec));
}

absl::StatusOr<Work> Compilation::makePlanWork(const ProgramBytes &program) {
  Work work = makeWork(request_.keys);
  v1::WorkRequest::Plan &plan = *work.request.mutable_plan();
  if (imported_) {
    absl::StatusOr<Payload> module = load(imported_->module);
    if (!module.ok())
      return module.status();
    *plan.mutable_imported() = imported_->manifest;
    work.isFollowUp = true;
    work.payloads.push_back(*std::move(module));
    return work;
  }
  addParts(request_.keys.parts(), work);
  addProgram(request_.program, program, work);
  return work;
}

absl::StatusOr<v1::ActionRecord>
Compilation::storePlan(const ProgramBytes &program, WorkResult answer) {
  if (!answer.response.has_plan())
    return malformedAnswer("no plan");
  v1::WorkResponse::Plan &plan = *answer.response.mutable_plan();
  const v1::Manifest &manifest = plan.manifest();
  const auto kernels = static_cast<size_t>(plan.kernels_size());
  for (const auto &kernel : plan.kernels())
    if (!kernel.target().empty() &&
        request_.keys.parts().count(kernel.target()) == 0)
      return malformedAnswer("a kernel of a target that nobody named");
  if (answer.payloads.size() < 1 + kernels ||
      plan.kernels_size() != manifest.kernels_size())
    return malformedAnswer("another number of payloads");
  for (const auto &constant : plan.constants())
    if (imported_ && constant.has_place())
      return malformedAnswer("a place in a program that it was not given");

  v1::ActionRecord record;
  for (size_t i = 0; i <= kernels; ++i) {
    absl::StatusOr<Digest> digest =
        server::storePayload(store_, answer.payloads[i]);
    if (!digest.ok())
      return digest.status();
    if (i == 0)
      addOutput(record, plan.is_text() ? "artifact" : "host", *digest);
    else if (isNamed(manifest.kernels(static_cast<int>(i) - 1).module(),
                     *digest))
      addOutput(record, absl::StrCat("kernel ", i - 1), *digest);
    else
      return malformedAnswer("a kernel of another content");
  }
  absl::StatusOr<std::vector<Digest>> constants = storeConstants(
      store_, request_.program, program,
      absl::MakeConstSpan(answer.payloads).subspan(1 + kernels), plan,
      imported_ ? imported_->constants : ImportedConstants());
  if (!constants.ok())
    return constants.status();
  for (const Digest &digest : *constants)
    addOutput(record, "constant", digest);
  if (!allCame(manifest, {constants->begin(), constants->end()}))
    return malformedAnswer("a constant that did not come");
  plan.clear_constants(); // The manifest has them, whatever way they came.
  if (imported_)
    *plan.mutable_functions() = imported_->functions;
  record.set_payload(plan.SerializeAsString());
  return record;
}

void Compilation::onPlanDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  if (!planned_.plan.ParseFromString(result.record->payload()))
    return fail(absl::InternalError("a stored plan does not parse"), {});
  for (int i = 0; i < planned_.plan.kernels_size(); ++i)
    planned_.kernels.push_back(result.output(absl::StrCat("kernel ", i)));
  planned_.host = result.output("host");
  planned_.manifest = planned_.plan.manifest();
  planned_.hasSlots =
      canHaveSlots(request_.keys.target(), request_.keys.options());
  if (planned_.hasSlots)
    planned_.manifest = withSlots(planned_.manifest);
  planned_.manifestDigest = Digest::of(planned_.manifest.SerializeAsString());
  {
    absl::MutexLock lock(&mutex_);
    result_.mutable_milliseconds()->set_queued(
        absl::ToDoubleMilliseconds(result.queued));
    if (imported_)
      *result_.mutable_diagnostics() = imported_->diagnostics.diagnostics();
    result_.mutable_diagnostics()->MergeFrom(result.diagnostics.diagnostics());
    v1::KernelCounts &counts = *result_.mutable_kernels();
    for (const auto &kernel : planned_.plan.kernels())
      counts.set_total(counts.total() + kernel.uses());
    counts.set_unique(static_cast<uint32_t>(planned_.plan.kernels_size()));
  }
  if (planned_.plan.is_text())
    return succeed(result.output("artifact"));
  runObjects();
}

//===----------------------------------------------------------------------===//
// Objects of the kernels and the host program, independent of each other
//===----------------------------------------------------------------------===//

void Compilation::runObjects() {
  size_t count = planned_.kernels.size();
  {
    absl::MutexLock lock(&mutex_);
    kernelObjects_.resize(count);
    kernelsBuilt_.resize(count);
    // The host program, and one more, so that none that ends at once starts the
    // link by itself.
    objectsLeft_ = count + 2;
  }
  emitPhase("kernels", 0, static_cast<uint32_t>(count));
  std::vector<ActionKey> keys;
  std::vector<Digest> expected;
  for (size_t i = 0; i < count; ++i) {
    keys.push_back(keysOfKernel(i).kernel(planned_.kernels[i]));
    expected.push_back(keys.back().name());
  }
  store_.expectRecords(expected);
  // First: it grows with the program and no other compile has it, so that it is
  // often the longest of them all.
  runHost();
  for (size_t i = 0; i < count; ++i)
    runKernel(i, std::move(keys[i]));
  onObjectDone();
}

Keys Compilation::keysOfKernel(size_t index) const {
  const std::string &part =
      planned_.plan.kernels(static_cast<int>(index)).target();
  return part.empty() ? request_.keys : request_.keys.part(part);
}

void Compilation::runKernel(size_t index, ActionKey key) {
  runObject(
      keysOfKernel(index), std::move(key), planned_.kernels[index],
      [](v1::WorkRequest &request) { request.mutable_kernel(); },
      [self = shared_from_this(), index,
       began = clock_()](const ActionResult &result) {
        self->emitAction("kernel", began, result,
                         &self->planned_.plan.kernels(static_cast<int>(index)));
        self->onKernelDone(index, result);
      });
}

void Compilation::runHost() {
  auto self = shared_from_this();
  runObject(
      request_.keys, request_.keys.host(planned_.host, planned_.manifestDigest),
      planned_.host,
      [self](v1::WorkRequest &request) {
        *request.mutable_host()->mutable_manifest() = self->planned_.manifest;
      },
      [self, began = clock_()](const ActionResult &result) {
        self->emitAction("host", began, result);
        self->onHostDone(result);
      });
}

void Compilation::runObject(const Keys &keys, ActionKey key,
                            const Digest &module,
                            std::function<void(v1::WorkRequest &)> setBody,
                            std::function<void(const ActionResult &)> onDone) {
  if (isFinished())
    return;
  auto self = shared_from_this();
  ActionSpec spec;
  spec.key = std::move(key);
  spec.priority = kObjectPriority;
  spec.makeWork = [self, module, keys,
                   setBody = std::move(setBody)]() -> absl::StatusOr<Work> {
    absl::StatusOr<Payload> bytes = self->load(module);
    if (!bytes.ok())
      return bytes.status();
    Work work = self->makeWork(keys);
    work.isFollowUp = true;
    setBody(work.request);
    work.payloads.push_back(*std::move(bytes));
    return work;
  };
  spec.storeOutputs = [self](WorkResult answer) {
    return self->storePayload("object", std::move(answer));
  };
  spec.onDone = std::move(onDone);
  runAction(std::move(spec));
}

void Compilation::onKernelDone(size_t index, const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  ++(result.built ? statistics_.kernelsBuilt : statistics_.kernelsReused);
  uint32_t done, total;
  {
    absl::MutexLock lock(&mutex_);
    kernelObjects_[index] = result.output("object");
    kernelsBuilt_[index] = result.built;
    v1::KernelCounts &counts = *result_.mutable_kernels();
    if (result.built)
      counts.set_built(counts.built() + 1);
    else
      counts.set_reused(counts.reused() + 1);
    done = counts.built() + counts.reused();
    total = static_cast<uint32_t>(kernelObjects_.size());
  }
  emitPhase("kernels", done, total);
  onObjectDone();
}

void Compilation::onHostDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  {
    absl::MutexLock lock(&mutex_);
    hostObject_ = result.output("object");
  }
  onObjectDone();
}

void Compilation::onObjectDone() {
  bool isLast;
  {
    absl::MutexLock lock(&mutex_);
    isLast = --objectsLeft_ == 0;
  }
  if (isLast)
    runLink();
}

//===----------------------------------------------------------------------===//
// Link
//===----------------------------------------------------------------------===//

void Compilation::runLink() {
  std::vector<Digest> objects;
  Digest host;
  {
    absl::MutexLock lock(&mutex_);
    if (finished_)
      return;
    host = hostObject_;
    objects = kernelObjects_;
  }
  emitPhase("link", 0, 1);
  auto self = shared_from_this();
  ActionSpec spec;
  spec.key = request_.keys.link(host, objects, planned_.manifestDigest);
  spec.priority = kLinkPriority;
  objects.insert(objects.begin(), host);
  spec.makeWork = [self,
                   inputs = std::move(objects)]() -> absl::StatusOr<Work> {
    Work work = self->makeWork(self->request_.keys);
    work.isFollowUp = true;
    *work.request.mutable_link()->mutable_manifest() = self->planned_.manifest;
    for (const Digest &digest : inputs) {
      absl::StatusOr<Payload> bytes = self->load(digest);
      if (!bytes.ok())
        return bytes.status();
      work.payloads.push_back(*std::move(bytes));
    }
    return work;
  };
  spec.storeOutputs = [self](WorkResult answer) {
    return self->storePayload("artifact", std::move(answer));
  };
  spec.onDone = [self, began = clock_()](const ActionResult &result) {
    self->emitAction("link", began, result);
    self->onLinkDone(result);
  };
  runAction(std::move(spec));
}

void Compilation::onLinkDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  emitPhase("link", 1, 1);
  absl::StatusOr<Digest> artifact = nameConstants(result.output("artifact"));
  if (!artifact.ok())
    return fail(artifact.status(), {});
  succeed(*artifact);
}

absl::StatusOr<Digest> Compilation::nameConstants(const Digest &linked) {
  const v1::Manifest &manifest = planned_.plan.manifest();
  if (!planned_.hasSlots || manifest.constants_size() == 0)
    return linked;
  absl::StatusOr<Payload> bytes = load(linked);
  if (!bytes.ok())
    return bytes.status();
  absl::StatusOr<std::string> filled = fillSlots(manifest, **bytes);
  if (!filled.ok())
    return filled.status();
  return store_.putBlob(*filled, cache::Durability::WithNext);
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void Compilation::succeed(const Digest &artifact) {
  CompileOutcome outcome;
  {
    absl::MutexLock lock(&mutex_);
    changePhase("");
    outcome.result = result_;
  }
  v1::ActionRecord record;
  if (absl::Status status = describeResult(artifact, outcome.result, record);
      !status.ok())
    return fail(std::move(status), {});
  outcome.result.mutable_milliseconds()->set_total(
      absl::ToDoubleMilliseconds(clock_() - started_));
  record.set_payload(outcome.result.SerializeAsString());
  // The result last: what explains it is older and so evicted before it.
  std::vector<cache::RecordEntry> records = describeKey(artifact);
  records.push_back(
      {cache::RecordKind::Request, request_.key.digest, std::move(record)});
  // What the caller is told of survives, and with it all that was written on
  // the way.
  outcome.status = evictionAsLostBlob(store_.putRecords(records));
  if (outcome.status.ok())
    for (const cache::RecordEntry &entry : records)
      ownRecord(store_, ownerOf(request_.tenant), entry);
  finish(std::move(outcome));
}

std::vector<cache::RecordEntry>
Compilation::describeKey(const Digest &artifact) {
  if (!request_.key.lane.empty())
    return {}; // What is explained is of `trusted`.
  std::vector<bool> built;
  std::vector<Digest> actions;
  {
    absl::MutexLock lock(&mutex_);
    built = kernelsBuilt_;
    if (hostObject_.size != 0)
      actions = {
          request_.keys.host(planned_.host, planned_.manifestDigest).digest,
          request_.keys
              .link(hostObject_, kernelObjects_, planned_.manifestDigest)
              .digest};
  }
  auto records = history_.recordsOf(
      server::describeKey(request_.keys, request_.program, request_.key,
                          planned_.plan, built, actions, artifact,
                          request_.tenant.name),
      {artifact});
  // A store that cannot be read takes no result either, which says more.
  return records.ok() ? *std::move(records) : std::vector<cache::RecordEntry>();
}

absl::Status Compilation::describeResult(const Digest &artifact,
                                         v1::Result &result,
                                         v1::ActionRecord &record) {
  *result.mutable_artifact() = artifact.toProto();
  *result.mutable_target() = request_.keys.target();
  *result.mutable_request() = request_.key.name().toProto();
  record.set_format(kRecordFormat);
  record.set_lane(request_.key.lane);
  addOutput(record, "artifact", artifact);
  if (!hasManifest(request_.keys.options().emit()))
    return absl::OkStatus();
  const v1::Manifest &manifest = planned_.plan.manifest();
  absl::StatusOr<Digest> digest =
      store_.putBlob(manifest.SerializeAsString(), cache::Durability::WithNext);
  if (!digest.ok())
    return digest.status();
  *result.mutable_manifest_digest() = digest->toProto();
  *result.mutable_manifest() = manifest;
  addOutput(record, "manifest", *digest);
  for (const v1::Constant &constant : manifest.constants())
    if (constant.has_digest())
      *record.add_outputs()->mutable_digest() = constant.digest();
  return absl::OkStatus();
}

void Compilation::fail(absl::Status status, v1::Diagnostics diagnostics,
                       std::optional<Digest> crashed) {
  CompileOutcome outcome;
  outcome.crashed = crashed;
  outcome.status = std::move(status);
  outcome.diagnostics = std::move(diagnostics);
  finish(std::move(outcome));
}

void Compilation::finish(CompileOutcome outcome) {
  std::vector<ActionTable::Handle> handles;
  {
    absl::MutexLock lock(&mutex_);
    if (finished_)
      return;
    finished_ = true;
    handles.swap(handles_);
  }
  // What still runs after a failure nobody needs, unless another request does.
  if (!outcome.status.ok())
    for (const ActionTable::Handle &handle : handles)
      actions_.leave(handle);
  listener_.onFinished(std::move(outcome));
}

//===----------------------------------------------------------------------===//
// Blobs and events
//===----------------------------------------------------------------------===//

absl::StatusOr<v1::ActionRecord> Compilation::storePayload(const char *role,
                                                           WorkResult answer) {
  if (answer.payloads.size() != 1)
    return malformedAnswer("another number of payloads");
  absl::StatusOr<Digest> digest =
      server::storePayload(store_, answer.payloads[0]);
  if (!digest.ok())
    return digest.status();
  v1::ActionRecord record;
  addOutput(record, role, *digest);
  return record;
}

absl::StatusOr<Payload> Compilation::load(const Digest &digest) {
  absl::StatusOr<cache::SharedBytes> bytes = store_.getBlob(digest);
  if (!bytes.ok())
    return bytes.status();
  if (!*bytes)
    return lostBlob(absl::StrCat("blob ", digest.toString(),
                                 " left the store while it was needed"));
  return *std::move(bytes);
}

void Compilation::onWorkerEvent(const v1::WorkResponse &response) {
  if (response.has_phase())
    return emitPhase(response.phase(), 0, 1);
  if (!response.has_diagnostic()) // Nothing else was asked for.
    return;
  v1::CompileEvent event;
  *event.mutable_diagnostic() = response.diagnostic();
  listener_.onEvent(event);
}

void Compilation::emitAction(const char *kind, absl::Time began,
                             const ActionResult &result,
                             const v1::WorkResponse::PlannedKernel *kernel) {
  if (request_.trace && request_.trace->isRecorded())
    traceAction(kind, began, result, kernel);
  if (!request_.profile)
    return;
  v1::CompileEvent event;
  v1::ActionProfile &action = *event.mutable_action();
  action.set_kind(kind);
  if (kernel) {
    action.set_symbol(kernel->symbol());
    action.set_root(kernel->root());
  }
  action.set_built(result.built);
  action.set_began(absl::ToDoubleMilliseconds(began - started_));
  action.set_ended(absl::ToDoubleMilliseconds(clock_() - started_));
  if (result.built) {
    action.set_queued(absl::ToDoubleMilliseconds(result.queued));
    action.set_ran(absl::ToDoubleMilliseconds(result.ran));
    action.set_worker(result.worker);
    *action.mutable_parts() = result.profile.parts();
  }
  listener_.onEvent(event);
}

void Compilation::traceAction(const char *kind, absl::Time began,
                              const ActionResult &result,
                              const v1::WorkResponse::PlannedKernel *kernel) {
  Span span;
  span.name = kind;
  span.began = began;
  span.ended = clock_();
  span.status = result.status;
  span.attributes.emplace_back("ingot.built", result.built ? "true" : "false");
  if (kernel) {
    span.attributes.emplace_back("ingot.symbol", kernel->symbol());
    span.attributes.emplace_back("ingot.root", kernel->root());
  }
  if (result.built) {
    span.attributes.emplace_back("ingot.worker", absl::StrCat(result.worker));
    span.attributes.emplace_back(
        "ingot.queued_ms",
        absl::StrCat(absl::ToDoubleMilliseconds(result.queued)));
    span.attributes.emplace_back(
        "ingot.ran_ms", absl::StrCat(absl::ToDoubleMilliseconds(result.ran)));
  }
  request_.trace->add(std::move(span));
}

void Compilation::changePhase(const std::string &next) {
  if (phase_ == next)
    return;
  absl::Time now = clock_();
  if (!phase_.empty()) {
    (*result_.mutable_milliseconds()->mutable_phases())[phase_] =
        absl::ToDoubleMilliseconds(now - phaseStarted_);
    statistics_.histograms.phases.observe(now - phaseStarted_, phase_);
  }
  phase_ = next;
  phaseStarted_ = now;
}

void Compilation::emitPhase(const std::string &phase, uint32_t done,
                            uint32_t total) {
  {
    absl::MutexLock lock(&mutex_);
    changePhase(phase);
  }
  v1::CompileEvent event;
  event.mutable_phase()->set_name(phase);
  event.mutable_phase()->set_done(done);
  event.mutable_phase()->set_total(total);
  listener_.onEvent(event);
}

} // namespace ingot::server
