//===- MemoryBudget.h - actions that fit the memory together ----*- C++ -*-===//
//
// What an action will take is not known before it ran, but like actions take
// alike: those of one tenant, one kind and nearly the same size of input. What
// they took at most, fading slowly, is what the next one is expected to take,
// and no more begin at once than fit together.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_SCHEDULER_MEMORYBUDGET_H
#define INGOT_SERVER_SCHEDULER_MEMORYBUDGET_H

#include "server/scheduler/WorkerPool.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <tuple>

namespace ingot::server {

/// One thread at a time.
class MemoryBudget {
public:
  /// Of an action of which no like one ran: so much, and some times its input.
  static constexpr int64_t kUnknownBytes = int64_t{256} << 20;
  static constexpr int64_t kUnknownTimesInput = 8;
  /// Classes that are remembered; the one seen longest ago is forgotten.
  static constexpr size_t kMaxClasses = 2000;

  explicit MemoryBudget(
      int64_t limitBytes = std::numeric_limits<int64_t>::max())
      : limitBytes_(limitBytes) {}

  /// What the work is expected to take.
  int64_t expected(const Work &work) const;
  /// Whether it may begin now. What runs alone always may: it must run some
  /// time, and nothing can be waited for.
  bool fits(const Work &work) const;

  /// The work begins; give back what this returns when it ends.
  int64_t take(const Work &work);
  void give(int64_t bytes);
  int64_t inUse() const { return inUse_; }

  /// The process that ran the work had taken at most `before` when it began and
  /// `after` when it ended. Where that is more, it is what the work took;
  /// otherwise the work took no more than that.
  void observe(const Work &work, int64_t before, int64_t after);

private:
  /// Tenant::space(), the kind of action, the binary logarithm of the input.
  using Class = std::tuple<std::string, int, int>;
  /// What the largest of like actions took.
  struct Seen {
    int64_t bytes = 0;
    uint64_t order = 0; ///< Greater is later.
  };

  static Class classOf(const Work &work);
  static int64_t inputBytes(const Work &work);

  const int64_t limitBytes_;
  int64_t inUse_ = 0;
  int running_ = 0;
  uint64_t observed_ = 0;
  std::map<Class, Seen> seen_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_SCHEDULER_MEMORYBUDGET_H
