//===- WorkerCgroup.h - a limit for all workers together --------*- C++ -*-===//
//
// Each worker has limits of its own (worker/Sandbox.h). Where the daemon owns
// its part of the hierarchy of cgroup v2, as systemd's Delegate= gives it, all
// of them together have one too, which the kernel holds:
//
//   the daemon's group     no process left in it, as the kernel wants it
//     ├─ front             the daemon
//     └─ workers           the template and what it forks; memory.max, pids.max
//
// Where it does not, workers run without: a user's private daemon and most
// containers own no group.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_WORKERCGROUP_H
#define INGOT_SERVER_SCHEDULER_WORKERCGROUP_H

#include "absl/status/statusor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <sys/types.h>

namespace ingot::server {

/// Where the kernel shows its groups, for tests to stand in for.
struct CgroupFiles {
  std::string root = "/sys/fs/cgroup";
  std::string membership = "/proc/self/cgroup";
};

/// The machine's memory. Asked of the kernel without a file, which a service
/// may not see.
int64_t physicalMemory();

/// What this process may have at most: the least of the machine's memory and
/// memory.max of its groups.
int64_t memoryOfMachine(const CgroupFiles &files = {},
                        int64_t physical = physicalMemory());

/// Immutable. Thread-safe.
class WorkerCgroup {
public:
  /// Of all workers together; 0 is none.
  struct Limits {
    int64_t memoryBytes = 0;
    int processes = 0; ///< And threads.
  };

  /// Makes the groups and moves process `self` into its own. UNAVAILABLE, and
  /// why, where that cannot be; then everything is as it was.
  static absl::StatusOr<std::unique_ptr<WorkerCgroup>>
  create(const Limits &limits, pid_t self, const CgroupFiles &files = {});

  /// Moves a process to the workers; what it forks from then on is there too.
  absl::Status add(pid_t process) const;

private:
  explicit WorkerCgroup(std::string workers) : workers_(std::move(workers)) {}

  const std::string workers_; ///< A folder.
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_WORKERCGROUP_H
