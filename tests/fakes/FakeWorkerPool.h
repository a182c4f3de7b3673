//===- FakeWorkerPool.h - work that ends when the test says so --*- C++ -*-===//
//
// Keeps what was submitted until the test finishes it, so that interleavings
// are chosen and not hoped for.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_FAKEWORKERPOOL_H
#define INGOT_TESTS_FAKES_FAKEWORKERPOOL_H

#include "cache/key/Digest.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

#include <algorithm>
#include <vector>

namespace ingot::server {

/// A pool without processes. Thread-safe. Callbacks run inside finish(),
/// answer() and send().
class FakeWorkerPool final : public WorkerPool {
public:
  struct Pending {
    Ticket ticket = 0;
    int priority = 0;
    Work work;
    Done done;
  };

  FakeWorkerPool() {
    hello_.set_compiler_identity("fake");
    hello_.set_shares_imports(true);
    auto *host = hello_.add_targets();
    host->set_name("host");
    host->mutable_target()->set_triple("x86_64-unknown-linux-gnu");
    host->mutable_target()->set_cpu("znver4");
  }

  const v1::WorkerHello &hello() const override { return hello_; }
  Ticket submit(Work work, int priority, Done done) override {
    absl::MutexLock lock(&mutex_);
    pending_.push_back({next_, priority, std::move(work), std::move(done)});
    return next_++;
  }
  void cancel(Ticket ticket) override {
    absl::MutexLock lock(&mutex_);
    cancelled_.push_back(ticket);
  }
  void makeInteractive(Ticket ticket) override {
    absl::MutexLock lock(&mutex_);
    for (Pending &each : pending_)
      if (each.ticket == ticket)
        each.work.isBatch = false;
  }
  WorkerPoolStatistics statistics() const override {
    absl::MutexLock lock(&mutex_);
    return statistics_;
  }
  void setStatistics(const WorkerPoolStatistics &statistics) {
    absl::MutexLock lock(&mutex_);
    statistics_ = statistics;
  }

  /// What was submitted and not finished yet, oldest first.
  std::vector<Pending> pending() const {
    absl::MutexLock lock(&mutex_);
    return pending_;
  }
  std::vector<Ticket> cancelled() const {
    absl::MutexLock lock(&mutex_);
    return cancelled_;
  }

  /// Waits until so much work is pending.
  void awaitPending(size_t count) const {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return pending_.size() >= count;
    };
    mutex_.Await(absl::Condition(&enough));
  }
  /// Waits until so many tickets were cancelled.
  void awaitCancelled(size_t count) const {
    absl::MutexLock lock(&mutex_);
    auto enough = [&]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return cancelled_.size() >= count;
    };
    mutex_.Await(absl::Condition(&enough));
  }

  /// Ends the oldest work with `result`.
  void finish(absl::StatusOr<WorkResult> result) {
    Pending first;
    {
      absl::MutexLock lock(&mutex_);
      first = std::move(pending_.front());
      pending_.erase(pending_.begin());
    }
    first.done(std::move(result));
  }

  /// Reports an event of the oldest work.
  void send(const v1::WorkResponse &event) { pending()[0].work.onEvent(event); }
  void sendPhase(const std::string &name) {
    v1::WorkResponse event;
    event.set_phase(name);
    send(event);
  }
  void sendDiagnostic(const std::string &message) {
    v1::WorkResponse event;
    event.mutable_diagnostic()->set_message(message);
    send(event);
  }

  /// Answers the oldest work the way the real compiler would: an import has one
  /// constant, a plan of it that constant and its kernels, a plan names the
  /// kernels, a kernel or the host becomes its object, a link the executable,
  /// which names its constants.
  void answer(const std::vector<std::string> &kernels = {"k0", "k1"}) {
    finish(answerTo(pending()[0].work, kernels));
  }

  static WorkResult answerTo(const Work &work,
                             const std::vector<std::string> &kernels) {
    WorkResult result;
    const v1::WorkRequest &request = work.request;
    if (request.has_import()) {
      v1::WorkResponse::Import &import = *result.response.mutable_import();
      import.add_constants()->set_name("weights");
      import.mutable_manifest()->add_entry_points()->set_name("main");
      import.add_functions()->set_name("main");
      result.payloads = {"imported " + *work.payloads[0], "w"};
    } else if (request.has_plan()) {
      v1::WorkResponse::Plan &plan = *result.response.mutable_plan();
      *plan.mutable_manifest() = request.plan().imported();
      if (request.plan().has_imported()) {
        plan.add_constants()->set_name("weights");
        plan.mutable_constants(0)->set_imported(true);
        plan.mutable_manifest()->add_constants()->set_name("weights");
      }
      result.payloads.push_back("host");
      for (const std::string &kernel : kernels) {
        auto *planned = plan.add_kernels();
        planned->set_symbol(kernel);
        planned->set_uses(1);
        auto *entry = plan.mutable_manifest()->add_kernels();
        entry->set_symbol(kernel);
        *entry->mutable_module() = Digest::of(kernel).toProto();
        result.payloads.push_back(kernel);
      }
    } else if (request.has_kernel()) {
      result.response.mutable_kernel();
      result.payloads.push_back("object " + *work.payloads[0]);
    } else if (request.has_host()) {
      result.response.mutable_host();
      result.payloads.push_back("object " + *work.payloads[0]);
    } else {
      result.response.mutable_link();
      std::string executable = "executable";
      for (const v1::Constant &constant : request.link().manifest().constants())
        if (constant.has_digest())
          executable += " " + constant.digest().hash();
      result.payloads.push_back(executable);
    }
    return result;
  }

private:
  v1::WorkerHello hello_; ///< Fixed after construction.

  mutable absl::Mutex mutex_;
  std::vector<Pending> pending_ ABSL_GUARDED_BY(mutex_);
  std::vector<Ticket> cancelled_ ABSL_GUARDED_BY(mutex_);
  WorkerPoolStatistics statistics_ ABSL_GUARDED_BY(mutex_);
  Ticket next_ ABSL_GUARDED_BY(mutex_) = 1;
};

} // namespace ingot::server

#endif // INGOT_TESTS_FAKES_FAKEWORKERPOOL_H
