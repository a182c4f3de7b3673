//===- Maintenance.cpp - stats, verify and gc of a store ------------------===//
//
// A list of everything takes 80 bytes an entry for as long as this works. Blobs
// are read in pieces; a record is small.
//
//===----------------------------------------------------------------------===//

#include "cache/store/Maintenance.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>

namespace ingot::cache {
namespace {

/// Clocks of uses below this are counts of uses, not microseconds: as a time it
/// is in the year 2001.
constexpr uint64_t kFirstTime = 1'000'000'000'000'000;

size_t ageOf(const Entry &entry, absl::Time now) {
  const std::optional<absl::Time> used = entry.lastUse();
  if (!used)
    return kAges - 1;
  const absl::Duration kLimits[] = {absl::Hours(1), absl::Hours(24),
                                    absl::Hours(24 * 7), absl::Hours(24 * 30)};
  size_t age = 0;
  while (age < std::size(kLimits) && now - *used > kLimits[age])
    ++age;
  return age;
}

/// Of "kernel 3", the word.
std::string kindOf(const std::string &role) {
  const std::string word = role.substr(0, role.find(' '));
  return word.empty() ? "constant" : word; // Requests name those without.
}

/// Calls `visit` with each record among the entries.
template <typename Visit>
absl::Status visitRecords(StoreCare &care, const std::vector<Entry> &entries,
                          Visit visit) {
  for (const Entry &entry : entries) {
    if (entry.name.kind == EntryKind::Blob)
      continue;
    absl::StatusOr<std::optional<StoredRecord>> record = care.readRecord(entry);
    if (!record.ok())
      return record.status();
    if (*record)
      visit(**record);
  }
  return absl::OkStatus();
}

std::string findingOf(const Entry &entry, EntryState state) {
  const std::string name =
      absl::StrCat(nameOf(entry.name.kind), " ", entry.name.digest.toString());
  switch (state) {
  case EntryState::Damaged:
    return absl::StrCat(name, " is damaged");
  case EntryState::Dangling:
    return absl::StrCat(name, " names a blob that is gone");
  case EntryState::Whole:
  case EntryState::Gone:
    break;
  }
  return "";
}

} // namespace

const char *nameOf(EntryKind kind) {
  constexpr const char *kNames[kEntryKinds] = {"blob", "action", "request"};
  return kNames[static_cast<size_t>(kind)];
}

std::optional<absl::Time> Entry::lastUse() const {
  if (used < kFirstTime)
    return std::nullopt;
  return absl::FromUnixMicros(static_cast<int64_t>(used));
}

absl::StatusOr<std::vector<InventoryRow>> takeInventory(StoreCare &care,
                                                        absl::Time now) {
  const std::vector<Entry> entries = care.list();
  absl::flat_hash_map<Digest, std::string> kinds; // Of blobs.
  absl::Status status =
      visitRecords(care, entries, [&kinds](const StoredRecord &record) {
        for (int i = 0; i < record.record.outputs_size(); ++i)
          kinds.try_emplace(record.blobs[static_cast<size_t>(i)],
                            kindOf(record.record.outputs(i).role()));
      });
  if (!status.ok())
    return status;
  std::map<std::string, InventoryRow> rows;
  for (const Entry &entry : entries) {
    std::string kind = nameOf(entry.name.kind);
    if (entry.name.kind == EntryKind::Blob) {
      auto found = kinds.find(entry.name.digest);
      kind = found == kinds.end() ? "unnamed" : found->second;
    }
    InventoryRow &row = rows[kind];
    row.kind = kind;
    ++row.entries;
    row.bytes += entry.bytes;
    row.bytesByAge[ageOf(entry, now)] += entry.bytes;
  }
  std::vector<InventoryRow> list;
  for (auto &[kind, row] : rows)
    list.push_back(std::move(row));
  return list;
}

absl::StatusOr<VerifyReport> verifyStore(StoreCare &care,
                                         const VerifyListener &listener) {
  std::vector<Entry> entries, records;
  for (const Entry &entry : care.list())
    (entry.name.kind == EntryKind::Blob ? entries : records).push_back(entry);
  entries.insert(entries.end(), records.begin(), records.end());
  VerifyReport report;
  report.totalEntries = static_cast<int64_t>(entries.size());
  for (const Entry &entry : entries)
    report.totalBytes += entry.bytes;
  for (const Entry &entry : entries) {
    absl::StatusOr<EntryState> state = care.check(entry);
    if (!state.ok())
      return state.status();
    ++report.entries;
    report.bytes += entry.bytes;
    report.damaged += *state == EntryState::Damaged;
    report.dangling += *state == EntryState::Dangling;
    if (!listener(report, findingOf(entry, *state)))
      return absl::CancelledError("the caller went away");
  }
  return report;
}

absl::StatusOr<CollectReport>
collectGarbage(StoreCare &care, const CollectOptions &options, absl::Time now) {
  const std::vector<Entry> entries = care.list();
  absl::flat_hash_set<Digest> named;
  if (options.unnamed)
    if (absl::Status status = visitRecords(
            care, entries,
            [&named](const StoredRecord &record) {
              named.insert(record.blobs.begin(), record.blobs.end());
            });
        !status.ok())
      return status;
  CollectReport report;
  for (const Entry &entry : entries)
    report.bytesLeft += entry.bytes;
  for (const Entry &entry : entries) {
    const bool isBlob = entry.name.kind == EntryKind::Blob;
    const std::optional<absl::Time> used = entry.lastUse();
    const absl::Duration age = used ? now - *used : absl::ZeroDuration();
    const bool isTooMuch =
        options.maxBytes >= 0 && report.bytesLeft > options.maxBytes;
    const bool isUnnamed = options.unnamed && isBlob &&
                           (!used || age > kUnnamedGrace) &&
                           !named.contains(entry.name.digest);
    if ((!isTooMuch && age <= options.maxAge && !isUnnamed) ||
        !care.evict(entry))
      continue;
    ++(isBlob ? report.blobs : report.records);
    report.bytes += entry.bytes;
    report.bytesLeft -= entry.bytes;
  }
  return report;
}

} // namespace ingot::cache
