//===- TemplateProcess.h - starts the template, has it fork -----*- C++ -*-===//
//
// The daemon's side of the control socket of server/worker/PROTOCOL.md. Loading
// a compiler may take seconds, so start() does not wait for it: its hello is an
// event like those that follow.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_TEMPLATEPROCESS_H
#define INGOT_SERVER_SCHEDULER_TEMPLATEPROCESS_H

#include "ingot/v1/worker.pb.h"
#include "server/scheduler/WorkerPool.h"
#include "server/worker/FileDescriptor.h"

#include "absl/status/statusor.h"

#include <memory>
#include <optional>
#include <sys/types.h>

namespace ingot::server {

/// What the template said.
struct TemplateEvent {
  enum Kind { Hello, Spawned, Exited } kind = Hello;
  v1::WorkerHello hello; ///< Of Hello.
  uint64_t spawn = 0;    ///< Of Spawned and Exited.
  FileDescriptor pidfd;  ///< Of Spawned.
  int waitStatus = 0;    ///< Of Exited.
};

/// A running template. Killed and reaped with this object. One thread at a
/// time.
class TemplateProcess {
public:
  /// Starts the program. UNAVAILABLE when it cannot be started.
  static absl::StatusOr<std::unique_ptr<TemplateProcess>>
  start(const WorkerPoolOptions &options);
  ~TemplateProcess();

  /// For polling: readable when next() has something to say.
  int control() const { return control_.get(); }

  /// For polling: the stderr of the template and its workers, not blocking.
  int errors() const { return errors_.get(); }

  /// Asks for a worker that serves `socket`. UNAVAILABLE when the template is
  /// gone, or does not read.
  absl::Status fork(uint64_t spawn, int socket);

  /// The next event, or nothing when there is none now; the first is Hello.
  /// UNAVAILABLE when the template is gone, or no template.
  absl::StatusOr<std::optional<TemplateEvent>> next();

private:
  TemplateProcess(pid_t pid, FileDescriptor control, FileDescriptor errors)
      : pid_(pid), control_(std::move(control)), errors_(std::move(errors)) {}
  absl::StatusOr<std::optional<TemplateEvent>> readHello();

  const pid_t pid_;
  const FileDescriptor control_, errors_;
  bool saidHello_ = false;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_TEMPLATEPROCESS_H
