//===- DerivedConstantsTest.cpp - constants computed from constants -------===//

#include "client/runtime/Instance.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <cmath>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Field;
using testing::HasSubstr;

constexpr int64_t kWeights = 16384;

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
  create(std::shared_ptr<const TensorFile> file, int threads = 1,
         std::shared_ptr<ResultFolder> results = nullptr) {
    InstanceOptions options;
    options.results = std::move(results);
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

/// The same with a folder for results.
class KeptResultsTest : public DerivedConstantsTest {
protected:
  void SetUp() override {
    DerivedConstantsTest::SetUp();
    static int tests = 0;
    where = path("kept" + std::to_string(tests++));
  }

  /// Binds as a process would that was just started, and checks the results.
  InitialiserCounts bind(float value, const std::string &digest = "",
                         int threads = 1) {
    auto instance =
        create(weights(value, digest), threads, *ResultFolder::open(where));
    EXPECT_TRUE(instance.ok()) << instance.status();
    if (!instance.ok())
      return {};
    const float root = std::sqrt(value);
    EXPECT_THAT(resultOf<float>(**instance, "main", 0), Each(root));
    EXPECT_THAT(resultOf<float>(**instance, "main", 1),
                testing::ElementsAre(root, value));
    EXPECT_THAT(resultOf<float>(**instance, "main", 2), Each(2 * root));
    return (*instance)->initialisers();
  }

  /// Of the three results one is too small for a file.
  static auto ranAndFound(int64_t ran, int64_t found, int64_t notKept = 0) {
    return AllOf(Field("ran", &InitialiserCounts::ran, ran),
                 Field("found", &InitialiserCounts::found, found),
                 Field("notKept", &InitialiserCounts::notKept, notKept));
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto &entry : std::filesystem::directory_iterator(where))
      if (entry.path().filename() != "secret")
        names.push_back(entry.path());
    return names;
  }

  std::string where;
};

TEST_F(KeptResultsTest, AreFoundTheSecondTime) {
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
  EXPECT_EQ(files().size(), 2u);
  for (int threads : {2, 7})
    EXPECT_THAT(bind(4, "", threads), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreNotThoseOfOtherWeights) {
  EXPECT_THAT(bind(4, "same"), ranAndFound(3, 0));
  EXPECT_THAT(bind(9, "same"), ranAndFound(3, 0)) << "digests are claims";
  EXPECT_THAT(bind(9, "other"), ranAndFound(1, 2));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreNotThoseOfOtherCode) {
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  std::string code = read(SAMPLE_WITH_DERIVATIONS);
  code.replace(code.find("negative weight"), 8, "NEGATIVE");
  auto other = Executable::load(write("other.so", code));
  ASSERT_TRUE(other.ok()) << other.status();
  executable = *other;
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreKeptForAFileThatIsGone) {
  const std::string at = write("gone.so", read(SAMPLE_WITH_DERIVATIONS));
  auto loaded = Executable::load(at);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  executable = *loaded;
  std::filesystem::remove(at);
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreNotKeptWhereTheFileIsNotWhatWasLoaded) {
  // dlopen() gives the library that has the name already.
  std::string code = read(SAMPLE_WITH_DERIVATIONS);
  const std::string at = write("twice.so", code);
  auto first = Executable::load(at);
  ASSERT_TRUE(first.ok()) << first.status();
  std::filesystem::remove(at);
  code.replace(code.find("negative weight"), 8, "NEGATIVE");
  write("twice.so", code);
  auto second = Executable::load(at);
  ASSERT_TRUE(second.ok()) << second.status();
  ASSERT_EQ(&(*second)->table(), &(*first)->table());
  executable = *second;
  EXPECT_THAT(bind(4), ranAndFound(3, 0, 2));
  EXPECT_TRUE(files().empty());
}

TEST_F(KeptResultsTest, AreMadeAgainWhereAFileIsDamaged) {
  bind(4);
  for (const std::string &file : files())
    std::filesystem::resize_file(file, 1000);
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
  for (const std::string &file : files()) {
    std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekp(5000);
    stream << "damage";
  }
  EXPECT_THAT(bind(4), ranAndFound(3, 0));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreFoundOneByOne) {
  bind(4);
  std::filesystem::remove(files()[0]);
  EXPECT_THAT(bind(4), ranAndFound(2, 1));
  EXPECT_THAT(bind(4), ranAndFound(1, 2));
}

TEST_F(KeptResultsTest, AreSharedByProcesses) {
  auto first = create(weights(4), 1, *ResultFolder::open(where));
  ASSERT_TRUE(first.ok());
  const pid_t pid = fork();
  if (pid == 0) {
    // Not the parent's instance: the child has a file of its own.
    const InitialiserCounts counts = bind(4);
    _exit(counts.ran == 1 && counts.found == 2 && !HasFailure() ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST_F(KeptResultsTest, ArePrivateWhereNothingCanBeKept) {
  where += "/there/is/none";
  EXPECT_THAT(bind(4), ranAndFound(3, 0, 2));
}

TEST_F(KeptResultsTest, ArePrivateWhereThereIsNoRoom) {
  for (int i = 0; i < 2; ++i) {
    auto instance = create(weights(4), 1, *ResultFolder::open(where, 1000));
    ASSERT_TRUE(instance.ok()) << instance.status();
    EXPECT_THAT((*instance)->initialisers(), ranAndFound(3, 0, 2));
    EXPECT_THAT(resultOf<float>(**instance, "main", 2), Each(4));
  }
}

TEST_F(KeptResultsTest, AreNotMadeOfWhatFailed) {
  auto failed = create(weights(-1), 1, *ResultFolder::open(where));
  EXPECT_EQ(failed.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_TRUE(files().empty());
}

TEST_F(KeptResultsTest, CountAsFoundWhereAnotherInstanceHasThem) {
  auto file = weights(4);
  auto first = *create(file);
  EXPECT_THAT(first->initialisers(), ranAndFound(3, 0));
  EXPECT_THAT((*create(file))->initialisers(), ranAndFound(0, 3));
}

} // namespace
} // namespace ingot::runtime
