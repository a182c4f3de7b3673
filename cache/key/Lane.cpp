//===- Lane.cpp - namespaces of keys --------------------------------------===//

#include "cache/key/Lane.h"
#include "cache/key/KeyBuilder.h"

namespace ingot {

Digest keyInLane(std::string_view lane, const Digest &key) {
  if (lane.empty())
    return key;
  Digest own = KeyBuilder("lane").add("name", lane).add("key", key).finish();
  own.size += kLaneSize;
  return own;
}

} // namespace ingot
