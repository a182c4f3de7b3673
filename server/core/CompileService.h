//===- CompileService.h - the daemon as a C++ API ---------------*- C++ -*-===//
//
// A request is looked up in the request index. If it is not there it joins an
// equal one that is under way, or starts a Compilation. The service keeps the
// callers of each compilation and the names by which others watch and cancel
// them. Knows no gRPC.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILESERVICE_H
#define INGOT_SERVER_CORE_COMPILESERVICE_H

#include "ingot/v1/compiler.pb.h"
#include "server/core/ActionTable.h"
#include "server/core/Compilation.h"
#include "server/core/CompileLog.h"
#include "server/core/KeyTrees.h"
#include "server/core/LaneRecords.h"
#include "server/core/Principal.h"
#include "server/core/ProgramLoader.h"

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/synchronization/mutex.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace ingot::server {

/// Thread-safe. No call waits for the disk: what is in memory is answered
/// inside the call, the rest goes on on `post`. Callbacks run inside the call,
/// on `post` or on threads of the pool; never under a lock.
class CompileService {
public:
  using OnEvent = std::function<void(const v1::CompileEvent &)>;
  using OnDone = std::function<void(CompileOutcome)>;
  /// Names one caller of one request; 0 once it was answered inside the call.
  using Caller = uint64_t;
  /// Runs a task soon on behalf of a tenant, on a thread that may block.
  using Post =
      std::function<void(const Tenant &tenant, std::function<void()> task)>;

  /// Store and statistics outlive the service. Tasks of `post` have run, and
  /// the pool has ended, before the service goes. `fileBytes`: ProgramLoader.h.
  CompileService(cache::Store &store, WorkerPool &pool, Statistics &statistics,
                 Clock clock, Post post, int64_t fileBytes = halfOfMemory());
  ~CompileService();

  /// Compiles. `onDone` is called exactly once. PERMISSION_DENIED for a miss of
  /// a principal for whom nothing may run, NOT_FOUND for one of a request that
  /// asked for no work. What cannot begin before `deadline` is refused
  /// (WorkerPool.h). Actions that run for it are spans of `trace`, which the
  /// caller ends.
  Caller compile(v1::CompileRequest request, OnEvent onEvent, OnDone onDone,
                 const Principal &principal = {},
                 absl::Time deadline = absl::InfiniteFuture(),
                 std::shared_ptr<RequestTrace> trace = nullptr);

  /// The answer to a request that was a hit before, of a caller of this lane: a
  /// serialized CompileEvent. Nothing where compile() has to be asked, or where
  /// there is no room for the answer: then nothing is counted.
  std::optional<KeptAnswer>
  findAnswer(const Digest &name, const std::string &lane = "",
             const std::function<bool(const KeptAnswer &)> &hasRoom = nullptr);
  /// Keeps the event that answered a hit ready under the request's name.
  void keepAnswer(const Digest &name, const StoredResult &result,
                  const v1::CompileEvent &event) {
    answers_.keep(name, result, event);
  }

  /// The caller goes away: its callbacks are not called any more, but for one
  /// that is on its way, and the work stops if nobody else waits for it. A
  /// check is answered nevertheless, with CANCELLED and soon.
  void leave(Caller caller);

  /// Attaches to a job of the same principal: events from now on, then its
  /// result. NOT_FOUND for one that is unknown, another's, or over without a
  /// result.
  Caller watch(const std::string &job, uint32_t maxInlineBytes, OnEvent onEvent,
               OnDone onDone, const Principal &principal = {});

  /// Ends the stream of the job's own caller with CANCELLED. NOT_FOUND for a
  /// job that is unknown or another principal's.
  absl::Status cancel(const std::string &job, const Principal &principal = {});

  /// The requests that run, the oldest first, with how many wait: those of the
  /// asker's tenant, or for an operator all, and who they are.
  v1::ListJobsResponse jobs(const Principal &asker) const;

  /// Ends a request for all who wait, in whatever lane, with CANCELLED.
  /// NOT_FOUND for one that does not run.
  absl::Status cancelRequest(const Digest &request);

  /// What ran and ended, and what brought workers down; the same of both.
  v1::ListCompilesResponse compiles(const Principal &asker) const {
    return log_.list(asker);
  }
  v1::ListCrashesResponse crashes(const Principal &asker) const {
    return actions_.crashes(asker);
  }

  /// In what results differ, see Compiler.Explain; blocks on the disk.
  absl::StatusOr<v1::ExplainResponse>
  explainNow(const v1::ExplainRequest &request, const Principal &asker) {
    return server::explain(history_, request, asker);
  }
  /// The same on `post`; RESOURCE_EXHAUSTED where too many wait. `onDone` is
  /// called exactly once.
  void explain(const v1::ExplainRequest &request, const Principal &asker,
               std::function<void(absl::StatusOr<v1::ExplainResponse>)> onDone);

  /// Everything that would not lower: OK, or an error with what was found; and
  /// what the program is, if that was asked for. `onDone` is called exactly
  /// once.
  Caller check(const v1::CheckRequest &request, OnDone onDone,
               const Principal &principal = {},
               absl::Time deadline = absl::InfiniteFuture());

  /// No new work is taken from now on (UNAVAILABLE); hits are still served.
  void drain();

  /// Lookups, compilations and checks under way.
  int active() const;

private:
  using Access = StoreAccess;
  /// Who is to hear of a request.
  struct CallerInfo {
    OnEvent onEvent;
    OnDone onDone;
    uint32_t maxInlineBytes = 0;
    v1::CacheOutcome cache = v1::JOINED;
    Principal principal;
    bool isBatch = false;
    absl::Time deadline = absl::InfiniteFuture();
    bool onlyIfStored = false; ///< Asked for no work.
    /// Named no blob of its program, and so cannot be asked for one.
    bool broughtAll = false;
    /// Of the requests that wait, whoever's work they wait for.
    RequestBudget::Share place = nullptr;
    bool mayRun() const { return principal.mayRun && !onlyIfStored; }
  };
  /// A request that runs and who waits; guarded by mutex_ where not const.
  struct RunningRequest {
    RunningRequest(CompilationRequest made, ProgramBytes came)
        : request(std::move(made)), brought(std::move(came)) {}

    const CompilationRequest request;
    /// What came in the message; another start reads the rest again.
    const ProgramBytes brought;
    std::shared_ptr<Compilation> compilation;
    bool wasRestarted = false;
    bool lacksProgram = false;      ///< What `brought` lacks left the store.
    bool isBatch = request.isBatch; ///< So is everybody who waits.
    std::map<Caller, CallerInfo> callers;
    absl::Time began = absl::InfinitePast(); ///< Set when work starts.
    v1::CompileEvent::Phase phase;           ///< The last one heard of.
  };
  using RunningPtr = std::shared_ptr<RunningRequest>;
  /// A caller by the name that Watch and Cancel know it by.
  struct Job {
    std::string name;
    ActionKey request; ///< Without its parts.
    Caller caller = 0;
  };
  /// A check; without a ticket while its program is read.
  struct Check {
    WorkerPool::Ticket ticket = 0;
    bool hasLeft = false;
  };

  absl::StatusOr<CompilationRequest>
  parseRequest(const v1::CompileRequest &request, const Principal &principal,
               absl::Time deadline) const;
  /// The result of the request index, with the artifact if it is wanted.
  std::optional<CompileOutcome>
  findResult(const ActionKey &key, uint32_t maxInlineBytes, Access access);
  /// False when the artifact is wanted and not to be had.
  bool attachInline(v1::Result &result, uint32_t maxInlineBytes, Access access);

  /// Numbers a caller, who joins what is under way or looks up; returns the
  /// job's name or an empty one. An error for one who may not wait.
  absl::StatusOr<std::string> beginCall(const Digest &key, Caller &number,
                                        CallerInfo &caller);
  /// Answers one for whom there is no room.
  void refuse(const CallerInfo &caller, absl::Status status);
  /// Joins what is under way and returns its job's name; empty when there is
  /// nothing to join.
  std::string join(const Digest &key, Caller number, const CallerInfo &caller)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// On `post`: the index on the disk, the program, then join or start.
  void lookUp(Caller number, CallerInfo caller,
              const CompilationRequest &request, const ProgramBytes &brought);
  void joinOrStart(Caller number, CallerInfo caller,
                   const CompilationRequest &request,
                   const ProgramBytes &brought, ProgramBytes whole);
  /// Answers what was finished between the lookup and joinOrStart().
  bool answerFinished(const RunningPtr &running, Caller number);
  std::shared_ptr<Compilation> makeCompilation(const RunningPtr &running,
                                               ProgramBytes program);
  /// Begins anew, once, after a blob was lost on the way. False when the
  /// failure stands, or the program itself is lost.
  bool restart(const std::weak_ptr<RunningRequest> &running);
  /// Takes out of `callers` those who are better looked up anew than told how
  /// it ended: they are in lookups_ again.
  std::map<Caller, CallerInfo>
  takeUnconcerned(const RunningRequest &running, const absl::Status &status,
                  std::map<Caller, CallerInfo> &callers)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Begins anew for each, on its own terms.
  void lookUpAgain(const RunningRequest &running,
                   const std::map<Caller, CallerInfo> &callers);
  void emitQueued(const CallerInfo &caller, const ActionKey &key,
                  const std::string &job);
  /// RESOURCE_EXHAUSTED when too many requests are held already.
  absl::Status takePlace(CallerInfo &caller);
  /// False when the caller left meanwhile.
  bool endLookup(Caller number) ABSL_LOCKS_EXCLUDED(mutex_);
  /// Takes the caller, if it waits, out of its compilation; returns that when
  /// it was the last one.
  std::shared_ptr<Compilation> removeCaller(Caller number, CallerInfo &caller)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void forget(const RunningPtr &running) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void onEvent(const std::weak_ptr<RunningRequest> &running,
               const v1::CompileEvent &event);
  void onFinished(const std::weak_ptr<RunningRequest> &running,
                  const CompileOutcome &outcome);
  std::string addJob(const ActionKey &request, Caller caller,
                     const Principal &principal)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  /// Null for one that is unknown or another's.
  const Job *findJob(const std::string &name, const Principal &principal) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void log(const RunningRequest &running, const CompileOutcome &outcome,
           const std::map<Caller, CallerInfo> &callers);
  /// False when the check was refused, and answered.
  bool submitCheck(Caller number, Work work, OnDone onDone);
  /// `onDone`, which also counts the time until then.
  OnDone measured(const char *method, const Principal &principal,
                  OnDone onDone);

  // Fixed after construction; thread-safe themselves.
  cache::Store &store_;
  WorkerPool &pool_;
  Statistics &statistics_;
  const Clock clock_;
  const Post post_;
  ActionTable actions_;
  cache::KeyHistory history_;
  AnswerTable answers_;
  CompileLog log_;
  RequestBudget budget_;
  ProgramLoader programs_;

  mutable absl::Mutex mutex_;
  absl::flat_hash_map<Digest, RunningPtr> running_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Caller, RunningPtr> callers_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_set<Caller> lookups_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Caller, Check> checks_ ABSL_GUARDED_BY(mutex_);
  /// Tenant::space() and name.
  using Owner = std::pair<std::string, std::string>;
  static Owner ownerOf(const Principal &principal) {
    return {principal.tenant.space(), principal.name};
  }
  /// By their owners, oldest first.
  std::map<Owner, std::deque<Job>> jobs_ ABSL_GUARDED_BY(mutex_);
  size_t jobCount_ ABSL_GUARDED_BY(mutex_) = 0;
  Caller nextCaller_ ABSL_GUARDED_BY(mutex_) = 1;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  int explaining_ ABSL_GUARDED_BY(mutex_) = 0;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILESERVICE_H
