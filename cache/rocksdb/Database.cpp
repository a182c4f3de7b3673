//===- Database.cpp - options, tables and the format's version ------------===//
//
// A write that fails for want of room makes RocksDB refuse all others until
// Resume(). That flushes what is in memory and begins a new log, but if nothing
// is in memory it goes on with the log that failed, and the next write to that
// one aborts the process (RocksDB 7.8). So something always is in memory: an
// entry that is there already, written past the log. And where Resume() fails
// once, all later ones do, so the disk is probed before. By itself RocksDB
// would resume without such care; it is told not to.
//
// Where a write failed just when it had filled a table in memory, Resume()
// waits for ever: the flush of that table was given up and is still in the
// queue, and so the last of the flushes that Resume() asks for is not begun. So
// it runs beside, and nobody waits for it for long; if it does not return, the
// store takes nothing until it is opened again. It must not be cancelled while
// it flushes: the flush would find that nothing is resumed, sync the log that
// failed, and abort the process. Writes are refused while some room is left, so
// that it hardly comes to any of this. What is left: a disk that fails to sync
// a log just as a table that the log holds is flushed aborts the process too,
// for the flush syncs that log again. Nothing acknowledged is in it.
//
// RocksDB's info log is such a file as well: a line of it that found no room
// made the next one abort the process. So there is none; statuses say what
// fails.
//
// Two options of RocksDB 7.8 must stay off, as they are by default: tracking
// the logs in the manifest, which does not go with SyncWAL, and compressing
// them.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Database.h"

#include "cache/rocksdb/Format.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/listener.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdarg>
#include <filesystem>
#include <sys/stat.h>

namespace ingot::cache {
namespace {

/// Small, for the front must stay under 60 MB: what is hot is kept above, in
/// HotStore, and chunks bypass the block cache.
constexpr size_t kBlockCacheBytes = 8 << 20;
constexpr size_t kWriteBufferBytes = 16 << 20;
/// There once a write found damage.
constexpr char kDamageNote[] = "/damaged.note";
/// Room enough to go on: a batch of the largest.
constexpr size_t kProbeBytes = 4 << 20;
/// Of who begins to resume; it takes some milliseconds.
constexpr std::chrono::seconds kResumeTimeout(1);

/// Leaves it to write() to go on after an error.
class NoRecovery : public rocksdb::EventListener {
public:
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool *isAutomatic) override {
    *isAutomatic = false;
  }
};

/// In place of the file LOG.
class NoInfoLog : public rocksdb::Logger {
public:
  NoInfoLog() : Logger(rocksdb::InfoLogLevel::HEADER_LEVEL) {}
  using Logger::Logv;
  void Logv(const char *, va_list) override {}
};

rocksdb::DBOptions databaseOptions() {
  rocksdb::DBOptions options;
  options.info_log = std::make_shared<NoInfoLog>();
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.max_background_jobs = 2;
  options.max_open_files = 256;
  options.max_total_wal_size = 128 << 20;
  // Otherwise a large upload is one large wait at its commit, and the result of
  // a compile waits for the constants that were written before it.
  options.wal_bytes_per_sync = 1 << 20;
  options.bytes_per_sync = 4 << 20;
  options.listeners.push_back(std::make_shared<NoRecovery>());
  // What keepInMemory() writes need not survive; all else is in the log.
  options.avoid_flush_during_shutdown = true;
  return options;
}

rocksdb::ColumnFamilyOptions
tableOptions(const std::shared_ptr<rocksdb::Cache> &blockCache, bool chunks) {
  rocksdb::BlockBasedTableOptions blocks;
  blocks.block_cache = blockCache;
  blocks.cache_index_and_filter_blocks = true;
  blocks.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  rocksdb::ColumnFamilyOptions options;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(blocks));
  options.write_buffer_size = chunks ? kWriteBufferBytes : 2 << 20;
  options.max_write_buffer_number = chunks ? 3 : 2;
  // Chunk keys only grow, so files never overlap and compaction moves them
  // down without rewriting; machine code and weights hardly compress.
  options.compression = rocksdb::kNoCompression;
  if (chunks)
    options.target_file_size_base = 64 << 20;
  return options;
}

std::vector<rocksdb::ColumnFamilyDescriptor>
tablesOf(const rocksdb::DBOptions &options, const std::string &path) {
  // RocksDB opens all families of a database or nothing, also those of a format
  // that we do not know and are about to refuse.
  std::vector<std::string> names;
  if (!rocksdb::DB::ListColumnFamilies(options, path, &names).ok())
    names = {rocksdb::kDefaultColumnFamilyName};
  for (const char *name : kTableNames)
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  // One for all tables, and gone with the database: RocksDB keeps things in it
  // that point into the Env.
  auto blockCache = rocksdb::NewLRUCache(kBlockCacheBytes);
  std::vector<rocksdb::ColumnFamilyDescriptor> tables;
  for (const std::string &name : names)
    tables.emplace_back(name, tableOptions(blockCache, name == "chunks"));
  return tables;
}

} // namespace

absl::Status toStatus(const rocksdb::Status &status) {
  if (status.ok())
    return absl::OkStatus();
  if (status.IsNoSpace())
    return absl::ResourceExhaustedError(
        absl::StrCat("store: the disk is full: ", status.ToString()));
  return absl::UnavailableError(absl::StrCat("store: ", status.ToString()));
}

/// RocksDB calls it corruption when the disk does not tell the size of a table,
/// whatever the reason. Only a table that is gone is damage.
static bool isFailureOfDisk(const rocksdb::Status &status) {
  const std::string text = status.ToString();
  return absl::StrContains(text, "Can't access ") &&
         !absl::StrContains(text, "No such file");
}

absl::Status toOpenStatus(const rocksdb::Status &status) {
  if (isFailureOfDisk(status))
    return toStatus(status);
  if (status.IsCorruption() || status.IsPathNotFound())
    return absl::DataLossError(absl::StrCat("store: ", status.ToString()));
  return toStatus(status);
}

/// Makes the folder, if need be, for its owner alone: it holds programs and
/// weights. One that is there keeps its mode, which somebody chose.
static absl::Status makeFolder(const std::filesystem::path &path) {
  std::error_code error;
  std::filesystem::create_directories(
      std::filesystem::absolute(path, error).parent_path(), error);
  if (!error && mkdir(path.c_str(), 0700) != 0 && errno != EEXIST)
    error = std::error_code(errno, std::generic_category());
  if (!error && !std::filesystem::is_directory(path, error) && !error)
    error = std::make_error_code(std::errc::not_a_directory);
  if (!error)
    return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat(
      "store: cannot create ", path.string(), ": ", error.message()));
}

absl::StatusOr<std::unique_ptr<Database>>
Database::open(const std::string &path, rocksdb::Env *env) {
  if (absl::Status status = makeFolder(path); !status.ok())
    return status;
  rocksdb::DBOptions options = databaseOptions();
  if (env)
    options.env = env;
  std::string damage;
  if (rocksdb::ReadFileToString(options.env, path + kDamageNote, &damage).ok())
    return absl::DataLossError(
        absl::StrCat("store: it was found damaged: ", damage));
  auto tables = tablesOf(options, path);
  std::unique_ptr<Database> database(new Database);
  rocksdb::DB *raw = nullptr;
  rocksdb::Status status =
      rocksdb::DB::Open(options, path, tables, &database->handles_, &raw);
  if (status.IsIOError() &&
      status.ToString().find("/LOCK") != std::string::npos)
    return absl::UnavailableError(
        absl::StrCat("store: ", path, " is in use by another process"));
  if (!status.ok())
    return toOpenStatus(status);
  database->db_.reset(raw);
  for (rocksdb::ColumnFamilyHandle *handle : database->handles_)
    for (size_t i = 0; i < kTableNames.size(); ++i)
      if (handle->GetName() == kTableNames[i])
        database->tables_[i] = handle;
  if (absl::Status format = database->checkFormat(); !format.ok())
    return format;
  database->keepInMemory();
  return database;
}

absl::Status Database::checkFormat() {
  std::string version;
  rocksdb::Status status =
      db_->Get({}, db_->DefaultColumnFamily(), format::kVersionKey, &version);
  if (status.IsNotFound()) {
    // New, or its creation was cut short before anything was stored.
    version_ = format::kVersion;
    rocksdb::WriteBatch batch;
    batch.Put(format::kVersionKey, format::kVersion);
    return writeUnchecked(batch, /*durable=*/true);
  }
  if (!status.ok())
    return toOpenStatus(status);
  for (const char *known : {format::kVersion, format::kNewestVersion})
    if (version == known)
      version_ = known;
  if (!version_)
    return absl::FailedPreconditionError(absl::StrCat(
        "store: ", db_->GetName(), " has format ", version,
        "; this program reads formats ", format::kVersion, " to ",
        format::kNewestVersion,
        ": start a newer Ingot, or give this one another --store"));
  return absl::OkStatus();
}

void Database::upgrade(rocksdb::WriteBatch &batch) {
  version_ = format::kNewestVersion;
  batch.Put(format::kVersionKey, format::kNewestVersion);
}

Database::~Database() {
  {
    absl::MutexLock lock(&mutex_);
    if (resumed_.valid()) {
      awaitFlushes();
      rocksdb::CancelAllBackgroundWork(db_.get(), /*wait=*/false);
      resumed_.wait();
    }
  }
  for (rocksdb::ColumnFamilyHandle *handle : handles_)
    db_->DestroyColumnFamilyHandle(handle);
}

void Database::awaitFlushes() {
  // Between two of its flushes none runs, but not for so long.
  constexpr std::chrono::milliseconds kPoll(10), kIdle(500);
  for (auto idle = kIdle.zero(); idle < kIdle; idle += kPoll) {
    if (resumed_.wait_for(kPoll) == std::future_status::ready)
      return;
    uint64_t flushes = 0;
    if (db_->GetIntProperty(rocksdb::DB::Properties::kNumRunningFlushes,
                            &flushes) &&
        flushes != 0)
      idle = kIdle.zero();
  }
}

absl::Status Database::checkRoom(size_t bytes) const {
  uint64_t free = 0;
  if (!db_->GetEnv()->GetFreeSpace(db_->GetName(), &free).ok() ||
      free >= kReserveBytes + bytes)
    return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("store: the disk is full: it has ", free >> 20, " MiB, and ",
                   kReserveBytes >> 20, " are kept free"));
}

absl::Status Database::write(rocksdb::WriteBatch &batch, bool durable) {
  // What only deletes makes room, sooner or later.
  if (batch.HasPut())
    if (absl::Status status = checkRoom(batch.GetDataSize()); !status.ok())
      return status;
  return writeUnchecked(batch, durable);
}

absl::Status Database::writeUnchecked(rocksdb::WriteBatch &batch,
                                      bool durable) {
  rocksdb::WriteOptions options;
  options.sync = durable;
  if (hasFailed_)
    resume();
  rocksdb::Status status = db_->Write(options, &batch);
  if (!status.ok())
    hasFailed_ = true;
  if (status.IsCorruption())
    noteDamage(status);
  return toStatus(status);
}

absl::Status Database::sync() {
  // An empty write first, which says whether the log has failed: to sync one
  // that has aborts the process.
  rocksdb::WriteBatch nothing;
  if (hasFailed_)
    return write(nothing, /*durable=*/true);
  rocksdb::Status status = db_->SyncWAL();
  if (!status.ok())
    hasFailed_ = true;
  return toStatus(status);
}

void Database::noteDamage(const rocksdb::Status &damage) {
  // Compaction met a damaged file, and would again after each start.
  if (!isDamaged_.exchange(true))
    rocksdb::WriteStringToFile(db_->GetEnv(), damage.ToString(),
                               db_->GetName() + kDamageNote)
        .PermitUncheckedError();
}

void Database::keepInMemory() {
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  db_->Put(options, format::kVersionKey, version_.load())
      .PermitUncheckedError();
}

bool Database::hasRoom() const {
  rocksdb::Env *env = db_->GetEnv();
  const std::string name = db_->GetName() + "/room.tmp";
  rocksdb::Status status =
      rocksdb::WriteStringToFile(env, std::string(kProbeBytes, '\0'), name,
                                 /*should_sync=*/true);
  return env->DeleteFile(name).ok() && status.ok();
}

void Database::resume() {
  absl::MutexLock lock(&mutex_);
  if (!hasFailed_)
    return;
  std::chrono::seconds timeout(0);
  if (!resumed_.valid()) {
    uint64_t entries = 0;
    if (!db_->GetIntProperty(rocksdb::DB::Properties::kNumEntriesActiveMemTable,
                             &entries) ||
        entries == 0 || !hasRoom())
      return;
    resumed_ = std::async(std::launch::async,
                          [db = db_.get()] { return db->Resume().ok(); });
    timeout = kResumeTimeout;
  }
  if (resumed_.wait_for(timeout) != std::future_status::ready ||
      !resumed_.get())
    return;
  keepInMemory();
  hasFailed_ = false;
}

} // namespace ingot::cache
