//===- KeyHistory.cpp - the keys of results, for who asks why -------------===//
//
// Two kinds of record in the table of actions, both of format 2:
//
//   key(R)      payload: ingot.v1.KeyRecord of the result R; names a blob of R,
//               so that it does not outlive it
//   family(F)   payload: ingot.v1.KeyFamily, at most 32 members; names nothing
//
// where key(R) is SHA-256 of "ingot.key\nHASH/SIZE" and family(F) of
// "ingot.family\n" and three texts behind their lengths: tenant, what, value.
// No action has such a key: theirs are digests of encodings that begin
// otherwise.
//
// A member whose key(R) is gone is passed over. Families are not cleaned: new
// members push old ones out, and a family that nobody meets grows old and is
// evicted like anything else.
//
//===----------------------------------------------------------------------===//

#include "cache/store/KeyHistory.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::cache {
namespace {

Digest nameOf(const Digest &key) {
  return Digest::of(absl::StrCat("ingot.key\n", key.toString()));
}

v1::ActionRecord recordOf(const google::protobuf::MessageLite &payload) {
  v1::ActionRecord record;
  record.set_format(kKeyRecordFormat);
  record.set_payload(payload.SerializeAsString());
  return record;
}

KeySketch storedSketch(const v1::KeyFamily::Member &member) {
  return {member.sketch().begin(), member.sketch().end()};
}

std::optional<KeyEntry> parseEntry(const v1::ActionRecord &record,
                                   const Digest &key) {
  v1::KeyRecord stored;
  if (record.format() != kKeyRecordFormat ||
      !stored.ParseFromString(record.payload()) ||
      !checkTree(stored.tree()).ok())
    return std::nullopt;
  absl::StatusOr<Digest> named = Digest::fromProto(stored.key());
  if (!named.ok() || *named != key)
    return std::nullopt;
  KeyEntry entry{key, std::move(*stored.mutable_tree()), stored.tenant(), {}};
  for (const v1::Digest &family : stored.families())
    if (absl::StatusOr<Digest> digest = Digest::fromProto(family); digest.ok())
      entry.families.push_back(*digest);
  return entry;
}

/// The key in front, once, and no more members than may be.
void addMember(v1::KeyFamily &family, const KeyEntry &entry) {
  v1::KeyFamily all;
  v1::KeyFamily::Member &first = *all.add_members();
  *first.mutable_key() = entry.key.toProto();
  for (uint64_t hash : sketchOf(entry.tree))
    first.add_sketch(hash);
  for (v1::KeyFamily::Member &member : *family.mutable_members())
    if (static_cast<size_t>(all.members_size()) < kMaxFamilyMembers &&
        member.key().hash() != first.key().hash())
      all.add_members()->Swap(&member);
  family.Swap(&all);
}

} // namespace

Digest KeyHistory::family(std::string_view tenant, std::string_view what,
                          std::string_view value) {
  std::string name = "ingot.family\n";
  for (std::string_view part : {tenant, what, value})
    absl::StrAppend(&name, part.size(), ":", std::string(part));
  return Digest::of(name);
}

absl::StatusOr<v1::KeyFamily> KeyHistory::readFamily(const Digest &family) {
  if (std::shared_ptr<const v1::KeyFamily> known = families_.get(family))
    return *known;
  v1::KeyFamily members;
  auto record = store_.getRareRecord(RecordKind::Action, family);
  if (!record.ok())
    return record.status();
  // One that does not parse is begun anew.
  if (*record && (*record)->format() == kKeyRecordFormat &&
      !members.ParseFromString((*record)->payload()))
    members.Clear();
  return members;
}

absl::StatusOr<v1::KeyFamily> KeyHistory::membersOf(const Digest &family) {
  absl::MutexLock lock(&mutex_);
  return readFamily(family);
}

absl::StatusOr<std::vector<RecordEntry>>
KeyHistory::recordsOf(const KeyEntry &entry, const std::vector<Digest> &blobs) {
  v1::KeyRecord stored;
  *stored.mutable_key() = entry.key.toProto();
  *stored.mutable_tree() = entry.tree;
  stored.set_tenant(entry.tenant);
  for (const Digest &family : entry.families)
    *stored.add_families() = family.toProto();
  RecordEntry tree{RecordKind::Action, nameOf(entry.key), recordOf(stored),
                   /*isRare=*/true};
  for (const Digest &blob : blobs) {
    v1::ActionRecord::Output *output = tree.record.add_outputs();
    output->set_role("artifact");
    *output->mutable_digest() = blob.toProto();
  }
  std::vector<RecordEntry> entries{std::move(tree)};
  absl::MutexLock lock(&mutex_);
  for (const Digest &name : entry.families) {
    absl::StatusOr<v1::KeyFamily> family = readFamily(name);
    if (!family.ok())
      return family.status();
    addMember(*family, entry);
    families_.put(name, std::make_shared<const v1::KeyFamily>(*family),
                  // Parsed, a message takes about twice its serialized size.
                  static_cast<int64_t>(2 * family->ByteSizeLong()));
    entries.push_back(
        {RecordKind::Action, name, recordOf(*family), /*isRare=*/true});
  }
  v1::KeyFamily alone;
  *alone.add_members()->mutable_key() = entry.key.toProto();
  for (const Digest &name : entry.names)
    entries.push_back(
        {RecordKind::Action, name, recordOf(alone), /*isRare=*/true});
  return entries;
}

absl::StatusOr<std::optional<KeyEntry>> KeyHistory::find(const Digest &key) {
  auto record = store_.getRareRecord(RecordKind::Action, nameOf(key));
  if (!record.ok())
    return record.status();
  return *record ? parseEntry(**record, key) : std::nullopt;
}

absl::StatusOr<std::optional<KeyEntry>>
KeyHistory::findLast(const Digest &family) {
  absl::StatusOr<v1::KeyFamily> members = membersOf(family);
  if (!members.ok())
    return members.status();
  for (const v1::KeyFamily::Member &member : members->members()) {
    absl::StatusOr<Digest> key = Digest::fromProto(member.key());
    if (!key.ok())
      continue;
    absl::StatusOr<std::optional<KeyEntry>> entry = find(*key);
    if (!entry.ok() || *entry)
      return entry;
  }
  return std::nullopt;
}

absl::StatusOr<std::optional<KeyEntry>>
KeyHistory::findNearest(const KeyEntry &entry) {
  std::vector<Digest> keys;
  std::vector<KeySketch> sketches;
  absl::flat_hash_set<Digest> seen{entry.key};
  for (const Digest &name : entry.families) {
    absl::StatusOr<v1::KeyFamily> family = membersOf(name);
    if (!family.ok())
      return family.status();
    // What stands in front of the entry itself was made later.
    auto begin = std::find_if(
        family->members().begin(), family->members().end(),
        [hash = entry.key.hex()](const v1::KeyFamily::Member &member) {
          return member.key().hash() == hash;
        });
    if (begin == family->members().end())
      begin = family->members().begin();
    for (auto member = begin; member != family->members().end(); ++member) {
      absl::StatusOr<Digest> key = Digest::fromProto(member->key());
      if (!key.ok() || !seen.insert(*key).second)
        continue;
      keys.push_back(*key);
      sketches.push_back(storedSketch(*member));
    }
  }
  std::optional<KeyEntry> nearest;
  size_t fewest = 0, compared = 0;
  for (size_t place : rankByNearness(sketchOf(entry.tree), sketches)) {
    if (compared == kMaxCompared)
      break;
    absl::StatusOr<std::optional<KeyEntry>> found = find(keys[place]);
    if (!found.ok())
      return found.status();
    if (!*found)
      continue;
    ++compared;
    const size_t count = differencesOf((*found)->tree, entry.tree).size();
    if (!nearest || count < fewest) {
      nearest = *std::move(found);
      fewest = count;
    }
  }
  return nearest;
}

} // namespace ingot::cache
