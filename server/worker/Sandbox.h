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
#include <optional>
#include <string>

namespace ingot::server {

/// What becomes of a system call that is not on the list.
enum class SandboxMode {
  Enforce, ///< It fails.
  Log,     ///< It is done, and the kernel's audit log names it.
};

/// "on", "log" or "off".
const char *nameOf(std::optional<SandboxMode> mode);
/// By its name; false for another one.
bool parseSandboxMode(const std::string &name,
                      std::optional<SandboxMode> &mode);

/// Confines the calling process for good: address space limited to
/// `memoryLimitBytes`, memfds to 1 GiB, no core dumps, no new privileges, no
/// capabilities, no file (Landlock), and no system calls but those that a
/// compiler needs (seccomp; SystemCalls.h). Log takes back the last of these
/// alone. Single-threaded callers only.
absl::Status enterSandbox(int64_t memoryLimitBytes,
                          SandboxMode mode = SandboxMode::Enforce);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_SANDBOX_H
