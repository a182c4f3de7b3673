//===- KeyHistoryTest.cpp - what is remembered of results -----------------===//

#include "cache/store/KeyHistory.h"

#include "cache/store/StoreDecorator.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <atomic>
#include <thread>

namespace ingot::cache {
namespace {

using testing::Each;
using testing::SizeIs;

/// Counts what is read.
class CountingStore : public StoreDecorator {
public:
  using StoreDecorator::StoreDecorator;
  absl::StatusOr<std::optional<v1::ActionRecord>>
  getRareRecord(RecordKind kind, const Digest &key) override {
    ++reads;
    return StoreDecorator::getRareRecord(kind, key);
  }
  std::atomic<int> reads{0};
};

KeyEntry entryOf(const std::string &program, const std::string &option,
                 const std::string &tenant = "t") {
  KeyEntry entry;
  entry.key = Digest::of(program + " " + option);
  addPart(entry.tree, "program", program);
  addPart(entry.tree, "options", option);
  entry.tenant = tenant;
  entry.families = {KeyHistory::family(tenant, "program", program),
                    KeyHistory::family(tenant, "types", "f32")};
  return entry;
}

class KeyHistoryTest : public testing::Test {
protected:
  void add(KeyHistory &history, const KeyEntry &entry) {
    const Digest artifact =
        store.putBlob(absl::StrCat("artifact ", entry.key.hex())).value();
    auto records = history.recordsOf(entry, {artifact});
    ASSERT_TRUE(records.ok()) << records.status();
    ASSERT_TRUE(store.putRecords(*records).ok());
  }
  void add(const KeyEntry &entry) { add(history, entry); }

  std::string nearest(KeyHistory &of, const KeyEntry &entry) {
    auto found = of.findNearest(entry);
    EXPECT_TRUE(found.ok()) << found.status();
    return *found ? textOf((*found)->tree) : "nothing";
  }
  std::string nearest(const KeyEntry &entry) { return nearest(history, entry); }

  CountingStore counted{std::make_unique<MemoryStore>()};
  Store &store = counted;
  KeyHistory history{store};
};

TEST_F(KeyHistoryTest, NamesOfRecordsArePinned) {
  EXPECT_EQ(KeyHistory::family("t", "program", "x"),
            Digest::of("ingot.family\n1:t7:program1:x"));
  const KeyEntry entry = entryOf("p", "1");
  auto records = history.recordsOf(entry, {Digest::of("a")});
  ASSERT_THAT(*records, SizeIs(3));
  EXPECT_EQ((*records)[0].key,
            Digest::of("ingot.key\n" + entry.key.toString()));
  for (const RecordEntry &record : *records) {
    EXPECT_EQ(record.record.format(), 2u) << "no result";
    EXPECT_TRUE(record.isRare);
  }
  v1::KeyFamily family;
  ASSERT_TRUE(family.ParseFromString((*records)[1].record.payload()));
  EXPECT_EQ(family.members(0).key().hash(), entry.key.hex());
  EXPECT_THAT(family.members(0).sketch(), SizeIs(2));
}

TEST_F(KeyHistoryTest, WhatWasRememberedIsFound) {
  const KeyEntry entry = entryOf("p", "1");
  add(entry);
  auto found = history.find(entry.key);
  ASSERT_TRUE(found.ok() && *found);
  EXPECT_EQ(textOf((*found)->tree), textOf(entry.tree));
  EXPECT_EQ((*found)->tenant, "t");
  EXPECT_EQ((*found)->families, entry.families);
  EXPECT_FALSE(history.find(Digest::of("other")).value().has_value());
}

TEST_F(KeyHistoryTest, OfTheEarlierOnesThatWithFewestDifferencesIsNearest) {
  add(entryOf("p", "1"));
  add(entryOf("q", "1"));
  add(entryOf("r", "3"));
  const KeyEntry entry = entryOf("p", "2");
  add(entry);
  EXPECT_EQ(nearest(entry), "program = p\noptions = 1\n");
  add(entryOf("p", "7"));
  EXPECT_EQ(nearest(entry), "program = p\noptions = 1\n") << "not a later one";
  EXPECT_EQ(nearest(entryOf("p", "1")), "nothing") << "it was the first";
  EXPECT_EQ(nearest(entryOf("s", "9")), "nothing") << "nothing is equal";
}

TEST_F(KeyHistoryTest, TenantsHaveNothingInCommon) {
  add(entryOf("p", "1", "other"));
  EXPECT_EQ(nearest(entryOf("p", "2")), "nothing");
}

TEST_F(KeyHistoryTest, TheLastMemberOfAFamilyIsFound) {
  add(entryOf("p", "1"));
  add(entryOf("p", "2"));
  add(entryOf("p", "1"));
  const Digest family = KeyHistory::family("t", "program", "p");
  EXPECT_EQ((**history.findLast(family)).key, entryOf("p", "1").key);
  EXPECT_FALSE(history.findLast(Digest::of("none")).value().has_value());
}

TEST_F(KeyHistoryTest, ANewProcessKnowsTheOldOnes) {
  add(entryOf("p", "1"));
  KeyHistory next(store);
  EXPECT_EQ(nearest(next, entryOf("p", "2")), "program = p\noptions = 1\n");
  add(next, entryOf("p", "2"));
  EXPECT_EQ(nearest(next, entryOf("p", "3")), "program = p\noptions = 2\n");
}

TEST_F(KeyHistoryTest, ResultsThatAreMadeAtOnceAreBothRemembered) {
  const KeyEntry a = entryOf("p", "1"), b = entryOf("p", "2");
  const Digest artifact = store.putBlob("x").value();
  // Both are put together before either is written, and the older one is
  // written last.
  auto first = history.recordsOf(a, {artifact});
  auto second = history.recordsOf(b, {artifact});
  ASSERT_TRUE(store.putRecords(*second).ok());
  ASSERT_TRUE(store.putRecords(*first).ok());
  EXPECT_EQ(nearest(b), "program = p\noptions = 1\n");
}

TEST_F(KeyHistoryTest, WhatGoesWithItsArtifactIsPassedOver) {
  const KeyEntry entry = entryOf("p", "1");
  auto records = history.recordsOf(entry, {Digest::of("never stored")});
  EXPECT_TRUE(absl::IsFailedPrecondition(store.putRecords(*records)))
      << "it stands on the artifact";
  EXPECT_FALSE(history.find(entry.key).value().has_value());
  EXPECT_EQ(nearest(entryOf("p", "2")), "nothing");
}

TEST_F(KeyHistoryTest, DamageIsAbsence) {
  const KeyEntry entry = entryOf("p", "1");
  const Digest artifact = store.putBlob("x").value();
  std::vector<RecordEntry> records = *history.recordsOf(entry, {artifact});
  auto readsBack = [&](v1::ActionRecord record) {
    EXPECT_TRUE(
        store.putRecords({{RecordKind::Action, records[0].key, record}}).ok());
    return history.find(entry.key).value().has_value();
  };
  EXPECT_TRUE(readsBack(records[0].record));
  v1::ActionRecord another = records[0].record;
  another.set_format(3);
  EXPECT_FALSE(readsBack(another));
  another = records[0].record;
  another.set_payload("\xff");
  EXPECT_FALSE(readsBack(another));
  v1::KeyRecord stored;
  stored.ParseFromString(records[0].record.payload());
  *stored.mutable_key() = Digest::of("another").toProto();
  another.set_payload(stored.SerializeAsString());
  EXPECT_FALSE(readsBack(another)) << "of another result";
  stored.ParseFromString(records[0].record.payload());
  stored.mutable_tree()->set_name(std::string(kMaxKeyPartBytes + 1, 'x'));
  another.set_payload(stored.SerializeAsString());
  EXPECT_FALSE(readsBack(another)) << "beyond the limits";

  another.set_payload("\xff");
  another.clear_outputs();
  ASSERT_TRUE(
      store
          .putRecords({{RecordKind::Action,
                        KeyHistory::family("t", "program", "p"), another}})
          .ok());
  KeyHistory next(store);
  EXPECT_TRUE(next.findNearest(entry).ok()) << "a family begins anew";
}

TEST_F(KeyHistoryTest, AStoreThatFailsIsAnError) {
  const KeyEntry entry = entryOf("p", "1");
  MemoryStore failing;
  KeyHistory broken(failing);
  failing.failWith(absl::UnavailableError("the disk"));
  EXPECT_EQ(broken.find(entry.key).status().message(), "the disk");
  EXPECT_EQ(broken.findLast(entry.families[0]).status().message(), "the disk");
  EXPECT_EQ(broken.findNearest(entry).status().message(), "the disk");
  EXPECT_EQ(broken.recordsOf(entry, {}).status().message(), "the disk");
}

TEST_F(KeyHistoryTest, HowMuchIsReadDoesNotDependOnHowMuchIsStored) {
  auto readsFor = [&](const KeyEntry &entry) {
    KeyHistory fresh(store);
    counted.reads = 0;
    EXPECT_NE(nearest(fresh, entry), "nothing");
    return counted.reads.load();
  };
  for (int i = 0; i < 2000; ++i)
    add(entryOf(absl::StrCat("p", i), "1"));
  EXPECT_LE(readsFor(entryOf("p7", "2")), 2 + static_cast<int>(kMaxCompared));
  EXPECT_LE(readsFor(entryOf("new", "1")), 2 + static_cast<int>(kMaxCompared));
  v1::KeyFamily family;
  auto record = store.getRecord(RecordKind::Action,
                                KeyHistory::family("t", "types", "f32"));
  ASSERT_TRUE(family.ParseFromString((*record)->payload()));
  EXPECT_EQ(static_cast<size_t>(family.members_size()), kMaxFamilyMembers);
}

TEST_F(KeyHistoryTest, ManyThreadsLoseNobody) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&, i] { add(entryOf("p", absl::StrCat(i))); });
  for (std::thread &thread : threads)
    thread.join();
  v1::KeyFamily family;
  const KeyEntry last = entryOf("p", "last");
  auto records = history.recordsOf(last, {});
  ASSERT_TRUE(family.ParseFromString((*records)[1].record.payload()));
  EXPECT_EQ(family.members_size(), 9);
}

/// On the disk, what explains a result stands behind it in the order of use.
TEST(KeyHistoryOnDisk, GoesNoLaterThanTheResult) {
  TemporaryFolder folder;
  RocksDbStoreOptions options;
  options.path = folder.path();
  options.limitBytes = 64 << 10;
  auto store = openStores(options, /*hotBytes=*/1 << 20).value();
  KeyHistory history(*store);
  const KeyEntry entry = entryOf("p", "1");
  const Digest artifact = store->putBlob("artifact").value();
  std::vector<RecordEntry> records = *history.recordsOf(entry, {artifact});
  records.push_back({RecordKind::Request, entry.key, recordOf({artifact})});
  ASSERT_TRUE(store->putRecords(records).ok());
  auto isStored = [&] {
    return store->touchRecord(RecordKind::Request, entry.key, {artifact});
  };
  EXPECT_TRUE(history.find(entry.key).value().has_value());
  // Hits are no use of it.
  for (uint64_t seed = 0; seed < 50; ++seed) {
    ASSERT_TRUE(store->putBlob(someBytes(2000, seed)).ok());
    ASSERT_TRUE(isStored());
  }
  EXPECT_FALSE(history.find(entry.key).value().has_value());

  ASSERT_TRUE(store->putRecords(*history.recordsOf(entry, {artifact})).ok());
  EXPECT_TRUE(history.find(entry.key).value().has_value());
  for (uint64_t seed = 100; seed < 150; ++seed)
    ASSERT_TRUE(store->putBlob(someBytes(2000, seed)).ok());
  EXPECT_FALSE(isStored());
  EXPECT_FALSE(history.find(entry.key).value().has_value());
}

} // namespace
} // namespace ingot::cache
