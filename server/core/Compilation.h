//===- Compilation.h - one request on its way -------------------*- C++ -*-===//
//
// plan -> kernels and host program in parallel -> link, each an action of its
// own; of a program that is compiled for several targets, an import before the
// plan. A stage is a file, Compilation*.cpp. Who asked for the compilation, and
// how many, is not known here: CompileService keeps the callers.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILATION_H
#define INGOT_SERVER_CORE_COMPILATION_H

#include "cache/store/KeyHistory.h"
#include "cache/store/Store.h"
#include "ingot/v1/compiler.pb.h"
#include "server/core/ActionTable.h"
#include "server/core/AnswerTable.h"
#include "server/core/Keys.h"
#include "server/core/PlanConstants.h"
#include "server/core/Program.h"
#include "server/core/RequestBudget.h"
#include "server/core/Statistics.h"
#include "server/core/Tracing.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::server {

/// How a request ended.
struct CompileOutcome {
  absl::Status status;
  v1::Result result;           ///< When the status is OK.
  v1::Diagnostics diagnostics; ///< When it is not.
  /// Of a check that was asked to describe the program, whatever its status.
  std::optional<v1::ProgramDescription> description;
  std::string key = {}; ///< Of a compile: its request's key, for logs.
  /// Of a hit.
  std::optional<StoredResult> stored = std::nullopt;
  /// The action whose crash this is, if it is one.
  std::optional<Digest> crashed = std::nullopt;
};

/// What is asked for, checked and named. Immutable once made.
struct CompilationRequest {
  Keys keys;            ///< Has the target and the options.
  ProgramName program;  ///< Of the bytes that came, in whatever form.
  ActionKey key;        ///< keys.request(program).
  bool profile = false; ///< Whether events tell of each action.
  Tenant tenant = {};   ///< Of who asked first.
  bool isBatch = false; ///< Of who asked first.
  /// The program is compiled for other targets, too: the import is an action.
  bool severalTargets = false;
  absl::Time deadline = absl::InfiniteFuture(); ///< See Work.
  RequestBudget::Share share = nullptr; ///< Held for as long as this is.
  /// Of who asked first; may be null.
  std::shared_ptr<RequestTrace> trace = nullptr;
};

/// What a compilation tells its owner. Both run on threads of the pool, or
/// inside start(), never under a lock.
struct CompilationListener {
  /// Called for each phase and diagnostic. Kernels end on several threads, so a
  /// last event may overlap `onFinished`.
  std::function<void(const v1::CompileEvent &)> onEvent;
  /// Called once, unless the compilation is stopped. The result has no inline
  /// artifact and says nothing about the cache.
  std::function<void(CompileOutcome)> onFinished;
};

/// The work of one request. Thread-safe; keeps itself alive while an action
/// runs. What is given by reference outlives it.
class Compilation : public std::enable_shared_from_this<Compilation> {
public:
  Compilation(ActionTable &actions, cache::Store &store,
              cache::KeyHistory &history, Statistics &statistics, Clock clock,
              CompilationListener listener, CompilationRequest request,
              ProgramBytes program);

  /// Begins; may block on the disk. Call once.
  void start();

  /// Ends the work, as far as no other compilation needs it. `onFinished` is
  /// not called any more unless it is being called now.
  void stop();

  /// Somebody who waits at a screen joined.
  void makeInteractive();

private:
  /// What the plan was, for the actions after it.
  struct Planned {
    v1::WorkResponse::Plan plan;
    Digest host;
    std::vector<Digest> kernels;
    /// What the host program and the link are given: the plan's, with slots for
    /// digests where that is possible.
    v1::Manifest manifest;
    bool hasSlots = false;
    Digest manifestDigest; ///< Of its serialized form.
  };

  /// Tells of an action that was asked for at `began`.
  void emitAction(const char *kind, absl::Time began,
                  const ActionResult &result,
                  const v1::WorkResponse::PlannedKernel *kernel = nullptr);
  /// The same as a span.
  void traceAction(const char *kind, absl::Time began,
                   const ActionResult &result,
                   const v1::WorkResponse::PlannedKernel *kernel);

  /// What an import was, for the plan after it.
  struct Imported {
    Digest module;
    v1::Manifest manifest;
    google::protobuf::RepeatedPtrField<v1::WorkResponse::ProgramFunction>
        functions;
    ImportedConstants constants;
    v1::Diagnostics diagnostics;
  };

  void runImport();
  absl::StatusOr<v1::ActionRecord> storeImport(const ProgramBytes &program,
                                               WorkResult answer);
  /// A plan that reads the program by itself.
  void runPlanAlone(ProgramBytes program);
  void onImportDone(const ActionResult &result);

  void runPlan();
  absl::StatusOr<Work> makePlanWork(const ProgramBytes &program);
  absl::StatusOr<v1::ActionRecord> storePlan(const ProgramBytes &program,
                                             WorkResult answer);
  void onPlanDone(const ActionResult &result);

  void runObjects();
  /// Those of the part of the program that the kernel belongs to.
  Keys keysOfKernel(size_t index) const;
  void runKernel(size_t index, ActionKey key);
  void runHost();
  /// Runs the action that makes an object of `module` for the target of `keys`.
  /// `setBody` says in the request which one it is.
  void runObject(const Keys &keys, ActionKey key, const Digest &module,
                 std::function<void(v1::WorkRequest &)> setBody,
                 std::function<void(const ActionResult &)> onDone);
  void onKernelDone(size_t index, const ActionResult &result);
  void onHostDone(const ActionResult &result);
  void onObjectDone();

  void runLink();
  void onLinkDone(const ActionResult &result);
  /// The artifact of this request: what was linked, with its constants named.
  absl::StatusOr<Digest> nameConstants(const Digest &linked);

  void succeed(const Digest &artifact);
  /// The result without its times, and the record of the request index.
  absl::Status describeResult(const Digest &artifact, v1::Result &result,
                              v1::ActionRecord &record);
  /// What is to be written with the result, for who asks what it was made of.
  std::vector<cache::RecordEntry> describeKey(const Digest &artifact);
  void fail(absl::Status status, v1::Diagnostics diagnostics,
            std::optional<Digest> crashed = std::nullopt);
  void fail(const ActionResult &result) {
    fail(result.status, result.diagnostics, result.crashed);
  }
  void finish(CompileOutcome outcome);

  absl::StatusOr<v1::ActionRecord> storePayload(const char *role,
                                                WorkResult answer);
  absl::StatusOr<Payload> load(const Digest &digest);
  Work makeWork(const Keys &keys) const;
  /// Runs the action and notes what to leave when the work is not wanted any
  /// more.
  void runAction(ActionSpec spec);
  bool isFinished();
  void emitPhase(const std::string &phase, uint32_t done, uint32_t total);
  /// Notes how long the phase took that `next` follows; empty at the end.
  void changePhase(const std::string &next)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void onWorkerEvent(const v1::WorkResponse &response);

  // Fixed after construction; what is referred to is thread-safe itself.
  ActionTable &actions_;
  cache::Store &store_;
  cache::KeyHistory &history_;
  Statistics &statistics_;
  const Clock clock_;
  const CompilationListener listener_;
  const CompilationRequest request_;
  const absl::Time started_;

  // Written by the end of an action before the next one begins.
  std::optional<Imported> imported_;
  Planned planned_;

  absl::Mutex mutex_;
  bool isBatch_ ABSL_GUARDED_BY(mutex_);
  /// Until the import or the plan began.
  ProgramBytes program_ ABSL_GUARDED_BY(mutex_);
  std::vector<ActionTable::Handle> handles_ ABSL_GUARDED_BY(mutex_);
  Digest hostObject_ ABSL_GUARDED_BY(mutex_);
  std::vector<Digest> kernelObjects_ ABSL_GUARDED_BY(mutex_);
  std::vector<bool> kernelsBuilt_ ABSL_GUARDED_BY(mutex_);
  size_t objectsLeft_ ABSL_GUARDED_BY(mutex_) = 0;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  v1::Result result_ ABSL_GUARDED_BY(mutex_);
  std::string phase_ ABSL_GUARDED_BY(mutex_);
  absl::Time phaseStarted_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILATION_H
