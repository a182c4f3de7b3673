//===- Lane.h - namespaces of keys -----------------------------*- C++ -*-===//
//
// Results that not everybody may trust, such as those of pull requests, stand
// under keys of their own. The lane `trusted` has the plain keys.
//
// A key within a lane can be computed by whoever knows the lane's name, so it
// is made to be told apart from every key that a caller can ask for: what is
// asked for by such a key is refused before anything is looked up, and nobody
// finds out by asking whether another lane has a result, or is there at all.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_LANE_H
#define INGOT_CACHE_KEY_LANE_H

#include "cache/key/Digest.h"

#include <string_view>

namespace ingot {

/// Whose results all callers read. Elsewhere it is the empty name.
inline constexpr char kTrustedLane[] = "trusted";

/// Added to the sizes of keys within lanes. No blob and no plain key has as
/// many bytes, and a double still holds the sum.
inline constexpr int64_t kLaneSize = int64_t{1} << 52;

/// Where a lane keeps what `trusted`, the empty name, keeps under `key`.
Digest keyInLane(std::string_view lane, const Digest &key);

/// Whether keyInLane() of a lane but `trusted` may have made it.
inline bool isInLane(const Digest &key) { return key.size >= kLaneSize; }

} // namespace ingot

#endif // INGOT_CACHE_KEY_LANE_H
