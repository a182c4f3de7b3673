//===- ShutdownMonitor.cpp - when the daemon shuts down -------------------===//

#include "server/daemon/ShutdownMonitor.h"
#include "cache/key/SteadyTime.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <poll.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ingot::server {

ShutdownMonitor::ShutdownMonitor(Options options,
                                 std::function<uint64_t()> activity,
                                 std::function<bool()> isBusy)
    : options_(std::move(options)), activity_(std::move(activity)),
      isBusy_(std::move(isBusy)), stamp_(stampOfPrograms()) {}

std::string ShutdownMonitor::stampOfPrograms() const {
  std::string stamp;
  for (const std::string &program : options_.programs) {
    struct stat entry{};
    // A file that is gone is as good as another.
    stat(program.c_str(), &entry);
    absl::StrAppend(&stamp, entry.st_dev, ":", entry.st_ino, ":",
                    entry.st_mtim.tv_sec, ".", entry.st_mtim.tv_nsec, ":",
                    entry.st_size, " ");
  }
  return stamp;
}

const char *ShutdownMonitor::wait() {
  const bool isLimited = options_.idleLimit > absl::ZeroDuration();
  const int64_t step = std::clamp<int64_t>(
      absl::ToInt64Milliseconds(options_.idleLimit), 1, 1000);
  absl::Time last = steadyNow();
  uint64_t seen = activity_();
  while (true) {
    pollfd waits[] = {{options_.signals, POLLIN, 0},
                      {options_.drainPipe, POLLIN, 0}};
    if (poll(waits, 2, isLimited ? static_cast<int>(step) : -1) > 0) {
      if (!waits[0].revents)
        return "request";
      // Taken out: a second one, while what runs is finished, means hurry.
      signalfd_siginfo information;
      (void)!read(options_.signals, &information, sizeof(information));
      return "signal";
    }
    uint64_t now = activity_();
    if (now != seen || isBusy_()) {
      seen = now;
      last = steadyNow();
      continue;
    }
    if (isLimited && stampOfPrograms() != stamp_)
      return "replaced";
    if (isLimited && steadyNow() - last >= options_.idleLimit)
      return "idle";
  }
}

} // namespace ingot::server
