//===- ExitStatus.h - what a worker's exit means to its job -----*- C++ -*-===//

#ifndef INGOT_SERVER_SCHEDULER_EXITSTATUS_H
#define INGOT_SERVER_SCHEDULER_EXITSTATUS_H

#include "server/scheduler/WorkerPool.h"

#include <optional>

namespace ingot::server {

/// The status of a job whose worker exited with `waitStatus` (of waitpid), or
/// with one that nobody knows because the template is gone too.
///   UNAVAILABLE         the job had no part in it
///   RESOURCE_EXHAUSTED  the worker reached its memory limit
///   INTERNAL            it crashed; the message names signal or exit code
absl::Status statusOfExit(std::optional<int> waitStatus,
                          const v1::WorkRequest &request,
                          const WorkerPoolOptions &options);

/// How a worker ended, for the log: "signal SIGSEGV", "exit code 3".
std::string describeExit(std::optional<int> waitStatus);

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_EXITSTATUS_H
