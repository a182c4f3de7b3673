//===- ChunkFile.cpp - the chunks of a large upload, written once ---------===//
//
// The file lies in the folder of the database, for it is linked into it and not
// copied. Sets are numbered once, so the ranges of keys of two files never
// overlap, nor do they overlap anything in memory: adding waits for no flush.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/ChunkFile.h"
#include "cache/rocksdb/Format.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <rocksdb/sst_file_writer.h>

#include <vector>

namespace ingot::cache {
namespace {

constexpr char kPrefix[] = "upload-";
/// One of those that setAside() moves.
constexpr char kSuffix[] = ".tmp";

/// Chunks go to the file from where they are, and an upload that stalls holds
/// one of them.
rocksdb::Options optionsOf(Database &database) {
  rocksdb::Options options =
      database.db().GetOptions(database.table(Table::Chunks));
  options.writable_file_max_buffer_size = 64 << 10;
  return options;
}

} // namespace

ChunkFile::ChunkFile(Database &database, uint64_t set)
    : database_(database), set_(set),
      path_(absl::StrCat(database.db().GetName(), "/", kPrefix, set, kSuffix)) {
  const rocksdb::Options options = optionsOf(database);
  writer_ = std::make_unique<rocksdb::SstFileWriter>(
      rocksdb::EnvOptions(options), options, database.table(Table::Chunks),
      // Who uploads weights soon reads them.
      /*invalidate_page_cache=*/false);
}

absl::StatusOr<std::unique_ptr<ChunkFile>> ChunkFile::create(Database &database,
                                                             uint64_t set) {
  std::unique_ptr<ChunkFile> file(new ChunkFile(database, set));
  rocksdb::Status status = file->writer_->Open(file->path_);
  if (!status.ok())
    return toStatus(status);
  return file;
}

ChunkFile::~ChunkFile() {
  writer_.reset();
  database_.db().GetEnv()->DeleteFile(path_).PermitUncheckedError();
}

absl::Status ChunkFile::append(std::string_view chunk) {
  if (absl::Status status = database_.checkRoom(chunk.size()); !status.ok())
    return status;
  return toStatus(writer_->Put(format::chunkKey(set_, chunks_++),
                               rocksdb::Slice(chunk.data(), chunk.size())));
}

absl::Status ChunkFile::addToTable() {
  rocksdb::Status status = writer_->Finish();
  if (!status.ok())
    return toStatus(status);
  rocksdb::IngestExternalFileOptions options;
  options.move_files = true;
  options.write_global_seqno = false;
  return toStatus(database_.db().IngestExternalFile(
      database_.table(Table::Chunks), {path_}, options));
}

absl::Status ChunkFile::removeAll(Database &database) {
  rocksdb::Env *env = database.db().GetEnv();
  const std::string folder = database.db().GetName();
  std::vector<std::string> names;
  rocksdb::Status status = env->GetChildren(folder, &names);
  for (const std::string &name : names)
    if (status.ok() && absl::StartsWith(name, kPrefix) &&
        absl::EndsWith(name, kSuffix))
      status = env->DeleteFile(absl::StrCat(folder, "/", name));
  return toStatus(status);
}

} // namespace ingot::cache
