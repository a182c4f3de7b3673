//===- DerivedConstantsTest.cpp - constants computed from constants -------===//

#include "tests/unit/client/runtime/DerivedConstantsTest.h"

#include "gmock/gmock.h"

#include <thread>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

TEST_F(DerivedConstantsTest, EntriesReadThemBehindTheGivenOnes) {
  auto instance = create(weights(9));
  ASSERT_TRUE(instance.ok()) << instance.status();
  EXPECT_THAT(resultOf<float>(**instance, "main", 0), Each(3));
  EXPECT_THAT(resultOf<float>(**instance, "main", 1),
              testing::ElementsAre(3, 9))
      << "a derivation reads what one before it made";
  EXPECT_THAT(resultOf<float>(**instance, "main", 2), Each(6));
}

TEST_F(DerivedConstantsTest, CallsRunNoInitialiser) {
  auto instance = *create(weights(4));
  countFrom(*instance);
  for (int i = 0; i < 3; ++i)
    resultOf<float>(*instance, "main", 0);
  instance->reset();
  EXPECT_EQ(runs(*instance), 0);
}

TEST_F(DerivedConstantsTest, InstancesOfOneFileShareThem) {
  auto file = weights(4);
  auto first = *create(file);
  countFrom(*first);
  auto second = *create(file);
  EXPECT_EQ(runs(*first), 0);
  first.reset();
  EXPECT_THAT(resultOf<float>(*second, "main", 0), Each(2))
      << "they outlive the instance that asked first";
  auto third = *create(file);
  EXPECT_EQ(runs(*third), 0);
}

TEST_F(DerivedConstantsTest, WhatAFileClaimsItsDigestsAreIsNotBelieved) {
  auto first = *create(weights(4, "d"));
  auto second = *create(weights(16, "d"));
  EXPECT_THAT(resultOf<float>(*second, "main", 0), Each(4));
  EXPECT_THAT(resultOf<float>(*first, "main", 0), Each(2));
}

TEST_F(DerivedConstantsTest, DifferentFilesShareNothingWithoutAFolder) {
  auto first = *create(weights(4));
  countFrom(*first);
  auto second = *create(weights(25));
  EXPECT_EQ(runs(*first), 3);
  EXPECT_THAT(resultOf<float>(*second, "main", 0), Each(5));
  EXPECT_THAT(resultOf<float>(*first, "main", 0), Each(2));
}

TEST_F(DerivedConstantsTest, NothingIsKeptForInstancesThatAreGone) {
  auto file = weights(4);
  auto watcher = *create(weights(1));
  create(file)->reset();
  countFrom(*watcher);
  auto again = *create(file);
  EXPECT_EQ(runs(*watcher), 3);
  EXPECT_THAT(resultOf<float>(*again, "main", 0), Each(2));
}

TEST_F(DerivedConstantsTest, FailedAssertionsAreErrorsOfBinding) {
  for (int threads : {1, 2, 7}) {
    auto failed = create(weights(-1), threads);
    EXPECT_EQ(failed.status().code(), absl::StatusCode::kFailedPrecondition);
    EXPECT_THAT(std::string(failed.status().message()),
                AllOf(HasSubstr(executable->path()),
                      HasSubstr("constants cannot be bound: 'root' cannot go "
                                "on: negative weight")));
    auto fine = create(weights(4), threads);
    ASSERT_TRUE(fine.ok()) << fine.status();
    EXPECT_THAT(resultOf<float>(**fine, "main", 0), Each(2));
  }
}

TEST_F(DerivedConstantsTest, AnyNumberOfThreadsGivesTheSameBits) {
  std::vector<float> values(kWeights);
  for (int64_t i = 0; i < kWeights; ++i)
    values[i] = 0.1f + 0.37f * static_cast<float>(i);
  std::string at = path("ramp"), bytes = bytesOf(values);
  ASSERT_TRUE(
      writeSafetensors(at, {{"weight", INGOT_F32, {kWeights}, bytes, ""}})
          .ok());
  std::vector<std::string> made;
  for (int threads : {1, 2, 7}) {
    auto instance = create(*TensorFile::open(at), threads);
    ASSERT_TRUE(instance.ok()) << instance.status();
    made.push_back(bytesOf(resultOf<float>(**instance, "main", 0)));
  }
  EXPECT_EQ(made[0], made[1]);
  EXPECT_EQ(made[0], made[2]);
}

TEST_F(DerivedConstantsTest, WhoAsksAtTheSameTimeWaitsForTheFirst) {
  auto file = weights(4);
  auto watcher = *create(weights(1));
  countFrom(*watcher);
  std::vector<std::unique_ptr<Instance>> instances(4);
  std::vector<std::thread> threads;
  for (auto &instance : instances)
    threads.emplace_back([&] { instance = *create(file); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(runs(*watcher), 3);
  for (auto &instance : instances)
    EXPECT_THAT(resultOf<float>(*instance, "main", 0), Each(2));
}

} // namespace
} // namespace ingot::runtime
