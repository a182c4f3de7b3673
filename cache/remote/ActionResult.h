//===- ActionResult.h - records as results of REAPI -------------*- C++ -*-===//
//
// How a record travels through an ActionCache. Its outputs are output files, so
// that the cache keeps their blobs as long as the result; all of it stands in
// stdout_raw behind a seal, so that what a cache mixed up or changed is found
// out. README.md has the format.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_REMOTE_ACTIONRESULT_H
#define INGOT_CACHE_REMOTE_ACTIONRESULT_H

#include "build/bazel/remote/execution/v2/action_cache.pb.h"
#include "cache/key/Digest.h"
#include "ingot/v1/store.pb.h"

#include "absl/status/statusor.h"

#include <string_view>

namespace ingot::cache {

namespace reapi = build::bazel::remote::execution::v2;

/// Between REAPI's digests and ours; INVALID_ARGUMENT for one that is none.
reapi::Digest toReapi(const Digest &digest);
absl::StatusOr<Digest> fromReapi(const reapi::Digest &digest);

/// The result of the action of this key. Who knows `secret`, which may be
/// empty, can make another.
reapi::ActionResult toActionResult(const Digest &key,
                                   const v1::ActionRecord &record,
                                   std::string_view secret);

/// The record in a result. DATA_LOSS when it was not made with this secret for
/// this key.
absl::StatusOr<v1::ActionRecord>
fromActionResult(const Digest &key, const reapi::ActionResult &result,
                 std::string_view secret);

} // namespace ingot::cache

#endif // INGOT_CACHE_REMOTE_ACTIONRESULT_H
