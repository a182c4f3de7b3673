//===- WorkerSupply.h - the template, and how many workers ------*- C++ -*-===//
//
// Decides when a template is started and how many workers it is asked for. Like
// WorkerLifecycle it touches no process and no clock.
//
//            work waits           hello
//    Down -------------> Starting ------> Up
//     ^                     |             |
//     +---------------------+             |
//     |  timeout, exit, another build     |
//     +-----------------------------------+
//        exit; then started again at once
//
// A template that exits while it starts is started again after a pause, for
// what made it exit may pass: an upgrade that replaces files, a machine out of
// memory. After some such exits in a row what waits is refused, and each later
// one refuses at once. A timeout and another build do not pass and refuse at
// once too.
//
// A template whose workers all exit before they did anything, for a sandbox
// that cannot be set up, would be asked for new ones in an endless loop. After
// some such exits in a row, what waits is refused and one worker is tried when
// there is work; the first outcome of a job ends that.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKERSUPPLY_H
#define INGOT_SERVER_SCHEDULER_WORKERSUPPLY_H

#include "absl/status/status.h"
#include "absl/time/time.h"

#include <optional>
#include <string>

namespace ingot::server {

/// One thread at a time. Begins with a template that is up.
class WorkerSupply {
public:
  enum class State { Down, Starting, Up };

  /// `startTimeout` is how long a template may take until its hello.
  WorkerSupply(int workers, absl::Duration startTimeout)
      : workers_(workers), startTimeout_(startTimeout) {}

  State state() const { return state_; }

  /// Whether the pool should start a template now.
  bool needsTemplate(bool hasWork) const;
  /// How many workers there should be.
  int wantedWorkers(bool hasWork) const;
  /// When something is due though nothing happens.
  absl::Time deadline() const;
  /// Why all work that waits now must be refused; said once.
  std::optional<absl::Status> takeRefusal();

  /// A template was started.
  void onTemplateStarted(absl::Time now);
  /// It said hello.
  void onHello();
  /// It exited, or could not be started.
  void onTemplateGone(const std::string &why, absl::Time now);
  /// It is of no use, and the next one would be neither.
  void onTemplateUseless(const std::string &why, absl::Time now);
  /// The time is `now`. True if a template that starts has run out of it; the
  /// pool then ends it.
  bool onTimer(absl::Time now);

  /// No worker could be asked for just now.
  void onSpawnFailed(absl::Time now);
  /// A worker did its job.
  void onOutcome() { earlyExits_ = 0; }
  /// A worker exited.
  void onWorkerExit(bool isEarly);

private:
  bool isFailing() const;
  void waitBeforeStart(absl::Time now);
  void countEarlyExit();

  const int workers_;
  const absl::Duration startTimeout_;
  State state_ = State::Up;
  bool restartsAtOnce_ = false;
  int earlyExits_ = 0;   ///< In a row.
  int failedStarts_ = 0; ///< In a row.
  absl::Time startDeadline_ = absl::InfiniteFuture();
  absl::Time startRetry_ = absl::InfiniteFuture(); ///< None is to come.
  absl::Time spawnRetry_ = absl::InfiniteFuture(); ///< None is to come.
  std::optional<absl::Status> refusal_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKERSUPPLY_H
