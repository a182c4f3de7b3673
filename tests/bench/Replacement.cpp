//===- Replacement.cpp - how soon a worker is gone and back ---------------===//

#include "tests/bench/Replacement.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <set>
#include <thread>

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

/// Milliseconds until `isTrue`; looks every 100 us.
template <typename Condition>
double waitFor(Clock::time_point start, Condition isTrue) {
  while (!isTrue()) {
    if (Clock::now() - start > std::chrono::seconds(10))
      die("nothing happened to the worker for ten seconds");
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
  return microseconds(Clock::now() - start) / 1000;
}

/// Milliseconds from what happened to one of the workers.
struct Times {
  std::vector<double> gone, replaced;

  void add(const Daemon &daemon, const std::set<pid_t> &before,
           Clock::time_point start) {
    gone.push_back(waitFor(start, [&] {
      std::set<pid_t> now = workersOf(daemon);
      return !std::includes(now.begin(), now.end(), before.begin(),
                            before.end());
    }));
    replaced.push_back(waitFor(
        start, [&] { return workersOf(daemon).size() >= before.size(); }));
  }
};

/// Starts a long compile and gives up once a worker is at it, or leaves that to
/// the deadline.
void giveUp(const Daemon &daemon, bool byDeadline, Times &times) {
  static int number = 0;
  auto stub = v1::Compiler::NewStub(connect(daemon));
  std::set<pid_t> before = workersOf(daemon);
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
  times.add(daemon, before, end);
  if (stream->Finish().ok())
    die("the long program was compiled before the caller gave up");
}

} // namespace

void benchReplacement(const Daemon &daemon, int repetitions) {
  Times cancelled, late, killed;
  for (int i = 0; i < repetitions; ++i) {
    giveUp(daemon, /*byDeadline=*/false, cancelled);
    giveUp(daemon, /*byDeadline=*/true, late);
    std::set<pid_t> before = workersOf(daemon);
    if (before.empty())
      die("no worker is to be seen");
    auto start = Clock::now();
    kill(*before.begin(), SIGKILL);
    killed.add(daemon, before, start);
  }
  report("cancel to worker gone", cancelled.gone, "ms");
  report("deadline to worker gone", late.gone, "ms");
  report("worker killed to replaced", killed.replaced, "ms");
}

} // namespace ingot::bench
