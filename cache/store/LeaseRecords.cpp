//===- LeaseRecords.cpp - what daemons say to each other ------------------===//

#include "cache/store/LeaseRecords.h"

#include "cache/key/KeyBuilder.h"

#include <cstring>

namespace ingot::cache {
namespace {

/// Of a holder's payload: a key takes 8 bytes, or 9 from who does not pack
/// them.
constexpr size_t kMaxHolderBytes = 10 * kMaxHeldKeys;
constexpr size_t kMaxLeaseBytes = 64;

uint64_t shortOf(const Digest &key) {
  uint64_t value = 0;
  std::memcpy(&value, key.hash.data(), sizeof(value));
  return value;
}

template <typename Message> v1::ActionRecord recordOf(const Message &message) {
  v1::ActionRecord record;
  record.set_format(kLeaseFormat);
  record.set_payload(message.SerializeAsString());
  return record;
}

} // namespace

Digest leaseKey(const Digest &key) {
  return KeyBuilder("lease").add("key", key).finish();
}

Digest holderKey(const std::string &name) {
  return KeyBuilder("lease-holder").add("name", name).finish();
}

v1::ActionRecord leaseRecord(const std::string &holder) {
  v1::FlightLease lease;
  lease.set_holder(holder);
  return recordOf(lease);
}

v1::ActionRecord holderRecord(uint64_t beat, const std::vector<Digest> &keys) {
  v1::LeaseHolder holder;
  holder.set_beat(beat);
  for (const Digest &key : keys)
    holder.add_keys(shortOf(key));
  return recordOf(holder);
}

bool LeaseHolderState::holds(const Digest &key) const {
  return keys.contains(shortOf(key));
}

std::string parseLease(const v1::ActionRecord &record) {
  v1::FlightLease lease;
  if (record.format() != kLeaseFormat ||
      record.payload().size() > kMaxLeaseBytes ||
      !lease.ParseFromString(record.payload()) ||
      lease.holder().size() != kHolderNameBytes)
    return "";
  return lease.holder();
}

std::optional<LeaseHolderState> parseHolder(const v1::ActionRecord &record) {
  v1::LeaseHolder holder;
  if (record.format() != kLeaseFormat ||
      record.payload().size() > kMaxHolderBytes ||
      !holder.ParseFromString(record.payload()) ||
      holder.keys_size() > static_cast<int>(kMaxHeldKeys))
    return std::nullopt;
  return LeaseHolderState{holder.beat(),
                          {holder.keys().begin(), holder.keys().end()}};
}

} // namespace ingot::cache
