//===- FakeWorkerPool.h - work that ends when the test says so --*- C++ -*-===//
//
// Keeps what was submitted until the test finishes it, so that interleavings
// are chosen and not hoped for. One thread at a time.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAKES_FAKEWORKERPOOL_H
#define INGOT_TESTS_FAKES_FAKEWORKERPOOL_H

#include "cache/key/Digest.h"
#include "server/scheduler/WorkerPool.h"

#include <algorithm>
#include <vector>

namespace ingot::server {

/// A pool without processes.
class FakeWorkerPool final : public WorkerPool {
public:
  struct Pending {
    Ticket ticket;
    Work work;
    Done done;
  };

  FakeWorkerPool() {
    hello_.set_compiler_identity("fake");
    auto *host = hello_.add_targets();
    host->set_name("host");
    host->mutable_target()->set_triple("x86_64-unknown-linux-gnu");
    host->mutable_target()->set_cpu("znver4");
  }

  const v1::WorkerHello &hello() const override { return hello_; }
  Ticket submit(Work work, int, Done done) override {
    pending.push_back({next_++, std::move(work), std::move(done)});
    return pending.back().ticket;
  }
  void cancel(Ticket ticket) override { cancelled.push_back(ticket); }
  WorkerPoolStatistics statistics() const override { return {}; }

  /// Ends the oldest work with what `result` makes of it.
  void finish(absl::StatusOr<WorkResult> result) {
    Pending first = std::move(pending.front());
    pending.erase(pending.begin());
    first.done(std::move(result));
  }

  /// Answers the oldest work the way the real compiler would: a plan names the
  /// kernels, a kernel or the host becomes its object, a link the executable.
  void answer(const std::vector<std::string> &kernels = {"k0", "k1"}) {
    WorkResult result;
    const v1::WorkRequest &request = pending.front().work.request;
    if (request.has_plan()) {
      v1::WorkResponse::Plan &plan = *result.response.mutable_plan();
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
      result.payloads.push_back("object " + *pending.front().work.payloads[0]);
    } else if (request.has_host()) {
      result.response.mutable_host();
      result.payloads.push_back("object " + *pending.front().work.payloads[0]);
    } else {
      result.response.mutable_link();
      result.payloads.push_back("executable");
    }
    finish(std::move(result));
  }

  std::vector<Pending> pending;
  std::vector<Ticket> cancelled;

private:
  v1::WorkerHello hello_;
  Ticket next_ = 1;
};

} // namespace ingot::server

#endif // INGOT_TESTS_FAKES_FAKEWORKERPOOL_H
