//===- CompilationLink.cpp - objects in one artifact ----------------------===//
//
// The link, and the digests of constants put into the slots of what was linked.
//
//===----------------------------------------------------------------------===//

#include "server/core/Compilation.h"

#include "server/core/CompilationStages.h"
#include "server/core/ConstantSlots.h"

namespace ingot::server {

void Compilation::runLink() {
  std::vector<Digest> objects;
  Digest host;
  {
    absl::MutexLock lock(&mutex_);
    if (finished_)
      return;
    host = hostObject_;
    objects = kernelObjects_;
  }
  emitPhase("link", 0, 1);
  auto self = shared_from_this();
  ActionSpec spec;
  spec.key = request_.keys.link(host, objects, planned_.manifestDigest);
  spec.priority = kLinkPriority;
  objects.insert(objects.begin(), host);
  spec.makeWork = [self,
                   inputs = std::move(objects)]() -> absl::StatusOr<Work> {
    Work work = self->makeWork(self->request_.keys);
    work.isFollowUp = true;
    *work.request.mutable_link()->mutable_manifest() = self->planned_.manifest;
    for (const Digest &digest : inputs) {
      absl::StatusOr<Payload> bytes = self->load(digest);
      if (!bytes.ok())
        return bytes.status();
      work.payloads.push_back(*std::move(bytes));
    }
    return work;
  };
  spec.storeOutputs = [self](WorkResult answer) {
    return self->storePayload("artifact", std::move(answer));
  };
  spec.onDone = [self, began = clock_()](const ActionResult &result) {
    self->emitAction("link", began, result);
    self->onLinkDone(result);
  };
  runAction(std::move(spec));
}

void Compilation::onLinkDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  emitPhase("link", 1, 1);
  absl::StatusOr<Digest> artifact = nameConstants(result.output("artifact"));
  if (!artifact.ok())
    return fail(artifact.status(), {});
  succeed(*artifact);
}

absl::StatusOr<Digest> Compilation::nameConstants(const Digest &linked) {
  const v1::Manifest &manifest = planned_.plan.manifest();
  if (!planned_.hasSlots || manifest.constants_size() == 0)
    return linked;
  absl::StatusOr<Payload> bytes = load(linked);
  if (!bytes.ok())
    return bytes.status();
  absl::StatusOr<std::string> filled = fillSlots(manifest, **bytes);
  if (!filled.ok())
    return filled.status();
  return store_.putBlob(*filled, cache::Durability::WithNext);
}

} // namespace ingot::server
