//===- ProgramConstantsTest.cpp - weights go through the whole daemon -----===//
//
// The real program on the fake worker, which says where in a program its
// constants stand: they are named, kept once, and served by their digests.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"
#include "client/lib/Client.h"
#include "tests/faults/DaemonProcess.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <csignal>

namespace ingot::server {
namespace {

using client::Client;
using client::CompileResult;

class ProgramConstantsTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(daemon_.start()) << daemon_.log();
    connect();
  }

  void connect() {
    auto client = Client::connect(daemon_.address());
    ASSERT_TRUE(client.ok()) << client.status();
    client_ = *std::move(client);
  }

  static std::string pattern(size_t size, size_t step) {
    std::string bytes(size, '\0');
    for (size_t i = 0; i < size; ++i)
      bytes[i] = static_cast<char>(i * step % 253);
    return bytes;
  }

  absl::StatusOr<CompileResult> compile(const std::string &module,
                                        const std::string &weights) {
    client::CompileOptions options;
    options.files = {{"weights", weights}};
    return client_->compile(module, options, {}, nullptr);
  }

  /// What is served under the digest of a constant.
  std::string fetch(const CompileResult &result, size_t constant) {
    auto bytes = client_->fetch(result.constants.at(constant).digest);
    EXPECT_TRUE(bytes.ok()) << bytes.status();
    return bytes.ok() ? *bytes : "";
  }

  uint64_t figure(const std::string &name) {
    auto figures = client_->statistics();
    EXPECT_TRUE(figures.ok()) << figures.status();
    for (const auto &[each, value] : *figures)
      if (each == name)
        return std::stoull(value);
    ADD_FAILURE() << name;
    return 0;
  }

  faults::DaemonProcess daemon_;
  std::unique_ptr<Client> client_;
  const std::string weights_ = pattern(5 << 20, 7);
};

TEST_F(ProgramConstantsTest, WhatStandsInAFileIsServedAndNotKeptTwice) {
  auto result = compile("place a 1 100 2000000\nplace b 1 0 10\n"
                        "constant sent bytes\nplace module 0 0 5\n",
                        weights_);
  ASSERT_TRUE(result.ok()) << result.status();
  ASSERT_EQ(result->constants.size(), 4u);
  EXPECT_EQ(fetch(*result, 0), weights_.substr(100, 2000000));
  EXPECT_EQ(fetch(*result, 1), weights_.substr(0, 10));
  EXPECT_EQ(fetch(*result, 2), "bytes");
  EXPECT_EQ(fetch(*result, 3), "place");
  for (const client::Constant &constant : result->constants)
    EXPECT_NE(result->artifact.find(
                  constant.digest.substr(0, constant.digest.find('/'))),
              std::string::npos)
        << "the executable names " << constant.name;
  EXPECT_LT(figure("store_bytes"), weights_.size() + 100'000);
}

TEST_F(ProgramConstantsTest, PartsAndResultsOutliveTheDaemon) {
  const std::string module = "place a 1 1 3000000\n";
  ASSERT_TRUE(compile(module, weights_).ok());
  daemon_.stop(SIGTERM);
  ASSERT_TRUE(daemon_.start()) << daemon_.log();
  connect();
  auto result = compile(module, weights_);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->cache, "hit");
  EXPECT_EQ(fetch(*result, 0), weights_.substr(1, 3000000));
}

TEST_F(ProgramConstantsTest, AFileThatIsAConstantOfAnotherIsNotUploaded) {
  ASSERT_TRUE(compile("place whole 1 1000 4000000\n", weights_).ok());
  const uint64_t uploaded = figure("bytes_uploaded");
  const std::string part = weights_.substr(1000, 4000000);
  auto result = compile("place inner 1 50 2000000\n", part);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->cache, "miss");
  EXPECT_EQ(fetch(*result, 0), part.substr(50, 2000000));
  EXPECT_EQ(figure("bytes_uploaded"), uploaded);
  EXPECT_LT(figure("store_bytes"), weights_.size() + 100'000);
}

TEST_F(ProgramConstantsTest, PlacesThatAreNoneAreTheWorkersFault) {
  for (const char *place :
       {"1 5242880 1", "1 1 5242880", "2 0 1", "0 0 1000"}) {
    auto result = compile(std::string("place a ") + place + "\n", weights_);
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInternal) << place;
    EXPECT_THAT(std::string(result.status().message()),
                testing::HasSubstr("outside of the program"))
        << place;
  }
  EXPECT_TRUE(compile("place a 1 5242879 1\n", weights_).ok());
}

TEST_F(ProgramConstantsTest, EqualConstantsOfTwoFilesAreOne) {
  const std::string other = "header" + weights_;
  ASSERT_TRUE(compile("place a 1 0 2000000\n", weights_).ok());
  auto result = compile("place a 1 6 2000000\n", other);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->constants[0].digest,
            Digest::of(weights_.substr(0, 2000000)).toString());
  EXPECT_EQ(fetch(*result, 0), weights_.substr(0, 2000000));
}

} // namespace
} // namespace ingot::server
