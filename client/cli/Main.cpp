//===- Main.cpp - ingot ---------------------------------------------------===//
//
// gRPC, once started, is not stopped: that waits for its threads to end, some
// 4 ms, which is a third of what `ingot compile` takes for a hit. The process
// ends with its threads instead, without the destructors of globals, which they
// might still use.
//
// Debian builds Abseil with its checks, for which each lock of the process,
// gRPC's too, is entered in one graph behind one lock. They are switched off.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandLine.h"

#include "absl/synchronization/mutex.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <unistd.h>

using ingot::client::Client;

int main(int argc, char **argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  ingot::client::Environment environment{std::cout, std::cerr,
                                         isatty(STDERR_FILENO) == 1};
  bool hasConnected = false;
  environment.connect = [&](const std::string &address, absl::Duration timeout,
                            const ingot::client::ConnectOptions &options) {
    absl::StatusOr<std::unique_ptr<Client>> client =
        Client::connect(address, timeout, options);
    if (client.ok())
      (*client)->keepConnected();
    hasConnected |= client.ok();
    return client;
  };
  const int code = ingot::client::runCommandLine(argc, argv, environment);
  if (!hasConnected)
    return code;
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr); // A custom op's library may have printed.
  std::_Exit(code);
}
