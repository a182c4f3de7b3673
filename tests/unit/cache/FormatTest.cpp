//===- FormatTest.cpp - the bytes that FORMAT.md promises -----------------===//

#include "cache/rocksdb/Format.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gtest/gtest.h>

namespace ingot::cache::format {
namespace {

TEST(Format, KeysArePinned) {
  EXPECT_EQ(chunkKey(0x0102, 3), std::string("\0\0\0\0\0\0\1\2\0\0\0\3", 12));
  std::string key = digestKey(Digest::of("abc"));
  EXPECT_EQ(key.substr(0, 2), "\xba\x78");
  EXPECT_EQ(key.substr(32), std::string("\0\0\0\0\0\0\0\3", 8));
}

TEST(Format, KeysComeBack) {
  Digest digest = Digest::of("abc");
  EXPECT_EQ(parseDigestKey(digestKey(digest)), digest);
  EXPECT_EQ(parseNumber(numberBytes(~uint64_t{0} - 1)), ~uint64_t{0} - 1);
}

TEST(Format, UsesNameBlobsAsTheyAreAndRecordsBehindTheirKind) {
  const Digest digest = Digest::of("abc");
  const std::string key = digestKey(digest);
  EXPECT_EQ(useKey({EntryKind::Blob, digest}), key);
  EXPECT_EQ(useKey({EntryKind::Action, digest}), "\1" + key);
  EXPECT_EQ(useKey({EntryKind::Request, digest}), "\2" + key);
  for (EntryKind kind :
       {EntryKind::Blob, EntryKind::Action, EntryKind::Request})
    EXPECT_EQ(parseUseKey(useKey({kind, digest})), (EntryName{kind, digest}));
  for (const std::string &damaged :
       {std::string(1, '\0') + key, "\3" + key, key.substr(1), "\1\1" + key})
    EXPECT_FALSE(parseUseKey(damaged)) << damaged.size();
}

TEST(Format, PinsNameAPlainKeyAndItsLane) {
  Pin pin{EntryKind::Request, Digest::of("abc"), "pr",
          absl::UnixEpoch() + absl::Hours(400000)};
  const std::string key = pinKey(pin);
  EXPECT_EQ(key, "\2" + digestKey(pin.key) + "pr");
  const std::string since = numberBytes(1'440'000'000'000'000);
  std::optional<Pin> read = parsePin(key, since);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->entry(), pin.entry());
  EXPECT_EQ(read->lane, "pr");
  EXPECT_EQ(read->since, pin.since);
  EXPECT_NE(pin.entry().digest, pin.key);
  pin.lane = "";
  EXPECT_EQ(pin.entry().digest, pin.key);
  for (const std::string &damaged :
       {std::string(), digestKey(pin.key), "\3" + digestKey(pin.key),
        key + std::string(255, 'x')})
    EXPECT_FALSE(parsePin(damaged, since)) << damaged.size();
  EXPECT_FALSE(parsePin(key, since + "x"));
}

TEST(Format, RecordsComeBackWithTheirBlobs) {
  const Digest blob = Digest::of("object");
  v1::ActionRecord record = recordOf({blob, Digest::empty()});
  auto stored = parseRecord(seal(record.SerializeAsString()));
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->record.SerializeAsString(), record.SerializeAsString());
  EXPECT_EQ(stored->blobs, (std::vector<Digest>{blob, Digest::empty()}));
}

TEST(Format, DamagedRecordsAreNothing) {
  v1::ActionRecord bad = recordOf({Digest::of("object")});
  bad.mutable_outputs(0)->mutable_digest()->set_hash("short");
  const std::string good = recordOf({Digest::of("x")}).SerializeAsString();
  for (const std::string &sealed :
       {std::string(), good, seal(good).substr(0, 40), seal("no message"),
        seal(good.substr(0, 10)), seal(bad.SerializeAsString())})
    EXPECT_FALSE(parseRecord(sealed)) << sealed.size();
}

TEST(Format, DamagedKeysAreNothing) {
  std::string key = digestKey(Digest::of("abc"));
  EXPECT_FALSE(parseDigestKey(key.substr(1)));
  key[32] = '\x80'; // A negative size.
  EXPECT_FALSE(parseDigestKey(key));
  EXPECT_FALSE(parseNumber("1234567"));
  EXPECT_EQ(useValue(7, ""), numberBytes(7)) << "as before there were owners";
  EXPECT_EQ(parseUseValue(useValue(7, "ml/pr")),
            std::pair(uint64_t{7}, std::string_view("ml/pr")));
  EXPECT_FALSE(parseUseValue("1234567"));
  EXPECT_FALSE(parseUseValue(std::string(8 + kMaxOwnerBytes + 1, 'x')));
}

TEST(Format, ASealShowsEveryChange) {
  std::string sealed = seal("payload");
  EXPECT_EQ(unseal(sealed), "payload");
  for (size_t i = 0; i < sealed.size(); ++i) {
    std::string damaged = sealed;
    damaged[i] ^= 1;
    EXPECT_FALSE(unseal(damaged)) << i;
    EXPECT_FALSE(unseal(sealed.substr(0, i))) << i;
  }
}

TEST(Format, ChunksAreCountedUp) {
  EXPECT_EQ(chunkCount(0), 0);
  EXPECT_EQ(chunkCount(kChunkBytes), 1);
  EXPECT_EQ(chunkCount(kChunkBytes + 1), 2);
}

} // namespace
} // namespace ingot::cache::format
