//===- VerifyingStoreTest.cpp - bytes that are not what they should be ----===//

#include "cache/store/VerifyingStore.h"
#include "tests/fakes/MemoryStore.h"
#include "tests/unit/cache/StoreTesting.h"

#include <gtest/gtest.h>

#include <deque>

namespace ingot::cache {
namespace {

using Pieces = std::deque<absl::StatusOr<std::string>>;

/// What a store on a bad disk does: its readers deliver what the test says, its
/// writers take whatever comes.
class UncheckedStore : public StoreDecorator {
public:
  UncheckedStore() : StoreDecorator(std::make_unique<MemoryStore>()) {}

  absl::StatusOr<std::unique_ptr<BlobReader>>
  openBlob(const Digest &, int64_t offset) override {
    EXPECT_EQ(offset, 0) << "the digest covers all bytes";
    if (!openError.ok())
      return openError;
    if (isAbsent)
      return std::unique_ptr<BlobReader>();
    return std::make_unique<Reader>(*this);
  }
  absl::StatusOr<std::unique_ptr<BlobWriter>>
  createBlob(const Digest &) override {
    if (!openError.ok())
      return openError;
    return std::make_unique<Writer>(*this);
  }

  Pieces pieces;
  bool isAbsent = false;
  absl::Status openError;
  int reports = 0;
  std::string committed;
  absl::Status appendError;

private:
  struct Reader : BlobReader {
    explicit Reader(UncheckedStore &store) : store(store) {}
    absl::StatusOr<SharedBytes> next() override {
      if (store.pieces.empty())
        return SharedBytes();
      absl::StatusOr<std::string> piece = store.pieces.front();
      store.pieces.pop_front();
      if (!piece.ok())
        return piece.status();
      return std::make_shared<const std::string>(*piece);
    }
    void reportDamage() override { ++store.reports; }
    UncheckedStore &store;
  };
  struct Writer : BlobWriter {
    explicit Writer(UncheckedStore &store) : store(store) {}
    absl::Status append(std::string_view piece) override {
      if (store.appendError.ok())
        bytes.append(piece);
      return store.appendError;
    }
    int64_t size() const override { return static_cast<int64_t>(bytes.size()); }
    absl::Status commit() override {
      store.committed = bytes;
      return absl::OkStatus();
    }
    UncheckedStore &store;
    std::string bytes;
  };
};

class VerifyingStoreTest : public testing::Test {
protected:
  VerifyingStoreTest() {
    auto base = std::make_unique<UncheckedStore>();
    base_ = base.get();
    store_ = std::make_unique<VerifyingStore>(std::move(base));
  }

  absl::StatusOr<std::string> read(int64_t offset, const Pieces &pieces) {
    base_->pieces = pieces;
    return readAll(**store_->openBlob(kDigest, offset));
  }

  const Digest kDigest = Digest::of("hello world");
  UncheckedStore *base_;
  std::unique_ptr<VerifyingStore> store_;
};

TEST_F(VerifyingStoreTest, RightBytesPassInWhateverPieces) {
  for (const Pieces &pieces :
       {Pieces{"hello world"}, Pieces{"hello", " world"},
        Pieces{"h", "", "ello worl", "d"},
        Pieces{"hello world", "what follows is not asked for"}}) {
    base_->pieces = pieces;
    EXPECT_EQ(**store_->getBlob(kDigest), "hello world");
    for (int64_t offset = 0; offset <= 11; ++offset)
      EXPECT_EQ(*read(offset, pieces),
                std::string("hello world").substr(offset));
  }
  EXPECT_EQ(base_->reports, 0);
}

TEST_F(VerifyingStoreTest, WrongBytesAreReportedAndNeverWhole) {
  int reports = 0;
  for (const Pieces &pieces :
       {Pieces{"hello worlD"}, Pieces{"Hello", " world"}, Pieces{"hello"},
        Pieces{}, Pieces{"hello", " world!"}})
    for (int64_t offset : {0, 5, 11}) {
      EXPECT_EQ(read(offset, pieces).status().code(),
                absl::StatusCode::kDataLoss)
          << offset;
      EXPECT_EQ(base_->reports, ++reports);
      base_->pieces = pieces;
      EXPECT_EQ(*store_->getBlob(kDigest), nullptr);
      EXPECT_EQ(base_->reports, ++reports);
    }
}

TEST_F(VerifyingStoreTest, ADamagedReaderStaysDamaged) {
  base_->pieces = {"other bytes"};
  auto reader = *store_->openBlob(kDigest, 0);
  for (int i = 0; i < 3; ++i) {
    absl::Status status = reader->next().status();
    EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
    EXPECT_EQ(status.message(),
              "store: blob " + kDigest.toString() + " has other bytes");
  }
  EXPECT_EQ(base_->reports, 1);
}

TEST_F(VerifyingStoreTest, ErrorsOfTheBasePass) {
  const absl::Status failed = absl::UnavailableError("the disk failed");
  // A disk that recovers goes on where it stood.
  base_->pieces = {"hello", failed, " world"};
  auto reader = *store_->openBlob(kDigest, 0);
  EXPECT_EQ(**reader->next(), "hello");
  EXPECT_EQ(reader->next().status(), failed);
  EXPECT_EQ(*readAll(*reader), " world");
  base_->pieces = {failed};
  EXPECT_EQ(store_->getBlob(kDigest).status(), failed);
  EXPECT_EQ(base_->reports, 0);
  // The base found the damage, and dropped the blob, by itself.
  EXPECT_EQ(read(0, {absl::DataLossError("lacks a chunk")}).status().message(),
            "lacks a chunk");
  EXPECT_EQ(base_->reports, 0);
  base_->openError = failed;
  EXPECT_EQ(store_->getBlob(kDigest).status(), failed);
  EXPECT_EQ(store_->createBlob(kDigest).status(), failed);
}

TEST_F(VerifyingStoreTest, ReadersPassReportsOn) {
  (*store_->openBlob(kDigest, 0))->reportDamage();
  EXPECT_EQ(base_->reports, 1);
}

TEST_F(VerifyingStoreTest, WhatIsAbsentBelowIsAbsent) {
  base_->isAbsent = true;
  EXPECT_EQ(*store_->getBlob(kDigest), nullptr);
  EXPECT_EQ(*store_->openBlob(kDigest, 0), nullptr);
  EXPECT_EQ(store_->openBlob(kDigest, 12).status().code(),
            absl::StatusCode::kOutOfRange);
}

TEST_F(VerifyingStoreTest, APeekIsNotHashedAndSoSaysNothing) {
  ASSERT_TRUE(store_->putBlob("hello world").ok());
  EXPECT_EQ(store_->peekBlob(kDigest), nullptr);
}

TEST_F(VerifyingStoreTest, OnlyTheBlobIsCommitted) {
  struct {
    std::vector<std::string> pieces;
    absl::StatusCode appended, committed;
  } cases[] = {
      {{"hello", " world"}, absl::StatusCode::kOk, absl::StatusCode::kOk},
      {{"hello", " worlD"},
       absl::StatusCode::kOk,
       absl::StatusCode::kInvalidArgument},
      {{"hello"}, absl::StatusCode::kOk, absl::StatusCode::kInvalidArgument},
      {{"hello", " world", "!"},
       absl::StatusCode::kInvalidArgument,
       absl::StatusCode::kOk}, // Of what came before.
  };
  for (const auto &[pieces, appended, committed] : cases) {
    base_->committed.clear();
    auto writer = *store_->createBlob(kDigest);
    absl::Status status;
    for (const std::string &piece : pieces)
      status.Update(writer->append(piece));
    EXPECT_EQ(status.code(), appended);
    EXPECT_EQ(writer->commit().code(), committed);
    EXPECT_EQ(base_->committed,
              committed == absl::StatusCode::kOk ? "hello world" : "");
    EXPECT_LE(writer->size(), kDigest.size);
    EXPECT_EQ(writer->commit().message(), "store: the upload has ended");
    EXPECT_EQ(writer->append("").message(), "store: the upload has ended");
  }
}

TEST_F(VerifyingStoreTest, AnAppendThatFailedIsNoPartOfTheBlob) {
  for (const std::string &blob :
       {std::string("hello world"), std::string(1 << 20, 'x')}) {
    auto writer = *store_->createBlob(Digest::of(blob));
    base_->appendError = absl::UnavailableError("the disk failed");
    EXPECT_EQ(writer->append(blob).message(), "the disk failed");
    base_->appendError = absl::OkStatus();
    EXPECT_TRUE(writer->append(blob).ok());
    EXPECT_TRUE(writer->commit().ok());
  }
}

// Large pieces are hashed beside those who move them.
TEST_F(VerifyingStoreTest, DamageOfAnyLargePieceIsFound) {
  const std::string piece(1 << 20, 'x'), damaged = "y" + piece.substr(1);
  const Digest digest = Digest::of(piece + piece + piece);
  for (int wrong = -1; wrong < 3; ++wrong) {
    auto writer = *store_->createBlob(digest);
    base_->pieces.clear();
    for (int i = 0; i < 3; ++i) {
      base_->pieces.push_back(i == wrong ? damaged : piece);
      EXPECT_TRUE(writer->append(i == wrong ? damaged : piece).ok());
    }
    const bool isRight = wrong < 0;
    EXPECT_EQ(writer->commit().ok(), isRight) << wrong;
    auto reader = *store_->openBlob(digest, 0);
    for (int i = 0; i < 2; ++i)
      EXPECT_TRUE(reader->next().ok());
    EXPECT_EQ(reader->next().ok(), isRight) << wrong;
  }
}

} // namespace
} // namespace ingot::cache
