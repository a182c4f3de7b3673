//===- SandboxTest.cpp - what a confined process can and cannot do --------===//
//
// Each attempt runs in a process of its own, which says by its exit status how
// it went.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Sandbox.h"

#include "gtest/gtest.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <linux/capability.h>
#include <linux/io_uring.h>
#include <optional>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <thread>
#include <unistd.h>

namespace ingot::server {
namespace {

constexpr int64_t kMemory = int64_t{4} << 30;
constexpr int kNotConfined = 255;

/// 0 if the call worked, its error if not.
int errorOf(long result) { return result >= 0 ? 0 : errno; }

/// What `attempt` returns in a confined process; minus the signal that killed
/// it.
int confined(const std::function<int()> &attempt, int64_t memory = kMemory) {
  pid_t child = fork();
  if (child == 0)
    _exit(enterSandbox(memory).ok() ? attempt() : kNotConfined);
  int status = 0;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == kNotConfined)
      << "the sandbox could not be entered";
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

/// An attempt and how it must end.
struct Attempt {
  const char *name;
  std::function<int()> run;
  int error = EPERM;
};

void expectEach(const std::vector<Attempt> &attempts) {
  for (const Attempt &attempt : attempts)
    EXPECT_EQ(confined(attempt.run), attempt.error) << attempt.name;
}

TEST(SandboxTest, FilesCannotBeOpenedMadeOrRemoved) {
  const std::string path =
      testing::TempDir() + "sandbox-" + std::to_string(getpid());
  const char *file = path.c_str();
  expectEach({
      {"read", [] { return errorOf(open("/etc/passwd", O_RDONLY)); }, EACCES},
      {"list", [] { return errorOf(open("/", O_DIRECTORY)); }, EACCES},
      {"write", [=] { return errorOf(open(file, O_WRONLY)); }},
      {"create", [=] { return errorOf(open(file, O_CREAT | O_RDWR, 0600)); }},
      {"creat", [=] { return errorOf(creat(file, 0600)); }, EACCES},
      {"truncate", [=] { return errorOf(open(file, O_TRUNC | O_WRONLY)); }},
      {"where a link leads",
       [] {
         char path[100];
         return errorOf(readlink("/proc/self/exe", path, sizeof(path)));
       },
       EACCES},
      {"times", [=] { return errorOf(utimensat(AT_FDCWD, file, nullptr, 0)); }},
      {"attributes",
       [=] { return errorOf(setxattr("/tmp", "user.x", "x", 1, 0)); }},
      {"chmod by a new call",
       [=] { return errorOf(syscall(452, AT_FDCWD, file, 0777, 0)); }},
      {"openat2",
       [=] { return errorOf(syscall(SYS_openat2, AT_FDCWD, file, 0, 0)); },
       ENOSYS},
      {"mkdir", [=] { return errorOf(mkdir(file, 0700)); }},
      {"unlink", [=] { return errorOf(unlink(file)); }},
      {"rename", [=] { return errorOf(rename(file, "/tmp/other")); }},
      {"symlink", [=] { return errorOf(symlink("/etc", file)); }},
      {"chmod", [=] { return errorOf(chmod(file, 0777)); }},
  });
  EXPECT_NE(access(file, F_OK), 0) << "nothing was made";
}

TEST(SandboxTest, NetworkCannotBeReached) {
  expectEach({
      {"tcp", [] { return errorOf(socket(AF_INET, SOCK_STREAM, 0)); }},
      {"udp", [] { return errorOf(socket(AF_INET6, SOCK_DGRAM, 0)); }},
      {"unix", [] { return errorOf(socket(AF_UNIX, SOCK_STREAM, 0)); }},
      {"pair",
       [] {
         int pair[2];
         return errorOf(socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
       }},
  });
}

TEST(SandboxTest, ProcessesCannotBeMadeSignalledOrTraced) {
  const pid_t other = getpid();
  expectEach({
      {"clone",
       [] { return errorOf(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }},
      {"clone3", [] { return errorOf(syscall(SYS_clone3, nullptr, 0)); },
       ENOSYS},
      {"exec",
       [] {
         char program[] = "/bin/true", *arguments[] = {program, nullptr};
         return errorOf(execv(program, arguments));
       }},
      {"kill", [=] { return errorOf(kill(other, 0)); }},
      {"tgkill", [=] { return errorOf(syscall(SYS_tgkill, other, other, 0)); }},
      {"tgkill of itself, like the kernel",
       [] {
         return errorOf(
             syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGKILL));
       }},
      {"pidfd", [=] { return errorOf(syscall(SYS_pidfd_open, other, 0)); }},
      {"ptrace",
       [=] { return errorOf(ptrace(PTRACE_ATTACH, other, nullptr, nullptr)); }},
      {"limits of another",
       [=] {
         rlimit limit;
         return errorOf(prlimit(other, RLIMIT_NOFILE, nullptr, &limit));
       }},
  });
}

TEST(SandboxTest, KernelInterfacesOfManyBugsAreClosed) {
  expectEach({
      {"namespaces", [] { return errorOf(unshare(CLONE_NEWUSER)); }},
      {"mount",
       [] { return errorOf(mount("none", "/", "tmpfs", 0, nullptr)); }},
      {"io_uring",
       [] {
         io_uring_params parameters{};
         return errorOf(syscall(SYS_io_uring_setup, 1, &parameters));
       }},
      {"bpf", [] { return errorOf(syscall(SYS_bpf, 0, nullptr, 0)); }},
      {"userfaultfd", [] { return errorOf(syscall(SYS_userfaultfd, 0)); }},
      {"keys", [] { return errorOf(syscall(SYS_keyctl, 0, 0, 0, 0, 0)); }},
  });
}

/// A call of a kernel that is not out yet, and others that nobody listed.
TEST(SandboxTest, WhatIsNotOnTheListIsRefused) {
  expectEach({
      {"a call of tomorrow", [] { return errorOf(syscall(600)); }},
      {"fanotify", [] { return errorOf(syscall(SYS_fanotify_init, 0, 0)); }},
      {"inotify", [] { return errorOf(syscall(SYS_inotify_init1, 0)); }},
      {"scheduler",
       [] { return errorOf(syscall(SYS_sched_setattr, 0, nullptr, 0)); }},
      {"thread in a namespace",
       [] {
         return errorOf(
             syscall(SYS_clone, CLONE_THREAD | CLONE_NEWUSER, 0, 0, 0, 0));
       }},
      {"uid", [] { return errorOf(setuid(0)); }},
      {"timers", [] { return errorOf(syscall(SYS_timerfd_create, 0, 0)); }},
      {"shared memory",
       [] { return errorOf(syscall(SYS_shmget, 0, 4096, 0)); }},
      {"flags of a socket", [] { return errorOf(fcntl(0, F_SETFL, 0)); }},
      {"directory", [] { return errorOf(chdir("/tmp")); }},
  });
}

TEST(SandboxTest, TheParentsDeathStaysFatal) {
  expectEach({
      {"signal", [] { return errorOf(prctl(PR_SET_PDEATHSIG, 0)); }},
      {"dumps", [] { return errorOf(prctl(PR_SET_DUMPABLE, 1)); }},
      {"filter", [] { return errorOf(prctl(PR_SET_SECCOMP, 0)); }},
      {"name", [] { return errorOf(prctl(PR_SET_NAME, "x")); }, 0},
  });
}

/// The sets of capabilities of this process, all of them together.
uint64_t capabilities() {
  uint64_t all = 0;
  for (unsigned long capability = 0; capability < 64; ++capability)
    if (prctl(PR_CAPBSET_READ, capability) == 1)
      all |= uint64_t{1} << capability;
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {};
  syscall(SYS_capget, &header, data);
  for (const auto &part : data)
    all |= part.effective | part.permitted | part.inheritable;
  return all;
}

TEST(SandboxTest, ThereAreNoCapabilities) {
  // In a log the calls that ask are done.
  pid_t child = fork();
  if (child == 0)
    _exit(enterSandbox(kMemory, SandboxMode::Log).ok() && capabilities() == 0
              ? 0
              : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(getuid() != 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
}

TEST(SandboxTest, ALogRefusesNoCall) {
  pid_t child = fork();
  if (child == 0)
    _exit(enterSandbox(kMemory, SandboxMode::Log).ok() &&
                  syscall(SYS_getpgrp) > 0 &&
                  open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES
              ? 0
              : 1);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0)
      << "though Landlock holds";
}

TEST(SandboxTest, ModesHaveNames) {
  for (const char *name : {"on", "log", "off"}) {
    std::optional<SandboxMode> mode;
    EXPECT_TRUE(parseSandboxMode(name, mode)) << name;
    EXPECT_STREQ(nameOf(mode), name);
  }
  std::optional<SandboxMode> mode = SandboxMode::Enforce;
  EXPECT_FALSE(parseSandboxMode("0", mode));
  EXPECT_EQ(mode, SandboxMode::Enforce);
}

TEST(SandboxTest, LimitsCannotBeRaised) {
  expectEach(
      {{"setrlimit",
        [] {
          rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
          return errorOf(syscall(SYS_setrlimit, RLIMIT_CORE, &limit));
        }},
       {"priority", [] { return errorOf(setpriority(PRIO_PROCESS, 0, 0)); }}});
  EXPECT_EQ(confined([] {
              rlimit core{};
              getrlimit(RLIMIT_CORE, &core);
              return static_cast<int>(core.rlim_max);
            }),
            0);
  EXPECT_EQ(confined([] { return prctl(PR_GET_DUMPABLE); }), 0);
  EXPECT_EQ(confined([] { return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); }), 1);
  EXPECT_LE(confined([] {
              rlimit threads{};
              getrlimit(RLIMIT_NPROC, &threads);
              return threads.rlim_cur <= 8192 ? 0 : 1;
            }),
            0);
}

TEST(SandboxTest, WhatACompilerNeedsStillWorks) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  expectEach({
      {"memory", [] { return std::malloc(64 << 20) ? 0 : ENOMEM; }, 0},
      {"code",
       [] {
         void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         return page == MAP_FAILED ? errno : 0;
       },
       0},
      {"threads",
       [] {
         int done = 1;
         std::thread([&] { done = 0; }).join();
         return done;
       },
       0},
      {"memfd",
       [] {
         int fd = memfd_create("x", MFD_ALLOW_SEALING);
         if (write(fd, "x", 1) != 1)
           return errno;
         return errorOf(fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE));
       },
       0},
      {"its socket", [&] { return errorOf(write(pair[0], "x", 1)); }, 0},
  });
  EXPECT_EQ(confined([]() -> int {
              std::signal(SIGABRT, SIG_DFL);
              std::abort();
            }),
            -SIGABRT)
      << "how LLVM ends on a bug must be told from other exits";
  close(pair[0]);
  close(pair[1]);
}

TEST(SandboxTest, MemfdsAreLimited) {
  auto resize = [](off_t bytes) {
    return errorOf(ftruncate(memfd_create("x", 0), bytes));
  };
  EXPECT_EQ(confined([&] { return resize(off_t{1} << 30); }), 0);
  EXPECT_EQ(confined([&] { return resize(off_t{5} << 30); }), EFBIG);
}

TEST(SandboxTest, AddressSpaceIsLimited) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  GTEST_SKIP() << "AddressSanitizer needs more address space than any limit";
#endif
#endif
  auto map = [](size_t bytes) {
    void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? errno : 0;
  };
  EXPECT_EQ(confined([&] { return map(size_t{512} << 20); }, 1 << 30), 0);
  EXPECT_EQ(confined([&] { return map(size_t{2} << 30); }, 1 << 30), ENOMEM);
}

} // namespace
} // namespace ingot::server
