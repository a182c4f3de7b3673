//===- CompileLog.h - what was compiled lately ------------------*- C++ -*-===//
//
// For people: the last compiles, and of all since the start the slowest and the
// largest. In memory alone, for the store has what programs need.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILELOG_H
#define INGOT_SERVER_CORE_COMPILELOG_H

#include "ingot/v1/admin.pb.h"
#include "server/core/Principal.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace ingot::server {

/// Thread-safe. Holds a bounded number of compiles.
class CompileLog {
public:
  static constexpr size_t kRecent = 200, kTop = 20;
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

  mutable absl::Mutex mutex_;
  std::deque<Compile> recent_ ABSL_GUARDED_BY(mutex_);
  std::vector<Compile> slowest_ ABSL_GUARDED_BY(mutex_);
  std::vector<Compile> largest_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILELOG_H
