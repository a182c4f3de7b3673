//===- TemplateProcess.cpp - starting the template, asking it to fork -----===//

#include "server/scheduler/TemplateProcess.h"

#include "absl/strings/str_cat.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
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

struct __attribute__((packed)) ControlMessage {
  char kind = 0;
  uint64_t spawn = 0;
  int32_t value = 0;
};

absl::Status gone(const char *why) {
  return absl::UnavailableError(
      absl::StrCat("the worker template is gone: ", why));
}

/// The child between fork and exec: only calls that are safe there.
[[noreturn]] void execute(const char *program, int control, int nice,
                          char *const *arguments) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setpriority(PRIO_PROCESS, 0, nice);
  rlimit stack{kStackBytes, kStackBytes};
  setrlimit(RLIMIT_STACK, &stack);
  int null = open("/dev/null", O_RDWR);
  dup2(null, 0);
  dup2(null, 1);
  if (control == kControl)
    fcntl(control, F_SETFD, 0);
  else
    dup2(control, kControl);
  syscall(SYS_close_range, kControl + 1, ~0u, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  // A session of its own: the daemon's terminal, and Ctrl-C on it, is the
  // daemon's.
  setsid();
  execv(program, arguments);
  _exit(127);
}

} // namespace

absl::StatusOr<std::unique_ptr<TemplateProcess>>
TemplateProcess::start(const WorkerPoolOptions &options,
                       absl::Duration patience) {
  if (access(options.workerProgram.c_str(), X_OK) != 0)
    return absl::UnavailableError(absl::StrCat(
        "worker program ", options.workerProgram, ": ", std::strerror(errno)));
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return absl::UnavailableError(
        absl::StrCat("no socketpair: ", std::strerror(errno)));
  FileDescriptor ours(pair[0]), theirs(pair[1]);

  std::string control = absl::StrCat("--control-fd=", kControl);
  std::string memory =
      absl::StrCat("--memory-limit=", options.memoryLimitBytes);
  std::string sandbox = absl::StrCat("--sandbox=", options.sandbox ? 1 : 0);
  std::string program = options.workerProgram;
  char *arguments[] = {program.data(), control.data(), memory.data(),
                       sandbox.data(), nullptr};
  pid_t pid = ::fork();
  if (pid == 0)
    execute(program.c_str(), theirs.get(), options.nice, arguments);
  if (pid < 0)
    return absl::UnavailableError(
        absl::StrCat("cannot fork: ", std::strerror(errno)));
  theirs.reset();
  std::unique_ptr<TemplateProcess> process(
      new TemplateProcess(pid, std::move(ours)));
  if (absl::Status status = process->awaitHello(patience); !status.ok())
    return status;
  return process;
}

TemplateProcess::~TemplateProcess() {
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

absl::Status TemplateProcess::awaitHello(absl::Duration patience) {
  pollfd wait{control_.get(), POLLIN, 0};
  int ready;
  do
    ready =
        poll(&wait, 1, static_cast<int>(absl::ToInt64Milliseconds(patience)));
  while (ready < 0 && errno == EINTR);
  if (ready == 0)
    return gone("it said nothing in time");
  std::string bytes(1 << 20, '\0');
  ssize_t got = recv(control_.get(), bytes.data(), bytes.size(), 0);
  if (got <= 0)
    return gone("it ended before it said hello; is it an ingot-worker?");
  if (!hello_.ParseFromArray(bytes.data(), static_cast<int>(got)))
    return gone("its hello makes no sense");
  fcntl(control_.get(), F_SETFL, O_NONBLOCK);
  return absl::OkStatus();
}

absl::Status TemplateProcess::fork(uint64_t spawn, int socket) {
  ControlMessage message{'F', spawn, 0};
  absl::StatusOr<size_t> sent = sendSome(
      control_.get(),
      {reinterpret_cast<const char *>(&message), sizeof(message)}, socket);
  if (!sent.ok() || *sent == 0)
    return gone("it takes no requests");
  return absl::OkStatus();
}

absl::StatusOr<std::optional<TemplateEvent>> TemplateProcess::next() {
  ControlMessage message;
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof(int))];
  iovec vector{&message, sizeof(message)};
  msghdr header{};
  header.msg_iov = &vector;
  header.msg_iovlen = 1;
  header.msg_control = space;
  header.msg_controllen = sizeof(space);
  ssize_t got = recvmsg(control_.get(), &header, MSG_CMSG_CLOEXEC);
  if (got < 0 && (errno == EAGAIN || errno == EINTR))
    return std::nullopt;
  if (got != sizeof(message))
    return gone("its control socket ended");
  TemplateEvent event;
  event.spawn = message.spawn;
  event.kind =
      message.kind == 'S' ? TemplateEvent::Spawned : TemplateEvent::Exited;
  event.waitStatus = message.value;
  if (cmsghdr *part = CMSG_FIRSTHDR(&header)) {
    int number;
    std::memcpy(&number, CMSG_DATA(part), sizeof(number));
    event.pidfd.reset(number);
  }
  return std::optional<TemplateEvent>(std::move(event));
}

} // namespace ingot::server
