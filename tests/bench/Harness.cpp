//===- Harness.cpp - what the benchmarks of the service share -------------===//

#include "tests/bench/Harness.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <csignal>
#include <iostream>
#include <sys/prctl.h>
#include <sys/wait.h>
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

void die(const std::string &message) {
  std::cerr << "rpc_bench: " << message << "\n";
  std::exit(1);
}

Daemon::Daemon(const std::string &program) {
  folder_ = std::filesystem::temp_directory_path() /
            absl::StrCat("ingot-bench-", getpid());
  std::filesystem::create_directories(folder_);
  int ready[2];
  if (pipe(ready) != 0)
    die("no pipe");
  pid_ = fork();
  if (pid_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM); // die() runs no destructor.
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

Daemon::~Daemon() {
  kill(pid_, SIGTERM);
  waitpid(pid_, nullptr, 0);
  std::filesystem::remove_all(folder_);
}

std::shared_ptr<grpc::Channel> connect(const Daemon &daemon) {
  grpc::ChannelArguments arguments;
  arguments.SetInt("grpc.use_local_subchannel_pool", 1);
  return grpc::CreateCustomChannel(
      daemon.address(), grpc::InsecureChannelCredentials(), arguments);
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
                        const v1::CompileRequest &request, v1::Result &result) {
  grpc::ClientContext context;
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

} // namespace ingot::bench
