//===- DerivedConstantsTest.cpp - constants computed from constants -------===//

#include "client/runtime/Instance.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <thread>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

constexpr int64_t kWeights = 4096;

/// Constants files, instances of the sample that derives, and what they made.
class DerivedConstantsTest : public testing::Test {
protected:
  void SetUp() override {
    auto loaded = Executable::load(SAMPLE_WITH_DERIVATIONS);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    executable = *loaded;
  }

  /// A file with all weights the same; `digest` is what it claims, if anything.
  static std::shared_ptr<const TensorFile>
  weights(float value, const std::string &digest = "") {
    static int files = 0;
    std::string at = path("weights" + std::to_string(files++));
    std::string bytes = bytesOf(std::vector<float>(kWeights, value));
    EXPECT_TRUE(
        writeSafetensors(at, {{"weight", INGOT_F32, {kWeights}, bytes, digest}})
            .ok());
    return *TensorFile::open(at);
  }

  absl::StatusOr<std::unique_ptr<Instance>>
  create(std::shared_ptr<const TensorFile> file, int threads = 1) {
    InstanceOptions options;
    options.constants = {std::move(file)};
    if (threads > 1)
      options.threads = std::make_shared<ThreadPool>(threads);
    return Instance::create(executable, options);
  }

  template <typename T>
  std::vector<T> resultOf(Instance &instance, const char *entry, int number) {
    auto results = instance.call(**executable->entry(entry), {});
    EXPECT_TRUE(results.ok()) << results.status();
    const Tensor &tensor = (*results)[number];
    const T *data = reinterpret_cast<const T *>(tensor.data());
    return {data, data + tensor.elementCount()};
  }

  /// How often initialisers ran since the test began, asked through `instance`.
  int64_t runs(Instance &instance) {
    return resultOf<int64_t>(instance, "runs", 0)[0] - before;
  }

  /// Later calls of runs() count from here.
  void countFrom(Instance &instance) { before += runs(instance); }

  std::shared_ptr<const Executable> executable;
  int64_t before = 0;
};

TEST_F(DerivedConstantsTest, EntriesReadThemBehindTheGivenOnes) {
  auto instance = create(weights(9));
  ASSERT_TRUE(instance.ok()) << instance.status();
  EXPECT_THAT(resultOf<float>(**instance, "main", 0), Each(3));
  EXPECT_THAT(resultOf<float>(**instance, "main", 1),
              testing::ElementsAre(3, 9))
      << "a derivation reads what one before it made";
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

TEST_F(DerivedConstantsTest, FilesOfEqualDigestsShareThem) {
  auto first = *create(weights(4, "d4"));
  countFrom(*first);
  auto second = *create(weights(4, "d4"));
  EXPECT_EQ(runs(*first), 0);
  auto other = *create(weights(16, "d16"));
  EXPECT_EQ(runs(*first), 2);
  EXPECT_THAT(resultOf<float>(*other, "main", 0), Each(4));
  EXPECT_THAT(resultOf<float>(*second, "main", 0), Each(2));
}

TEST_F(DerivedConstantsTest, FilesWithoutDigestsAreDifferentFiles) {
  auto first = *create(weights(4));
  countFrom(*first);
  auto second = *create(weights(25));
  EXPECT_EQ(runs(*first), 2);
  EXPECT_THAT(resultOf<float>(*second, "main", 0), Each(5));
  EXPECT_THAT(resultOf<float>(*first, "main", 0), Each(2));
}

TEST_F(DerivedConstantsTest, NothingIsKeptForInstancesThatAreGone) {
  auto file = weights(4);
  auto watcher = *create(weights(1));
  create(file)->reset();
  countFrom(*watcher);
  auto again = *create(file);
  EXPECT_EQ(runs(*watcher), 2);
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
  EXPECT_EQ(runs(*watcher), 2);
  for (auto &instance : instances)
    EXPECT_THAT(resultOf<float>(*instance, "main", 0), Each(2));
}

} // namespace
} // namespace ingot::runtime
