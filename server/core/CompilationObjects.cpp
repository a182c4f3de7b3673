//===- CompilationObjects.cpp - objects of kernels and the host -----------===//
//
// The objects of the kernels and of the host program, independent of each
// other. The last of them to end starts the link.
//
//===----------------------------------------------------------------------===//

#include "server/core/Compilation.h"

#include "server/core/CompilationStages.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {

void Compilation::runObjects() {
  size_t count = planned_.kernels.size();
  {
    absl::MutexLock lock(&mutex_);
    kernelObjects_.resize(count);
    kernelsBuilt_.resize(count);
    // The host program, and one more, so that none that ends at once starts the
    // link by itself.
    objectsLeft_ = count + 2;
  }
  emitPhase("kernels", 0, static_cast<uint32_t>(count));
  std::vector<ActionKey> keys;
  std::vector<Digest> expected;
  for (size_t i = 0; i < count; ++i) {
    keys.push_back(keysOfKernel(i).kernel(planned_.kernels[i]));
    expected.push_back(keys.back().name());
  }
  store_.expectRecords(expected);
  // First: it grows with the program and no other compile has it, so that it is
  // often the longest of them all. A single kernel takes longer; where somebody
  // else has the other workers, the second waits for an action of theirs.
  if (count != 1)
    runHost();
  for (size_t i = 0; i < count; ++i)
    runKernel(i, std::move(keys[i]));
  if (count == 1)
    runHost();
  onObjectDone();
}

Keys Compilation::keysOfKernel(size_t index) const {
  const std::string &part =
      planned_.plan.kernels(static_cast<int>(index)).target();
  return part.empty() ? request_.keys : request_.keys.part(part);
}

void Compilation::runKernel(size_t index, ActionKey key) {
  runObject(
      keysOfKernel(index), std::move(key), planned_.kernels[index],
      [](v1::WorkRequest &request) { request.mutable_kernel(); },
      [self = shared_from_this(), index,
       began = clock_()](const ActionResult &result) {
        self->emitAction("kernel", began, result,
                         &self->planned_.plan.kernels(static_cast<int>(index)));
        self->onKernelDone(index, result);
      });
}

void Compilation::runHost() {
  auto self = shared_from_this();
  runObject(
      request_.keys, request_.keys.host(planned_.host, planned_.manifestDigest),
      planned_.host,
      [self](v1::WorkRequest &request) {
        *request.mutable_host()->mutable_manifest() = self->planned_.manifest;
      },
      [self, began = clock_()](const ActionResult &result) {
        self->emitAction("host", began, result);
        self->onHostDone(result);
      });
}

void Compilation::runObject(const Keys &keys, ActionKey key,
                            const Digest &module,
                            std::function<void(v1::WorkRequest &)> setBody,
                            std::function<void(const ActionResult &)> onDone) {
  if (isFinished())
    return;
  auto self = shared_from_this();
  ActionSpec spec;
  spec.key = std::move(key);
  spec.priority = kObjectPriority;
  spec.makeWork = [self, module, keys,
                   setBody = std::move(setBody)]() -> absl::StatusOr<Work> {
    absl::StatusOr<Payload> bytes = self->load(module);
    if (!bytes.ok())
      return bytes.status();
    Work work = self->makeWork(keys);
    work.isFollowUp = true;
    setBody(work.request);
    work.payloads.push_back(*std::move(bytes));
    return work;
  };
  spec.storeOutputs = [self](WorkResult answer) {
    return self->storePayload("object", std::move(answer));
  };
  spec.onDone = std::move(onDone);
  runAction(std::move(spec));
}

void Compilation::onKernelDone(size_t index, const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  ++(result.built ? statistics_.kernelsBuilt : statistics_.kernelsReused);
  uint32_t done, total;
  {
    absl::MutexLock lock(&mutex_);
    kernelObjects_[index] = result.output("object");
    kernelsBuilt_[index] = result.built;
    v1::KernelCounts &counts = *result_.mutable_kernels();
    if (result.built)
      counts.set_built(counts.built() + 1);
    else
      counts.set_reused(counts.reused() + 1);
    done = counts.built() + counts.reused();
    total = static_cast<uint32_t>(kernelObjects_.size());
  }
  emitPhase("kernels", done, total);
  onObjectDone();
}

void Compilation::onHostDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  {
    absl::MutexLock lock(&mutex_);
    hostObject_ = result.output("object");
  }
  onObjectDone();
}

void Compilation::onObjectDone() {
  bool isLast;
  {
    absl::MutexLock lock(&mutex_);
    isLast = --objectsLeft_ == 0;
  }
  if (isLast)
    runLink();
}

} // namespace ingot::server
