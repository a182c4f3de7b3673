//===- Template.h - the process that workers are forked from ----*- C++ -*-===//
//
// Loading and warming a compiler takes tens of milliseconds, forking a process
// that did so takes one. The template does nothing else than fork on request
// and report how its children ended.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_TEMPLATE_H
#define INGOT_SERVER_WORKER_TEMPLATE_H

#include "ingot/v1/worker.pb.h"
#include "server/worker/Sandbox.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::server {

/// What a worker does with a request. One thread at a time.
class Backend {
public:
  using Send = std::function<void(const v1::WorkResponse &response,
                                  const std::vector<std::string> &payloads)>;

  virtual ~Backend() = default;

  /// What this build of the compiler is.
  virtual v1::WorkerHello hello() = 0;

  /// Makes the first request as fast as later ones. Called at most once, in a
  /// worker that has been waiting for a while.
  virtual void warmUp() {}

  /// Runs one request: any number of events and exactly one outcome go to
  /// `send`, which fills in the id. Payloads begin at multiples of 64 if they
  /// are large; they live as long as the call.
  virtual void run(const v1::WorkRequest &request,
                   const std::vector<std::string_view> &payloads,
                   const Send &send) = 0;
};

/// How workers are confined.
struct WorkerLimits {
  int64_t memoryBytes = int64_t{4} << 30;
  std::optional<SandboxMode> sandbox = SandboxMode::Enforce; ///< Or none.
  int nice = 0; ///< Niceness, 0 to 19, of runTemplate() and its children.
};

/// Serves the control socket until it ends; returns the exit status of the
/// process. Children serve their sockets and never return. Must be called by a
/// single-threaded process.
int runTemplate(int control, Backend &backend, const WorkerLimits &limits);

/// Serves requests on `socket` until it ends; returns the exit status.
int serveWorker(int socket, Backend &backend);

/// What an operator gives the compiler.
struct CompilerSettings {
  std::string targets; ///< Folder of descriptions, or empty.
  std::string plugins; ///< Folder, or empty.
  bool verifyPasses = false;
};

/// Makes what a worker program serves.
using MakeBackend = std::function<Backend &(const CompilerSettings &settings)>;

/// The command line of a worker program: `--control-fd=N --nice=N`, which calls
/// runTemplate(), or `--action=FOLDER --result=FILE`, which calls
/// runActionFiles(); then `--memory-limit=BYTES --sandbox=on|log|off
/// --targets=FOLDER --plugins=FOLDER --verify-passes`. Prints usage and returns
/// 2 when called by hand.
int templateMain(int argc, char **argv, const MakeBackend &makeBackend);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_TEMPLATE_H
