//===- RecordTable.h - Records on disk --------------------------*- C++ -*-===//
//
// A record is sealed by its own hash, and stands only as long as every blob it
// names does: that is checked whenever it is read.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_ROCKSDB_RECORDTABLE_H
#define INGOT_CACHE_ROCKSDB_RECORDTABLE_H

#include "cache/rocksdb/Catalog.h"

namespace ingot::cache {

/// Thread-safe. Database and catalog must outlive it.
class RecordTable {
public:
  RecordTable(Database &database, Catalog &catalog)
      : database_(database), catalog_(catalog) {}

  /// As Store's.
  absl::StatusOr<std::optional<v1::ActionRecord>> get(RecordKind kind,
                                                      const Digest &key);
  absl::Status put(const std::vector<RecordEntry> &entries,
                   Durability durability);

  /// The record without a use of it; nothing when it is damaged or gone.
  absl::StatusOr<std::optional<StoredRecord>> peek(const EntryName &name);

  static EntryName nameOf(RecordKind kind, const Digest &key) {
    return entryName(kind, key);
  }

private:
  rocksdb::ColumnFamilyHandle *table(RecordKind kind) {
    return database_.table(kind == RecordKind::Action ? Table::Actions
                                                      : Table::Requests);
  }

  Database &database_;
  Catalog &catalog_;
};

} // namespace ingot::cache

#endif // INGOT_CACHE_ROCKSDB_RECORDTABLE_H
