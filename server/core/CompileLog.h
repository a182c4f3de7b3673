//===- CompileLog.h - what was compiled lately ------------------*- C++ -*-===//
//
// For people: the last compiles, and of all since the start the slowest and the
// largest. In memory alone, for the store has what programs need. Each tenant
// has lists of its own: a busy one would push what others did out of one list.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILELOG_H
#define INGOT_SERVER_CORE_COMPILELOG_H

#include "ingot/v1/admin.pb.h"
#include "server/core/Principal.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// Thread-safe. Holds a bounded number of compiles.
class CompileLog {
public:
  /// For operators, of all tenants together.
  static constexpr size_t kRecent = 200, kTop = 20;
  /// Of each tenant, and of how many; who compiled longest ago is forgotten.
  static constexpr size_t kRecentOfTenant = 100, kMaxTenants = 100;
  static constexpr int kMaxKernels = 100;
  static constexpr size_t kMaxMessageBytes = 500;

  /// Takes one; what is longer than the limits is cut.
  void add(v1::FinishedCompile compile) ABSL_LOCKS_EXCLUDED(mutex_);

  /// Those of the asker's tenant, without the names of tenants; for an operator
  /// all.
  v1::ListCompilesResponse list(const Principal &asker) const
      ABSL_LOCKS_EXCLUDED(mutex_);

private:
  using Compile = std::shared_ptr<const v1::FinishedCompile>;
  /// What one asker may see.
  struct Lists {
    std::deque<Compile> recent;
    std::vector<Compile> slowest, largest;
    uint64_t lastAdded = 0; ///< The number of the newest of them.

    void add(const Compile &compile, size_t limit);
  };

  Lists &ofTenant(const std::string &name)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  mutable absl::Mutex mutex_;
  uint64_t added_ ABSL_GUARDED_BY(mutex_) = 0;
  Lists all_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, Lists> tenants_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILELOG_H
