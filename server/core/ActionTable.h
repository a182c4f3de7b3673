//===- ActionTable.h - each action once, for everybody who waits -*- C++
//-*-===//
//
// An action is looked up in the store by its key; if it is not there it runs
// once, however many requests want it, and stops when the last of them leaves.
// What it made is in the store before anybody hears of it.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_ACTIONTABLE_H
#define INGOT_SERVER_CORE_ACTIONTABLE_H

#include "cache/store/Store.h"
#include "server/core/Keys.h"
#include "server/core/Statistics.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace ingot::server {

/// How an action ended, for each who waited.
struct ActionResult {
  absl::Status status;
  std::shared_ptr<const v1::ActionRecord> record; ///< When the status is OK.
  bool built = false; ///< It ran now; false when the store had it.
  absl::Duration queued;
  v1::Diagnostics diagnostics;

  /// The digest of an output, which the record has: actions are checked when
  /// they are stored.
  Digest output(const std::string &role) const;
};

/// Thread-safe. Callbacks run on threads of the pool, or inside run() when the
/// store had the result; never under a lock.
class ActionTable {
public:
  using Clock = std::function<absl::Time()>;
  using Handle = std::pair<Digest, uint64_t>;
  /// Turns what came from a worker into blobs and the record that names them.
  /// Hostile bytes come in: checks what it can.
  using Store = std::function<absl::StatusOr<v1::ActionRecord>(WorkResult)>;
  using OnEvent = std::function<void(const v1::WorkResponse &)>;
  using Done = std::function<void(const ActionResult &)>;

  ActionTable(cache::Store &store, WorkerPool &pool, Statistics &statistics,
              Clock clock);

  /// Finds or runs the action. `work` is called only if it must run.
  Handle run(const ActionKey &key, int priority,
             const std::function<absl::StatusOr<Work>()> &work, Store store,
             OnEvent onEvent, Done done);

  /// Stops waiting: `done` is not called any more unless it is being called
  /// now.
  void leave(const Handle &handle);

  /// A blob that was evicted between two steps is no fault of the user's.
  static absl::Status asServiceFault(absl::Status status);

private:
  /// Who is to hear of an action.
  struct Waiter {
    OnEvent onEvent;
    Done done;
  };
  /// An action under way.
  struct Flight {
    WorkerPool::Ticket ticket = 0;
    std::map<uint64_t, Waiter> waiters;
    v1::Diagnostics diagnostics;
  };
  /// A key whose work brought workers down.
  struct Offence {
    int crashes = 0;
    absl::Time until;
    absl::Status status;
    v1::Diagnostics diagnostics;
  };

  void onEvent(Flight &flight, const v1::WorkResponse &event);
  void onDone(const ActionKey &key, const std::shared_ptr<Flight> &flight,
              const Store &store, const Payload &input,
              absl::StatusOr<WorkResult> result);
  ActionResult settle(const ActionKey &key, const Store &store,
                      const Payload &input, absl::StatusOr<WorkResult> result,
                      v1::Diagnostics diagnostics);
  bool isStored(const Digest &key, ActionResult &result);
  bool isQuarantined(const Digest &key, ActionResult &result);
  void remember(const Digest &key, const ActionResult &failed);
  /// Ends the flight and answers those who waited.
  void land(const Digest &key, const std::shared_ptr<Flight> &flight,
            ActionResult settled);

  // Fixed after construction; thread-safe themselves.
  cache::Store &store_;
  WorkerPool &pool_;
  Statistics &statistics_;
  const Clock clock_;

  absl::Mutex mutex_;
  absl::flat_hash_map<Digest, std::shared_ptr<Flight>>
      flights_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Digest, Offence> offences_ ABSL_GUARDED_BY(mutex_);
  uint64_t nextWaiter_ ABSL_GUARDED_BY(mutex_) = 1;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_ACTIONTABLE_H
