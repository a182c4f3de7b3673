//===- Sandbox.cpp - what a worker may not do -----------------------------===//
//
// Three mechanisms of the kernel, each for what it is good at: limits bound the
// address space, Landlock denies every file, seccomp denies system calls. Their
// order matters: seccomp comes last because it denies the calls that set up the
// other two. None can be undone, and threads that are made later inherit them.
//
// Nothing here depends on privileges, user namespaces or a helper program, so
// the sandbox is the same for a user's private daemon and in a container.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Sandbox.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
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

absl::Status failed(const char *what) {
  return absl::InternalError(
      absl::StrCat("sandbox: ", what, ": ", std::strerror(errno)));
}

absl::Status limit(int resource, rlim_t value) {
  rlimit both{value, value};
  return setrlimit(resource, &both) == 0 ? absl::OkStatus()
                                         : failed("setrlimit");
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

/// System calls that no compiler needs. A deny list and not an allow list: LLVM
/// and libc change what they use, and a worker that dies of a harmless call
/// would be blamed on the user's program. Files are Landlock's business.
// clang-format off
constexpr int kDeniedCalls[] = {
    // Network
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind),
    SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4),
    // Processes, and other processes
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork),
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal),
    // Namespaces and mounts
    SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
    SCMP_SYS(unshare), SCMP_SYS(setns),
    // Interfaces of the kernel that had many bugs
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(io_uring_setup),
    SCMP_SYS(io_uring_enter), SCMP_SYS(userfaultfd), SCMP_SYS(keyctl),
    SCMP_SYS(add_key), SCMP_SYS(request_key), SCMP_SYS(open_by_handle_at),
    // Changes of the file system
    SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(rename), SCMP_SYS(renameat),
    SCMP_SYS(renameat2), SCMP_SYS(mkdir), SCMP_SYS(mkdirat), SCMP_SYS(rmdir),
    SCMP_SYS(link), SCMP_SYS(linkat), SCMP_SYS(symlink), SCMP_SYS(symlinkat),
    SCMP_SYS(chmod), SCMP_SYS(fchmodat), SCMP_SYS(chown), SCMP_SYS(fchownat),
    SCMP_SYS(creat),
    // Memory and messages shared with others
    SCMP_SYS(shmget), SCMP_SYS(shmat), SCMP_SYS(msgget), SCMP_SYS(semget),
    // The machine and its limits
    SCMP_SYS(setrlimit), SCMP_SYS(setpriority), SCMP_SYS(sched_setaffinity),
    SCMP_SYS(reboot), SCMP_SYS(init_module),
    SCMP_SYS(finit_module), SCMP_SYS(kexec_load), SCMP_SYS(swapon),
    SCMP_SYS(settimeofday), SCMP_SYS(clock_settime), SCMP_SYS(quotactl),
    SCMP_SYS(acct),
};
// clang-format on

/// Denies what is harmless with some arguments only.
int denyByArgument(scmp_filter_ctx filter) {
  const uint32_t deny = SCMP_ACT_ERRNO(EPERM);
  int result = 0;
  // abort() signals its own process.
  result |= seccomp_rule_add(
      filter, deny, SCMP_SYS(tgkill), 1,
      SCMP_A0(SCMP_CMP_NE, static_cast<scmp_datum_t>(getpid()), 0));
  result |= seccomp_rule_add(filter, deny, SCMP_SYS(prlimit64), 1,
                             SCMP_A0(SCMP_CMP_NE, 0, 0));
  // Writing to files, where there is no Landlock to deny all of them.
  for (int flag : {O_WRONLY, O_RDWR, O_CREAT, O_TRUNC}) {
    auto bit = static_cast<scmp_datum_t>(flag);
    result |= seccomp_rule_add(filter, deny, SCMP_SYS(open), 1,
                               SCMP_A1(SCMP_CMP_MASKED_EQ, bit, bit));
    result |= seccomp_rule_add(filter, deny, SCMP_SYS(openat), 1,
                               SCMP_A2(SCMP_CMP_MASKED_EQ, bit, bit));
  }
  result |=
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(openat2), 0);
  return result;
}

absl::Status denySystemCalls() {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter)
    return failed("seccomp_init");
  int result = denyByArgument(filter);
  for (int call : kDeniedCalls)
    result |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 0);
  // Threads may be made, processes not. clone3 takes its flags in memory, where
  // a filter cannot look; libc falls back to clone when it seems absent.
  result |=
      seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
  result |= seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1,
                             SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0));
  if (result == 0)
    result = seccomp_load(filter);
  seccomp_release(filter);
  if (result != 0) {
    errno = -result;
    return failed("seccomp");
  }
  return absl::OkStatus();
}

} // namespace

absl::Status enterSandbox(int64_t memoryLimitBytes) {
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
       {limit(RLIMIT_CORE, 0), limit(RLIMIT_FSIZE, kMaxFileBytes), denyFiles(),
        denySystemCalls()})
    if (!status.ok())
      return status;
  return absl::OkStatus();
}

} // namespace ingot::server
