//===- StoreFaultTest.cpp - the store when its disk breaks ----------------===//
//
// Three ways in which a disk breaks, each many times: the power goes in the
// middle of work, one operation fails, bytes of a closed store change. What the
// store acknowledged as durable must be there and right; anything else is
// either right or absent. What was damaged costs results, never wrong ones, and
// the store takes new ones afterwards.
//
//===----------------------------------------------------------------------===//

#include "cache/store/StoreCare.h"
#include "tests/faults/FaultCounts.h"
#include "tests/unit/cache/FaultyDisk.h"
#include "tests/unit/cache/StoreTesting.h"

#include "absl/container/flat_hash_map.h"
#include "gtest/gtest.h"

#include <fstream>
#include <unistd.h>

namespace ingot::cache {
namespace {

using faults::countOf;
using Fault = FaultyDisk::Fault;
namespace fs = std::filesystem;

constexpr int64_t kLimitBytes = int64_t{1} << 30;

/// What a store acknowledged, in order.
class Journal {
public:
  /// Makes one random step; false when the store refused it.
  bool step(Store &store, std::mt19937 &random) {
    const Durability durability =
        random() % 3 ? Durability::OnReturn : Durability::WithNext;
    switch (random() % 4) {
    case 0:
      return upload(store, random);
    case 1:
      return putRecord(store, random, durability);
    default:
      return putBlob(store, random, durability);
    }
  }

  /// Everything that was durable is there, and what is there is right.
  void expectKept(Store &store) const {
    size_t durable = 0;
    for (size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].isDurable)
        durable = i + 1; // And all before it: one log has them all.
    for (size_t i = 0; i < entries_.size(); ++i)
      expectRight(store, entries_[i], i < durable);
  }

  /// From now on all that was acknowledged and is there counts as durable: it
  /// survived one loss.
  void settle(Store &store) {
    std::vector<Entry> kept;
    for (Entry &entry : entries_)
      if (isThere(store, entry))
        kept.push_back({entry.digest, entry.isRecord, true});
    entries_ = std::move(kept);
  }

  size_t size() const { return entries_.size(); }

  /// Records stand in the order of eviction as they were made, and before their
  /// blobs, whatever notes of uses were lost. For a store that was just opened.
  void expectOrder(Store &store) const {
    absl::flat_hash_map<EntryName, size_t> places;
    for (const cache::Entry &entry : store.care()->list())
      places.emplace(entry.name, places.size());
    size_t last = 0;
    for (const Entry &entry : entries_) {
      auto place = places.find({EntryKind::Action, entry.digest});
      if (!entry.isRecord || !entry.isDurable || place == places.end())
        continue;
      EXPECT_GE(place->second, last) << "a record became older";
      last = place->second;
    }
    for (const cache::Entry &entry : store.care()->list()) {
      if (entry.name.kind == EntryKind::Blob)
        continue;
      auto record = store.care()->readRecord(entry);
      ASSERT_TRUE(record.ok() && *record);
      for (const Digest &blob : (*record)->blobs)
        EXPECT_GT(places.at({EntryKind::Blob, blob}), places.at(entry.name));
    }
  }

private:
  struct Entry {
    Digest digest;
    bool isRecord = false, isDurable = false;
  };

  bool putBlob(Store &store, std::mt19937 &random, Durability durability) {
    const size_t size = random() % 8 ? random() % 5000 : 1'500'000;
    auto digest = store.putBlob(someBytes(size, random()), durability);
    if (!digest.ok())
      return false;
    entries_.push_back({*digest, false, durability == Durability::OnReturn});
    return true;
  }

  bool upload(Store &store, std::mt19937 &random) {
    const std::string bytes = someBytes(100'000 + random() % 400'000, random());
    const Digest digest = Digest::of(bytes);
    auto writer = store.createBlob(digest);
    if (!writer.ok() || !(*writer)->append(bytes).ok() ||
        !(*writer)->commit().ok())
      return false;
    entries_.push_back({digest, false, true});
    return true;
  }

  bool putRecord(Store &store, std::mt19937 &random, Durability durability) {
    auto output = store.putBlob(someBytes(50, random()), Durability::WithNext);
    if (!output.ok())
      return false;
    const Digest key = Digest::of(std::to_string(random()));
    // The other blob may have been there for long.
    const Digest shared = entries_.empty() || entries_.front().isRecord
                              ? *output
                              : entries_.front().digest;
    const v1::ActionRecord record = recordOf({*output, shared});
    if (!store
             .putRecords({{RecordKind::Action, key, record},
                          {RecordKind::Request, key, record}},
                         durability)
             .ok())
      return false;
    entries_.push_back({key, true, durability == Durability::OnReturn});
    return true;
  }

  static bool isThere(Store &store, const Entry &entry) {
    if (entry.isRecord)
      return store.getRecord(RecordKind::Action, entry.digest)->has_value();
    return *store.getBlob(entry.digest) != nullptr;
  }

  static void expectRight(Store &store, const Entry &entry, bool mustBe) {
    if (!entry.isRecord) {
      auto bytes = store.getBlob(entry.digest);
      ASSERT_TRUE(bytes.ok()) << bytes.status();
      EXPECT_TRUE(*bytes || !mustBe)
          << "lost a blob: " << entry.digest.toString();
      if (*bytes)
        EXPECT_EQ(Digest::of(**bytes), entry.digest);
      return;
    }
    for (RecordKind kind : {RecordKind::Action, RecordKind::Request}) {
      auto record = store.getRecord(kind, entry.digest);
      ASSERT_TRUE(record.ok()) << record.status();
      EXPECT_TRUE(*record || !mustBe)
          << "lost a record: " << entry.digest.toString();
      if (*record) {
        auto output = Digest::fromProto((*record)->outputs(0).digest());
        ASSERT_TRUE(output.ok()) << "a record names nothing";
        EXPECT_NE(*store.getBlob(*output), nullptr)
            << "a record without its blob";
      }
    }
  }

  std::vector<Entry> entries_;
};

/// A store on a disk that breaks.
class BrokenDisk {
public:
  Store &open() {
    auto opened = openStores({folder_.path(), kLimitBytes, &disk});
    EXPECT_TRUE(opened.ok()) << opened.status();
    store_ = *std::move(opened);
    return *store_;
  }
  /// The power goes; nothing that was on its way arrives.
  void cutPower(std::mt19937 &random) {
    disk.stop();
    store_.reset();
    disk.losePower(&random);
    disk.repair();
  }

  FaultyDisk disk;

private:
  TemporaryFolder folder_;
  std::unique_ptr<Store> store_;
};

TEST(StoreFaults, PowerCutsLoseNothingDurable) {
  const int wanted = countOf("INGOT_FAULT_POWER_CUTS", 25);
  constexpr int kCutsOfADisk = 25;
  std::mt19937 random(5);
  size_t acknowledged = 0;
  int interrupted = 0;
  for (int done = 0; done < wanted && !testing::Test::HasFailure();) {
    BrokenDisk broken;
    Journal journal;
    Store *store = &broken.open();
    for (int i = 0; i < kCutsOfADisk && done < wanted; ++i, ++done) {
      SCOPED_TRACE("cut " + std::to_string(done));
      broken.disk.failAfter(random() % 120,
                            rocksdb::Status::IOError("no power"));
      int steps = 0;
      while (steps < 40 && journal.step(*store, random))
        ++steps;
      interrupted += steps < 40;
      acknowledged += steps;
      broken.cutPower(random);
      store = &broken.open();
      journal.expectOrder(*store);
      journal.expectKept(*store);
      journal.settle(*store);
    }
  }
  EXPECT_GT(interrupted, wanted / 4) << "hardly any cut came during work";
  RecordProperty("cuts", wanted);
  RecordProperty("acknowledged", int(acknowledged));
}

/// Runs the same steps with one fault; returns whether it came to pass.
bool sweepOnce(int64_t operation, Fault fault, int &refused) {
  BrokenDisk broken;
  Journal journal;
  std::mt19937 random(17);
  Store *store = &broken.open();
  broken.disk.failOnce(operation, fault);
  for (int i = 0; i < 15; ++i)
    refused += journal.step(*store, random) ? 0 : 1;
  const bool cameToPass = broken.disk.failures() > 0;
  broken.disk.failOnce(-1, fault);
  journal.expectKept(*store);
  // A disk that was full and has room again is written to at once, at the
  // latest at the second try: the first may find out. After any other error the
  // log is not trusted any more, and the store reads on until it is opened
  // again.
  bool takes = store->putBlob("afterwards").ok();
  takes = takes || store->putBlob("afterwards").ok();
  EXPECT_TRUE(takes || fault != Fault::NoSpace);
  broken.cutPower(random);
  store = &broken.open();
  journal.expectKept(*store);
  EXPECT_EQ(store->findMissing({Digest::of("afterwards")})->empty(), takes);
  EXPECT_TRUE(store->putBlob("reopened").ok());
  return cameToPass;
}

class FaultSweep : public testing::TestWithParam<Fault> {};

TEST_P(FaultSweep, OneFailedOperationLosesNothingDurable) {
  // 1: each operation; CI's share: one of so many.
  // There are far fewer syncs than writes.
  const int wanted = countOf("INGOT_FAULT_SWEEP_STRIDE", 11);
  const int stride =
      GetParam() == Fault::FailedSync ? std::min(wanted, 2) : wanted;
  int points = 0, refused = 0;
  int64_t operation = 0;
  for (; !HasFailure(); operation += stride, ++points) {
    SCOPED_TRACE("operation " + std::to_string(operation));
    if (!sweepOnce(operation, GetParam(), refused))
      break;
  }
  EXPECT_GT(points, 1) << "the fault never came to pass";
  EXPECT_GT(refused, 0) << "a store that never notices a fault ignores it";
  RecordProperty("points", points);
  RecordProperty("refused", refused);
}

std::string nameOf(const testing::TestParamInfo<Fault> &info) {
  switch (info.param) {
  case Fault::Error:
    return "Error";
  case Fault::NoSpace:
    return "NoSpace";
  case Fault::ShortWrite:
    return "ShortWrite";
  case Fault::FailedSync:
    return "FailedSync";
  }
  return "";
}

INSTANTIATE_TEST_SUITE_P(StoreFaults, FaultSweep,
                         testing::Values(Fault::Error, Fault::NoSpace,
                                         Fault::ShortWrite, Fault::FailedSync),
                         nameOf);

/// Changes a random file of a store in a random way; says how.
std::string damage(const fs::path &store, std::mt19937 &random) {
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(store))
    if (entry.is_regular_file())
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  const fs::path file = files[random() % files.size()];
  const uint64_t size = fs::file_size(file);
  const int kind = size == 0 ? 0 : static_cast<int>(random() % 5);
  std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
  auto overwrite = [&](uint64_t bytes, bool isZero) {
    const uint64_t at = random() % size;
    stream.seekp(static_cast<std::streamoff>(at));
    for (uint64_t i = at; i < std::min(at + bytes, size); ++i)
      stream.put(isZero ? '\0' : static_cast<char>(random()));
  };
  if (kind == 0)
    fs::remove(file);
  else if (kind == 1)
    fs::resize_file(file, random() % size);
  else
    overwrite(kind == 2 ? 1 : 512, kind == 4);
  return file.filename().string() + ", kind " + std::to_string(kind);
}

TEST(StoreFaults, CorruptionsCostResultsNeverWrongOnes) {
  const int wanted = countOf("INGOT_FAULT_CORRUPTIONS", 15);
  // In memory: each store is opened several times, with many syncs.
  TemporaryFolder folder(
      access("/dev/shm", W_OK) == 0 ? "/dev/shm" : fs::temp_directory_path());
  const fs::path whole = fs::path(folder.path()) / "whole",
                 path = fs::path(folder.path()) / "store";
  std::mt19937 random(23);
  Journal journal;
  for (int i = 0; i < 4; ++i) { // Opened again: tables and logs.
    auto store = openStores({whole, kLimitBytes});
    ASSERT_TRUE(store.ok()) << store.status();
    for (int step = 0; step < 20; ++step)
      ASSERT_TRUE(journal.step(**store, random));
  }
  int setAside = 0, ended = 0;
  for (int i = 0; i < wanted && !HasFailure(); ++i) {
    fs::remove_all(path);
    fs::copy(whole, path);
    Journal damaged = journal;
    SCOPED_TRACE("corruption " + std::to_string(i) + ": " +
                 damage(path, random));
    RocksDbStoreOptions options{path, kLimitBytes};
    options.onSetAside = [&](const absl::Status &, const std::string &) {
      ++setAside;
    };
    auto store = openStores(options);
    ASSERT_TRUE(store.ok()) << store.status();
    damaged.settle(**store); // Reads everything; wrong bytes fail below.
    damaged.expectKept(**store);
    const absl::Status written = (*store)->putBlob("afterwards").status();
    store->reset();
    const int setAsideBefore = setAside;
    store = openStores(options);
    ASSERT_TRUE(store.ok()) << store.status();
    if (!written.ok()) {
      // A compaction met the damage, which ends writing until the next start.
      ++ended;
      EXPECT_EQ(written.code(), absl::StatusCode::kUnavailable) << written;
      EXPECT_GT(setAside, setAsideBefore) << written;
      EXPECT_TRUE((*store)->putBlob("afterwards").ok());
    }
    EXPECT_TRUE((*store)->findMissing({Digest::of("afterwards")})->empty());
  }
  EXPECT_LE(ended, wanted / 10 + 1) << "most damage is met by reading";
  RecordProperty("corruptions", wanted);
  RecordProperty("set_aside", setAside);
  RecordProperty("ended", ended);
}

} // namespace
} // namespace ingot::cache
