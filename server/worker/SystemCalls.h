//===- SystemCalls.h - the system calls of a worker -------------*- C++ -*-===//

#ifndef INGOT_SERVER_WORKER_SYSTEMCALLS_H
#define INGOT_SERVER_WORKER_SYSTEMCALLS_H

#include "server/worker/Sandbox.h"

#include "absl/status/status.h"

namespace ingot::server {

/// Leaves the calling process and its later threads the system calls that a
/// compiler needs. Others fail with EPERM, those that name a file with EACCES,
/// or are logged by the kernel (SandboxMode). REQUIRES: no_new_privs.
absl::Status restrictSystemCalls(SandboxMode mode);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_SYSTEMCALLS_H
