//===- InstanceTest.cpp - calls, constants, state and failures ------------===//

#include "client/runtime/Instance.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <typename T>
Tensor tensorOf(ElementType type, std::vector<int64_t> shape,
                std::vector<T> values) {
  Tensor tensor = *Tensor::zeros(type, std::move(shape));
  std::memcpy(tensor.data(), values.data(), values.size() * sizeof(T));
  return tensor;
}

template <typename T> std::vector<T> valuesOf(const Tensor &tensor) {
  const T *data = reinterpret_cast<const T *>(tensor.data());
  return {data, data + tensor.elementCount()};
}

class InstanceTest : public testing::Test {
protected:
  void SetUp() override {
    auto loaded = Executable::load(SAMPLE);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
    executable = *loaded;
  }

  InstanceOptions options(int threads = 1) {
    InstanceOptions result;
    result.fetch = [this](const std::string &digest,
                          int64_t size) -> absl::StatusOr<std::string> {
      fetched.push_back(digest);
      float factor = 3;
      return std::string(reinterpret_cast<const char *>(&factor), size);
    };
    std::string path = testing::TempDir() + "/start.safetensors";
    int32_t start = 10;
    EXPECT_TRUE(
        writeSafetensors(path, {{"start", INGOT_I32, {}, bytesOf(start), ""}})
            .ok());
    result.constants.push_back(*Safetensors::open(path));
    if (threads > 1)
      result.threads = std::make_shared<ThreadPool>(threads);
    return result;
  }

  static std::string_view bytesOf(const int32_t &value) {
    return {reinterpret_cast<const char *>(&value), sizeof(value)};
  }

  std::unique_ptr<Instance> create(int threads = 1) {
    auto made = Instance::create(executable, options(threads));
    EXPECT_TRUE(made.ok()) << made.status();
    return *std::move(made);
  }

  absl::StatusOr<std::vector<Tensor>> call(Instance &instance,
                                           const std::string &entry,
                                           std::vector<Tensor> arguments) {
    return instance.call(**executable->entry(entry), arguments);
  }

  std::shared_ptr<const Executable> executable;
  std::vector<std::string> fetched;
};

TEST_F(InstanceTest, DynamicShapesComeBack) {
  auto instance = create();
  auto results = call(*instance, "add",
                      {tensorOf<float>(INGOT_F32, {3}, {1, 2, 3}),
                       tensorOf<float>(INGOT_F32, {3}, {10, 20, 30})});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_THAT((*results)[0].shape(), ElementsAre(3));
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(11, 22, 33));
}

TEST_F(InstanceTest, ResultsStandInTheCallersMemory) {
  std::vector<std::pair<char *, size_t>> blocks;
  InstanceOptions mine = options(1);
  mine.memory = {[&](size_t size, size_t alignment) -> void * {
                   void *block = std::aligned_alloc(alignment, size);
                   blocks.push_back({static_cast<char *>(block), size});
                   return block;
                 },
                 [](void *memory) { std::free(memory); }};
  auto instance = Instance::create(executable, mine);
  ASSERT_TRUE(instance.ok()) << instance.status();
  auto results =
      call(**instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})});
  ASSERT_TRUE(results.ok()) << results.status();
  auto *data = static_cast<const char *>((*results)[0].data());
  bool isMine = false;
  for (auto [block, size] : blocks)
    isMine |= data >= block && data < block + size;
  EXPECT_TRUE(isMine);
}

TEST_F(InstanceTest, ResultsOutliveTheInstance) {
  auto instance = create();
  auto results =
      call(*instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})});
  instance.reset();
  ASSERT_TRUE(results.ok());
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(3, 6));
}

TEST_F(InstanceTest, ConstantsAreFetchedByDigestWhenNoFileHasThem) {
  create();
  EXPECT_THAT(fetched, ElementsAre("00"));
}

TEST_F(InstanceTest, StateBelongsToTheInstanceAndCanBeReset) {
  auto first = create(), second = create();
  for (int expected : {11, 12, 13})
    EXPECT_THAT(valuesOf<int32_t>((*call(*first, "count", {}))[0]),
                ElementsAre(expected));
  EXPECT_THAT(valuesOf<int32_t>((*call(*second, "count", {}))[0]),
              ElementsAre(11));
  first->reset();
  EXPECT_THAT(valuesOf<int32_t>((*call(*first, "count", {}))[0]),
              ElementsAre(11));
}

TEST_F(InstanceTest, ConstantsOfAnotherExecutableAreRefused) {
  std::string path = testing::TempDir() + "/other.safetensors";
  InstanceOptions wrong = options();
  ASSERT_TRUE(
      writeSafetensors(path, {{"factor", INGOT_F32, {}, "abcd", "11"}}).ok());
  wrong.constants.push_back(*Safetensors::open(path));
  EXPECT_THAT(
      std::string(Instance::create(executable, wrong).status().message()),
      HasSubstr("belongs to another executable"));
  ASSERT_TRUE(
      writeSafetensors(path, {{"factor", INGOT_I32, {}, "abcd", ""}}).ok());
  wrong.constants.back() = *Safetensors::open(path);
  EXPECT_THAT(
      std::string(Instance::create(executable, wrong).status().message()),
      HasSubstr("is not f32"));
}

TEST_F(InstanceTest, MissingConstantsAreListedAtOnce) {
  auto made = Instance::create(executable, {});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(made.status().message()),
              AllOf(HasSubstr("start"), HasSubstr("factor")));
}

TEST_F(InstanceTest, WrongArgumentsAreNamed) {
  auto instance = create();
  auto few = call(*instance, "add", {});
  EXPECT_THAT(std::string(few.status().message()),
              HasSubstr("takes 2 arguments and was given 0"));
  auto wrong =
      call(*instance, "scale", {tensorOf<float>(INGOT_F32, {3}, {1, 2, 3})});
  EXPECT_EQ(wrong.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(wrong.status().message()),
              HasSubstr("argument 0 of 'scale' is 3xf32; it takes 2xf32"));
}

TEST_F(InstanceTest, FailureLeavesTheCallAndTheInstanceGoesOn) {
  auto instance = create();
  auto refused =
      call(*instance, "refuse", {tensorOf<float>(INGOT_F32, {}, {-1})});
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("negative"));
  EXPECT_TRUE(
      call(*instance, "refuse", {tensorOf<float>(INGOT_F32, {}, {1})}).ok());
}

TEST_F(InstanceTest, FailureInAParallelLoopLeavesTheCall) {
  for (int threads : {1, 4}) {
    auto instance = create(threads);
    std::vector<int64_t> values(1000, 2);
    auto fine = call(*instance, "squares",
                     {tensorOf<int64_t>(INGOT_I64, {1000}, values)});
    ASSERT_TRUE(fine.ok()) << fine.status();
    EXPECT_EQ(valuesOf<int64_t>((*fine)[0])[999], 4);
    values[500] = -1;
    auto refused = call(*instance, "squares",
                        {tensorOf<int64_t>(INGOT_I64, {1000}, values)});
    EXPECT_THAT(std::string(refused.status().message()),
                HasSubstr("negative element"));
  }
}

TEST_F(InstanceTest, UnalignedArgumentsAreCopied) {
  auto instance = create();
  Tensor whole = tensorOf<float>(INGOT_F32, {5}, {0, 1, 2, 3, 4});
  auto results = call(*instance, "add", {whole.slice(1, 4), whole.slice(1, 4)});
  ASSERT_TRUE(results.ok());
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(2, 4, 6, 8));
}

TEST_F(InstanceTest, EntriesAreFoundByName) {
  EXPECT_TRUE(executable->entry("add").ok());
  EXPECT_THAT(std::string(executable->entry("").status().message()),
              HasSubstr("several entries"));
  EXPECT_THAT(std::string(executable->entry("sub").status().message()),
              HasSubstr("add, count"));
}

TEST(ExecutableTest, WhatIsNoExecutableIsAClearError) {
  EXPECT_EQ(Executable::load("/nowhere/x.so").status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(Executable::load("/etc/passwd").status().message()),
              HasSubstr("is not an Ingot executable"));
  EXPECT_THAT(
      std::string(Executable::load(SAMPLE_OF_OTHER_VERSION).status().message()),
      HasSubstr("version 99"));
}

} // namespace
} // namespace ingot::runtime
