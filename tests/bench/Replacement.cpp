//===- Replacement.cpp - how soon a worker is gone and back ---------------===//

#include "tests/bench/Replacement.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <poll.h>
#include <set>
#include <sys/syscall.h>
#include <unistd.h>

namespace ingot::bench {
namespace {

std::set<pid_t> childrenOf(pid_t parent) {
  std::ifstream file(
      absl::StrCat("/proc/", parent, "/task/", parent, "/children"));
  std::set<pid_t> children;
  for (pid_t child; file >> child;)
    children.insert(child);
  return children;
}

/// The template, which the front's event thread started, and its children.
std::set<pid_t> workersOf(const Daemon &daemon) {
  std::set<pid_t> workers;
  for (const auto &task : std::filesystem::directory_iterator(
           absl::StrCat("/proc/", daemon.pid(), "/task"))) {
    std::ifstream file(task.path() / "children");
    for (pid_t worker_template; file >> worker_template;)
      workers.merge(childrenOf(worker_template));
  }
  return workers;
}

/// The workers once none comes or goes any more. Whoever looks in between sees
/// one that was killed and not yet reaped beside the one that replaces it, and
/// would wait in vain for so many again.
std::set<pid_t> settledWorkersOf(const Daemon &daemon) {
  constexpr int kLooks = 20, kMilliseconds = 10;
  std::set<pid_t> workers;
  for (int equal = 0; equal < kLooks; usleep(kMilliseconds * 1000)) {
    std::set<pid_t> now = workersOf(daemon);
    equal = !now.empty() && now == workers ? equal + 1 : 0;
    workers = std::move(now);
  }
  return workers;
}

/// Thousands of ops: seconds of work, another program for each `number`.
v1::CompileRequest longProgram(int number) {
  std::string text = "func.func @f(%v0: tensor<64xf32>) -> tensor<64xf32> {\n";
  constexpr int kOps = 3000;
  for (int i = 0; i < kOps; ++i)
    absl::StrAppend(&text, "  %c", i, " = arith.constant dense<", number, ".",
                    i, "> : tensor<64xf32>\n  %v", i + 1, " = arith.addf %v", i,
                    ", %c", i, " : tensor<64xf32>\n");
  absl::StrAppend(&text, "  return %v", kOps, " : tensor<64xf32>\n}\n");
  return requestFor(text);
}

double millisecondsSince(Clock::time_point start) {
  return microseconds(Clock::now() - start) / 1000;
}

/// The workers of a moment, and what becomes of them.
class Workers {
public:
  explicit Workers(const Daemon &daemon)
      : daemon_(daemon), before_(settledWorkersOf(daemon)) {
    for (pid_t worker : before_)
      pidfds_.push_back(
          {static_cast<int>(syscall(SYS_pidfd_open, worker, 0)), POLLIN, 0});
  }
  ~Workers() {
    for (const pollfd &pidfd : pidfds_)
      close(pidfd.fd);
  }

  const std::set<pid_t> &before() const { return before_; }

  /// Milliseconds until one of them exited.
  double untilGone(Clock::time_point start) {
    if (poll(pidfds_.data(), pidfds_.size(), kTimeoutMilliseconds) <= 0)
      die("nothing happened to the worker for ten seconds");
    return millisecondsSince(start);
  }

  /// Milliseconds until there are as many again. Looks without a pause: the
  /// kernel tells nobody but a parent of new processes, and it takes a few
  /// milliseconds.
  double untilReplaced(Clock::time_point start) {
    auto isReplaced = [&] {
      std::set<pid_t> now = workersOf(daemon_);
      return now.size() >= before_.size() && now != before_;
    };
    while (!isReplaced())
      if (millisecondsSince(start) > kTimeoutMilliseconds)
        die("the worker was not replaced for ten seconds");
    return millisecondsSince(start);
  }

private:
  static constexpr int kTimeoutMilliseconds = 10000;
  const Daemon &daemon_;
  const std::set<pid_t> before_;
  std::vector<pollfd> pidfds_;
};

/// Milliseconds from what happened to one of the workers.
struct Times {
  std::vector<double> gone, replaced;

  void add(Workers &workers, Clock::time_point start) {
    gone.push_back(workers.untilGone(start));
    replaced.push_back(workers.untilReplaced(start));
  }
};

/// Starts a long compile and gives up once a worker is at it, or leaves that to
/// the deadline.
void giveUp(const Daemon &daemon, bool byDeadline, Times &times) {
  static int number = 0;
  auto stub = v1::Compiler::NewStub(connect(daemon));
  Workers workers(daemon);
  grpc::ClientContext context;
  constexpr auto kDeadline = std::chrono::milliseconds(150);
  auto end = Clock::now() + kDeadline;
  if (byDeadline)
    context.set_deadline(std::chrono::system_clock::now() + kDeadline);
  auto stream = stub->Compile(&context, longProgram(++number));
  v1::CompileEvent event;
  while (stream->Read(&event) && !event.has_phase()) {
  }
  if (!byDeadline) {
    end = Clock::now();
    context.TryCancel();
  }
  while (stream->Read(&event)) {
  }
  times.add(workers, end);
  if (stream->Finish().ok())
    die("the long program was compiled before the caller gave up");
}

} // namespace

void benchReplacement(const Daemon &daemon, int repetitions) {
  Times cancelled, late, killed;
  for (int i = 0; i < repetitions; ++i) {
    giveUp(daemon, /*byDeadline=*/false, cancelled);
    giveUp(daemon, /*byDeadline=*/true, late);
    Workers workers(daemon);
    if (workers.before().empty())
      die("no worker is to be seen");
    auto start = Clock::now();
    kill(*workers.before().begin(), SIGKILL);
    killed.add(workers, start);
  }
  report("cancel to worker gone", cancelled.gone, "ms");
  report("deadline to worker gone", late.gone, "ms");
  report("worker killed to replaced", killed.replaced, "ms");
}

} // namespace ingot::bench
