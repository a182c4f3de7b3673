//===- SetAsideTest.cpp - a damaged store gives way to an empty one -------===//
//
// Files of a closed store are cut off, overwritten and deleted, one after the
// other. Whatever is hit, a store opens: either the old one, in which damaged
// blobs are misses, or an empty one beside the old files. What is no damage
// stays an error and moves nothing.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Database.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <rocksdb/env.h>
#include <rocksdb/write_batch.h>

#include <fstream>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

namespace ingot::cache {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

/// A disk that cannot tell the sizes of tables, as a share that is away.
class DiskWithoutSizes : public rocksdb::EnvWrapper {
public:
  DiskWithoutSizes() : EnvWrapper(Env::Default()) {}

  rocksdb::Status GetFileSize(const std::string &name,
                              uint64_t *size) override {
    if (fs::path(name).extension() == ".sst")
      return rocksdb::Status::IOError(name, "Stale file handle");
    return EnvWrapper::GetFileSize(name, size);
  }
};

class SetAsideTest : public testing::Test {
protected:
  fs::path path() const { return fs::path(folder_.path()) / "store"; }

  absl::StatusOr<std::unique_ptr<Store>> open(rocksdb::Env *env = nullptr) {
    RocksDbStoreOptions options{path(), 64 << 20, env};
    options.onSetAside = [this](const absl::Status &why,
                                const std::string &folder) {
      ++setAside_;
      why_ = std::string(why.message());
      kept_ = folder;
    };
    return openStores(options);
  }

  /// A store with a blob and a record of it, some of it in tables and some in
  /// the log.
  void fill() {
    auto store = *open();
    for (const char *part : {"in tables", "in the log"}) {
      Digest blob = *store->putBlob(someBytes(10000, part[3]));
      ASSERT_TRUE(store
                      ->putRecords({{RecordKind::Action, Digest::of(part),
                                     recordOf({blob})}})
                      .ok());
      if (part == std::string("in tables")) {
        store.reset();
        auto database = Database::open(path()).value();
        for (Table table : {Table::Actions, Table::Blobs, Table::Chunks})
          ASSERT_TRUE(database->db().Flush({}, database->table(table)).ok());
        database.reset();
        store = *open();
      }
    }
  }

  /// The names of files in the store's folder.
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto &entry : fs::directory_iterator(path()))
      if (entry.is_regular_file())
        names.insert(entry.path().filename());
    return names;
  }

  void overwrite(const std::string &name, const std::string &bytes) {
    std::ofstream(path() / name, std::ios::binary) << bytes;
  }

  // In memory: stores are opened a hundred times, each with many syncs.
  TemporaryFolder folder_{
      access("/dev/shm", W_OK) == 0 ? "/dev/shm" : fs::temp_directory_path()};
  int setAside_ = 0;
  std::string why_, kept_;
};

TEST_F(SetAsideTest, AHealthyStoreStays) {
  fill();
  auto store = open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->statistics().records, 2);
  EXPECT_EQ(setAside_, 0);
  EXPECT_FALSE(fs::exists(path() / "damaged"));
}

TEST_F(SetAsideTest, ADamagedStoreIsKeptBesideAnEmptyOne) {
  fill();
  overwrite("CURRENT", "nothing of the kind");
  auto store = open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(setAside_, 1);
  EXPECT_THAT(why_, HasSubstr("store: Corruption"));
  EXPECT_EQ(kept_, path() / "damaged");
  EXPECT_TRUE(fs::exists(path() / "damaged" / "CURRENT"));
  EXPECT_EQ((*store)->statistics().blobs, 0);
  ASSERT_TRUE((*store)->putBlob("new").ok());
  store->reset();
  store = open();
  EXPECT_EQ(setAside_, 1) << "once";
  EXPECT_TRUE((*store)->findMissing({Digest::of("new")})->empty());
}

TEST_F(SetAsideTest, AStrictStoreIsLeftAsItIs) {
  fill();
  overwrite("CURRENT", "nothing of the kind");
  RocksDbStoreOptions options{path(), 64 << 20};
  options.strict = true;
  EXPECT_EQ(openStores(options).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_FALSE(fs::exists(path() / "damaged"));
  EXPECT_EQ(files().count("CURRENT"), 1u);
}

TEST_F(SetAsideTest, ANewStoreIsItsOwnersAlone) {
  ASSERT_TRUE(open().ok());
  EXPECT_EQ(fs::status(path()).permissions(), fs::perms::owner_all);
  fs::permissions(path(), fs::perms::owner_all | fs::perms::group_read);
  ASSERT_TRUE(open().ok());
  EXPECT_EQ(fs::status(path()).permissions(),
            fs::perms::owner_all | fs::perms::group_read)
      << "somebody chose that";
}

TEST_F(SetAsideTest, RangesOfDamagedTablesAreNotServed) {
  const std::string bytes = someBytes(5 << 20, 1);
  Digest digest;
  {
    auto store = *open();
    digest = *store->putBlob(bytes);
    store.reset();
    auto database = Database::open(path()).value();
    ASSERT_TRUE(database->db().Flush({}, database->table(Table::Chunks)).ok());
  }
  int damaged = 0, served = 0;
  for (const std::string &name : files()) {
    if (fs::path(name).extension() != ".sst" ||
        fs::file_size(path() / name) < (1 << 20))
      continue;
    // One byte in each chunk but the first.
    std::fstream file(path() / name,
                      std::ios::binary | std::ios::in | std::ios::out);
    for (int64_t at = 3 << 19; at < (5 << 20); at += 1 << 20) {
      file.seekg(at);
      char byte = static_cast<char>(~file.get());
      file.seekp(at);
      file.put(byte);
      ++damaged;
    }
  }
  ASSERT_EQ(damaged, 4);
  // Opened once: a compaction may meet the damage, and the next start then sets
  // all of it aside.
  auto store = *open();
  for (int64_t offset = 0; offset < (5 << 20); offset += 1 << 20) {
    auto reader = store->openRange(digest, offset);
    ASSERT_TRUE(reader.ok() && *reader) << reader.status();
    auto piece = (*reader)->next();
    if (piece.ok()) {
      ++served;
      EXPECT_EQ(**piece, bytes.substr(static_cast<size_t>(offset), 1 << 20));
    } else {
      EXPECT_EQ(piece.status().code(), absl::StatusCode::kDataLoss);
      // It is forgotten, and comes back as a new upload.
      reader->reset();
      break;
    }
  }
  EXPECT_EQ(served, 1) << "the first chunk is whole";
}

TEST_F(SetAsideTest, OnlyTheLastIsKept) {
  for (const char *bytes : {"first", "second"}) {
    fill();
    overwrite("CURRENT", bytes);
    ASSERT_TRUE(open().ok());
    std::string kept;
    std::ifstream(path() / "damaged" / "CURRENT") >> kept;
    EXPECT_EQ(kept, bytes);
  }
  EXPECT_EQ(setAside_, 2);
  int manifests = 0;
  for (const auto &entry : fs::directory_iterator(path() / "damaged"))
    manifests += entry.path().filename().string().rfind("MANIFEST", 0) == 0;
  EXPECT_EQ(manifests, 1) << "files of the first were not deleted";
}

TEST_F(SetAsideTest, WhateverFileIsDamagedAStoreOpensAndWorks) {
  fill();
  const fs::path whole = fs::path(folder_.path()) / "whole";
  fs::copy(path(), whole);
  const std::set<std::string> names = files();
  ASSERT_GT(names.size(), 5u);
  for (const std::string &name : names)
    for (int damage = 0; damage < 4; ++damage) {
      fs::remove_all(path());
      fs::copy(whole, path());
      const auto size = fs::file_size(path() / name);
      if (damage == 0)
        fs::remove(path() / name);
      else if (damage == 1)
        fs::resize_file(path() / name, size / 2);
      else if (damage == 2)
        fs::resize_file(path() / name, 0);
      else
        overwrite(name, someBytes(size, 7));
      SCOPED_TRACE(name + ", damage " + std::to_string(damage));
      auto store = open();
      ASSERT_TRUE(store.ok()) << store.status();
      Digest blob = Digest::of(someBytes(10000, 't'));
      auto read = (*store)->getBlob(blob);
      ASSERT_TRUE(read.ok()) << read.status();
      EXPECT_TRUE((*store)
                      ->getRecord(RecordKind::Action, Digest::of("in tables"))
                      .ok());
      auto put = (*store)->putBlob("new");
      ASSERT_TRUE(put.ok()) << put.status();
      store->reset();
      store = open();
      ASSERT_TRUE(store.ok()) << store.status();
      EXPECT_TRUE((*store)->findMissing({*put})->empty());
    }
}

TEST_F(SetAsideTest, AMoveThatWasCutShortIsFinished) {
  fill();
  overwrite("CURRENT", "nothing of the kind");
  fs::create_directory(path() / "damaged");
  for (const std::string &name : files())
    if (name != "CURRENT" && name != "LOCK")
      fs::rename(path() / name, path() / "damaged" / name);
  auto store = open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(setAside_, 1);
  EXPECT_TRUE(fs::exists(path() / "damaged" / "CURRENT"));
}

TEST_F(SetAsideTest, DamageThatOnlyCompactionMeetsIsKnownAtTheNextStart) {
  fill();
  const std::string bytes = someBytes(5000, 7);
  for (const std::string &name : files())
    if (fs::path(name).extension() == ".sst")
      overwrite(name, bytes + std::string(bytes.rbegin(), bytes.rend()));
  {
    auto database = Database::open(path());
    if (database.ok()) { // Files are read when they are needed.
      auto &db = (*database)->db();
      for (Table table : {Table::Actions, Table::Blobs, Table::Chunks}) {
        (void)db.Put({}, (*database)->table(table), "key", "value");
        (void)db.Flush({}, (*database)->table(table));
        (void)db.CompactRange({}, (*database)->table(table), nullptr, nullptr);
      }
      rocksdb::WriteBatch batch;
      batch.Put("key", "value");
      if (!(*database)->write(batch, true).ok()) {
        EXPECT_TRUE((*database)->isDamaged());
        EXPECT_TRUE(fs::exists(path() / "damaged.note"));
      }
    }
  }
  auto store = open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(setAside_, 1);
  EXPECT_TRUE((*store)->putBlob("new").ok());
}

TEST_F(SetAsideTest, AStoreThatWasFoundDamagedIsNotOpenedAgain) {
  fill();
  overwrite("damaged.note", "a block was wrong");
  auto store = open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ(setAside_, 1);
  EXPECT_THAT(why_, HasSubstr("found damaged: a block was wrong"));
  EXPECT_TRUE(fs::exists(path() / "damaged" / "damaged.note"));
  EXPECT_FALSE(fs::exists(path() / "damaged.note"));
}

TEST_F(SetAsideTest, AStoreInUseIsNotMoved) {
  fill();
  auto store = open();
  ASSERT_TRUE(store.ok());
  overwrite("CURRENT", "nothing of the kind");
  // RocksDB looks at CURRENT only once it has the lock.
  EXPECT_EQ(open().status().code(), absl::StatusCode::kUnavailable);
  EXPECT_TRUE(files().count("CURRENT"));
  EXPECT_FALSE(fs::exists(path() / "damaged"));
  EXPECT_EQ(setAside_, 0);
}

TEST_F(SetAsideTest, AStoreThatFoundItselfDamagedIsMovedOnlyOnceItIsClosed) {
  fill();
  auto store = open();
  ASSERT_TRUE(store.ok());
  overwrite("damaged.note", "a block was wrong");
  auto second = open();
  EXPECT_EQ(second.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(second.status().message()), HasSubstr("LOCK"));
  EXPECT_TRUE(files().count("CURRENT"));
  EXPECT_EQ(setAside_, 0);
  store->reset();
  EXPECT_TRUE(open().ok());
  EXPECT_EQ(setAside_, 1);
}

TEST_F(SetAsideTest, WhatIsNotOfTheDatabaseStays) {
  for (const char *bytes : {"first", "second"}) {
    fill();
    overwrite("readme.txt", "of somebody");
    fs::create_directories(path() / "lost+found");
    fs::create_directories(path() / "damaged" / "notes");
    overwrite("CURRENT", bytes);
    auto store = open();
    ASSERT_TRUE(store.ok()) << store.status();
  }
  EXPECT_EQ(setAside_, 2);
  EXPECT_TRUE(fs::exists(path() / "readme.txt"));
  EXPECT_TRUE(fs::exists(path() / "lost+found"));
  EXPECT_TRUE(fs::exists(path() / "damaged" / "notes"));
}

TEST_F(SetAsideTest, ADiskThatFailsIsNoDamage) {
  fill();
  DiskWithoutSizes disk;
  auto store = open(&disk);
  EXPECT_EQ(store.status().code(), absl::StatusCode::kUnavailable)
      << store.status();
  EXPECT_EQ(setAside_, 0);
  store = open();
  ASSERT_TRUE(store.ok()) << store.status();
  EXPECT_EQ((*store)->statistics().records, 2);
}

TEST_F(SetAsideTest, WhoeverMovesItNowIsNotDisturbed) {
  fill();
  overwrite("CURRENT", "nothing of the kind");
  rocksdb::Env *env = rocksdb::Env::Default();
  rocksdb::FileLock *lock = nullptr;
  ASSERT_TRUE(env->LockFile(path() / "damaged.lock", &lock).ok());
  auto store = open();
  EXPECT_EQ(store.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(store.status().message()),
              HasSubstr("is damaged, and cannot be set aside"));
  ASSERT_TRUE(env->UnlockFile(lock).ok());
  EXPECT_TRUE(open().ok());
}

TEST_F(SetAsideTest, AFolderWithoutPermissionIsAnError) {
  fill();
  // Root may read everything, so another user tries.
  fs::permissions(folder_.path(), fs::perms::all);
  fs::permissions(path(), fs::perms::none);
  const pid_t child = fork();
  if (child == 0) {
    if (getuid() == 0 && setuid(65534) != 0)
      _exit(2);
    _exit(absl::IsUnavailable(open().status()) && setAside_ == 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  fs::permissions(path(), fs::perms::owner_all);
  EXPECT_FALSE(fs::exists(path() / "damaged"));
}

} // namespace
} // namespace ingot::cache
