//===- ActionTable.h - each action once, for all who wait -------*- C++ -*-===//
//
// An action is looked up in the store by its key. If it is not there it runs
// once, however many requests wait for it, and stops when the last of them
// leaves. Its outputs are in the store before anybody hears of them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_ACTIONTABLE_H
#define INGOT_SERVER_CORE_ACTIONTABLE_H

#include "cache/store/FlightLeases.h"
#include "cache/store/Store.h"
#include "server/core/Keys.h"
#include "server/core/Principal.h"
#include "server/core/Statistics.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace ingot::server {

/// The format of the records that this server writes, and the only one that it
/// reads: a record of another one counts as absent
/// (proto/ingot/v1/store.proto).
inline constexpr uint32_t kRecordFormat = 1;

/// steadyNow(). Injected, so that tests decide it.
using Clock = std::function<absl::Time()>;

/// How an action ended, for each who waited.
struct ActionResult {
  absl::Status status;
  std::shared_ptr<const v1::ActionRecord> record; ///< When the status is OK.
  bool built = false; ///< It ran now; false when the store had it.
  std::optional<Digest> crashed = std::nullopt; ///< The key that did, if so.
  absl::Duration queued, ran;                   ///< If it was built.
  uint64_t worker = 0;               ///< Likewise, by whom; see WorkResult.
  v1::Diagnostics diagnostics;       ///< Of when it ran, which may be long ago.
  v1::WorkResponse::Profile profile; ///< If the work asked for it.

  /// The digest of an output, which the record has: actions are checked when
  /// they are stored.
  Digest output(const std::string &role) const;
};

/// An action that a request needs, and what the request wants to hear of it.
struct ActionSpec {
  ActionKey key;
  /// Higher ones run first.
  int priority = 0;
  /// For whom it is asked, as Tenant::space(); told of a crash of it, whoever's
  /// it was.
  std::string tenant;
  cache::StoreOwner owner; ///< Of its result, if nobody had it before.
  /// See Work. The action is interactive if one who waits for it is.
  bool isBatch = false;
  /// Makes the work, if the action must run at all: once, inside run(). An
  /// error ends the action. The first payload is what reproduces a crash.
  std::function<absl::StatusOr<Work>()> makeWork;
  /// Stores what a worker answered and returns the record that names it, with
  /// diagnostics that go before the action's. The answer is hostile: this
  /// checks all that can be checked.
  std::function<absl::StatusOr<v1::ActionRecord>(WorkResult)> storeOutputs;
  /// Called for each phase and diagnostic while the action runs. May be null.
  std::function<void(const v1::WorkResponse &)> onEvent;
  /// Called once, unless the request leaves before.
  std::function<void(const ActionResult &)> onDone;
};

/// Thread-safe. run() may block on the disk. Callbacks run on threads of the
/// pool, or inside run() when the answer is known at once; never under a lock.
class ActionTable {
public:
  /// Names one who waits for one action.
  struct Handle {
    Digest key;
    uint64_t waiter = 0;
  };

  /// Everything given outlives the table.
  ActionTable(cache::Store &store, WorkerPool &pool, Statistics &statistics,
              Clock clock);

  /// Finds the action's result, waits for the one that runs, or runs it.
  Handle run(ActionSpec spec);

  /// Whether the store has the action's result.
  bool isStored(const ActionKey &key);

  /// Stops waiting: `onDone` is not called any more unless it is being called
  /// now. The last who leaves ends the work.
  void leave(const Handle &handle);

  /// Somebody waits at a screen for it from now on.
  void makeInteractive(const Handle &handle);

  /// A tenant whose request ended by the crash of this action is told of it.
  void addCrashTenant(const Digest &action, const std::string &tenant);

  /// Actions that brought workers down, the last first: of the asker's tenant,
  /// or of all for an operator.
  v1::ListCrashesResponse crashes(const Principal &asker) const;

private:
  /// Who is to hear of an action.
  struct Waiter {
    std::function<void(const v1::WorkResponse &)> onEvent;
    std::function<void(const ActionResult &)> onDone;
  };
  /// An action that is being run, with what its end needs.
  struct RunningAction {
    explicit RunningAction(const ActionSpec &spec)
        : key(spec.key), storeOutputs(spec.storeOutputs), owner(spec.owner),
          isBatch(spec.isBatch) {}

    const ActionKey key;
    const std::function<absl::StatusOr<v1::ActionRecord>(WorkResult)>
        storeOutputs;
    const cache::StoreOwner owner; ///< Who asked first.
    /// What reproduces a crash; set before the work is submitted.
    std::optional<FramePayload> input;
    const char *kind = "";
    absl::Time submitted;

    // Guarded by the table's mutex.
    cache::FlightLeases::Ticket lease = 0; ///< Of the question to others.
    bool isBatch;
    WorkerPool::Ticket ticket = 0;
    /// For whom it runs or ran: who leaves before it crashes is told, too.
    std::set<std::string> tenants;
    std::map<uint64_t, Waiter> waiters;
    v1::Diagnostics diagnostics;
    size_t diagnosticsBytes = 0; ///< Of all that came.
    v1::WorkResponse::Profile profile;
  };
  using RunningPtr = std::shared_ptr<RunningAction>;
  /// A key whose work brought workers down, and how it ended the last time.
  struct CrashRecord {
    int crashes = 0;
    absl::Time until;
    const char *kind = "";
    Digest name;                   ///< The key as people see it.
    std::set<std::string> tenants; ///< For whom it ran.
    absl::Status status;
    v1::Diagnostics diagnostics;
  };

  /// The result, if the store has it where the key's lane may read.
  std::optional<ActionResult> findStored(const ActionKey &key);
  /// The last failure, if the key is quarantined.
  std::optional<ActionResult> findQuarantined(const Digest &key);
  /// Makes the work, and hands it to the pool when no other daemon does it.
  void submit(const RunningPtr &action, const ActionSpec &spec);
  /// Other daemons were asked.
  void onLease(const RunningPtr &action, Work work, int priority,
               cache::FlightLeases::Answer answer);
  /// Hands the work to the pool.
  void start(const RunningPtr &action, Work work, int priority);
  void onWorkerEvent(RunningAction &action, const v1::WorkResponse &event);
  void onWorkerDone(const RunningPtr &action,
                    absl::StatusOr<WorkResult> result);
  /// Turns what the pool reported into what waiters hear: outputs are stored, a
  /// crash is recorded.
  ActionResult finalize(RunningAction &action,
                        absl::StatusOr<WorkResult> result);
  void finalizeSuccess(RunningAction &action, WorkResult answer,
                       ActionResult &result);
  void finalizeFailure(RunningAction &action, ActionResult &result);
  void recordCrash(const RunningAction &action, const ActionResult &failed);
  /// Waits for it on a spec's behalf.
  void addWaiter(RunningAction &action, uint64_t number, ActionSpec &spec)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void makeInteractive(RunningAction &action)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Ends the action for all who wait.
  void complete(const RunningPtr &action, ActionResult result);

  // Fixed after construction; thread-safe themselves.
  cache::Store &store_;
  WorkerPool &pool_;
  Statistics &statistics_;
  const Clock clock_;

  mutable absl::Mutex mutex_;
  absl::flat_hash_map<Digest, RunningPtr> running_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Digest, CrashRecord> crashes_ ABSL_GUARDED_BY(mutex_);
  uint64_t nextWaiter_ ABSL_GUARDED_BY(mutex_) = 1;
};

/// UNAVAILABLE: a blob that an earlier step stored is gone. To begin anew may
/// help, for what named it counts as absent now.
absl::Status lostBlob(absl::string_view message);
bool isLostBlob(const absl::Status &status);

/// CANCELLED since somebody asked for that, and not since the daemon stops: it
/// is not to be tried again.
absl::Status cancelledByRequest(absl::string_view message);
bool isCancelledByRequest(const absl::Status &status);

/// FAILED_PRECONDITION of the store says that a blob that a record names is
/// gone. That is no fault of the caller's: it becomes lostBlob().
absl::Status evictionAsLostBlob(absl::Status status);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_ACTIONTABLE_H
