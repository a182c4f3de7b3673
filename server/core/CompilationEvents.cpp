//===- CompilationEvents.cpp - what a compilation tells on its way --------===//
//
// Phases, diagnostics and actions, as events for who asked and as spans.
//
//===----------------------------------------------------------------------===//

#include "server/core/Compilation.h"

#include "server/core/CompilationStages.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {

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
