//===- Compilation.h - one request on its way -------------------*- C++ -*-===//
//
// plan -> kernels in parallel -> link, each an action of its own. Reads from
// top to bottom in Compilation.cpp in that order.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_COMPILATION_H
#define INGOT_SERVER_CORE_COMPILATION_H

#include "server/core/CompileService.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ingot::server {

/// Who waits for a compilation.
struct CompilationCaller {
  CompileService::OnEvent onEvent;
  CompileService::OnDone onDone;
  uint32_t maxInlineBytes = 0;
  v1::CacheOutcome outcome = v1::MISS;
};

/// The work for one request key and the callers who wait for it. Thread-safe;
/// keeps itself alive while an action runs. Callbacks are called without a
/// lock.
class Compilation : public std::enable_shared_from_this<Compilation> {
public:
  Compilation(CompileService &service, ActionKey key, Keys keys,
              Digest moduleDigest, Payload module, v1::Target target,
              v1::CompileOptions options);

  const Digest &key() const { return key_.digest; }

  void start();

  /// False when the compilation has ended already.
  bool join(CompileService::Caller number, CompilationCaller caller);
  /// True when that was the last caller: the work was stopped.
  bool leave(CompileService::Caller number);
  /// Takes one caller out, to answer it apart from the others.
  bool take(CompileService::Caller number, CompilationCaller &caller);

private:
  /// What the plan was, for the actions after it.
  struct Planned {
    v1::WorkResponse::Plan plan;
    Digest host;
    Digest manifest; ///< Of its serialized form.
    std::vector<Digest> kernels;
  };

  void runPlan();
  void planDone(const ActionResult &result);
  void runParts();
  void runKernel(size_t index);
  void runHost();
  void runPart(const ActionKey &key, const Digest &module,
               std::function<void(v1::WorkRequest &)> ask,
               ActionTable::Done done);
  void kernelDone(size_t index, const ActionResult &result);
  void hostDone(const ActionResult &result);
  void partDone();
  void runLink();
  void linkDone(const ActionResult &result);
  void succeed(const Digest &artifact);
  void fail(absl::Status status, v1::Diagnostics diagnostics);
  void finish(CompileOutcome outcome);

  absl::StatusOr<v1::ActionRecord> storePlan(WorkResult result);
  absl::StatusOr<v1::ActionRecord> storeBytes(const char *role,
                                              WorkResult result);
  absl::StatusOr<Payload> load(const Digest &digest);
  Work makeWork() const;
  /// Remembers what to leave when the work is not wanted any more.
  void keep(const ActionTable::Handle &handle);
  void announce(const std::string &phase, uint32_t done, uint32_t total);
  void endPhase();
  void emit(const v1::CompileEvent &event);
  void workerEvent(const v1::WorkResponse &response);

  // Fixed after construction.
  CompileService &service_;
  const ActionKey key_;
  const Keys keys_;
  const Digest moduleDigest_;
  const v1::Target target_;
  const v1::CompileOptions options_;
  const absl::Time started_;

  // Written by one action's end before the next begins.
  Planned planned_;

  absl::Mutex mutex_;
  Payload module_ ABSL_GUARDED_BY(mutex_); ///< Until the plan has begun.
  std::map<CompileService::Caller, CompilationCaller>
      callers_ ABSL_GUARDED_BY(mutex_);
  std::vector<ActionTable::Handle> handles_ ABSL_GUARDED_BY(mutex_);
  Digest hostObject_ ABSL_GUARDED_BY(mutex_);
  std::vector<Digest> objects_ ABSL_GUARDED_BY(mutex_); ///< Of the kernels.
  size_t partsLeft_ ABSL_GUARDED_BY(mutex_) = 0;
  bool over_ ABSL_GUARDED_BY(mutex_) = false;
  v1::Result result_ ABSL_GUARDED_BY(mutex_);
  std::string phase_ ABSL_GUARDED_BY(mutex_);
  absl::Time phaseStarted_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_COMPILATION_H
