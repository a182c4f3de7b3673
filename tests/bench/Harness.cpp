//===- Harness.cpp - what the benchmarks of the service share -------------===//

#include "tests/bench/Harness.h"
#include "cache/key/Digest.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iostream>
#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ingot::bench {

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

void reportRate(const std::string &name, int repetitions,
                const std::function<void(int caller)> &call) {
  constexpr int kCallers = 64, kCalls = 400;
  std::vector<double> rates;
  for (int i = 0; i < repetitions; ++i) {
    std::vector<std::thread> callers;
    auto start = Clock::now();
    for (int c = 0; c < kCallers; ++c)
      callers.emplace_back([&call, c] {
        for (int k = 0; k < kCalls; ++k)
          call(c);
      });
    for (std::thread &caller : callers)
      caller.join();
    rates.push_back(kCallers * kCalls /
                    (microseconds(Clock::now() - start) * 1e-6));
  }
  std::cout << absl::StrFormat("%-44s max %10.0f  median %10.0f /s\n", name,
                               *std::max_element(rates.begin(), rates.end()),
                               median(rates));
}

void die(const std::string &message) {
  std::cerr << "rpc_bench: " << message << "\n";
  std::exit(1);
}

static double mebibytesOf(pid_t pid, const std::string &key) {
  std::ifstream status(absl::StrCat("/proc/", pid, "/status"));
  std::string line;
  while (std::getline(status, line))
    if (line.rfind(key, 0) == 0)
      return std::stod(line.substr(key.size())) / 1024;
  return 0;
}

double residentMiB(pid_t pid) { return mebibytesOf(pid, "VmRSS:"); }

double peakResidentMiB(pid_t pid) { return mebibytesOf(pid, "VmHWM:"); }

Daemon::Daemon(const std::string &program, std::vector<std::string> flags,
               std::string address, const std::string &credentials) {
  std::filesystem::create_directories(folder_);
  address_ = address.empty() ? "unix:" + (folder_ / "s").string() : address;
  int ready[2];
  if (pipe(ready) != 0)
    die("no pipe");
  for (const std::string &flag :
       {std::string("--listen"), address_, std::string("--store"),
        (folder_ / "store").string(), std::string("--log-file"),
        (folder_ / "log").string(), std::string("--ready-fd"),
        std::to_string(ready[1])})
    flags.push_back(flag);
  if (!credentials.empty()) {
    const std::string file = folder_ / "credentials";
    std::ofstream(file) << credentials;
    std::filesystem::permissions(file, std::filesystem::perms::owner_read);
    flags.insert(flags.end(), {"--credentials", file});
  }
  std::vector<char *> arguments{const_cast<char *>("ingotd")};
  for (std::string &flag : flags)
    arguments.push_back(flag.data());
  arguments.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM); // die() runs no destructor.
    execv(program.c_str(), arguments.data());
    _exit(127);
  }
  close(ready[1]);
  char byte;
  if (read(ready[0], &byte, 1) != 1)
    die("ingotd did not start: " + program);
  close(ready[0]);
}

std::string freeAddress() {
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto *generic = reinterpret_cast<sockaddr *>(&address);
  if (bind(fd, generic, size) != 0 || getsockname(fd, generic, &size) != 0)
    die("no port is free");
  close(fd);
  return absl::StrCat("127.0.0.1:", ntohs(address.sin_port));
}

static std::string credentialsOf(const std::vector<std::string> &tenants) {
  std::string lines;
  for (const std::string &tenant : tenants)
    absl::StrAppend(&lines, tenant,
                    " compiler,uploader sha256:", Digest::of(tenant).hex(),
                    "\n");
  return lines;
}

TcpDaemon::TcpDaemon(const std::string &program,
                     const std::vector<std::string> &tenants,
                     const std::vector<std::string> &flags)
    : Daemon(program, flags, freeAddress(), credentialsOf(tenants)) {}

Daemon::~Daemon() {
  kill(pid_, SIGTERM);
  waitpid(pid_, nullptr, 0);
  std::error_code ignored; // It may be where something is mounted.
  std::filesystem::remove_all(folder_, ignored);
}

std::filesystem::path Daemon::folder() {
  return std::filesystem::temp_directory_path() /
         absl::StrCat("ingot-bench-", getpid());
}

LoadProcess::LoadProcess(std::vector<std::string> arguments) {
  int from[2], to[2];
  if (pipe2(from, O_CLOEXEC) != 0 || pipe2(to, O_CLOEXEC) != 0)
    die("no pipe");
  std::vector<char *> argv{const_cast<char *>("rpc_bench")};
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  in_ = from[0];
  out_ = to[1];
}

LoadProcess::~LoadProcess() {
  close(out_);
  close(in_);
  waitpid(pid_, nullptr, 0);
}

int LoadProcess::ask() {
  char answer[16] = {};
  if (write(out_, "?", 1) != 1 || read(in_, answer, sizeof(answer) - 1) <= 0)
    die("the load is over");
  return std::stoi(answer);
}

std::shared_ptr<grpc::Channel> connect(const Daemon &daemon) {
  return connect(daemon.address());
}

std::shared_ptr<grpc::Channel> connect(const std::string &address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt("grpc.use_local_subchannel_pool", 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(),
                                   arguments);
}

v1::CompileRequest requestFor(const std::string &module) {
  v1::CompileRequest request;
  request.mutable_module()->set_inline_(module);
  request.set_max_inline_bytes(1 << 20);
  return request;
}

v1::CompileRequest program(int number) {
  return requestFor(
      absl::StrCat("func.func @f(%a: tensor<64xf32>) -> tensor<64xf32> {\n"
                   "  %c = arith.constant dense<",
                   number,
                   ".0> : tensor<64xf32>\n"
                   "  %0 = arith.mulf %a, %c : tensor<64xf32>\n"
                   "  return %0 : tensor<64xf32>\n}\n"));
}

grpc::Status tryCompile(v1::Compiler::Stub &stub,
                        const v1::CompileRequest &request, v1::Result &result,
                        const std::string &token) {
  grpc::ClientContext context;
  if (!token.empty())
    context.AddMetadata("authorization", "Bearer " + token);
  auto reader = stub.Compile(&context, request);
  v1::CompileEvent event;
  while (reader->Read(&event))
    if (event.has_result())
      result.Swap(event.mutable_result());
  return reader->Finish();
}

v1::Result compile(v1::Compiler::Stub &stub,
                   const v1::CompileRequest &request) {
  v1::Result result;
  if (grpc::Status status = tryCompile(stub, request, result); !status.ok())
    die("compile: " + status.error_message());
  return result;
}

std::vector<double> hitTimes(v1::Compiler::Stub &stub,
                             const v1::CompileRequest &request, int count) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    auto start = Clock::now();
    auto result = compile(stub, request);
    times.push_back(microseconds(Clock::now() - start));
    if (result.cache() != v1::HIT)
      die("expected a hit");
  }
  return times;
}

} // namespace ingot::bench
