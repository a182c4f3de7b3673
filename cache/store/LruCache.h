//===- LruCache.h - A bounded map, least recently used out ------*- C++ -*-===//
//
// Each value has a cost, its bytes, and the sum of costs is bounded, since
// artifacts differ in size by five orders of magnitude. This is a cache of a
// store, not a store: presence is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_STORE_LRUCACHE_H
#define INGOT_CACHE_STORE_LRUCACHE_H

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"

#include <cstdint>
#include <list>
#include <memory>
#include <utility>

namespace ingot::cache {

/// A map bounded by the cost of its values; the least recently used go first.
/// Thread-safe. Shares the values with whoever got them.
template <typename Key, typename Value> class LruCache {
public:
  explicit LruCache(int64_t limit) : limit_(limit) {}

  /// The value, or null.
  std::shared_ptr<const Value> get(const Key &key) {
    absl::MutexLock lock(&mutex_);
    auto found = map_.find(key);
    if (found == map_.end())
      return nullptr;
    order_.splice(order_.end(), order_, found->second);
    return found->second->value;
  }

  /// Replaces what is there. A cost above the limit is not kept at all.
  void put(const Key &key, std::shared_ptr<const Value> value, int64_t cost) {
    absl::MutexLock lock(&mutex_);
    eraseLocked(key);
    if (cost > limit_)
      return;
    while (cost_ + cost > limit_)
      eraseLocked(Key(order_.front().key));
    map_[key] = order_.insert(order_.end(), {key, std::move(value), cost});
    cost_ += cost;
  }

  void erase(const Key &key) {
    absl::MutexLock lock(&mutex_);
    eraseLocked(key);
  }

private:
  /// One value in the order of use.
  struct Node {
    Key key;
    std::shared_ptr<const Value> value;
    int64_t cost;
  };

  void eraseLocked(const Key &key) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    auto found = map_.find(key);
    if (found == map_.end())
      return;
    cost_ -= found->second->cost;
    order_.erase(found->second);
    map_.erase(found);
  }

  const int64_t limit_;

  absl::Mutex mutex_;
  std::list<Node> order_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<Key, typename std::list<Node>::iterator>
      map_ ABSL_GUARDED_BY(mutex_);
  int64_t cost_ ABSL_GUARDED_BY(mutex_) = 0;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_STORE_LRUCACHE_H
