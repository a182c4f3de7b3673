//===- CrashStorm.cpp - a hit while others crash their workers ------------===//

#include "tests/bench/CrashStorm.h"
#include "ingot/v1/admin.grpc.pb.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <atomic>
#include <iostream>
#include <thread>
#include <unistd.h>

namespace ingot::bench {
namespace {

constexpr int kStormCallers = 4, kProgramsPerRun = 1000000;

// Programs that end a worker, rather than SIGKILL from here: a program goes the
// whole way that a user's does (request, worker, reproducer in the store, new
// worker), and a kill from outside would have to guess which processes are
// workers at work. The number makes each request new, so that no answer can
// come from an earlier one.

/// Overflows the stack of MLIR's parser of affine expressions, which recurses
/// once per parenthesis: SIGSEGV. From 100,000 on, with 8 MiB of stack.
v1::CompileRequest overflowsTheStack(int number) {
  return requestFor(absl::StrCat("func.func private @f", number,
                                 "() attributes {m = affine_map<(d0) -> (",
                                 std::string(200000, '('), ")>}\n"));
}

/// Small as text and 4 TiB as data of the executable: the memory limit.
v1::CompileRequest runsOutOfMemory(int number) {
  return requestFor(absl::StrCat(
      "func.func @f", number, "() -> tensor<1099511627776xf32> {\n",
      "  %0 = arith.constant dense<1.0> : tensor<1099511627776xf32>\n",
      "  return %0 : tensor<1099511627776xf32>\n}\n"));
}

void crash(v1::Compiler::Stub &stub, int number) {
  bool crashes = number % 2;
  v1::Result result;
  grpc::Status status = tryCompile(
      stub, crashes ? overflowsTheStack(number) : runsOutOfMemory(number),
      result);
  grpc::StatusCode expected = crashes ? grpc::StatusCode::INTERNAL
                                      : grpc::StatusCode::RESOURCE_EXHAUSTED;
  if (status.error_code() != expected)
    die(absl::StrCat("a program that should end its worker by a ",
                     crashes ? "crash" : "memory limit", " got: ",
                     status.error_code(), " ", status.error_message()));
}

uint64_t deadWorkers(v1::Admin::Stub &admin) {
  grpc::ClientContext context;
  v1::GetStatisticsResponse statistics;
  if (!admin.GetStatistics(&context, {}, &statistics).ok())
    die("no statistics");
  return statistics.worker_crashes() + statistics.worker_memory_limits();
}

} // namespace

int runCrashStorm(const std::string &address, int firstNumber) {
  std::atomic<int> number{firstNumber};
  std::atomic<bool> isOver{false};
  std::vector<std::thread> callers;
  for (int i = 0; i < kStormCallers; ++i)
    callers.emplace_back([&, stub = v1::Compiler::NewStub(connect(address))] {
      while (!isOver)
        crash(*stub, number++);
    });
  for (char question; read(STDIN_FILENO, &question, 1) == 1;) {
    while (number <= firstNumber + kStormCallers)
      std::this_thread::yield();
    std::cout << number - firstNumber << std::endl;
  }
  isOver = true;
  for (std::thread &caller : callers)
    caller.join();
  return 0;
}

void benchCrashStorm(const Daemon &daemon, int repetitions) {
  auto channel = connect(daemon);
  auto compiler = v1::Compiler::NewStub(channel);
  auto admin = v1::Admin::NewStub(channel);
  auto request = program(1);
  compile(*compiler, request);
  std::vector<double> quiet50, storm50, quiet99, storm99, ratios, deaths;
  for (int i = 0; i < repetitions; ++i) {
    // Quiet and storm by turns, so that a slow minute of the machine hits both.
    std::vector<double> quiet = hitTimes(*compiler, request);
    uint64_t before = deadWorkers(*admin);
    auto start = Clock::now();
    std::vector<double> storm;
    {
      LoadProcess others(
          {"--storm", daemon.address(), absl::StrCat(i * kProgramsPerRun)});
      others.ask(); // Until the first worker died.
      storm = hitTimes(*compiler, request);
      others.ask(); // All of them as they should.
    }
    double seconds = microseconds(Clock::now() - start) * 1e-6;
    deaths.push_back((deadWorkers(*admin) - before) / seconds);
    quiet50.push_back(percentile(quiet, .5));
    storm50.push_back(percentile(storm, .5));
    quiet99.push_back(percentile(quiet, .99));
    storm99.push_back(percentile(storm, .99));
    ratios.push_back(storm99.back() / quiet99.back());
  }
  if (*std::min_element(deaths.begin(), deaths.end()) == 0)
    die("no worker died in the storm");
  report("a neighbour's hit, quiet, p50", quiet50, "us");
  report("a neighbour's hit, crash storm, p50", storm50, "us");
  report("a neighbour's hit, quiet, p99", quiet99, "us");
  report("a neighbour's hit, crash storm, p99", storm99, "us");
  report("workers that died in the storm", deaths, "/s");
  std::cout << absl::StrFormat(
      "%-44s min %10.2f  median %10.2f (at most 1.25)\n",
      "ratio p99 storm / quiet",
      *std::min_element(ratios.begin(), ratios.end()), median(ratios));
}

} // namespace ingot::bench
