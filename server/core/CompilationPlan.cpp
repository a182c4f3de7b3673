//===- CompilationPlan.cpp - a program in kernels and a host program ------===//
//
// The plan of a program, of its bytes or of what an import made of them, and
// what of the worker's answer is stored.
//
//===----------------------------------------------------------------------===//

#include "server/core/Compilation.h"

#include "server/core/CompilationStages.h"
#include "server/core/CompileRequests.h"
#include "server/core/ConstantSlots.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

namespace ingot::server {
namespace {

bool isNamed(const v1::Digest &name, const Digest &digest) {
  absl::StatusOr<Digest> parsed = Digest::fromProto(name);
  return parsed.ok() && *parsed == digest;
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
  absl::StatusOr<std::vector<Digest>> modules = storePayloads(
      store_, absl::MakeConstSpan(answer.payloads).subspan(0, 1 + kernels));
  if (!modules.ok())
    return modules.status();
  addOutput(record, plan.is_text() ? "artifact" : "host", modules->front());
  for (size_t i = 0; i < kernels; ++i) {
    const Digest &digest = (*modules)[i + 1];
    if (!isNamed(manifest.kernels(static_cast<int>(i)).module(), digest))
      return malformedAnswer("a kernel of another content");
    addOutput(record, absl::StrCat("kernel ", i), digest);
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
  if (imported_) {
    *plan.mutable_functions() = imported_->functions;
    *record.mutable_diagnostics() = imported_->diagnostics;
  }
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
    *result_.mutable_diagnostics() = result.diagnostics.diagnostics();
    v1::KernelCounts &counts = *result_.mutable_kernels();
    for (const auto &kernel : planned_.plan.kernels())
      counts.set_total(counts.total() + kernel.uses());
    counts.set_unique(static_cast<uint32_t>(planned_.plan.kernels_size()));
  }
  if (planned_.plan.is_text())
    return succeed(result.output("artifact"));
  runObjects();
}

} // namespace ingot::server
