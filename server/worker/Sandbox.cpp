//===- Sandbox.cpp - what a worker may not do -----------------------------===//
//
// Mechanisms of the kernel, each for what it is good at: limits bound memory
// and threads, Landlock denies every file, seccomp (SystemCalls.cpp) all system
// calls but some. Their order matters: seccomp comes last because it denies the
// calls that set up the others. None can be undone, and threads that are made
// later inherit them.
//
// Nothing here depends on privileges, user namespaces or a helper program, so
// the sandbox is the same for a user's private daemon and in a container.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Sandbox.h"
#include "server/worker/SystemCalls.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ingot::server {
namespace {

// AddressSanitizer maps terabytes of shadow memory that it never touches.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define INGOT_NO_ADDRESS_SPACE_LIMIT
#endif
#endif

/// A memfd is memory that the address space does not count. What a daemon takes
/// as a result is 1 GiB; the rest is room around it.
constexpr rlim_t kMaxFileBytes = (rlim_t{1} << 30) + (rlim_t{64} << 20);

/// The kernel counts those of all processes of the user, so it is many more
/// than a worker needs. It does not hold for root.
constexpr rlim_t kMaxThreads = 8192;

absl::Status failed(const char *what) {
  return absl::InternalError(
      absl::StrCat("sandbox: ", what, ": ", std::strerror(errno)));
}

absl::Status limit(int resource, rlim_t value) {
  rlimit both{value, value};
  return setrlimit(resource, &both) == 0 ? absl::OkStatus()
                                         : failed("setrlimit");
}

/// As limit(), but one that is lower already stays.
absl::Status lower(int resource, rlim_t value) {
  rlimit now{};
  getrlimit(resource, &now);
  return limit(resource, std::min(now.rlim_max, value));
}

// Debian's headers know the first version of Landlock only; the numbers are
// those of the kernel's uapi/linux/landlock.h.
struct LandlockRuleset {
  uint64_t fileAccess = 0;
  uint64_t networkAccess = 0;
  uint64_t scoped = 0;
};
constexpr long kLandlockCreateRuleset = 444;
constexpr long kLandlockRestrictSelf = 446;
constexpr uint32_t kLandlockVersion = 1;

/// Handles every right that the kernel knows and allows none.
absl::Status denyFiles() {
  long version = syscall(kLandlockCreateRuleset, nullptr, 0, kLandlockVersion);
  if (version < 1)
    return absl::OkStatus(); // An old kernel; see the header.
  LandlockRuleset rules;
  rules.fileAccess = (uint64_t{1} << 13) - 1;
  if (version >= 2)
    rules.fileAccess |= uint64_t{1} << 13; // refer
  if (version >= 3)
    rules.fileAccess |= uint64_t{1} << 14; // truncate
  if (version >= 5)
    rules.fileAccess |= uint64_t{1} << 15; // ioctl on devices
  if (version >= 4)
    rules.networkAccess = 3; // bind and connect TCP
  if (version >= 6)
    rules.scoped = 3; // abstract sockets, signals
  size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  int fd = static_cast<int>(syscall(kLandlockCreateRuleset, &rules, size, 0));
  if (fd < 0)
    return failed("landlock_create_ruleset");
  long result = syscall(kLandlockRestrictSelf, fd, 0);
  close(fd);
  return result == 0 ? absl::OkStatus() : failed("landlock_restrict_self");
}

/// A daemon that runs as root has workers without its rights. Before the filter
/// denies the calls.
absl::Status dropCapabilities() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  for (int capability = 0; prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0;
       ++capability)
    prctl(PR_CAPBSET_DROP, capability, 0, 0, 0); // Takes a capability itself.
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
  return syscall(SYS_capset, &header, none) == 0 ? absl::OkStatus()
                                                 : failed("capset");
}

} // namespace

const char *nameOf(std::optional<SandboxMode> mode) {
  if (!mode)
    return "off";
  return *mode == SandboxMode::Log ? "log" : "on";
}

bool parseSandboxMode(const std::string &name,
                      std::optional<SandboxMode> &mode) {
  for (std::optional<SandboxMode> each :
       {std::optional(SandboxMode::Enforce), std::optional(SandboxMode::Log),
        std::optional<SandboxMode>()})
    if (name == nameOf(each)) {
      mode = each;
      return true;
    }
  return false;
}

absl::Status enterSandbox(int64_t memoryLimitBytes, SandboxMode mode) {
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return failed("no_new_privs");
  // Not dumpable: another process of this user cannot look inside.
  prctl(PR_SET_DUMPABLE, 0);
#ifndef INGOT_NO_ADDRESS_SPACE_LIMIT
  if (absl::Status status =
          limit(RLIMIT_AS, static_cast<rlim_t>(memoryLimitBytes));
      !status.ok())
    return status;
#endif
  // EFBIG says it; the signal would look like a crash of the compiler.
  std::signal(SIGXFSZ, SIG_IGN);
  for (absl::Status status :
       {limit(RLIMIT_CORE, 0), limit(RLIMIT_FSIZE, kMaxFileBytes),
        lower(RLIMIT_NPROC, kMaxThreads), dropCapabilities(), denyFiles(),
        restrictSystemCalls(mode)})
    if (!status.ok())
      return status;
  return absl::OkStatus();
}

} // namespace ingot::server
