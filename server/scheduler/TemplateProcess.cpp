//===- TemplateProcess.cpp - starting the template, asking it to fork -----===//
//
// The daemon runs many threads, so its child may do nothing between fork and
// exec that could take a lock. The template gets one descriptor, its control
// socket, as number 3 and none of the daemon's others: a worker that is forked
// from it must not reach the store or a client's connection. Its stderr
// is a pipe, for the daemon's own may be a file or a terminal. Stack size and
// the process group are set here because workers inherit them.
//
//===----------------------------------------------------------------------===//

#include "server/scheduler/TemplateProcess.h"
#include "server/scheduler/WorkerCgroup.h"
#include "server/worker/Control.h"

#include "absl/strings/str_cat.h"

#include <spdlog/spdlog.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// Deep nesting in a program is deep recursion in MLIR; with this much stack
/// what people write passes, and what attackers write crashes soon.
constexpr rlim_t kStackBytes = 64 << 20;
/// The control socket's descriptor in the template.
constexpr int kControl = 3;
constexpr size_t kMaxHelloBytes = 1 << 20;

absl::Status gone(const char *why) {
  return absl::UnavailableError(
      absl::StrCat("the worker template is gone: ", why));
}

/// The child between fork and exec: only calls that are safe there.
[[noreturn]] void execute(const char *program, int control, int errors,
                          char *const *arguments) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit stack{kStackBytes, kStackBytes};
  setrlimit(RLIMIT_STACK, &stack);
  int null = open("/dev/null", O_RDWR);
  dup2(null, 0);
  dup2(null, 1);
  dup2(errors, 2);
  if (control == kControl)
    fcntl(control, F_SETFD, 0);
  else
    dup2(control, kControl);
  syscall(SYS_close_range, kControl + 1, ~0u, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // Ctrl-C on a terminal is the daemon's. Not a session of its own: Linux's
  // autogroup gives each session the same share of the processors, whatever the
  // niceness, so that hits would wait for workers.
  setpgid(0, 0);
  execv(program, arguments);
  _exit(127);
}

} // namespace

absl::StatusOr<std::unique_ptr<TemplateProcess>>
TemplateProcess::start(const WorkerPoolOptions &options) {
  if (access(options.workerProgram.c_str(), X_OK) != 0)
    return absl::UnavailableError(absl::StrCat(
        "worker program ", options.workerProgram, ": ", std::strerror(errno)));
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return absl::UnavailableError(
        absl::StrCat("no socketpair: ", std::strerror(errno)));
  FileDescriptor ours(pair[0]), theirs(pair[1]);

  int pipe[2];
  if (pipe2(pipe, O_CLOEXEC) != 0)
    return absl::UnavailableError(
        absl::StrCat("no pipe: ", std::strerror(errno)));
  FileDescriptor errors(pipe[0]), theirErrors(pipe[1]);

  std::string control = absl::StrCat("--control-fd=", kControl);
  std::string memory =
      absl::StrCat("--memory-limit=", options.memoryLimitBytes);
  std::string sandbox = absl::StrCat("--sandbox=", options.sandbox);
  std::string program = options.workerProgram;
  std::string targets = absl::StrCat("--targets=", options.targets);
  std::string plugins = absl::StrCat("--plugins=", options.plugins);
  std::string nice = absl::StrCat("--nice=", options.nice);
  std::string verify = "--verify-passes";
  char *arguments[] = {
      program.data(), control.data(),
      memory.data(),  sandbox.data(),
      nice.data(),    targets.data(),
      plugins.data(), options.verifyPasses ? verify.data() : nullptr,
      nullptr};
  pid_t pid = ::fork();
  if (pid == 0)
    execute(program.c_str(), theirs.get(), theirErrors.get(), arguments);
  if (pid < 0)
    return absl::UnavailableError(
        absl::StrCat("cannot fork: ", std::strerror(errno)));
  // Before it is asked to fork anything.
  if (options.cgroup)
    if (absl::Status status = options.cgroup->add(pid); !status.ok())
      spdlog::warn("event=worker-cgroup state=off error=\"{}\"",
                   std::string(status.message()));
  fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  fcntl(errors.get(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<TemplateProcess>(
      new TemplateProcess(pid, std::move(ours), std::move(errors)));
}

TemplateProcess::~TemplateProcess() {
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

absl::Status TemplateProcess::fork(uint64_t spawn, int socket) {
  if (!sendControl(control_.get(), {kControlFork, spawn, 0}, socket).ok())
    return gone("it takes no requests");
  return absl::OkStatus();
}

absl::StatusOr<std::optional<TemplateEvent>> TemplateProcess::readHello() {
  std::string bytes(kMaxHelloBytes, '\0');
  ssize_t got = recv(control_.get(), bytes.data(), bytes.size(), 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return std::nullopt;
  if (got <= 0)
    return gone("it ended before it said hello; is it an ingot-worker?");
  TemplateEvent event;
  if (!event.hello.ParseFromArray(bytes.data(), static_cast<int>(got)))
    return gone("its hello makes no sense");
  saidHello_ = true;
  return std::optional<TemplateEvent>(std::move(event));
}

absl::StatusOr<std::optional<TemplateEvent>> TemplateProcess::next() {
  if (!saidHello_)
    return readHello();
  ControlMessage message;
  TemplateEvent event;
  switch (receiveControl(control_.get(), message, event.pidfd)) {
  case Received::Nothing:
    return std::nullopt;
  case Received::End:
    return gone("its control socket ended");
  case Received::Bytes:
    break;
  }
  event.kind = message.kind == kControlSpawned ? TemplateEvent::Spawned
                                               : TemplateEvent::Exited;
  event.spawn = message.spawn;
  event.waitStatus = message.value;
  return std::optional<TemplateEvent>(std::move(event));
}

} // namespace ingot::server
