//===- StoreInventory.h - what a store keeps, a moment ago ------*- C++ -*-===//
//
// What a blob is, records say: to count by kind reads all of them, which takes
// a while, and the page asks each second.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_STOREINVENTORY_H
#define INGOT_SERVER_CORE_STOREINVENTORY_H

#include "cache/store/Maintenance.h"
#include "ingot/v1/store_admin.pb.h"

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

#include <functional>
#include <thread>
#include <vector>

namespace ingot::server {

using InventoryRows = std::vector<cache::InventoryRow>;

/// What is kept, by kind and last use, into `rows` and `ages`.
void addInventory(const InventoryRows &rows,
                  v1::DescribeStoreResponse &response);

/// The last inventory that was taken. Thread-safe. Its end waits for one that
/// is being taken.
class StoreInventory {
public:
  /// `take` may block; one call at a time, on a thread of this.
  StoreInventory(std::function<absl::StatusOr<InventoryRows>()> take,
                 std::function<absl::Time()> clock);
  ~StoreInventory();

  /// Adds the last one; no rows before the first is there. Has another one
  /// taken if that is long ago, and does not wait.
  void addTo(v1::DescribeStoreResponse &response);

  /// Between two; and a store that is large is counted for a twentieth of the
  /// time at most.
  static constexpr absl::Duration kInterval = absl::Seconds(10);
  static constexpr int kShare = 20;

private:
  void take();

  const std::function<absl::StatusOr<InventoryRows>()> take_;
  const std::function<absl::Time()> clock_;

  absl::Mutex mutex_;
  InventoryRows rows_ ABSL_GUARDED_BY(mutex_);
  absl::Time next_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  bool isTaking_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_; ///< Begun and joined where isTaking_ is changed.
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_STOREINVENTORY_H
