//===- WorkerOutput.h - what workers write to stderr ------------*- C++ -*-===//

#ifndef INGOT_SERVER_SCHEDULER_WORKEROUTPUT_H
#define INGOT_SERVER_SCHEDULER_WORKEROUTPUT_H

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

#include <functional>
#include <string>

namespace ingot::server {

/// Makes lines for the log of what came through the pipe that is the stderr of
/// the template and its workers. It is written by whatever runs in a worker, so
/// what could steer a terminal is replaced, and so much in kPeriod is passed
/// on; the rest is counted. One thread at a time.
class WorkerOutput {
public:
  static constexpr int kMaxLines = 100;
  static constexpr size_t kMaxLineBytes = 1000;
  static constexpr absl::Duration kPeriod = absl::Seconds(10);

  /// `log` takes one line, without its end.
  explicit WorkerOutput(std::function<void(const std::string &)> log)
      : log_(std::move(log)) {}

  /// Takes bytes as they came.
  void feed(absl::string_view bytes, absl::Time now);
  /// The pipe has ended: the last line may have no end.
  void end(absl::Time now);

private:
  void passOn(absl::Time now);

  const std::function<void(const std::string &)> log_;
  std::string line_;
  absl::Time period_ = absl::InfinitePast(); ///< When it began.
  int lines_ = 0;                            ///< Of this period.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKEROUTPUT_H
