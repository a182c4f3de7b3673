//===- StoreInventory.cpp - what a store keeps, a moment ago --------------===//

#include "server/core/StoreInventory.h"

#include <algorithm>
#include <utility>

namespace ingot::server {

void addInventory(const InventoryRows &rows,
                  v1::DescribeStoreResponse &response) {
  for (const cache::InventoryRow &row : rows) {
    v1::DescribeStoreResponse::Row &made = *response.add_rows();
    made.set_kind(row.kind);
    made.set_entries(static_cast<uint64_t>(row.entries));
    made.set_bytes(static_cast<uint64_t>(row.bytes));
    for (int64_t bytes : row.bytesByAge)
      made.add_bytes_by_age(static_cast<uint64_t>(bytes));
  }
  for (const char *age : cache::kAgeNames)
    response.add_ages(age);
}

StoreInventory::StoreInventory(
    std::function<absl::StatusOr<InventoryRows>()> take,
    std::function<absl::Time()> clock)
    : take_(std::move(take)), clock_(std::move(clock)) {}

StoreInventory::~StoreInventory() {
  if (thread_.joinable())
    thread_.join();
}

void StoreInventory::addTo(v1::DescribeStoreResponse &response) {
  absl::MutexLock lock(&mutex_);
  if (!isTaking_ && clock_() >= next_) {
    if (thread_.joinable())
      thread_.join(); // It has given the lock back and ends.
    isTaking_ = true;
    thread_ = std::thread([this] { take(); });
  }
  addInventory(rows_, response);
}

void StoreInventory::take() {
  const absl::Time began = clock_();
  absl::StatusOr<InventoryRows> rows = take_();
  const absl::Time ended = clock_();
  absl::MutexLock lock(&mutex_);
  if (rows.ok())
    rows_ = *std::move(rows);
  next_ = ended + std::max(kInterval, kShare * (ended - began));
  isTaking_ = false;
}

} // namespace ingot::server
