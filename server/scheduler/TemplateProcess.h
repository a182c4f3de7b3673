//===- TemplateProcess.h - starting the template, asking it to fork -*- C++
//-*-===//
//
// The daemon's side of the control socket of server/worker/PROTOCOL.md.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_TEMPLATEPROCESS_H
#define INGOT_SERVER_SCHEDULER_TEMPLATEPROCESS_H

#include "ingot/v1/worker.pb.h"
#include "server/scheduler/WorkerPool.h"
#include "server/worker/Frame.h"

#include "absl/status/statusor.h"

#include <memory>
#include <optional>
#include <sys/types.h>

namespace ingot::server {

/// What the template said.
struct TemplateEvent {
  enum Kind { Spawned, Exited } kind = Spawned;
  uint64_t spawn = 0;
  FileDescriptor pidfd; ///< Of Spawned.
  int waitStatus = 0;   ///< Of Exited.
};

/// A running template. Killed and reaped with this object. One thread at a
/// time.
class TemplateProcess {
public:
  /// Starts the program and waits for its hello, `patience` at most.
  static absl::StatusOr<std::unique_ptr<TemplateProcess>>
  start(const WorkerPoolOptions &options, absl::Duration patience);
  ~TemplateProcess();

  const v1::WorkerHello &hello() const { return hello_; }

  /// For polling: readable when next() has something to say.
  int control() const { return control_.get(); }

  /// Asks for a worker that serves `socket`. UNAVAILABLE when the template is
  /// gone.
  absl::Status fork(uint64_t spawn, int socket);

  /// The next event, or nothing when there is none now. UNAVAILABLE when the
  /// template is gone.
  absl::StatusOr<std::optional<TemplateEvent>> next();

private:
  TemplateProcess(pid_t pid, FileDescriptor control)
      : pid_(pid), control_(std::move(control)) {}
  absl::Status awaitHello(absl::Duration patience);

  const pid_t pid_;
  FileDescriptor control_;
  v1::WorkerHello hello_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_TEMPLATEPROCESS_H
