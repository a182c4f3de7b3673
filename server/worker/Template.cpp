//===- Template.cpp - the process that workers are forked from ------------===//
//
// The template stays single-threaded and runs no program of anybody: only then
// is a fork a whole copy of it, and a clean one. A signalfd takes the place of
// a SIGCHLD handler, so that an exit is one more event of the loop. The pidfd
// of a worker is made here, before anybody waits for the worker, because only
// its parent can be sure that the number still means that process.
//
// A worker begins by giving up what it inherited: all descriptors but its
// socket, then (Sandbox.h) everything else. It is killed with its template, so
// a daemon that dies leaves no process behind.
//
//===----------------------------------------------------------------------===//

#include "server/worker/Template.h"
#include "server/worker/ActionFiles.h"
#include "server/worker/Control.h"
#include "server/worker/ExitCodes.h"
#include "server/worker/Frame.h"
#include "server/worker/Sandbox.h"
#include "server/worker/TimeSlice.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <new>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::server {
namespace {

/// A request may be as large as the daemon likes: it is trusted.
constexpr int64_t kRequestLimit = int64_t{1} << 40;

void reply(int control, char kind, uint64_t spawn, int32_t value, int fd) {
  // If the daemon is gone, the next read of the control socket says so.
  (void)sendControl(control, {kind, spawn, value}, fd);
}

/// A worker that gets no request for so long after its start warms up.
constexpr int kIdleMilliseconds = 200;

/// The child's side of fork: confine, serve, leave.
[[noreturn]] void becomeWorker(pid_t parent, FileDescriptor socket,
                               Backend &backend, const WorkerLimits &limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // A template that died before that call sends no signal.
  if (getppid() != parent)
    _exit(0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  prctl(PR_SET_NAME, "ingot-worker");
  // Descriptor 3 is the socket, 0 to 2 are standard, and nothing else is open.
  if (socket.get() != 3) {
    dup3(socket.get(), 3, O_CLOEXEC);
    socket.release();
  }
  syscall(SYS_close_range, 4, ~0u, 0);
  if (limits.sandbox) {
    if (absl::Status status = enterSandbox(limits.memoryBytes, *limits.sandbox);
        !status.ok()) {
      std::fprintf(stderr, "ingot-worker: %s\n",
                   std::string(status.message()).c_str());
      _exit(kExitSandbox);
    }
  }
  std::set_new_handler([] { _exit(kExitOutOfMemory); });
  // A forked process shares memory until it writes and maps code as it runs,
  // page by page, some thousand times in its first job. Not at once: whoever
  // waits for this worker would wait longer.
  pollfd request = {3, POLLIN, 0};
  if (poll(&request, 1, kIdleMilliseconds) == 0)
    backend.warmUp();
  _exit(serveWorker(3, backend));
}

class Template {
public:
  Template(int control, Backend &backend, const WorkerLimits &limits)
      : control_(control), backend_(backend), limits_(limits) {}

  int run() {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, nullptr);
    FileDescriptor signals(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    // Not before: whoever starts the daemon waits until the compiler is warm.
    setpriority(PRIO_PROCESS, 0, limits_.nice);
    setTimeSlice(kWorkerSlice);
    if (!greet())
      return 1;
    while (true) {
      pollfd waits[] = {{control_, POLLIN, 0}, {signals.get(), POLLIN, 0}};
      if (poll(waits, 2, -1) < 0 && errno != EINTR)
        return 1;
      if (waits[1].revents)
        reap(signals.get());
      if (waits[0].revents && !serveRequest())
        return 0;
    }
  }

private:
  /// The hello is one message, and the kernel bounds those.
  bool greet() {
    v1::WorkerHello hello = backend_.hello();
    std::string bytes = hello.SerializeAsString();
    if (send(control_, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0)
      return true;
    if (errno != EMSGSIZE)
      return false;
    hello.clear_targets();
    hello.clear_plugins();
    hello.set_error("targets and plugins: all of them take " +
                    std::to_string(bytes.size()) +
                    " bytes to describe, which is more than fits into the "
                    "message that says which there are");
    bytes = hello.SerializeAsString();
    return send(control_, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0;
  }

  bool serveRequest() {
    ControlMessage message;
    FileDescriptor socket;
    Received received = receiveControl(control_, message, socket);
    if (received != Received::Bytes)
      return received == Received::Nothing;
    if (message.kind != kControlFork || !socket)
      return true;
    pid_t self = getpid(), pid = fork();
    if (pid == 0) {
      close(control_);
      becomeWorker(self, std::move(socket), backend_, limits_);
    }
    if (pid < 0) { // As if it had been born and died.
      reply(control_, kControlExited, message.spawn, kExitSandbox << 8, -1);
      return true;
    }
    // Nobody has waited for it yet, so the number cannot mean another process.
    FileDescriptor pidfd(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    if (!pidfd) { // Out of descriptors: nobody could ever end this worker.
      kill(pid, SIGKILL);
      reply(control_, kControlExited, message.spawn, kExitSandbox << 8, -1);
      return true;
    }
    children_[pid] = message.spawn;
    reply(control_, kControlSpawned, message.spawn, pid, pidfd.get());
    return true;
  }

  void reap(int signals) {
    signalfd_siginfo information;
    while (read(signals, &information, sizeof(information)) > 0) {
    }
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;) {
      auto child = children_.find(pid);
      if (child == children_.end())
        continue;
      reply(control_, kControlExited, child->second, status, -1);
      children_.erase(child);
    }
  }

  int control_;
  Backend &backend_;
  const WorkerLimits &limits_;
  std::map<pid_t, uint64_t> children_;
};

} // namespace

/// The most memory that this process has taken so far.
static uint64_t peakBytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) << 10;
}

static bool isOutcome(const v1::WorkResponse &response) {
  return !response.has_phase() && !response.has_diagnostic() &&
         !response.has_description() && !response.has_profile();
}

int serveWorker(int socket, Backend &backend) {
  FrameDecoder decoder(kRequestLimit);
  while (true) {
    absl::StatusOr<std::optional<Frame>> frame = receiveFrame(socket, decoder);
    if (!frame.ok())
      return kExitProtocol;
    if (!frame->has_value())
      return 0;
    v1::WorkRequest request;
    if (!request.ParseFromString((*frame)->header))
      return kExitProtocol;
    std::vector<std::string_view> payloads;
    for (const FramePayload &payload : (*frame)->payloads) {
      absl::StatusOr<std::string_view> bytes = payload.view();
      if (!bytes.ok())
        return kExitOutOfMemory;
      payloads.push_back(*bytes);
    }
    bool broken = false;
    const uint64_t before = peakBytes();
    backend.run(request, payloads,
                [&](const v1::WorkResponse &response,
                    const std::vector<std::string> &results) {
                  v1::WorkResponse sent = response;
                  sent.set_id(request.id());
                  if (isOutcome(response)) {
                    sent.set_peak_bytes_before(before);
                    sent.set_peak_bytes(peakBytes());
                  }
                  broken |= !sendFrame(socket, sent.SerializeAsString(),
                                       {results.begin(), results.end()})
                                 .ok();
                });
    if (broken)
      return kExitProtocol;
  }
}

int runTemplate(int control, Backend &backend, const WorkerLimits &limits) {
  return Template(control, backend, limits).run();
}

/// The value of `argument` if it is that flag's; null if it is another.
static const char *valueOf(const char *argument, const char *flag) {
  const size_t size = std::strlen(flag);
  return std::strncmp(argument, flag, size) == 0 ? argument + size : nullptr;
}

int templateMain(int argc, char **argv, const MakeBackend &makeBackend) {
  int control = -1;
  std::string action, result;
  CompilerSettings settings;
  WorkerLimits limits;
  bool isUnderstood = true;
  for (int i = 1; i < argc; ++i) {
    const char *argument = argv[i];
    if (const char *value = valueOf(argument, "--control-fd="))
      control = std::atoi(value);
    else if (const char *value = valueOf(argument, "--action="))
      action = value;
    else if (const char *value = valueOf(argument, "--result="))
      result = value;
    else if (const char *value = valueOf(argument, "--memory-limit="))
      limits.memoryBytes = std::atoll(value);
    else if (const char *value = valueOf(argument, "--nice="))
      limits.nice = std::atoi(value);
    else if (const char *value = valueOf(argument, "--targets="))
      settings.targets = value;
    else if (const char *value = valueOf(argument, "--plugins="))
      settings.plugins = value;
    else if (std::strcmp(argument, "--verify-passes") == 0)
      settings.verifyPasses = true;
    else if (const char *value = valueOf(argument, "--sandbox="))
      isUnderstood &= parseSandboxMode(value, limits.sandbox);
  }
  if (isUnderstood && !action.empty() && !result.empty())
    // As workers end: what runs at exit may do what the sandbox refuses.
    _exit(runActionFiles(action, result, makeBackend(settings), limits));
  if (control < 0 || !isUnderstood) {
    std::fprintf(
        stderr,
        "%s is started by ingotd, not by hand.\n"
        "usage: %s --control-fd=N [--nice=N] [LIMITS]\n"
        "       %s --action=FOLDER --result=FILE [LIMITS]\n"
        "The second form runs one action from files, on another machine.\n"
        "limits: [--memory-limit=BYTES] [--sandbox=on|log|off] "
        "[--targets=FOLDER] [--plugins=FOLDER] [--verify-passes]\n",
        argv[0], argv[0], argv[0]);
    return 2;
  }
  return runTemplate(control, makeBackend(settings), limits);
}

} // namespace ingot::server
