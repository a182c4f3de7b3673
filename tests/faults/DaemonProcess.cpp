//===- DaemonProcess.cpp - an ingotd that can be ended and started --------===//

#include "tests/faults/DaemonProcess.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::faults {

DaemonProcess::DaemonProcess(std::vector<std::string> flags)
    : flags_(std::move(flags)) {
  std::string name = testing::TempDir() + "ingot-fault-XXXXXX";
  folder_ = mkdtemp(name.data());
}

DaemonProcess::~DaemonProcess() {
  if (pid_ > 0)
    stop(SIGKILL);
  std::filesystem::remove_all(folder_);
}

std::string DaemonProcess::address() const {
  return "unix:" + (folder_ / "s").string();
}

std::string DaemonProcess::log() const {
  std::ostringstream text;
  text << std::ifstream(folder_ / "log").rdbuf();
  return text.str();
}

bool DaemonProcess::start() {
  int ready[2];
  if (pipe2(ready, O_CLOEXEC) != 0)
    return false;
  const int inherited = dup(ready[1]); // Without O_CLOEXEC.
  std::vector<std::string> arguments = {INGOT_DAEMON,
                                        "--listen",
                                        address(),
                                        "--store",
                                        store().string(),
                                        "--worker-program",
                                        INGOT_FAKE_WORKER,
                                        "--workers",
                                        "2",
                                        "--ready-fd",
                                        std::to_string(inherited)};
  arguments.insert(arguments.end(), flags_.begin(), flags_.end());
  std::vector<char *> pointers;
  for (std::string &argument : arguments)
    pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const std::string log = folder_ / "log";
  pid_ = fork();
  if (pid_ == 0) {
    dup2(open(log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    for (const auto &[name, value] : environment_)
      setenv(name.c_str(), value.c_str(), 1);
    execv(INGOT_DAEMON, pointers.data());
    _exit(127);
  }
  close(ready[1]);
  close(inherited);
  char byte = 0;
  const bool isReady = read(ready[0], &byte, 1) == 1;
  close(ready[0]);
  return isReady;
}

int DaemonProcess::stop(int signal) {
  kill(pid_, signal);
  int status = -1;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return status;
}

} // namespace ingot::faults
