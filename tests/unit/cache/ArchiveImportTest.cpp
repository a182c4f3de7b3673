//===- ArchiveImportTest.cpp - archives from anyone -----------------------===//
//
// Archives are made here, a header and bytes at a time, so that each rule has
// one that breaks it. What is imported goes to a store in memory, which holds
// every blob against its digest.
//
//===----------------------------------------------------------------------===//

#include "cache/store/Archive.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include "absl/strings/str_cat.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <random>

namespace ingot::cache {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// A file of an archive.
std::string fileOf(const std::string &name, const std::string &bytes) {
  std::string file =
      tarHeader(name, static_cast<int64_t>(bytes.size())) + bytes;
  file.resize((file.size() + kTarBlockBytes - 1) / kTarBlockBytes *
              kTarBlockBytes);
  return file;
}
std::string nameOf(const char *folder, const Digest &digest) {
  return absl::StrCat(folder, digest.hex(), "-", digest.size);
}
std::string blobFile(const std::string &bytes) {
  return fileOf(nameOf("blobs/", Digest::of(bytes)), bytes);
}
std::string recordFile(const char *folder, const std::string &key,
                       const std::vector<Digest> &blobs) {
  return fileOf(nameOf(folder, Digest::of(key)),
                recordOf(blobs).SerializeAsString());
}
/// A header with another value in one of its fields, and the checksum of that.
std::string changedHeader(std::string header, size_t at,
                          const std::string &value) {
  header.replace(at, value.size(), value);
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (char byte : header)
    sum += static_cast<unsigned char>(byte);
  char text[8];
  std::snprintf(text, sizeof(text), "%06o", sum);
  return header.replace(148, 8, std::string(text) + std::string("\0 ", 2));
}

const std::string kMarker = fileOf(kArchiveMarker, kArchiveVersion),
                  kEnd(2 * kTarBlockBytes, '\0');

/// Two blobs, one of them large, and a record of each kind.
std::string goodArchive() {
  const std::string small = "small", large(3 << 20, 'l');
  return kMarker + blobFile(small) + blobFile(large) +
         recordFile("actions/", "action", {Digest::of(small)}) +
         recordFile("requests/", "request", {Digest::of(large)}) + kEnd;
}

struct Imported {
  MemoryStore store;
  absl::StatusOr<ArchiveReport> report = absl::UnknownError("");

  /// In pieces of `step` bytes.
  explicit Imported(std::string_view archive, size_t step = 1 << 20) {
    ArchiveImport import(store);
    for (; !archive.empty();
         archive.remove_prefix(std::min(step, archive.size())))
      if (absl::Status status = import.add(archive.substr(0, step));
          !status.ok()) {
        report = status;
        return;
      }
    report = import.finish();
  }
};

/// What is said against an archive; empty if nothing.
std::string faultOf(const std::string &archive) {
  Imported imported(archive);
  if (!imported.report.ok()) {
    EXPECT_EQ(imported.report.status().code(),
              absl::StatusCode::kInvalidArgument)
        << imported.report.status();
  }
  return std::string(imported.report.status().message());
}

TEST(ArchiveImportTest, PiecesMayBeOfAnySize) {
  const std::string archive = goodArchive();
  for (size_t step : {511u, 512u, 513u, 65536u, 1u << 20, 1u << 24}) {
    Imported imported(archive, step);
    ASSERT_TRUE(imported.report.ok()) << imported.report.status();
    EXPECT_EQ(imported.report->blobs, 2) << step;
    EXPECT_EQ(imported.report->records, 2) << step;
    EXPECT_EQ(imported.store.blobs().size(), 2u) << step;
    EXPECT_EQ(imported.store.records().size(), 2u) << step;
  }
  const std::string tiny = kMarker + blobFile("x") + kEnd;
  EXPECT_EQ(Imported(tiny, 1).report->blobs, 1);
}

TEST(ArchiveImportTest, WhatTheStoreHasIsCountedAsKnown) {
  MemoryStore store;
  for (int64_t known : {0, 2}) {
    ArchiveImport import(store);
    ASSERT_TRUE(import.add(goodArchive()).ok());
    auto report = import.finish();
    ASSERT_TRUE(report.ok()) << report.status();
    EXPECT_EQ(report->known, known);
    EXPECT_EQ(report->blobs, 2);
  }
}

TEST(ArchiveImportTest, WhatTarAddsByItselfIsPassedOver) {
  auto typed = [](char type, const std::string &name,
                  const std::string &bytes) {
    const std::string file = fileOf(name, bytes);
    return changedHeader(file.substr(0, kTarBlockBytes), 156,
                         std::string(1, type)) +
           file.substr(kTarBlockBytes);
  };
  const std::string archive =
      typed('5', "./", "") + typed('x', "PaxHeaders/any", "20 mtime=1\n") +
      fileOf("./ingot-store", kArchiveVersion) + typed('5', "./blobs/", "") +
      typed('g', "global", "") +
      fileOf("./" + nameOf("blobs/", Digest::of("b")), "b") +
      typed('\0', nameOf("blobs/", Digest::of("c")), "c") + kEnd +
      "what follows is not looked at";
  Imported imported(archive);
  ASSERT_TRUE(imported.report.ok()) << imported.report.status();
  EXPECT_EQ(imported.report->blobs, 2);
}

TEST(ArchiveImportTest, ARecordWhoseBlobIsMissingIsSkipped) {
  Imported imported(kMarker +
                    recordFile("requests/", "key", {Digest::of("absent")}) +
                    blobFile("there") + kEnd);
  ASSERT_TRUE(imported.report.ok()) << imported.report.status();
  EXPECT_EQ(imported.report->skipped, 1);
  EXPECT_EQ(imported.report->records, 0);
  EXPECT_EQ(imported.report->blobs, 1);
}

TEST(ArchiveImportTest, WhatBreaksARuleIsRefusedByName) {
  const std::string blob = blobFile("blob"), large(2 << 20, 'x');
  const std::string header = blob.substr(0, kTarBlockBytes),
                    hash = Digest::of("blob").hex();
  const struct {
    std::string archive;
    const char *wanted;
  } kCases[] = {
      {"", "cut off"},
      {kEnd, "cut off"},
      {kMarker, "cut off"},
      {kMarker + blob, "cut off"},
      {kMarker + blob.substr(0, 700), "cut off"},
      {std::string(512, 'x'), "a header is damaged"},
      {blob + kMarker + kEnd, "comes before ingot-store"},
      {fileOf(kArchiveMarker, "2\n") + kEnd, "is of a version"},
      {fileOf(kArchiveMarker, "") + kEnd, "is of a version"},
      {kMarker + changedHeader(header, 156, "2"), "is no plain file"},
      {kMarker + changedHeader(header, 124, "00000000007"),
       "another size than its name"},
      {kMarker + changedHeader(header, 124, "0000000000x"),
       "a header is damaged"},
      {kMarker + changedHeader(header, 124, "           "),
       "a header is damaged"},
      {kMarker + changedHeader(header, 124, std::string(12, '\xff')),
       "a header is damaged"},
      {kMarker + changedHeader(header, 124, "\x80" + std::string(11, '\xff')),
       "a header is damaged"},
      {kMarker + fileOf(nameOf("blobs/", Digest::of("blob")), "bloc"),
       "other bytes than its name"},
      {kMarker +
           fileOf(nameOf("blobs/", Digest::of(large)), large.substr(1) + "y"),
       "'blobs/"},
      {kMarker + fileOf(nameOf("actions/", Digest::of("k")), "\xff\xff"),
       "is no record"},
      {kMarker + fileOf("blobs/abc-4", "blob"), "no such file belongs"},
      {kMarker + fileOf("blobs/" + hash, "blob"), "no such file belongs"},
      {kMarker + fileOf("blobs/" + hash + "-04", "blob"),
       "no such file belongs"},
      {kMarker + fileOf("../blobs/" + hash + "-4", "blob"),
       "no such file belongs"},
      {kMarker + fileOf("others/" + hash + "-4", "blob"),
       "no such file belongs"},
      {kMarker + fileOf("", "blob"), "no such file belongs"},
      {tarHeader(kArchiveMarker, (1 << 20) + 1), "is too large"},
      {kMarker + tarHeader(nameOf("actions/", Digest::of("k")),
                           kMaxArchivedRecordBytes + 1),
       "is too large"},
  };
  for (const auto &test : kCases)
    EXPECT_THAT(faultOf(test.archive),
                AllOf(StartsWith("is not an archive of a store"),
                      HasSubstr(test.wanted)))
        << &test - kCases;
}

TEST(ArchiveImportTest, AfterAnErrorNothingMoreIsTaken) {
  MemoryStore store;
  ArchiveImport import(store);
  ASSERT_TRUE(import.add(kMarker + blobFile("before")).ok());
  const absl::Status error = import.add(fileOf("no such file", ""));
  EXPECT_EQ(error.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(import.add(blobFile("after") + kEnd), error);
  EXPECT_EQ(import.finish().status(), error);
  ASSERT_EQ(store.blobs().size(), 1u) << "what came before stays";
  EXPECT_EQ(store.blobs()[0], Digest::of("before"));
}

TEST(ArchiveImportTest, ErrorsOfTheStoreAreNotTheArchives) {
  MemoryStore store;
  ArchiveImport import(store);
  ASSERT_TRUE(import.add(kMarker).ok());
  store.failWith(absl::ResourceExhaustedError("the disk is full"));
  EXPECT_EQ(import.add(blobFile("blob")).code(),
            absl::StatusCode::kResourceExhausted);
  store.failWith(absl::OkStatus());
  EXPECT_THAT(store.blobs(), IsEmpty());
}

TEST(ArchiveImportTest, NoByteOfADamagedBlobIsKept) {
  // Some bits of each archive are other ones: it is refused, or what was
  // damaged was of no meaning, such as a time or padding.
  std::mt19937 random(37);
  std::string archive = kMarker;
  std::vector<Digest> blobs;
  for (int i = 0; i < 6; ++i) {
    const std::string bytes(random() % 1500, static_cast<char>('a' + i));
    blobs.push_back(Digest::of(bytes));
    archive += blobFile(bytes);
  }
  archive += recordFile("requests/", "key", blobs) + kEnd;
  int refused = 0;
  for (int i = 0; i < 1500; ++i) {
    std::string damaged = archive;
    for (uint32_t left = 1 + random() % 3; left > 0; --left)
      damaged[random() % damaged.size()] ^=
          static_cast<char>(1u << random() % 8);
    if (random() % 4 == 0)
      damaged.resize(random() % damaged.size());
    Imported imported(damaged, 1 + random() % 4000);
    refused += !imported.report.ok();
    for (const Digest &kept : imported.store.blobs())
      EXPECT_NE(std::find(blobs.begin(), blobs.end(), kept), blobs.end());
    if (imported.report.ok()) {
      EXPECT_LE(imported.report->blobs, 6);
      EXPECT_LE(imported.report->records, 1);
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(ArchiveImportTest, HeadersSayWhatTarReads) {
  for (int64_t size : {int64_t{0}, int64_t{1}, int64_t{511},
                       (int64_t{1} << 33) - 1, int64_t{1} << 33, INT64_MAX}) {
    const std::string header = tarHeader(std::string(99, 'n'), size);
    ASSERT_EQ(header.size(), kTarBlockBytes);
    EXPECT_EQ(header.substr(0, 100), std::string(99, 'n') + '\0');
    EXPECT_EQ(header, changedHeader(header, 0, "n")) << "its checksum";
    const bool isBinary = header[124] == '\x80';
    EXPECT_EQ(isBinary, size >= int64_t{1} << 33);
    // Eleven digits, or eleven bytes behind the mark.
    int64_t read = 0;
    for (char byte : header.substr(isBinary ? 125 : 124, 11))
      read = isBinary ? read << 8 | static_cast<unsigned char>(byte)
                      : read * 8 + (byte - '0');
    EXPECT_EQ(read, size);
  }
}

//===----------------------------------------------------------------------===//
// What all stores share
//===----------------------------------------------------------------------===//

TEST(StoreSupportTest, PiecesOfABlobInMemoryAreAllOfItFromAnyOffset) {
  constexpr size_t kPiece = 1 << 20;
  for (size_t size : {size_t{0}, size_t{1}, kPiece, kPiece + 1, 3 * kPiece}) {
    std::string bytes(size, '\0');
    for (size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<char>(i * 7 + i / 256);
    MemoryStore store;
    const Digest digest = *store.putBlob(bytes);
    for (size_t offset : {size_t{0}, size / 3, size}) {
      auto reader = openInMemory(store, digest, static_cast<int64_t>(offset));
      ASSERT_TRUE(reader.ok() && *reader) << reader.status();
      auto read = readToEnd(**reader, static_cast<int64_t>(size - offset));
      ASSERT_TRUE(read.ok() && *read) << read.status();
      EXPECT_EQ(**read, bytes.substr(offset)) << size << " from " << offset;
    }
    for (int64_t offset :
         {int64_t{-1}, static_cast<int64_t>(size) + 1, INT64_MAX, INT64_MIN})
      EXPECT_EQ(openInMemory(store, digest, offset).status().code(),
                absl::StatusCode::kOutOfRange)
          << offset;
  }
}

TEST(StoreSupportTest, ABlobThatIsAbsentHasNoReader) {
  MemoryStore store;
  auto reader = openInMemory(store, Digest::of("absent"), 0);
  ASSERT_TRUE(reader.ok()) << reader.status();
  EXPECT_EQ(*reader, nullptr);
}

TEST(StoreSupportTest, SlicesLieWithinTheirBlob) {
  const auto sized = [](int64_t size) {
    Digest digest = Digest::of("x");
    digest.size = size;
    return digest;
  };
  const struct {
    int64_t offset, size;
    bool fits;
  } kCases[] = {{0, 0, true},
                {0, 100, true},
                {100, 0, true},
                {40, 60, true},
                {40, 61, false},
                {101, 0, false},
                {-1, 1, false},
                {0, 101, false},
                {INT64_MAX, 1, false},
                {1, INT64_MAX, false},
                {INT64_MAX, INT64_MAX, false}};
  for (const auto &test : kCases) {
    const absl::Status status = checkSlices(
        sized(100), {{sized(0), 0}, {sized(test.size), test.offset}});
    EXPECT_EQ(status.ok(), test.fits) << test.offset << " " << test.size;
    if (!test.fits) {
      EXPECT_EQ(status.code(), absl::StatusCode::kOutOfRange);
    }
  }
}

TEST(StoreSupportTest, SlicesThatAreThereAreNotCopied) {
  MemoryStore store;
  const std::string bytes = "one two three";
  const Digest blob = *store.putBlob(bytes);
  ASSERT_TRUE(store
                  .putSlices(blob,
                             {{Digest::of("one"), 0},
                              {Digest::of("two"), 4},
                              {Digest::of(""), 5},
                              {Digest::of("three"), 8}},
                             Durability::OnReturn)
                  .ok());
  for (const char *part : {"one", "two", "three"})
    EXPECT_EQ(**store.getBlob(Digest::of(part)), part);
  // A slice of other bytes than its digest says is nobody's.
  EXPECT_FALSE(
      store.putSlices(blob, {{Digest::of("four"), 0}}, Durability::OnReturn)
          .ok());
  EXPECT_EQ(*store.getBlob(Digest::of("four")), nullptr);
  // The blob itself is not needed where the slices are.
  EXPECT_TRUE(store
                  .putSlices(Digest::of("an absent one"),
                             {{Digest::of("one"), 0}}, Durability::OnReturn)
                  .ok());
  EXPECT_EQ(store
                .putSlices(Digest::of("an absent one"),
                           {{Digest::of("new"), 0}}, Durability::OnReturn)
                .code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST(StoreSupportTest, BlobsOfARecordAreItsOutputs) {
  v1::ActionRecord record = recordOf({Digest::of("a"), Digest::of("b")});
  auto blobs = blobsOf(record);
  ASSERT_TRUE(blobs.ok()) << blobs.status();
  EXPECT_THAT(*blobs, testing::ElementsAre(Digest::of("a"), Digest::of("b")));
  record.mutable_outputs(1)->mutable_digest()->set_hash("no hash");
  EXPECT_EQ(blobsOf(record).status().code(),
            absl::StatusCode::kInvalidArgument);
}

} // namespace
} // namespace ingot::cache
