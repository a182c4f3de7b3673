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
// A program goes out, and constants come in, through buffers of up to some
// mebibytes, each of which glibc would take from the kernel anew, page by page:
// a copy into such memory took eight times as long as one into large pages,
// measured in a virtual machine. So for a command that connects the heap goes
// on with large pages, and what was freed is kept for the next buffer: the
// process ends soon.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandLine.h"

#include "absl/synchronization/mutex.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <malloc.h>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

using ingot::client::Client;

/// Pages that nobody touches take no memory.
static void prepareHeap() {
  constexpr int kMaxBuffer = 32 << 20, kMaxKept = 64 << 20; // glibc's most.
  constexpr size_t kLargeBytes = 24 << 20, kLargePage = 2 << 20;
  mallopt(M_MMAP_THRESHOLD, kMaxBuffer);
  mallopt(M_TRIM_THRESHOLD, kMaxKept);
  void *begin = std::malloc(kLargeBytes);
  const uintptr_t first = reinterpret_cast<uintptr_t>(begin) + kLargePage - 1;
  madvise(reinterpret_cast<void *>(first / kLargePage * kLargePage),
          kLargeBytes - kLargePage, MADV_HUGEPAGE);
  std::free(begin); // To the heap, which keeps it.
}

int main(int argc, char **argv) {
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  ingot::client::Environment environment{std::cout, std::cerr,
                                         isatty(STDERR_FILENO) == 1};
  bool hasConnected = false;
  environment.connect = [&](const std::string &address, absl::Duration timeout,
                            const ingot::client::ConnectOptions &options) {
    static std::once_flag once;
    std::call_once(once, prepareHeap);
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
