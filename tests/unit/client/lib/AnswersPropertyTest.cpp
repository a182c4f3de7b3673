//===- AnswersPropertyTest.cpp - answers of any service, orders of any ----===//
//
// What a daemon of another version, or something that is no daemon, may answer;
// and what holds for each order of daemons and each wait.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Convert.h"
#include "client/lib/Rendezvous.h"
#include "client/lib/RetryPolicy.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "tests/unit/SeededRandom.h"

#include "absl/strings/str_cat.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>

namespace ingot::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TypesInWordsTest, ElementsHaveTheNamesOfMlir) {
  const std::pair<v1::ElementType, const char *> kNames[] = {
      {v1::BOOL, "bool"},
      {v1::I8, "i8"},
      {v1::U64, "u64"},
      {v1::F16, "f16"},
      {v1::BF16, "bf16"},
      {v1::C64, "c64"},
      {v1::C128, "c128"},
      {v1::F8E5M2, "f8E5M2"},
      {v1::F8E4M3, "f8E4M3"},
      {v1::F8E4M3FN, "f8E4M3FN"},
      {v1::F8E5M2FNUZ, "f8E5M2FNUZ"},
      {v1::F8E4M3FNUZ, "f8E4M3FNUZ"},
      {v1::F8E4M3B11FNUZ, "f8E4M3B11FNUZ"},
      {v1::F8E3M4, "f8E3M4"},
      {v1::F8E8M0FNU, "f8E8M0FNU"}};
  for (const auto &[element, name] : kNames) {
    v1::Result result;
    v1::TensorType &type =
        *result.mutable_manifest()->add_custom_ops()->add_operands();
    type.set_element(element);
    type.add_shape(2);
    EXPECT_THAT(fromProto(result).customOps.at(0).operands,
                ElementsAre(absl::StrCat("2x", name)));
  }
}

TEST(FailurePropertyTest, DetailsMayBeAnyBytes) {
  SeededRandom random(43);
  google::rpc::Status details;
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(1);
  details.add_details()->PackFrom(retry);
  v1::Diagnostics diagnostics;
  v1::Diagnostic &outer = *diagnostics.add_diagnostics();
  outer.set_message("outer");
  outer.add_notes()->set_message("inner");
  details.add_details()->PackFrom(diagnostics);
  const std::string good = details.SerializeAsString();
  for (int i = 0; i < 3000; ++i) {
    std::string bytes = i % 3 ? good : random.bytes(random.below(60));
    for (uint32_t left = random.below(4); left > 0 && !bytes.empty(); --left)
      bytes[random.below(static_cast<uint32_t>(bytes.size()))] =
          static_cast<char>(random());
    const Failure failure =
        toFailure({grpc::StatusCode::UNAVAILABLE, "why", bytes});
    EXPECT_EQ(failure.status.code(), absl::StatusCode::kUnavailable);
    EXPECT_EQ(failure.status.message(), "why");
    EXPECT_GE(retryDelayOf(failure.status), absl::ZeroDuration());
    EXPECT_LE(retryDelayOf(failure.status), absl::Seconds(30));
  }
}

TEST(FailurePropertyTest, DelaysOfAnySizeAreBounded) {
  for (int64_t seconds : {INT64_MIN, int64_t{-1}, int64_t{0}, int64_t{29},
                          int64_t{31}, INT64_MAX})
    for (int32_t nanos : {INT32_MIN, -1, 0, 999999999, INT32_MAX}) {
      google::rpc::RetryInfo retry;
      retry.mutable_retry_delay()->set_seconds(seconds);
      retry.mutable_retry_delay()->set_nanos(nanos);
      google::rpc::Status details;
      details.add_details()->PackFrom(retry);
      const Failure failure = toFailure({grpc::StatusCode::RESOURCE_EXHAUSTED,
                                         "full", details.SerializeAsString()});
      const absl::Duration delay = retryDelayOf(failure.status);
      EXPECT_GE(delay, absl::ZeroDuration()) << seconds << " " << nanos;
      EXPECT_LE(delay, absl::Seconds(30)) << seconds << " " << nanos;
      EXPECT_EQ(isWorthResending(failure.status, false),
                delay > absl::ZeroDuration());
    }
}

TEST(FailurePropertyTest, ASuccessHasNoDiagnostics) {
  v1::Diagnostics diagnostics;
  diagnostics.add_diagnostics()->set_message("not looked at");
  google::rpc::Status details;
  details.add_details()->PackFrom(diagnostics);
  const Failure failure =
      toFailure({grpc::StatusCode::OK, "", details.SerializeAsString()});
  EXPECT_TRUE(failure.status.ok());
  EXPECT_THAT(failure.diagnostics, IsEmpty());
}

TEST(BackoffPropertyTest, WaitsLieBetweenWhatIsAskedAndTheLimit) {
  SeededRandom random(47);
  for (int i = 0; i < 2000; ++i) {
    const Backoff backoff{absl::Milliseconds(1 + random.below(500)),
                          absl::Milliseconds(1 + random.below(5000))};
    const absl::Duration asked = absl::Milliseconds(random.below(3000));
    const int round = 1 + static_cast<int>(random.below(100));
    const double chance = random.below(1000) / 1000.0;
    const absl::Duration wait = backoff.wait(round, chance, asked);
    EXPECT_GE(wait, asked);
    EXPECT_LE(wait, asked + backoff.max);
    EXPECT_LE(wait, backoff.wait(round + 1, chance, asked))
        << "later rounds wait no less";
  }
}

TEST(RendezvousPropertyTest, TheOthersKeepTheirOrderWithoutOne) {
  SeededRandom random(53);
  for (int i = 0; i < 300; ++i) {
    std::vector<std::string> addresses;
    for (uint32_t count = 1 + random.below(8); count > 0; --count)
      addresses.push_back(absl::StrCat("daemon-", random.below(20), ":1"));
    const std::string key = random.bytes(random.below(40));
    std::vector<std::string> ordered;
    for (size_t place : rendezvousOrder(addresses, key))
      ordered.push_back(addresses.at(place));
    EXPECT_TRUE(std::is_permutation(ordered.begin(), ordered.end(),
                                    addresses.begin(), addresses.end()));
    const size_t gone = random.below(static_cast<uint32_t>(ordered.size()));
    std::vector<std::string> left = ordered;
    left.erase(left.begin() + static_cast<long>(gone));
    std::vector<std::string> shuffled = left, again;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    for (size_t place : rendezvousOrder(shuffled, key))
      again.push_back(shuffled.at(place));
    EXPECT_EQ(again, left);
  }
  EXPECT_THAT(rendezvousOrder({}, "key"), IsEmpty());
}

TEST(RendezvousPropertyTest, ProgramsOfAnySizeHaveAKeyOfTheirEnds) {
  constexpr size_t kEnd = 32 << 10;
  for (size_t size : {size_t{1}, kEnd - 1, kEnd, kEnd + 1, 2 * kEnd,
                      2 * kEnd + 1, 5 * kEnd}) {
    const std::string program(size, 'p');
    for (size_t at : {size_t{0}, size / 2, size - 1}) {
      std::string changed = program;
      changed[at] = 'q';
      const bool isAtAnEnd = at < kEnd || at >= size - std::min(size, kEnd);
      EXPECT_EQ(placementKey(changed) != placementKey(program), isAtAnEnd)
          << at << " of " << size;
    }
  }
}

} // namespace
} // namespace ingot::client
