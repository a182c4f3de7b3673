//===- ConstantStreamTest.cpp - constants on their way to a file ----------===//

#include "client/cli/ConstantStream.h"
#include "cache/key/Digest.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/SeededRandom.h"
#include "tests/unit/TemporaryFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace ingot::client {
namespace {

using testing::SizeIs;

/// A service that has blobs and notes who asked for them.
class BlobClient final : public Client {
public:
  std::string add(std::string bytes) {
    std::string digest = Digest::of(bytes).toString();
    blobs_[digest] = std::move(bytes);
    return digest;
  }

  absl::StatusOr<std::vector<std::string>>
  fetchAll(const std::vector<std::string> &digests,
           const CallOptions &) override {
    std::vector<std::string> found;
    absl::MutexLock lock(&mutex_);
    for (const std::string &digest : digests) {
      auto blob = blobs_.find(digest);
      if (blob == blobs_.end())
        return absl::NotFoundError("no such blob");
      fetched.push_back(digest);
      fetchedBytes += static_cast<int64_t>(blob->second.size());
      found.push_back(blob->second);
    }
    ++calls;
    return found;
  }

  int64_t bytes() {
    absl::MutexLock lock(&mutex_);
    return fetchedBytes;
  }

  std::vector<std::string> fetched;
  int64_t fetchedBytes = 0;
  int calls = 0;

private:
  std::map<std::string, std::string> blobs_;
  absl::Mutex mutex_;
};

std::string contentOf(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ConstantStreamTest : public testing::Test {
protected:
  /// The next blobs until one fails.
  static absl::Status readAll(ConstantStream &stream, size_t count,
                              std::vector<std::string> &blobs) {
    for (size_t i = 0; i < count; ++i) {
      absl::StatusOr<std::string_view> bytes = stream.next();
      if (!bytes.ok())
        return bytes.status();
      blobs.emplace_back(*bytes);
    }
    return absl::OkStatus();
  }

  BlobClient client_;
  SeededRandom random_{1};
  const OldConstants none_; ///< Outlives the streams.
};

TEST_F(ConstantStreamTest, BlobsOfAnySizeComeInOrderEachFetchedOnce) {
  std::vector<std::string> expected, digests;
  for (int i = 0; i < 200; ++i) {
    // Every fourth has been before.
    const bool isOld = i % 4 == 3;
    expected.push_back(isOld ? expected[random_.below(i)]
                             : random_.bytes(random_.below(1 << 18)));
    digests.push_back(client_.add(expected.back()));
  }
  ConstantStream stream(client_, none_, digests, {});
  std::vector<std::string> blobs;
  ASSERT_TRUE(readAll(stream, digests.size(), blobs).ok());
  EXPECT_TRUE(blobs == expected);
  EXPECT_THAT(client_.fetched, SizeIs(150));
  EXPECT_LT(client_.calls, 20) << "small ones are asked for together";
}

TEST_F(ConstantStreamTest, NoMoreIsHeldThanIsWrittenNext) {
  constexpr int64_t kBytes = 3 << 20, kBlobs = 40;
  std::vector<std::string> digests;
  for (int i = 0; i < kBlobs; ++i)
    digests.push_back(client_.add(random_.bytes(kBytes)));
  ConstantStream stream(client_, none_, digests, {});
  for (int i = 0; i < kBlobs; ++i) {
    ASSERT_TRUE(stream.next().ok());
    // What was read before, 32 MiB, and what next() waits for.
    EXPECT_LE(client_.bytes(), (i + 2) * kBytes + (32 << 20)) << i;
  }
}

TEST_F(ConstantStreamTest, OneBlobMayBeLargerThanWhatIsHeld) {
  const std::string large = random_.bytes(40 << 20);
  const std::vector<std::string> digests = {
      client_.add("a"), client_.add(large), client_.add("b"),
      client_.add(large)};
  ConstantStream stream(client_, none_, digests, {});
  std::vector<std::string> blobs;
  ASSERT_TRUE(readAll(stream, 4, blobs).ok());
  EXPECT_TRUE(blobs == (std::vector<std::string>{"a", large, "b", large}));
}

TEST_F(ConstantStreamTest, AFailureIsThatOfTheBlob) {
  const std::string there = client_.add(random_.bytes(5 << 20));
  const std::string gone = Digest::of("gone").toString();
  ConstantStream stream(client_, none_, {there, gone, there}, {});
  EXPECT_TRUE(stream.next().ok());
  EXPECT_EQ(stream.next().status().message(), "no such blob");
}

TEST_F(ConstantStreamTest, WhoGivesUpWaitsForNothingMore) {
  std::vector<std::string> digests;
  for (int i = 0; i < 20; ++i)
    digests.push_back(client_.add(random_.bytes(5 << 20)));
  {
    ConstantStream stream(client_, none_, digests, {});
  }
  EXPECT_LT(client_.fetched.size(), digests.size());
}

TEST_F(ConstantStreamTest, FilesAreThoseOfTensorsAtHand) {
  const TemporaryFolder temporary;
  const std::string folder = temporary.path();
  const std::string a = random_.bytes(64), b = random_.bytes(12);
  ASSERT_TRUE(runtime::writeSafetensors(folder + "/one",
                                        {{"b", INGOT_F32, {3}, b, "22"},
                                         {"a", INGOT_F64, {2, 4}, a, "11"}})
                  .ok());
  std::vector<runtime::NamedSize> sizes{{"b", INGOT_F32, {3}, "22"},
                                        {"a", INGOT_F64, {2, 4}, "11"}};
  runtime::sortForFile(sizes);
  std::vector<std::string> order{a, b};
  size_t at = 0;
  auto next = [&]() -> absl::StatusOr<std::string_view> { return order[at++]; };
  ASSERT_TRUE(runtime::writeSafetensors(folder + "/two", sizes, next).ok());
  EXPECT_EQ(contentOf(folder + "/one"), contentOf(folder + "/two"));
  // Other bytes than it has, or none: nothing is left.
  at = 0;
  order[1] = "short";
  EXPECT_EQ(runtime::writeSafetensors(folder + "/three", sizes, next).message(),
            "constant 'b' has 5 bytes, which its type does not have");
  EXPECT_FALSE(std::filesystem::exists(folder + "/three"));
}

} // namespace
} // namespace ingot::client
