//===- Compilation.cpp - one request on its way through the actions -------===//
//
//   start() ─> plan ─┬─> kernel 0 ─┬─> link ─> the request index ─> onFinished
//                    ├─> kernel n ─┤
//                    └─> host ─────┘
//
// Each stage has its file: CompilationImport.cpp (of a program for several
// targets), CompilationPlan.cpp, CompilationObjects.cpp (kernels and host) and
// CompilationLink.cpp. CompilationEvents.cpp is what callers see of it; here
// are the begin and the end.
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

#include "server/core/CompilationStages.h"
#include "server/core/KeyTrees.h"
#include "server/core/StoreOwners.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

/// True when the result names constants.
bool hasManifest(v1::Emit emit) {
  return emit == v1::EXECUTABLE || emit == v1::PROGRAM_AND_WEIGHTS;
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
// What the stages share
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

} // namespace ingot::server
