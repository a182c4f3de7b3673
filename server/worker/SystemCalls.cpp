//===- SystemCalls.cpp - the system calls of a worker ---------------------===//
//
// A list of what is allowed, for a list of what is refused is never complete:
// kernels grow new calls. It was made by tracing the compiles of three
// programs; that all suites pass with it says that nothing they need is
// missing, not that nothing on it is unneeded. A call that LLVM or libc begin
// to use shows up in the kernel's audit log under `ingotd --sandbox=log` as
//
//   audit: type=1326 ... comm="ingot-worker" ... syscall=NUMBER
//
// What is refused fails and does not kill: libraries ask for much that they can
// do without, and a worker that died of it would be blamed on the user's
// program.
//
//===----------------------------------------------------------------------===//

#include "server/worker/SystemCalls.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>
#include <vector>

namespace ingot::server {
namespace {

// clang-format off
constexpr int kAllowed[] = {
    // Memory
    SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap),
    SCMP_SYS(mprotect), SCMP_SYS(madvise),
    // The descriptors that it has, and memfds
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(readv), SCMP_SYS(writev),
    SCMP_SYS(pread64), SCMP_SYS(pwrite64), SCMP_SYS(lseek), SCMP_SYS(close),
    SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(recvfrom), SCMP_SYS(sendto),
    SCMP_SYS(poll), SCMP_SYS(ppoll), SCMP_SYS(memfd_create),
    SCMP_SYS(ftruncate), SCMP_SYS(fallocate), SCMP_SYS(fstat),
    SCMP_SYS(dup), SCMP_SYS(dup2), SCMP_SYS(dup3), SCMP_SYS(close_range),
    // lld opens its memfds by the names that they have in /proc. Landlock
    // denies what is a file; whether one is there can be asked.
    SCMP_SYS(newfstatat), SCMP_SYS(access),
    // Threads
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq),
    SCMP_SYS(gettid), SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(restart_syscall),
    // Signals to itself
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack), SCMP_SYS(pause),
    // Time and chance
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday),
    SCMP_SYS(time), SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrandom),
    // What it is
    SCMP_SYS(getpid), SCMP_SYS(getppid), SCMP_SYS(getuid), SCMP_SYS(geteuid),
    SCMP_SYS(getgid), SCMP_SYS(getegid), SCMP_SYS(getpriority),
    SCMP_SYS(getrusage), SCMP_SYS(getrlimit), SCMP_SYS(uname),
    SCMP_SYS(sysinfo), SCMP_SYS(getcwd),
};

/// They name files. Callers expect a refusal of this kind, and handle it.
constexpr int kFileCalls[] = {
    SCMP_SYS(creat), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(statx),
    SCMP_SYS(statfs), SCMP_SYS(faccessat), SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
};

/// libc falls back to an older call when these seem absent. clone3 takes its
/// flags in memory, where a filter cannot look.
constexpr int kAbsentCalls[] = {
    SCMP_SYS(clone3), SCMP_SYS(openat2), SCMP_SYS(faccessat2),
};
// clang-format on

constexpr scmp_datum_t kNamespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
    CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

/// Builds the filter. A failure of one rule is a failure of all.
class Filter {
public:
  explicit Filter(SandboxMode mode)
      : isLogged_(mode == SandboxMode::Log),
        context_(seccomp_init(isLogged_ ? SCMP_ACT_LOG : SCMP_ACT_ERRNO(EPERM)),
                 seccomp_release) {}

  /// If all of the arguments are so.
  void allow(int call, const std::vector<scmp_arg_cmp> &arguments = {}) {
    add(SCMP_ACT_ALLOW, call, arguments);
  }
  /// Not in a log: there it is done, as it would be without a filter.
  void refuse(int call, uint16_t error) {
    if (!isLogged_)
      add(SCMP_ACT_ERRNO(error), call);
  }

  absl::Status load() {
    if (!context_)
      error_ = -ENOMEM;
    if (error_ == 0)
      error_ = seccomp_load(context_.get());
    return error_ == 0 ? absl::OkStatus()
                       : absl::InternalError(absl::StrCat(
                             "sandbox: seccomp: ", std::strerror(-error_)));
  }

private:
  void add(uint32_t action, int call,
           const std::vector<scmp_arg_cmp> &arguments = {}) {
    int result = seccomp_rule_add_array(context_.get(), action, call,
                                        static_cast<unsigned>(arguments.size()),
                                        arguments.data());
    if (result != 0)
      error_ = result;
  }

  const bool isLogged_;
  const std::unique_ptr<void, decltype(&seccomp_release)> context_;
  int error_ = 0;
};

/// What is harmless with some arguments only.
void allowByArgument(Filter &filter) {
  const auto self = static_cast<scmp_datum_t>(getpid());
  // abort() signals its own process; SIGKILL is what the kernel sends to one
  // that takes too much memory.
  filter.allow(SCMP_SYS(tgkill), {SCMP_A0(SCMP_CMP_EQ, self, 0),
                                  SCMP_A2(SCMP_CMP_NE, SIGKILL, 0)});
  // Threads may be made, processes not.
  filter.allow(
      SCMP_SYS(clone),
      {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | kNamespaces, CLONE_THREAD)});
  // Its own limits are read, not set.
  filter.allow(SCMP_SYS(prlimit64),
               {SCMP_A0(SCMP_CMP_EQ, 0, 0), SCMP_A2(SCMP_CMP_EQ, 0, 0)});
  // For reading alone, even where there is no Landlock.
  constexpr scmp_datum_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
  filter.allow(SCMP_SYS(open), {SCMP_A1(SCMP_CMP_MASKED_EQ, kWrites, 0)});
  filter.allow(SCMP_SYS(openat), {SCMP_A2(SCMP_CMP_MASKED_EQ, kWrites, 0)});
  // The parent's death must stay fatal, and what it may not do stays so.
  for (int option : {PR_SET_NAME, PR_GET_NAME, PR_GET_DUMPABLE,
                     PR_GET_NO_NEW_PRIVS, PR_GET_SECCOMP, PR_SET_VMA})
    filter.allow(SCMP_SYS(prctl),
                 {SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(option), 0)});
  // Flags of a socket or pipe that others share stay what they are.
  for (int command :
       {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC, F_ADD_SEALS, F_GET_SEALS})
    filter.allow(SCMP_SYS(fcntl),
                 {SCMP_A1(SCMP_CMP_EQ, static_cast<scmp_datum_t>(command), 0)});
}

} // namespace

absl::Status restrictSystemCalls(SandboxMode mode) {
  Filter filter(mode);
  for (int call : kAllowed)
    filter.allow(call);
  allowByArgument(filter);
  for (int call : kFileCalls)
    filter.refuse(call, EACCES);
  for (int call : kAbsentCalls)
    filter.refuse(call, ENOSYS);
  return filter.load();
}

} // namespace ingot::server
