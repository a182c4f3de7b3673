//===- CompileChecks.cpp - what would not lower ---------------------------===//
//
// The part of CompileService that answers Check: one action, which nobody joins
// and nothing is kept of. A check is answered exactly once, after leave() too.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileRequests.h"
#include "server/core/CompileService.h"

namespace ingot::server {

/// What the answer to one check can carry.
static constexpr size_t kMaxDiagnosticsBytes = 3 << 20;

CompileService::Caller CompileService::check(const v1::CheckRequest &request,
                                             OnDone onDone,
                                             const Principal &principal,
                                             absl::Time deadline) {
  statistics_.countRequest(principal.tenant.lane);
  onDone = measured("check", principal, std::move(onDone));
  absl::StatusOr<ProgramName> name = programName(request.module());
  absl::StatusOr<v1::Target> target = targetOf(pool_.hello(), request);
  absl::StatusOr<PartTargets> parts =
      target.ok() ? resolveParts(pool_.hello(), *target, request.placements())
                  : PartTargets();
  for (const absl::Status &status :
       {name.status(), target.status(), parts.status()})
    if (!status.ok()) {
      onDone(failure(status));
      return 0;
    }
  ProgramBytes program = inlineBytes(request.module(), *name);
  auto share = budget_.take(principal.tenant.name, heldBytes(request, program));
  if (!share.ok()) {
    ++statistics_.rejections;
    onDone(failure(share.status()));
    return 0;
  }
  onDone = [share = *std::move(share), answer = std::move(onDone)](
               CompileOutcome outcome) { answer(std::move(outcome)); };
  Work work;
  work.tenant = principal.tenant;
  work.deadline = deadline;
  *work.request.mutable_target() = *target;
  work.endsWorker = !target->plugins().empty();
  work.request.mutable_check()->set_all_custom(request.all_custom());
  work.request.mutable_check()->set_describe(request.describe());
  work.request.mutable_check()->set_explain_placement(
      request.explain_placement());
  *work.request.mutable_options()->mutable_input_types() =
      request.input_types();
  *work.request.mutable_options()->mutable_placements() = request.placements();
  addParts(*parts, work);
  Caller number;
  {
    absl::MutexLock lock(&mutex_);
    number = nextCaller_++;
    checks_[number];
  }
  if (program.isComplete()) {
    addProgram(*name, std::move(program), work);
    return submitCheck(number, std::move(work), std::move(onDone)) ? number : 0;
  }
  post_(principal.tenant,
        [this, number, work = std::move(work), name = *std::move(name),
         program = std::move(program), onDone = std::move(onDone)]() mutable {
          absl::Status status = programs_.load(work.tenant.name, name, program);
          if (status.ok()) {
            addProgram(name, std::move(program), work);
            submitCheck(number, std::move(work), std::move(onDone));
            return;
          }
          {
            absl::MutexLock lock(&mutex_);
            checks_.erase(number);
          }
          if (faultOf(status) == WorkFault::FullQueue)
            ++statistics_.rejections;
          onDone(failure(std::move(status)));
        });
  return number;
}

bool CompileService::submitCheck(Caller number, Work work, OnDone onDone) {
  struct Found {
    v1::Diagnostics diagnostics;
    std::optional<v1::ProgramDescription> description;
    size_t bytes = 0;
  };
  auto found = std::make_shared<Found>();
  work.onEvent = [found](const v1::WorkResponse &event) {
    // What is too large is left out, and nothing after it.
    const size_t bytes = event.ByteSizeLong();
    if (bytes >= kMaxDiagnosticsBytes - found->bytes)
      return;
    found->bytes += bytes;
    if (event.has_diagnostic())
      *found->diagnostics.add_diagnostics() = event.diagnostic();
    if (event.has_description())
      found->description = event.description();
  };
  absl::Status refused;
  {
    absl::MutexLock lock(&mutex_);
    Check &check = checks_[number];
    if (check.hasLeft)
      refused = absl::CancelledError("the caller went away");
    else if (draining_)
      refused = draining();
    if (refused.ok()) {
      // Under the lock, so that the ticket is known before the work can end.
      check.ticket = pool_.submit(
          std::move(work), /*priority=*/0,
          [this, number, found, onDone](absl::StatusOr<WorkResult> result) {
            {
              absl::MutexLock ended(&mutex_);
              checks_.erase(number);
            }
            onDone(
                {result.status(), {}, found->diagnostics, found->description});
          });
      return true;
    }
    checks_.erase(number);
  }
  onDone(failure(std::move(refused)));
  return false;
}

} // namespace ingot::server
