//===- StoreOwners.h - who pays for what is stored --------------*- C++ -*-===//

#ifndef INGOT_SERVER_CORE_STOREOWNERS_H
#define INGOT_SERVER_CORE_STOREOWNERS_H

#include "cache/store/Store.h"
#include "cache/store/StoreCare.h"
#include "ingot/v1/store_admin.pb.h"
#include "server/core/Principal.h"
#include "server/scheduler/Tenant.h"

#include <limits>
#include <vector>

namespace ingot::server {

/// A lane of a tenant has the tenant's limit for itself: what comes from pull
/// requests pushes out nothing that is trusted.
inline cache::StoreOwner ownerOf(const Tenant &tenant) {
  return {tenant.space(), tenant.storeBytes};
}

/// A record that was stored, and what it names, is the owner's unless somebody
/// else's already. May block.
inline void ownRecord(cache::Store &store, const cache::StoreOwner &owner,
                      const cache::RecordEntry &stored) {
  if (owner.name.empty())
    return;
  std::vector<cache::EntryName> entries{
      cache::entryName(stored.kind, stored.key)};
  if (auto blobs = cache::blobsOf(stored.record); blobs.ok())
    for (const Digest &blob : *blobs)
      entries.push_back({cache::EntryKind::Blob, blob});
  store.own(owner, entries);
}

/// The same of blobs alone.
inline void ownBlobs(cache::Store &store, const cache::StoreOwner &owner,
                     const std::vector<Digest> &blobs) {
  if (owner.name.empty())
    return;
  std::vector<cache::EntryName> entries;
  for (const Digest &blob : blobs)
    entries.push_back({cache::EntryKind::Blob, blob});
  store.own(owner, entries);
}

/// What those who own something have, if the asker may know of them.
inline void addTenants(cache::StoreCare &care, const Principal &asker,
                       v1::DescribeStoreResponse &response) {
  for (const cache::OwnerUse &owner : care.owners()) {
    if (!asker.maySee(owner.name))
      continue;
    v1::DescribeStoreResponse::Tenant &made = *response.add_tenants();
    made.set_name(owner.name);
    made.set_entries(static_cast<uint64_t>(owner.entries));
    made.set_bytes(static_cast<uint64_t>(owner.bytes));
    if (owner.limitBytes != std::numeric_limits<int64_t>::max())
      made.set_limit_bytes(static_cast<uint64_t>(owner.limitBytes));
  }
}

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_STOREOWNERS_H
