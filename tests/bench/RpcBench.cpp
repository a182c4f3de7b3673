//===- RpcBench.cpp - what a hit and a blob cost through a daemon ---------===//
//
// Starts a real ingotd on a unix socket with a store of its own, compiles one
// small program, and measures: the latency of a hit, hits per second from many
// callers, a 64 MiB blob there and back, a bare call of the same server for
// comparison, a cold compile of a program that is new each time, and what the
// daemon's processes hold in memory.
//
// usage: rpc_bench PATH-OF-INGOTD [repetitions]
//
// Each figure is printed as minimum and median over the repetitions; compare
// the ratio to the bare call, not absolute times.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"
#include "google/bytestream/bytestream.grpc.pb.h"
#include "ingot/v1/admin.grpc.pb.h"
#include "ingot/v1/compiler.grpc.pb.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double percentile(std::vector<double> values, double fraction) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1,
                         static_cast<size_t>(fraction * values.size()))];
}

void report(const std::string &name, const std::vector<double> &values,
            const std::string &unit) {
  std::cout << absl::StrFormat("%-44s min %10.1f  median %10.1f %s\n", name,
                               *std::min_element(values.begin(), values.end()),
                               median(values), unit);
}

[[noreturn]] void die(const std::string &message) {
  std::cerr << "rpc_bench: " << message << "\n";
  std::exit(1);
}

/// A daemon of our own; ends with this object.
class Daemon {
public:
  explicit Daemon(const std::string &program) {
    folder_ = std::filesystem::temp_directory_path() /
              absl::StrCat("ingot-bench-", getpid());
    std::filesystem::create_directories(folder_);
    int ready[2];
    if (pipe(ready) != 0)
      die("no pipe");
    pid_ = fork();
    if (pid_ == 0) {
      std::string fd = std::to_string(ready[1]), listen = address(),
                  store = folder_ / "store", log = folder_ / "log";
      execl(program.c_str(), "ingotd", "--listen", listen.c_str(), "--store",
            store.c_str(), "--log-file", log.c_str(), "--ready-fd", fd.c_str(),
            nullptr);
      _exit(127);
    }
    close(ready[1]);
    char byte;
    if (read(ready[0], &byte, 1) != 1)
      die("ingotd did not start: " + program);
    close(ready[0]);
  }
  ~Daemon() {
    kill(pid_, SIGTERM);
    waitpid(pid_, nullptr, 0);
    std::filesystem::remove_all(folder_);
  }
  std::string address() const { return "unix:" + (folder_ / "s").string(); }
  pid_t pid() const { return pid_; }

private:
  std::filesystem::path folder_;
  pid_t pid_ = -1;
};

std::shared_ptr<grpc::Channel> connect(const Daemon &daemon) {
  grpc::ChannelArguments arguments;
  arguments.SetInt("grpc.use_local_subchannel_pool", 1);
  return grpc::CreateCustomChannel(
      daemon.address(), grpc::InsecureChannelCredentials(), arguments);
}

/// An elementwise program that is different for each `number`.
ingot::v1::CompileRequest program(int number) {
  ingot::v1::CompileRequest request;
  request.mutable_module()->set_inline_(
      absl::StrCat("func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {\n"
                   "  %c = arith.constant dense<",
                   number,
                   ".0> : tensor<64xf32>\n"
                   "  %0 = arith.mulf %a, %c : tensor<64xf32>\n"
                   "  return %0 : tensor<64xf32>\n}\n"));
  request.set_max_inline_bytes(1 << 20);
  return request;
}

ingot::v1::Result compile(ingot::v1::Compiler::Stub &stub,
                          const ingot::v1::CompileRequest &request) {
  grpc::ClientContext context;
  auto reader = stub.Compile(&context, request);
  ingot::v1::CompileEvent event;
  ingot::v1::Result result;
  while (reader->Read(&event))
    if (event.has_result())
      result.Swap(event.mutable_result());
  grpc::Status status = reader->Finish();
  if (!status.ok())
    die("compile: " + status.error_message());
  return result;
}

void benchLatency(const Daemon &daemon, int repetitions) {
  auto channel = connect(daemon);
  auto compiler = ingot::v1::Compiler::NewStub(channel);
  auto admin = ingot::v1::Admin::NewStub(channel);
  auto request = program(1);
  compile(*compiler, request);
  std::vector<double> p50, p99, bare;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<double> times, calls;
    for (int k = 0; k < 2000; ++k) {
      auto start = Clock::now();
      auto result = compile(*compiler, request);
      times.push_back(microseconds(Clock::now() - start));
      if (result.cache() != ingot::v1::HIT)
        die("expected a hit");
      start = Clock::now();
      grpc::ClientContext context;
      ingot::v1::ListTargetsResponse targets;
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
  constexpr int kCallers = 64, kCalls = 400, kChannels = 4;
  std::vector<std::unique_ptr<ingot::v1::Compiler::Stub>> stubs;
  for (int i = 0; i < kChannels; ++i)
    stubs.push_back(ingot::v1::Compiler::NewStub(connect(daemon)));
  auto request = program(1);
  std::vector<double> rates;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<std::thread> callers;
    auto start = Clock::now();
    for (int c = 0; c < kCallers; ++c)
      callers.emplace_back([&, c] {
        for (int k = 0; k < kCalls; ++k)
          compile(*stubs[c % kChannels], request);
      });
    for (std::thread &caller : callers)
      caller.join();
    rates.push_back(kCallers * kCalls /
                    (microseconds(Clock::now() - start) * 1e-6));
  }
  std::cout << absl::StrFormat(
      "%-44s max %10.0f  median %10.0f /s\n", "hits, 64 callers",
      *std::max_element(rates.begin(), rates.end()), median(rates));
}

double upload(google::bytestream::ByteStream::Stub &stub,
              const std::string &bytes, const ingot::Digest &digest) {
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
                const ingot::Digest &digest) {
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
    ingot::Digest digest = ingot::Digest::of(bytes);
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
  auto compiler = ingot::v1::Compiler::NewStub(connect(daemon));
  std::vector<double> times;
  for (int i = 0; i < 5 * repetitions; ++i) {
    auto request = program(1000 + i);
    auto start = Clock::now();
    auto result = compile(*compiler, request);
    times.push_back(microseconds(Clock::now() - start) / 1000);
    if (result.cache() != ingot::v1::MISS)
      die("expected a miss");
  }
  report("cold compile, one elementwise kernel", times, "ms");
}

/// A line of /proc/PID/status in MiB.
double memory(pid_t pid, const std::string &key) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  std::string line;
  while (std::getline(status, line))
    if (line.rfind(key, 0) == 0)
      return std::stod(line.substr(key.size())) / 1024;
  return 0;
}

void reportMemory(const Daemon &daemon, const std::string &when) {
  std::cout << absl::StrFormat("%-44s %10.1f MiB\n", "front, " + when,
                               memory(daemon.pid(), "VmRSS:"));
  for (const auto &entry : std::filesystem::directory_iterator("/proc")) {
    std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos)
      continue;
    std::ifstream comm(entry.path() / "comm");
    std::string program;
    std::getline(comm, program);
    if (program.rfind("ingot-worker", 0) == 0)
      std::cout << absl::StrFormat(
          "%-44s %10.1f MiB\n", "  a worker or their template, " + when,
          memory(static_cast<pid_t>(std::stoi(name)), "VmRSS:"));
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 2)
    die("usage: rpc_bench PATH-OF-INGOTD [repetitions]");
  int repetitions = argc > 2 ? std::stoi(argv[2]) : 5;
  Daemon daemon(argv[1]);
  reportMemory(daemon, "idle");
  benchLatency(daemon, repetitions);
  benchThroughput(daemon, repetitions);
  benchBlobs(daemon, repetitions);
  benchCold(daemon, repetitions);
  reportMemory(daemon, "after the load");
  return 0;
}
