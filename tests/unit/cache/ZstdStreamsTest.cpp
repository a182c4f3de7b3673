//===- ZstdStreamsTest.cpp - blobs compressed on their way ----------------===//

#include "cache/store/ZstdStreams.h"

#include "tests/fakes/MemoryStore.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <zstd.h>

namespace ingot::cache {
namespace {

using testing::HasSubstr;

std::string zstdOf(const std::string &bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  out.resize(
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 1));
  return out;
}

std::string textOf(size_t size) {
  std::string text;
  for (int i = 0; text.size() < size; ++i)
    text += std::to_string(static_cast<uint32_t>(i) * 7919) + " ";
  text.resize(size);
  return text;
}

class ZstdStreamsTest : public testing::Test {
protected:
  /// Uploads pieces of zstd as the blob of `bytes`.
  absl::Status upload(const std::string &bytes, const std::string &zstd,
                      size_t pieceBytes = 1 << 16) {
    auto writer = decompressing(*store.createBlob(Digest::of(bytes)));
    for (size_t at = 0; at < zstd.size(); at += pieceBytes)
      if (absl::Status status =
              writer->append(std::string_view(zstd).substr(at, pieceBytes));
          !status.ok())
        return status;
    EXPECT_EQ(writer->size(), static_cast<int64_t>(zstd.size()));
    return writer->commit();
  }

  std::string download(const Digest &digest, int64_t offset = 0) {
    auto reader = compressing(*store.openBlob(digest, offset));
    std::string all;
    for (;;) {
      absl::StatusOr<SharedBytes> piece = reader->next();
      EXPECT_TRUE(piece.ok()) << piece.status();
      if (!piece.ok() || !*piece)
        return all;
      all += **piece;
    }
  }

  static std::string decompress(const std::string &zstd, size_t size) {
    std::string out(size, '\0');
    EXPECT_EQ(ZSTD_decompress(out.data(), out.size(), zstd.data(), zstd.size()),
              size);
    return out;
  }

  MemoryStore store;
};

TEST_F(ZstdStreamsTest, WhatIsUploadedCompressedIsTheBlob) {
  for (size_t size : {0, 1, 1000, 256 << 10, 3 << 20}) {
    const std::string bytes = textOf(size);
    for (size_t piece : {size_t{1000}, size_t{1} << 20}) {
      ASSERT_TRUE(upload(bytes, zstdOf(bytes), piece).ok()) << size;
      EXPECT_EQ(**store.getBlob(Digest::of(bytes)), bytes);
    }
  }
}

TEST_F(ZstdStreamsTest, FramesMayFollowEachOther) {
  ASSERT_TRUE(upload("one, two", zstdOf("one, ") + zstdOf("two")).ok());
}

TEST_F(ZstdStreamsTest, AFewBytesThatBecomeManyAreTakenInTurns) {
  const std::string bytes(64 << 20, '\0'), zstd = zstdOf(bytes);
  auto writer = decompressing(*store.createBlob(Digest::of(bytes)));
  int turns = 0;
  for (std::string_view rest = zstd; !rest.empty(); ++turns) {
    absl::StatusOr<size_t> taken = writer->appendSome(rest);
    ASSERT_TRUE(taken.ok()) << taken.status();
    rest.remove_prefix(*taken);
    EXPECT_EQ(writer->size(), static_cast<int64_t>(zstd.size() - rest.size()));
  }
  EXPECT_GE(turns, 40);
  ASSERT_TRUE(writer->commit().ok());
}

TEST_F(ZstdStreamsTest, WhatIsDownloadedIsOneFrame) {
  const std::string bytes = textOf(5 << 20);
  ASSERT_TRUE(store.putBlob(bytes).ok());
  const std::string zstd = download(Digest::of(bytes));
  EXPECT_LT(zstd.size(), bytes.size());
  EXPECT_EQ(decompress(zstd, bytes.size()), bytes);
}

TEST_F(ZstdStreamsTest, AnOffsetCountsTheBlobsBytes) {
  ASSERT_TRUE(store.putBlob("0123456789").ok());
  EXPECT_EQ(decompress(download(Digest::of("0123456789"), 4), 6), "456789");
}

TEST_F(ZstdStreamsTest, WhatIsNotTheBlobIsRefused) {
  const std::string bytes = textOf(1 << 20), zstd = zstdOf(bytes);
  struct Case {
    const char *name;
    std::string zstd;
    const char *error;
  };
  const Case cases[] = {
      {"no zstd", "not compressed at all", "zstd: "},
      {"cut off", zstd.substr(0, zstd.size() / 2), "cut off"},
      {"other bytes", zstdOf(textOf(1000)), ""},
      {"more than the digest says", zstdOf(textOf(4 << 20)), "more bytes"}};
  for (const Case &each : cases) {
    absl::Status status = upload(bytes, each.zstd);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << each.name;
    EXPECT_THAT(std::string(status.message()), HasSubstr(each.error))
        << each.name;
  }
}

} // namespace
} // namespace ingot::cache
