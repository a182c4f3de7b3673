//===- Sandbox.h - what a worker may not do ---------------------*- C++ -*-===//
//
// A worker runs the compiler on input that nobody checked. After enterSandbox()
// it can compute, allocate up to a limit, use the descriptors it has and make
// memfds; it can open no file, make no socket and no process.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_SANDBOX_H
#define INGOT_SERVER_WORKER_SANDBOX_H

#include "absl/status/status.h"

#include <cstdint>

namespace ingot::server {

/// Confines the calling process for good: address space limited to
/// `memoryLimitBytes`, memfds to 1 GiB, no core dumps, no new privileges, no
/// file (Landlock), no network, processes, tracing, mounts or signals to others
/// (seccomp). On a kernel without Landlock files are refused by seccomp alone,
/// which leaves open() for reading. Single-threaded callers only.
absl::Status enterSandbox(int64_t memoryLimitBytes);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_SANDBOX_H
