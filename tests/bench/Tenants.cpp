//===- Tenants.cpp - what tenants cost each other -------------------------===//

#include "tests/bench/Tenants.h"
#include "cache/key/Digest.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iostream>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace ingot::bench {
namespace {

/// Numbers of programs that nobody compiled yet.
int fresh() {
  static std::atomic<int> next{1000000};
  return next++;
}

double coldCompile(v1::Compiler::Stub &stub, const std::string &token) {
  v1::CompileRequest request = program(fresh());
  auto start = Clock::now();
  v1::Result result;
  grpc::Status status = tryCompile(stub, request, result, token);
  if (!status.ok())
    die("compile: " + status.error_message());
  return microseconds(Clock::now() - start) / 1000;
}

/// The longest action of a compile that nothing disturbs: the plan, which has
/// all phases but two, the objects, side by side, or the link. Not by a
/// profile, which takes longer than the compile.
double longestAction(v1::Compiler::Stub &stub, const std::string &token) {
  v1::CompileRequest request = program(fresh());
  v1::Result result;
  if (grpc::Status status = tryCompile(stub, request, result, token);
      !status.ok())
    die("compile: " + status.error_message());
  double plan = 0, longest = 0;
  for (const auto &[phase, milliseconds] : result.milliseconds().phases())
    if (phase == "kernels" || phase == "link")
      longest = std::max(longest, milliseconds);
    else
      plan += milliseconds;
  return std::max(plan, longest);
}

/// A connection that has said hello in HTTP/2 and then nothing.
int idleConnection(const std::string &path) {
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  if (fd < 0 ||
      connect(fd, reinterpret_cast<sockaddr *>(&address), sizeof(address)) != 0)
    return -1;
  const std::string hello("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
                          "\0\0\0\4\0\0\0\0\0",
                          33);
  char answer[64];
  if (write(fd, hello.data(), hello.size()) !=
          static_cast<ssize_t>(hello.size()) ||
      read(fd, answer, sizeof(answer)) <= 0) {
    close(fd);
    return -1;
  }
  return fd;
}

void reportFloodRatio(const std::string &which,
                      const std::vector<double> &flooded,
                      const std::vector<double> &actions,
                      const std::vector<double> &quiet) {
  std::vector<double> ratios;
  for (size_t i = 0; i < flooded.size(); ++i)
    ratios.push_back((flooded[i] - actions[i]) / quiet[i]);
  std::cout << absl::StrFormat("%-44s min %10.2f  median %10.2f (at most 2)\n",
                               "ratio (" + which + " - one action) / quiet",
                               *std::min_element(ratios.begin(), ratios.end()),
                               median(ratios));
}

} // namespace

void benchTenants(const std::string &program, int repetitions) {
  struct Case {
    const char *name;
    std::vector<std::string> tokens, flags;
  };
  const Case cases[] = {
      {"cold compile, one tenant", {"a"}, {}},
      {"cold compile, two tenants by turns", {"a", "b"}, {}},
      {"cold compile, three tenants, one worker",
       {"a", "b", "c"},
       {"--workers", "1"}},
      {"cold compile, a process for each action", {"a"}, {"--fork-per-action"}},
  };
  for (const Case &each : cases) {
    TcpDaemon daemon(program, {"a", "b", "c"}, each.flags);
    auto stub = v1::Compiler::NewStub(connect(daemon));
    for (const std::string &token : each.tokens)
      coldCompile(*stub, token);
    std::vector<double> times;
    for (int i = 0; i < 10 * repetitions; ++i)
      times.push_back(coldCompile(*stub, each.tokens[i % each.tokens.size()]));
    report(each.name, times, "ms");
  }
}

void benchFlood(const std::string &program, int repetitions) {
  constexpr int kRequests = 3000, kCompiles = 5;
  std::vector<double> quiet, first, middle, slowest, actions;
  for (int i = 0; i < repetitions; ++i) {
    TcpDaemon daemon(program, {"flood", "neighbour"},
                     {"--queue-limit", "4000"});
    auto stub = v1::Compiler::NewStub(connect(daemon));
    coldCompile(*stub, "neighbour");
    std::vector<double> before, during;
    for (int k = 0; k < 4 * kCompiles; ++k)
      before.push_back(coldCompile(*stub, "neighbour"));
    // The flood's are of the same kind, and one of them may just have begun.
    std::vector<double> longest;
    for (int k = 0; k < kCompiles; ++k)
      longest.push_back(longestAction(*stub, "neighbour"));
    actions.push_back(median(longest));
    {
      LoadProcess flood(
          {"--flood", daemon.address(), "flood", std::to_string(kRequests)});
      flood.ask(); // Until the first is answered.
      for (int k = 0; k < kCompiles; ++k)
        during.push_back(coldCompile(*stub, "neighbour"));
      const int ended = flood.ask();
      if (ended == kRequests)
        die("the flood was over before the neighbour was");
      if (ended < 0)
        die("some of the flood was refused");
    }
    quiet.push_back(median(before));
    first.push_back(during.front());
    middle.push_back(median(during));
    slowest.push_back(*std::max_element(during.begin(), during.end()));
  }
  report("a neighbour's compile, quiet", quiet, "ms");
  report("one action, quiet", actions, "ms");
  report("a neighbour's first in a flood of 3000", first, "ms");
  report("a neighbour's median of five in it", middle, "ms");
  report("a neighbour's slowest of five in it", slowest, "ms");
  reportFloodRatio("median", middle, actions, quiet);
  reportFloodRatio("slowest", slowest, actions, quiet);
}

void benchIdleConnections(const std::string &program) {
  constexpr int kConnections = 5000;
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  Daemon daemon(program);
  const double before = residentMiB(daemon.pid());
  std::vector<int> fds;
  for (int i = 0; i < kConnections; ++i) {
    fds.push_back(idleConnection(daemon.address().substr(5)));
    if (fds.back() < 0)
      die(absl::StrCat("connection ", i, " was refused"));
  }
  constexpr double kMegabytesOfMiB = 1.048576;
  std::cout << absl::StrFormat(
      "%-44s %10.1f MB (at most 80)\n", "front, for 5000 idle connections",
      (residentMiB(daemon.pid()) - before) * kMegabytesOfMiB);
  for (int fd : fds)
    close(fd);
}

} // namespace ingot::bench
