//===- CompileHits.cpp - answers from what is stored ----------------------===//
//
// The part of CompileService that reads the request index, in memory or on the
// disk, and answers hits.
//
//===----------------------------------------------------------------------===//

#include "server/core/CompileService.h"

#include <algorithm>

namespace ingot::server {

static constexpr uint32_t kMaxInlineArtifactBytes = 1 << 20;

std::optional<KeptAnswer> CompileService::findAnswer(
    const Digest &name, const std::string &lane,
    const std::function<bool(const KeptAnswer &)> &hasRoom) {
  const absl::Time began = clock_();
  std::optional<KeptAnswer> answer = answers_.find(name);
  if (!answer || (hasRoom && !hasRoom(*answer)))
    return std::nullopt;
  statistics_.countRequest(lane);
  statistics_.countLaneRead(answer->isOfLane ? lane : "", lane);
  ++statistics_.hits;
  statistics_.histograms.requests.observe(clock_() - began, "compile", "hit",
                                          Statistics::laneClass(lane));
  return answer;
}

std::optional<CompileOutcome>
CompileService::findResult(const ActionKey &key, uint32_t maxInlineBytes,
                           Access access) {
  auto read = findRecord(store_, cache::RecordKind::Request, key, access);
  if (!read.ok() || !*read) // A store that cannot be read is a miss.
    return std::nullopt;
  const FoundRecord &found = **read;
  CompileOutcome outcome;
  v1::Result &result = outcome.result;
  if (found.record.format() != kRecordFormat ||
      !result.ParseFromString(found.record.payload()))
    return std::nullopt;
  result.set_cache(v1::HIT);
  *result.mutable_request() = key.name().toProto(); // Older records have none.
  // Nothing ran: the times and counts of the first time are not this answer's.
  result.clear_milliseconds();
  result.mutable_milliseconds();
  result.mutable_kernels()->set_reused(result.kernels().unique());
  result.mutable_kernels()->set_built(0);
  // A damaged artifact is found out by reading it; then this is a miss.
  absl::StatusOr<std::vector<Digest>> blobs = cache::blobsOf(found.record);
  if (!blobs.ok() || !attachInline(result, maxInlineBytes, access))
    return std::nullopt;
  outcome.stored = StoredResult{found.key, *std::move(blobs), key.name()};
  statistics_.countLaneRead(found.record.lane(), key.lane);
  return outcome;
}

bool CompileService::attachInline(v1::Result &result, uint32_t maxInlineBytes,
                                  Access access) {
  absl::StatusOr<Digest> digest = Digest::fromProto(result.artifact());
  if (!digest.ok() ||
      digest->size > std::min(maxInlineBytes, kMaxInlineArtifactBytes))
    return true;
  cache::SharedBytes bytes;
  if (access == Access::Memory)
    bytes = store_.peekBlob(*digest);
  else if (auto read = store_.getBlob(*digest); read.ok())
    bytes = *std::move(read);
  if (!bytes)
    return false;
  result.set_inline_artifact(*bytes);
  return true;
}

void CompileService::explain(
    const v1::ExplainRequest &request, const Principal &asker,
    std::function<void(absl::StatusOr<v1::ExplainResponse>)> onDone) {
  constexpr int kMaxExplaining = 64;
  bool isRefused;
  {
    absl::MutexLock lock(&mutex_);
    isRefused = explaining_ == kMaxExplaining;
    explaining_ += !isRefused;
  }
  if (isRefused)
    return onDone(absl::ResourceExhaustedError(
        "too many ask for explanations; try again"));
  post_(asker.tenant, [this, request, asker, onDone = std::move(onDone)] {
    absl::StatusOr<v1::ExplainResponse> response = explainNow(request, asker);
    {
      absl::MutexLock lock(&mutex_);
      --explaining_;
    }
    onDone(std::move(response));
  });
}

} // namespace ingot::server
