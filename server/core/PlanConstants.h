//===- PlanConstants.h - where the constants of a plan go -------*- C++ -*-===//
//
// Most constants of a plan stand in the request as they are: the worker says
// where, sends none of them, and hashes none. Here they get their names, and
// become parts of the blobs that they came in. What the worker computed is
// stored as it came. Either way no constant is held whole in memory.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_PLANCONSTANTS_H
#define INGOT_SERVER_CORE_PLANCONSTANTS_H

#include "cache/store/Store.h"
#include "ingot/v1/worker.pb.h"
#include "server/core/Program.h"

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"

#include <string>
#include <vector>

namespace ingot::server {

/// The digest of a payload, read in pieces.
absl::StatusOr<Digest> digestOf(const FramePayload &payload);

/// Digests of several, on all processors if it is worth it.
absl::StatusOr<std::vector<Digest>>
digestsOf(const std::vector<FramePayload> &payloads);

/// Stores a payload under its digest, which is returned. A large one goes in
/// pieces.
absl::StatusOr<Digest> storePayload(cache::Store &store,
                                    const FramePayload &payload);

/// The same for several, of which small ones go to the store together: a write
/// costs more than they do.
absl::StatusOr<std::vector<Digest>>
storePayloads(cache::Store &store, absl::Span<const FramePayload> payloads);

/// The constants of an import, by name.
using ImportedConstants = absl::flat_hash_map<std::string, Digest>;

/// Stores the constants of an import or a plan: `sent` are those without a
/// place, in order. Returns all their digests, in the order of the constants.
/// INTERNAL, saying what, for places that are none, and for imported ones that
/// the import did not have.
using PlannedConstants =
    google::protobuf::RepeatedPtrField<v1::WorkResponse::PlannedConstant>;
absl::StatusOr<std::vector<Digest>>
storeConstants(cache::Store &store, const ProgramName &name,
               const ProgramBytes &program, absl::Span<const FramePayload> sent,
               const PlannedConstants &constants,
               const ImportedConstants &imported);

/// The same for a plan, in whose manifest it names constants that were not
/// sent.
absl::StatusOr<std::vector<Digest>>
storeConstants(cache::Store &store, const ProgramName &name,
               const ProgramBytes &program, absl::Span<const FramePayload> sent,
               v1::WorkResponse::Plan &plan,
               const ImportedConstants &imported = {});

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_PLANCONSTANTS_H
