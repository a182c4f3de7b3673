//===- PlanConstants.cpp - where the constants of a plan go ---------------===//
//
// A worker may lie about places, so they are held against the request, and the
// digests are computed here, from the sealed file that the worker was given:
// what it was given cannot have changed since. A blob's parts are hashed once:
// the store remembers their digests for the next program that has them.
//
//===----------------------------------------------------------------------===//

#include "server/core/PlanConstants.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <system_error>
#include <thread>

namespace ingot::server {
namespace {

constexpr int64_t kPieceBytes = 1 << 20;
/// Copies that are held for one write of several payloads.
constexpr size_t kMaxTogetherBytes = 4 << 20;
/// Held whole where the disk takes no pieces.
constexpr int64_t kMaxWholeBytes = 64 << 20;

absl::Status malformedPlan(const char *how) {
  return absl::InternalError(
      absl::StrCat("the worker's answer is malformed: ", how));
}

/// Calls `take` with one piece of a payload after the other.
template <typename Take>
absl::Status readPieces(const FramePayload &payload, Take take) {
  std::string piece;
  for (int64_t at = 0; at < payload.size(); at += kPieceBytes) {
    piece.resize(
        static_cast<size_t>(std::min(kPieceBytes, payload.size() - at)));
    if (absl::Status status = payload.read(at, piece.data(), piece.size());
        !status.ok())
      return status;
    if (absl::Status status = take(piece); !status.ok())
      return status;
  }
  return absl::OkStatus();
}

using Place = v1::WorkResponse::PlannedConstant::Place;

/// Constants of one payload of the request that stand there as they are.
struct Placed {
  std::vector<int> constants; ///< Of the plan.
  std::vector<const Place *> places;
};

/// The part of a program that a place means; null where there is none.
std::optional<FramePayload> partOf(const ProgramName &name,
                                   const ProgramBytes &program,
                                   const Place &place) {
  const size_t index = place.payload();
  if (index > name.files.size() ||
      (program.sealed ? index >= program.sealed->offsets.size()
                      : index > program.files.size() || !program.module))
    return std::nullopt;
  const int64_t size =
      index == 0 ? name.module.size : name.files[index - 1].second.size;
  if (place.size() > static_cast<uint64_t>(size) ||
      place.offset() > static_cast<uint64_t>(size) - place.size())
    return std::nullopt;
  const auto offset = static_cast<int64_t>(place.offset());
  if (program.sealed)
    return FramePayload(program.sealed->file,
                        program.sealed->offsets[index] + offset,
                        static_cast<int64_t>(place.size()));
  const Payload &bytes = index == 0 ? program.module : program.files[index - 1];
  return FramePayload(bytes->substr(place.offset(), place.size()));
}

/// Names the parts of one blob, and makes them parts of it.
class PartNames {
public:
  PartNames(cache::Store &store, const Digest &blob)
      : store_(store), blob_(blob) {}

  absl::StatusOr<std::vector<Digest>>
  name(const std::vector<const Place *> &places,
       const std::vector<FramePayload> &parts) {
    absl::StatusOr<std::vector<cache::BlobSlice>> known =
        store_.slicesOf(blob_);
    if (!known.ok())
      return known.status();
    std::map<std::pair<int64_t, int64_t>, Digest> digests;
    for (const cache::BlobSlice &slice : *known)
      digests[{slice.offset, slice.digest.size}] = slice.digest;
    if (absl::Status status = hashUnknown(places, parts, digests); !status.ok())
      return status;
    std::vector<Digest> named;
    std::vector<cache::BlobSlice> slices;
    for (const Place *place : places) {
      named.push_back(digests.at(rangeOf(*place)));
      slices.push_back({named.back(), rangeOf(*place).first});
    }
    absl::Status status =
        store_.putSlices(blob_, slices, cache::Durability::WithNext);
    if (!status.ok())
      return status;
    return named;
  }

private:
  static std::pair<int64_t, int64_t> rangeOf(const Place &place) {
    return {static_cast<int64_t>(place.offset()),
            static_cast<int64_t>(place.size())};
  }

  static absl::Status
  hashUnknown(const std::vector<const Place *> &places,
              const std::vector<FramePayload> &parts,
              std::map<std::pair<int64_t, int64_t>, Digest> &digests) {
    std::vector<FramePayload> unknown;
    std::vector<std::pair<int64_t, int64_t>> ranges;
    for (size_t i = 0; i < places.size(); ++i)
      if (digests.try_emplace(rangeOf(*places[i])).second) {
        unknown.push_back(parts[i]);
        ranges.push_back(rangeOf(*places[i]));
      }
    absl::StatusOr<std::vector<Digest>> hashed = digestsOf(unknown);
    if (!hashed.ok())
      return hashed.status();
    for (size_t i = 0; i < ranges.size(); ++i)
      digests[ranges[i]] = (*hashed)[i];
    return absl::OkStatus();
  }

  cache::Store &store_;
  const Digest blob_;
};

/// Writes digests into the constants of a manifest that have none yet.
absl::Status nameInManifest(const std::vector<Digest> &digests,
                            v1::WorkResponse::Plan &plan) {
  absl::flat_hash_map<std::string, v1::Constant *> byName;
  for (v1::Constant &constant : *plan.mutable_manifest()->mutable_constants())
    byName[constant.name()] = &constant;
  for (int i = 0; i < plan.constants_size(); ++i) {
    if (!plan.constants(i).has_place() && !plan.constants(i).imported())
      continue;
    auto found = byName.find(plan.constants(i).name());
    if (found == byName.end() || found->second->has_digest())
      return malformedPlan("a constant that the manifest does not have");
    *found->second->mutable_digest() =
        digests[static_cast<size_t>(i)].toProto();
  }
  return absl::OkStatus();
}

} // namespace

absl::StatusOr<Digest> digestOf(const FramePayload &payload) {
  Hasher hasher;
  absl::Status status = readPieces(payload, [&](const std::string &piece) {
    hasher.update(piece);
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  return hasher.finish();
}

absl::StatusOr<std::vector<Digest>>
digestsOf(const std::vector<FramePayload> &payloads) {
  constexpr int64_t kMinBytesPerThread = 16 << 20;
  int64_t bytes = 0;
  for (const FramePayload &payload : payloads)
    bytes += payload.size();
  // The number of processors is 0 where it is not known.
  const auto most =
      std::clamp<int64_t>(std::thread::hardware_concurrency(), 1, 8);
  const auto threads = std::clamp<int64_t>(bytes / kMinBytesPerThread, 1, most);
  std::vector<absl::StatusOr<Digest>> results(payloads.size(), Digest());
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i; (i = next++) < payloads.size();)
      results[i] = digestOf(payloads[i]);
  };
  std::vector<std::thread> helpers;
  try {
    for (int64_t i = 1; i < threads; ++i)
      helpers.emplace_back(work);
  } catch (const std::system_error &) {
    // The process may have no more threads; fewer do it too.
  }
  work();
  for (std::thread &helper : helpers)
    helper.join();
  std::vector<Digest> digests;
  for (const absl::StatusOr<Digest> &result : results) {
    if (!result.ok())
      return result.status();
    digests.push_back(*result);
  }
  return digests;
}

static absl::StatusOr<Digest> storeWhole(cache::Store &store,
                                         const FramePayload &payload) {
  absl::StatusOr<std::string> bytes = payload.copy();
  if (!bytes.ok())
    return bytes.status();
  return store.putBlob(*bytes, cache::Durability::WithNext);
}

static absl::Status storeInPieces(cache::Store &store, const Digest &digest,
                                  const FramePayload &payload) {
  absl::StatusOr<std::unique_ptr<cache::BlobWriter>> writer =
      store.createBlob(digest);
  if (!writer.ok())
    return writer.status();
  absl::Status status = readPieces(payload, [&](const std::string &piece) {
    return (*writer)->append(piece);
  });
  return status.ok() ? (*writer)->commit() : status;
}

absl::StatusOr<Digest> storePayload(cache::Store &store,
                                    const FramePayload &payload) {
  if (payload.size() <= kPieceBytes)
    return storeWhole(store, payload);
  absl::StatusOr<Digest> digest = digestOf(payload);
  if (!digest.ok() || store.touchBlob(*digest))
    return digest;
  absl::Status status = storeInPieces(store, *digest, payload);
  if (status.ok())
    return digest;
  // What a full disk refuses may find room in memory, and so be delivered.
  const bool isDisk =
      absl::IsResourceExhausted(status) || absl::IsUnavailable(status);
  if (isDisk && payload.size() <= kMaxWholeBytes)
    return storeWhole(store, payload);
  return status;
}

absl::StatusOr<std::vector<Digest>>
storePayloads(cache::Store &store, absl::Span<const FramePayload> payloads) {
  std::vector<Digest> digests(payloads.size());
  std::vector<std::string> together;
  std::vector<size_t> places;
  size_t bytes = 0;
  auto write = [&]() -> absl::Status {
    absl::StatusOr<std::vector<Digest>> stored = store.putBlobs(
        {together.begin(), together.end()}, cache::Durability::WithNext);
    if (!stored.ok())
      return stored.status();
    for (size_t i = 0; i < places.size(); ++i)
      digests[places[i]] = (*stored)[i];
    together.clear();
    places.clear();
    bytes = 0;
    return absl::OkStatus();
  };
  for (size_t i = 0; i < payloads.size(); ++i) {
    if (payloads[i].size() > kPieceBytes) {
      absl::StatusOr<Digest> digest = storePayload(store, payloads[i]);
      if (!digest.ok())
        return digest.status();
      digests[i] = *digest;
      continue;
    }
    absl::StatusOr<std::string> copy = payloads[i].copy();
    if (!copy.ok())
      return copy.status();
    bytes += copy->size();
    together.push_back(*std::move(copy));
    places.push_back(i);
    if (bytes >= kMaxTogetherBytes)
      if (absl::Status status = write(); !status.ok())
        return status;
  }
  if (!together.empty())
    if (absl::Status status = write(); !status.ok())
      return status;
  return digests;
}

/// The digests of the constants that stand in one payload of the request.
static absl::StatusOr<std::vector<Digest>>
storePlaced(cache::Store &store, const ProgramName &name,
            const ProgramBytes &program, uint32_t payload, const Placed &of) {
  std::vector<FramePayload> parts;
  for (const Place *place : of.places) {
    std::optional<FramePayload> part = partOf(name, program, *place);
    if (!part)
      return malformedPlan("a constant outside of the program");
    parts.push_back(*std::move(part));
  }
  if (program.isBlob(payload)) {
    const Digest &blob =
        payload == 0 ? name.module : name.files[payload - 1].second;
    return PartNames(store, blob).name(of.places, parts);
  }
  return storePayloads(store, parts);
}

absl::StatusOr<std::vector<Digest>>
storeConstants(cache::Store &store, const ProgramName &name,
               const ProgramBytes &program, absl::Span<const FramePayload> sent,
               const PlannedConstants &constants,
               const ImportedConstants &imported) {
  std::vector<Digest> digests(static_cast<size_t>(constants.size()));
  std::map<uint32_t, Placed> placed; // By payload.
  std::vector<int> came;             // In `sent`.
  for (int i = 0; i < constants.size(); ++i) {
    Digest &digest = digests[static_cast<size_t>(i)];
    if (constants[i].imported()) {
      auto found = imported.find(constants[i].name());
      if (found == imported.end())
        return malformedPlan("a constant that the import does not have");
      digest = found->second;
      continue;
    }
    if (constants[i].has_place()) {
      Placed &of = placed[constants[i].place().payload()];
      of.constants.push_back(i);
      of.places.push_back(&constants[i].place());
      continue;
    }
    came.push_back(i);
  }
  if (came.size() != sent.size())
    return malformedPlan("another number of payloads");
  absl::StatusOr<std::vector<Digest>> whole = storePayloads(store, sent);
  if (!whole.ok())
    return whole.status();
  for (size_t i = 0; i < came.size(); ++i)
    digests[static_cast<size_t>(came[i])] = (*whole)[i];
  for (const auto &[payload, of] : placed) {
    absl::StatusOr<std::vector<Digest>> stored =
        storePlaced(store, name, program, payload, of);
    if (!stored.ok())
      return stored.status();
    for (size_t i = 0; i < stored->size(); ++i)
      digests[static_cast<size_t>(of.constants[i])] = (*stored)[i];
  }
  return digests;
}

absl::StatusOr<std::vector<Digest>>
storeConstants(cache::Store &store, const ProgramName &name,
               const ProgramBytes &program, absl::Span<const FramePayload> sent,
               v1::WorkResponse::Plan &plan,
               const ImportedConstants &imported) {
  absl::StatusOr<std::vector<Digest>> digests =
      storeConstants(store, name, program, sent, plan.constants(), imported);
  if (!digests.ok())
    return digests;
  if (absl::Status status = nameInManifest(*digests, plan); !status.ok())
    return status;
  return digests;
}

} // namespace ingot::server
