//===- Harness.h - what the benchmarks of the service share -----*- C++ -*-===//
//
// A daemon of the benchmark's own, a small program to send it, and how times
// are summed up. Errors end the benchmark: a figure that is partly made of
// failures says nothing.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_BENCH_HARNESS_H
#define INGOT_TESTS_BENCH_HARNESS_H

#include "ingot/v1/compiler.grpc.pb.h"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ingot::bench {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration duration);
double median(std::vector<double> values);
double percentile(std::vector<double> values, double fraction);

/// Prints minimum and median of what was measured once per repetition.
void report(const std::string &name, const std::vector<double> &values,
            const std::string &unit);

/// Connections over which the callers of reportRate() may spread.
inline constexpr int kChannels = 4;

/// Prints how many calls a second 64 callers make, each on a thread of its own;
/// `call` gets the caller's number.
void reportRate(const std::string &name, int repetitions,
                const std::function<void(int caller)> &call);

[[noreturn]] void die(const std::string &message);

/// Resident memory of a process: now, and the most that it ever had.
double residentMiB(pid_t pid);
double peakResidentMiB(pid_t pid);

/// A port of this machine that was free just now.
std::string freeAddress();

/// An ingotd on a unix socket with a new store, both gone with this object.
class Daemon {
public:
  /// Returns when the daemon is ready.
  explicit Daemon(const std::string &program) : Daemon(program, {}, "") {}
  virtual ~Daemon();
  Daemon(const Daemon &) = delete;
  Daemon &operator=(const Daemon &) = delete;

  std::string address() const { return address_; }
  pid_t pid() const { return pid_; }

  /// Where daemons of this process have their files.
  static std::filesystem::path folder();

protected:
  /// With more flags, and at another address.
  Daemon(const std::string &program, std::vector<std::string> flags,
         std::string address, const std::string &credentials = "");

private:
  const std::filesystem::path folder_ = folder();
  std::string address_;
  pid_t pid_ = -1;
};

/// One that is called over TCP by tenants with tokens of their names.
class TcpDaemon : public Daemon {
public:
  TcpDaemon(const std::string &program, const std::vector<std::string> &tenants,
            const std::vector<std::string> &flags);
};

/// This program once more, for load: in the measuring process, what the load
/// is answered would stand before what is measured.
class LoadProcess {
public:
  explicit LoadProcess(std::vector<std::string> arguments);
  /// Ends its stdin and waits for it.
  ~LoadProcess();
  LoadProcess(const LoadProcess &) = delete;
  LoadProcess &operator=(const LoadProcess &) = delete;

  /// Sends a byte and waits for the number that comes back.
  int ask();

private:
  pid_t pid_;
  int in_, out_;
};

/// A connection that no other channel of this process shares.
std::shared_ptr<grpc::Channel> connect(const Daemon &daemon);
std::shared_ptr<grpc::Channel> connect(const std::string &address);

/// A request for MLIR text; a small artifact comes back inside the answer.
v1::CompileRequest requestFor(const std::string &module);

/// An elementwise program that is different for each `number`.
v1::CompileRequest program(int number);

/// Compiles and reads the stream to its end, whatever that is.
grpc::Status tryCompile(v1::Compiler::Stub &stub,
                        const v1::CompileRequest &request, v1::Result &result,
                        const std::string &token = "");

/// Compiles what must compile.
v1::Result compile(v1::Compiler::Stub &stub, const v1::CompileRequest &request);

/// Microseconds of so many hits, one after the other, of a stored request.
std::vector<double> hitTimes(v1::Compiler::Stub &stub,
                             const v1::CompileRequest &request,
                             int count = 20000);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_HARNESS_H
