//===- DaemonProcess.h - an ingotd that is ended and started ----*- C++ -*-===//
//
// The real program on the fake worker (tests/fakes/FakeWorker.cpp), with a
// store that outlives each of its processes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAULTS_DAEMONPROCESS_H
#define INGOT_TESTS_FAULTS_DAEMONPROCESS_H

#include <filesystem>
#include <map>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace ingot::faults {

/// One thread at a time. The folder, with the socket and the store, goes with
/// the object.
class DaemonProcess {
public:
  explicit DaemonProcess(std::vector<std::string> flags = {});
  ~DaemonProcess();
  DaemonProcess(const DaemonProcess &) = delete;
  DaemonProcess &operator=(const DaemonProcess &) = delete;

  std::string address() const;
  std::filesystem::path store() const { return folder_ / "store"; }
  std::filesystem::path folder() const { return folder_; }
  /// What it wrote to standard error since it was started last.
  std::string log() const;

  /// What the next start() adds to the environment.
  void setEnvironment(std::map<std::string, std::string> variables) {
    environment_ = std::move(variables);
  }

  /// Starts it; false when it ended before it was ready.
  bool start();
  /// Sends a signal and waits for the end; returns waitpid()'s status.
  int stop(int signal);

private:
  const std::vector<std::string> flags_;
  std::filesystem::path folder_;
  std::map<std::string, std::string> environment_;
  pid_t pid_ = -1;
};

} // namespace ingot::faults

#endif // INGOT_TESTS_FAULTS_DAEMONPROCESS_H
