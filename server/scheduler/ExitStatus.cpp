//===- ExitStatus.cpp - what a worker's exit means to its job -------------===//

#include "server/scheduler/ExitStatus.h"
#include "server/worker/ExitCodes.h"

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <vector>

namespace ingot::server {
namespace {

constexpr char kFaultName[] = "ingot/work-fault";

const char *actionName(const v1::WorkRequest &request) {
  switch (request.action_case()) {
  case v1::WorkRequest::kImport:
    return "an import";
  case v1::WorkRequest::kPlan:
    return "a plan";
  case v1::WorkRequest::kCheck:
    return "a check";
  case v1::WorkRequest::kKernel:
    return "a kernel";
  case v1::WorkRequest::kHost:
    return "a host program";
  case v1::WorkRequest::kLink:
    return "a link";
  case v1::WorkRequest::ACTION_NOT_SET:
    break;
  }
  return "an unknown";
}

/// The targets of the request and of the parts of its program.
std::vector<const v1::Target *> targetsOf(const v1::WorkRequest &request) {
  std::vector<const v1::Target *> targets = {&request.target()};
  for (const auto &part : request.parts())
    targets.push_back(&part.target());
  for (const v1::Part &part : request.host().manifest().parts())
    targets.push_back(&part.target());
  for (const v1::Part &part : request.link().manifest().parts())
    targets.push_back(&part.target());
  return targets;
}

/// Whether a pipeline is one pass of ours that hands ops to a library, as in
/// the shipped targets, or says how that is done.
bool isOffload(const v1::TargetPhase &phase) {
  const absl::string_view pipeline = phase.pipeline();
  const absl::string_view pass = pipeline.substr(0, pipeline.find('{'));
  return (pass == "ingot-offload" || pass == "ingot-prefer-offload") &&
         !absl::StrContains(pipeline, ',');
}

/// Whether it may have been somebody else's code or IR.
const char *ownPasses(const v1::WorkRequest &request) {
  bool hasPasses = false;
  for (const v1::Target *target : targetsOf(request)) {
    if (target->plugins_size() != 0)
      return "; target.plugins and target.phases: passes of the target's own "
             "may be why";
    for (const v1::TargetPhase &phase : target->phases())
      hasPasses |= !isOffload(phase);
  }
  return hasPasses ? "; target.phases: passes of the target's own may be why"
                   : "";
}

std::string causeOf(int waitStatus) {
  if (WIFSIGNALED(waitStatus)) {
    const char *name = sigabbrev_np(WTERMSIG(waitStatus));
    return absl::StrCat("signal SIG", name ? name : "?");
  }
  if (WEXITSTATUS(waitStatus) == kExitFatalError)
    return "fatal error in LLVM";
  return absl::StrCat("exit code ", WEXITSTATUS(waitStatus));
}

} // namespace

std::string describeExit(std::optional<int> waitStatus) {
  return waitStatus ? causeOf(*waitStatus) : "with its template";
}

absl::Status withFault(absl::Status status, WorkFault fault) {
  std::string number = std::to_string(static_cast<int>(fault));
  status.SetPayload(kFaultName, absl::Cord(absl::string_view(number)));
  return status;
}

WorkFault faultOf(const absl::Status &status) {
  int fault = 0;
  if (absl::optional<absl::Cord> payload = status.GetPayload(kFaultName))
    (void)absl::SimpleAtoi(std::string(*payload), &fault);
  return static_cast<WorkFault>(fault);
}

absl::Status statusOfExit(std::optional<int> waitStatus,
                          const v1::WorkRequest &request,
                          const WorkerPoolOptions &options) {
  if (!waitStatus)
    return absl::UnavailableError("the workers' template ended");
  int code = WIFEXITED(*waitStatus) ? WEXITSTATUS(*waitStatus) : -1;
  if (code == kExitSandbox)
    return absl::UnavailableError(
        "the worker could not be confined; the log of ingotd says why");
  const char *action = actionName(request);
  if (code == kExitOutOfMemory)
    return withFault(absl::ResourceExhaustedError(absl::StrCat(
                         "the compiler ran into its memory limit of ",
                         options.memoryLimitBytes >> 20, " MiB while running ",
                         action, " action", ownPasses(request))),
                     WorkFault::MemoryLimit);
  // The pool's own kills have a verdict, and a worker can send none.
  if (options.cgroup && WIFSIGNALED(*waitStatus) &&
      WTERMSIG(*waitStatus) == SIGKILL)
    return withFault(absl::ResourceExhaustedError(absl::StrCat(
                         "the workers together ran into their memory limit of ",
                         options.memoryTotalBytes >> 20, " MiB, which ended ",
                         action, " action; try again later")),
                     WorkFault::MemoryTotal);
  return withFault(
      absl::InternalError(absl::StrCat("the compiler crashed (",
                                       causeOf(*waitStatus), ") while running ",
                                       action, " action", ownPasses(request))),
      WorkFault::Crash);
}

} // namespace ingot::server
