//===- RpcBench.cpp - what a hit and a blob cost through a daemon ---------===//
//
// Starts a real ingotd on a unix socket with a store of its own, compiles one
// small program, and measures: the latency of a hit, hits per second from many
// callers, a 64 MiB blob there and back, what clients of REAPI ask, a bare call
// of the same server for comparison, a cold compile of a program that is new
// each time, a hit while others crash their workers, and what the daemon's
// processes hold in memory.
//
// usage: rpc_bench PATH-OF-INGOTD [repetitions] [PART]
//
// Each figure is printed as minimum and median over the repetitions; compare
// the ratio to the bare call, not absolute times.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "tests/bench/Attacks.h"
#include "tests/bench/CrashStorm.h"
#include "tests/bench/Flood.h"
#include "tests/bench/FullDisk.h"
#include "tests/bench/Harness.h"
#include "tests/bench/ReapiBench.h"
#include "tests/bench/Replacement.h"
#include "tests/bench/Tenants.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/synchronization/mutex.h"

#include <algorithm>
#include <fstream>
#include <iostream>

namespace ingot::bench {
namespace {

void benchLatency(const Daemon &daemon, int repetitions) {
  auto channel = connect(daemon);
  auto compiler = v1::Compiler::NewStub(channel);
  auto request = program(1);
  compile(*compiler, request);
  std::vector<double> p50, p99, bare;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<double> times, calls;
    for (int k = 0; k < 2000; ++k) {
      auto start = Clock::now();
      auto result = compile(*compiler, request);
      times.push_back(microseconds(Clock::now() - start));
      if (result.cache() != v1::HIT)
        die("expected a hit");
      start = Clock::now();
      grpc::ClientContext context;
      v1::ListTargetsResponse targets;
      compiler->ListTargets(&context, {}, &targets);
      calls.push_back(microseconds(Clock::now() - start));
    }
    p50.push_back(percentile(times, .5));
    p99.push_back(percentile(times, .99));
    bare.push_back(percentile(calls, .5));
  }
  report("hit, one caller, p50", p50, "us");
  report("hit, one caller, p99", p99, "us");
  report("ListTargets, one caller, p50", bare, "us");
  std::cout << absl::StrFormat("%-44s %.2f\n", "ratio hit / ListTargets",
                               median(p50) / median(bare));
}

void benchThroughput(const Daemon &daemon, int repetitions) {
  std::vector<std::unique_ptr<v1::Compiler::Stub>> stubs;
  for (int i = 0; i < kChannels; ++i)
    stubs.push_back(v1::Compiler::NewStub(connect(daemon)));
  auto request = program(1);
  reportRate("hits, 64 callers", repetitions,
             [&](int caller) { compile(*stubs[caller % kChannels], request); });
  reportRate("ListTargets, 64 callers", repetitions, [&](int caller) {
    grpc::ClientContext context;
    v1::ListTargetsResponse targets;
    stubs[caller % kChannels]->ListTargets(&context, {}, &targets);
  });
}

double upload(google::bytestream::ByteStream::Stub &stub,
              const std::string &bytes, const Digest &digest) {
  auto start = Clock::now();
  grpc::ClientContext context;
  google::bytestream::WriteResponse response;
  auto writer = stub.Write(&context, &response);
  for (size_t at = 0; at < bytes.size(); at += 1 << 20) {
    google::bytestream::WriteRequest part;
    if (at == 0)
      part.set_resource_name(
          absl::StrCat("uploads/bench/blobs/", digest.hex(), "/", digest.size));
    part.set_write_offset(static_cast<int64_t>(at));
    part.set_data(bytes.substr(at, 1 << 20));
    part.set_finish_write(at + (1 << 20) >= bytes.size());
    if (!writer->Write(part))
      break;
  }
  writer->WritesDone();
  if (grpc::Status status = writer->Finish(); !status.ok())
    die("upload: " + status.error_message());
  return microseconds(Clock::now() - start);
}

double download(google::bytestream::ByteStream::Stub &stub,
                const Digest &digest) {
  auto start = Clock::now();
  grpc::ClientContext context;
  google::bytestream::ReadRequest request;
  request.set_resource_name(
      absl::StrCat("blobs/", digest.hex(), "/", digest.size));
  auto reader = stub.Read(&context, request);
  google::bytestream::ReadResponse part;
  int64_t size = 0;
  while (reader->Read(&part))
    size += static_cast<int64_t>(part.data().size());
  if (grpc::Status status = reader->Finish();
      !status.ok() || size != digest.size)
    die("download: " + status.error_message());
  return microseconds(Clock::now() - start);
}

void benchBlobs(const Daemon &daemon, int repetitions) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(8 << 20);
  auto stub = google::bytestream::ByteStream::NewStub(grpc::CreateCustomChannel(
      daemon.address(), grpc::InsecureChannelCredentials(), arguments));
  constexpr size_t kSize = 64 << 20;
  std::string bytes(kSize, '\0');
  uint64_t state = 88172645463325252u; // xorshift: nothing to compress.
  for (size_t i = 0; i + 8 <= kSize; i += 8) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    std::copy_n(reinterpret_cast<const char *>(&state), 8, bytes.data() + i);
  }
  std::vector<double> up, down;
  for (int i = 0; i < repetitions; ++i) {
    bytes[0] = static_cast<char>(i);
    Digest digest = Digest::of(bytes);
    up.push_back(kSize / (upload(*stub, bytes, digest) * 1e-6) / (1 << 30));
    for (int k = 0; k < 3; ++k)
      down.push_back(kSize / (download(*stub, digest) * 1e-6) / (1 << 30));
  }
  std::cout << absl::StrFormat(
      "%-44s max %10.2f  median %10.2f GiB/s\n", "64 MiB blob, to the client",
      *std::max_element(down.begin(), down.end()), median(down));
  std::cout << absl::StrFormat(
      "%-44s max %10.2f  median %10.2f GiB/s\n", "64 MiB blob, to the daemon",
      *std::max_element(up.begin(), up.end()), median(up));
}

void benchCold(const Daemon &daemon, int repetitions) {
  auto compiler = v1::Compiler::NewStub(connect(daemon));
  std::vector<double> times;
  for (int i = 0; i < 5 * repetitions; ++i) {
    auto request = program(1000 + i);
    auto start = Clock::now();
    auto result = compile(*compiler, request);
    times.push_back(microseconds(Clock::now() - start) / 1000);
    if (result.cache() != v1::MISS)
      die("expected a miss");
  }
  report("cold compile, one elementwise kernel", times, "ms");
}

/// The number that follows `key` in /proc/PID/status; 0 when there is none.
double statusField(pid_t pid, const std::string &key) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  std::string line;
  while (std::getline(status, line))
    if (line.rfind(key, 0) == 0)
      return std::stod(line.substr(key.size()));
  return 0;
}

/// Other daemons of this machine have workers too.
bool descendsFrom(pid_t pid, pid_t ancestor) {
  while (pid > 1 && pid != ancestor)
    pid = static_cast<pid_t>(statusField(pid, "PPid:"));
  return pid == ancestor;
}

void reportMemory(const Daemon &daemon, const std::string &when) {
  std::cout << absl::StrFormat("%-44s %10.1f MiB\n", "front, " + when,
                               residentMiB(daemon.pid()));
  for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
    std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    pid_t pid = std::stoi(name);
    if (pid != daemon.pid() && descendsFrom(pid, daemon.pid()))
      std::cout << absl::StrFormat("%-44s %10.1f MiB\n",
                                   "  a worker or their template, " + when,
                                   residentMiB(pid));
  }
}

} // namespace
} // namespace ingot::bench

int main(int argc, char **argv) {
  using namespace ingot::bench;
  // As in the daemon (configureGrpc()): the callers are on its processors.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  if (argc == 5 && std::string(argv[1]) == "--flood") // By Tenants.cpp.
    return runFlood(argv[2], argv[3], std::stoi(argv[4]));
  if (argc == 5 && std::string(argv[1]) == "--attack") // By Attacks.cpp.
    return runAttack(argv[2], argv[3], argv[4]);
  if (argc == 4 && std::string(argv[1]) == "--storm") // By CrashStorm.cpp.
    return runCrashStorm(argv[2], std::stoi(argv[3]));
  if (argc == 4 && std::string(argv[1]) == "--misses") // By FullDisk.cpp.
    return runMisses(argv[2], std::stoi(argv[3]));
  if (argc < 2)
    die("usage: rpc_bench PATH-OF-INGOTD [repetitions] [tenants|flood|idle|"
        "calls|blobs|storm|replacement|disk|attacks [NAME]]");
  const std::string part = argc > 3 ? argv[3] : "";
  auto wanted = [&](const char *name) { return part.empty() || part == name; };
  const int repetitions = argc > 2 ? std::stoi(argv[2]) : 5;
  if (wanted("tenants"))
    benchTenants(argv[1], repetitions);
  if (wanted("flood"))
    benchFlood(argv[1], repetitions);
  if (part == "attacks")
    benchAttacks(argv[1], argc > 4 ? argv[4] : "");
  if (part == "disk") // Not beside others: it changes what is mounted.
    benchFullDisk(argv[1], repetitions);
  if (wanted("idle"))
    benchIdleConnections(argv[1]);
  if (!wanted("calls") && !wanted("blobs") && !wanted("replacement") &&
      !wanted("storm"))
    return 0;
  Daemon daemon(argv[1]);
  reportMemory(daemon, "idle");
  if (wanted("calls")) {
    benchLatency(daemon, repetitions);
    benchThroughput(daemon, repetitions);
  }
  if (wanted("calls") || wanted("blobs"))
    benchBlobs(daemon, repetitions);
  if (wanted("calls")) {
    benchReapi(daemon, repetitions);
    benchCold(daemon, repetitions);
  }
  if (wanted("replacement"))
    benchReplacement(daemon, repetitions);
  if (wanted("calls") || wanted("storm"))
    benchCrashStorm(daemon, repetitions);
  if (wanted("calls")) {
    reportMemory(daemon, "after the load");
  }
  return 0;
}
