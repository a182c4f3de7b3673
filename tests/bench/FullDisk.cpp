//===- FullDisk.cpp - hits while the store's disk is full -----------------===//
//
// The disk is a tmpfs of the benchmark's own. What is compiled on a full one is
// delivered and not kept, so that callers who compile write as much as they can
// all the time.
//
//===----------------------------------------------------------------------===//

#include "tests/bench/FullDisk.h"
#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <iostream>
#include <sched.h>
#include <sys/mount.h>
#include <thread>
#include <unistd.h>

namespace ingot::bench {
namespace {

constexpr int kCallers = 2, kProgramsPerRun = 1000000;

/// Mounts a disk of 256 MiB where the daemon is to have its files.
bool mountDisk(const std::filesystem::path &folder) {
  std::filesystem::create_directories(folder);
  return unshare(CLONE_NEWNS) == 0 &&
         mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
         mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=256m") == 0;
}

/// Writes until there is no room.
void fill(const std::filesystem::path &folder) {
  const int file = open((folder / "ballast").c_str(),
                        O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0600);
  for (const std::string &block : {std::string(1 << 16, 'x'), std::string("x")})
    while (write(file, block.data(), block.size()) > 0) {
    }
  close(file);
}

double p99Beside(const Daemon &daemon, v1::Compiler::Stub &stub,
                 const v1::CompileRequest &request) {
  static int runs = 1;
  LoadProcess others(
      {"--misses", daemon.address(), absl::StrCat(runs++ * kProgramsPerRun)});
  others.ask();
  const std::vector<double> times = hitTimes(stub, request);
  others.ask(); // All were compiled.
  return percentile(times, .99);
}

} // namespace

int runMisses(const std::string &address, int firstNumber) {
  std::atomic<int> number{firstNumber}, done{0};
  std::atomic<bool> isOver{false};
  std::vector<std::thread> callers;
  for (int i = 0; i < kCallers; ++i)
    callers.emplace_back([&, stub = v1::Compiler::NewStub(connect(address))] {
      for (; !isOver; ++done)
        compile(*stub, program(number++));
    });
  for (char question; read(STDIN_FILENO, &question, 1) == 1;) {
    while (done == 0)
      std::this_thread::yield();
    std::cout << done << std::endl;
  }
  isOver = true;
  for (std::thread &caller : callers)
    caller.join();
  return 0;
}

void benchFullDisk(const std::string &program, int repetitions) {
  const std::filesystem::path folder = Daemon::folder();
  if (!mountDisk(folder)) {
    std::cout << "hits on a full disk: not measured, mounting takes root\n";
    return;
  }
  {
    Daemon daemon(program);
    auto stub = v1::Compiler::NewStub(connect(daemon));
    const v1::CompileRequest request = bench::program(1);
    compile(*stub, request);
    std::vector<double> quiet, room, full, fullQuiet, ratios;
    for (int i = 0; i < repetitions; ++i) {
      quiet.push_back(percentile(hitTimes(*stub, request), .99));
      room.push_back(p99Beside(daemon, *stub, request));
      fill(folder);
      fullQuiet.push_back(percentile(hitTimes(*stub, request), .99));
      full.push_back(p99Beside(daemon, *stub, request));
      std::filesystem::remove(folder / "ballast");
      ratios.push_back(full.back() / quiet.back());
    }
    report("a hit, quiet, p99", quiet, "us");
    report("a hit beside two who compile, p99", room, "us");
    report("a hit, full disk, p99", fullQuiet, "us");
    report("a hit beside two who compile, full disk, p99", full, "us");
    std::cout << absl::StrFormat(
        "%-44s min %10.2f  median %10.2f (at most 1.25)\n",
        "ratio p99 full disk and compiles / quiet",
        *std::min_element(ratios.begin(), ratios.end()), median(ratios));
  }
  umount2(folder.c_str(), MNT_DETACH);
  std::filesystem::remove(folder);
}

} // namespace ingot::bench
