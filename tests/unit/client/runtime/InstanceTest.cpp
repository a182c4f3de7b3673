//===- InstanceTest.cpp - calls, constants, state and failures ------------===//

#include "client/runtime/Instance.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/TemporaryFolder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <thread>

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
    std::string path = testFile("start.safetensors");
    int32_t start = 10;
    EXPECT_TRUE(
        writeSafetensors(path, {{"start", INGOT_I32, {}, bytesOf(start), ""}})
            .ok());
    result.constants.push_back(*TensorFile::open(path));
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
  std::string path = testFile("other.safetensors");
  InstanceOptions wrong = options();
  ASSERT_TRUE(
      writeSafetensors(path, {{"factor", INGOT_F32, {}, "abcd", "11"}}).ok());
  wrong.constants.push_back(*TensorFile::open(path));
  EXPECT_THAT(
      std::string(Instance::create(executable, wrong).status().message()),
      HasSubstr("belongs to another executable"));
  ASSERT_TRUE(
      writeSafetensors(path, {{"factor", INGOT_I32, {}, "abcd", ""}}).ok());
  wrong.constants.back() = *TensorFile::open(path);
  EXPECT_THAT(
      std::string(Instance::create(executable, wrong).status().message()),
      HasSubstr("is I32 []: the executable needs f32"));
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

TEST_F(InstanceTest, EveryMismatchOfAnArgumentIsNamed) {
  auto instance = create();
  struct Case {
    const char *entry;
    Tensor argument;
    const char *message;
  };
  for (const Case &wrong :
       {Case{"scale", *Tensor::zeros(INGOT_F32, {3}),
             "is 3xf32; it takes 2xf32"},
        Case{"scale", *Tensor::zeros(INGOT_F32, {}), "is f32; it takes 2xf32"},
        Case{"scale", *Tensor::zeros(INGOT_F32, {2, 1}),
             "is 2x1xf32; it takes 2xf32"},
        Case{"scale", *Tensor::zeros(INGOT_I32, {2}),
             "is 2xi32; it takes 2xf32"},
        Case{"squares", *Tensor::zeros(INGOT_F64, {2}),
             "is 2xf64; it takes ?xi64"},
        Case{"refuse", *Tensor::zeros(INGOT_F32, {1}),
             "is 1xf32; it takes f32"},
        Case{"refuse", Tensor(), "is ?; it takes f32"}}) {
    auto results = call(*instance, wrong.entry, {wrong.argument});
    EXPECT_EQ(results.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(results.status().message()),
                AllOf(HasSubstr(std::string("argument 0 of '") + wrong.entry),
                      HasSubstr(wrong.message)));
  }
  auto second =
      call(*instance, "add",
           {*Tensor::zeros(INGOT_F32, {2}), *Tensor::zeros(INGOT_I8, {2})});
  EXPECT_THAT(std::string(second.status().message()),
              HasSubstr("argument 1 of 'add'"));
}

TEST_F(InstanceTest, NoElementsAreFine) {
  for (int threads : {1, 3}) {
    auto instance = create(threads);
    auto sums =
        call(*instance, "add",
             {*Tensor::zeros(INGOT_F32, {0}), *Tensor::zeros(INGOT_F32, {0})});
    ASSERT_TRUE(sums.ok()) << sums.status();
    EXPECT_THAT((*sums)[0].shape(), ElementsAre(0));
    auto squares = call(*instance, "squares", {*Tensor::zeros(INGOT_I64, {0})});
    ASSERT_TRUE(squares.ok()) << squares.status();
    EXPECT_EQ((*squares)[0].byteSize(), 0);
  }
}

TEST_F(InstanceTest, TheFirstFileThatHasAConstantGivesIt) {
  InstanceOptions two = options();
  float wanted = 7, other = 9;
  auto file = [](const char *name, const float &value) {
    std::string at = testFile(name);
    EXPECT_TRUE(
        writeSafetensors(at, {{"factor",
                               INGOT_F32,
                               {},
                               {reinterpret_cast<const char *>(&value), 4},
                               ""}})
            .ok());
    return *TensorFile::open(at);
  };
  two.constants.push_back(file("/first.safetensors", wanted));
  two.constants.push_back(file("/second.safetensors", other));
  auto instance = Instance::create(executable, two);
  ASSERT_TRUE(instance.ok()) << instance.status();
  EXPECT_TRUE(fetched.empty()) << "files come before the service";
  auto results =
      call(**instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})});
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(7, 14));
}

TEST_F(InstanceTest, ConstantsThatAreNotAlignedAreCopied) {
  // Two of four bytes follow each other, so one is not at a multiple of 64.
  InstanceOptions both;
  std::string at = testFile("both.safetensors");
  int32_t start = 20;
  float factor = 2;
  ASSERT_TRUE(
      writeSafetensors(at, {{"start", INGOT_I32, {}, bytesOf(start), ""},
                            {"factor",
                             INGOT_F32,
                             {},
                             {reinterpret_cast<const char *>(&factor), 4},
                             ""}})
          .ok());
  both.constants.push_back(*TensorFile::open(at));
  auto instance = Instance::create(executable, both);
  ASSERT_TRUE(instance.ok()) << instance.status();
  EXPECT_THAT(valuesOf<int32_t>((*call(**instance, "count", {}))[0]),
              ElementsAre(21));
  auto results =
      call(**instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})});
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(2, 4));
}

TEST_F(InstanceTest, AConstantThatCannotBeFetchedIsTheFetchersError) {
  InstanceOptions broken = options();
  broken.fetch = [](const std::string &, int64_t) {
    return absl::StatusOr<std::string>(absl::UnavailableError("no service"));
  };
  EXPECT_EQ(Instance::create(executable, broken).status(),
            absl::UnavailableError("no service"));
  for (const char *bytes : {"", "abc", "abcde"}) {
    broken.fetch = [&](const std::string &, int64_t) {
      return absl::StatusOr<std::string>(bytes);
    };
    EXPECT_THAT(
        std::string(Instance::create(executable, broken).status().message()),
        HasSubstr("constant 'factor' was fetched with a wrong size"));
  }
}

TEST_F(InstanceTest, MemoryThatRunsOutFailsTheCall) {
  bool isEmpty = false;
  InstanceOptions limited = options();
  limited.memory = {[&](size_t size, size_t alignment) -> void * {
                      return isEmpty ? nullptr
                                     : std::aligned_alloc(alignment, size);
                    },
                    [](void *memory) { std::free(memory); }};
  auto instance = Instance::create(executable, limited);
  ASSERT_TRUE(instance.ok()) << instance.status();
  isEmpty = true;
  auto results =
      call(**instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})});
  EXPECT_EQ(results.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(results.status().message(), "'scale' cannot go on: out of memory");
  isEmpty = false;
  EXPECT_TRUE(
      call(**instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})})
          .ok());
}

TEST_F(InstanceTest, AllMemoryGoesBackAlsoAfterFailedCalls) {
  int blocks = 0;
  InstanceOptions counted = options();
  counted.memory = {[&](size_t size, size_t alignment) -> void * {
                      ++blocks;
                      return std::aligned_alloc(alignment, size);
                    },
                    [&](void *memory) {
                      --blocks;
                      std::free(memory);
                    }};
  absl::StatusOr<std::vector<Tensor>> kept;
  {
    auto instance = Instance::create(executable, counted);
    ASSERT_TRUE(instance.ok()) << instance.status();
    Tensor negative = tensorOf<float>(INGOT_F32, {}, {-1});
    EXPECT_FALSE(call(**instance, "refuse", {negative}).ok());
    int afterOne = blocks;
    for (int i = 0; i < 10; ++i)
      EXPECT_FALSE(call(**instance, "refuse", {negative}).ok());
    EXPECT_EQ(blocks, afterOne) << "what a failed call held is used again";
    kept = call(**instance, "scale", {tensorOf<float>(INGOT_F32, {2}, {1, 2})});
  }
  EXPECT_GT(blocks, 0) << "a result is still there";
  EXPECT_THAT(valuesOf<float>((*kept)[0]), ElementsAre(3, 6));
  kept = absl::CancelledError();
  EXPECT_EQ(blocks, 0);
}

TEST_F(InstanceTest, InstancesRunAtTheSameTimeOnOnePool) {
  auto pool = std::make_shared<ThreadPool>(3);
  auto work = [&](int64_t factor) {
    InstanceOptions shared;
    std::string at = testFile("start.safetensors");
    shared.constants.push_back(*TensorFile::open(at));
    shared.fetch = [](const std::string &, int64_t) {
      return absl::StatusOr<std::string>("abcd");
    };
    shared.threads = pool;
    auto instance = *Instance::create(executable, shared);
    for (int i = 0; i < 20; ++i) {
      std::vector<int64_t> values(300, factor);
      auto results = call(*instance, "squares",
                          {tensorOf<int64_t>(INGOT_I64, {300}, values)});
      ASSERT_TRUE(results.ok()) << results.status();
      EXPECT_THAT(valuesOf<int64_t>((*results)[0]),
                  testing::Each(factor * factor));
    }
  };
  create(); // Writes the file of constants.
  std::thread first(work, 3), second(work, 5);
  first.join();
  second.join();
}

/// An executable that calls a custom op.
class CustomOpInstanceTest : public testing::Test {
protected:
  absl::StatusOr<std::vector<Tensor>> negate(ingot_custom_function run,
                                             void *user = nullptr) {
    InstanceOptions options;
    options.customOps["test.negate"] = {run, user, nullptr};
    auto made = Instance::create(executable, options);
    EXPECT_TRUE(made.ok()) << made.status();
    instance = *std::move(made);
    return instance->call(**executable->entry(""),
                          {tensorOf<float>(INGOT_F32, {3}, {1, 2, 3})});
  }

  std::shared_ptr<const Executable> executable =
      *Executable::load(SAMPLE_WITH_CUSTOM_OP);
  std::unique_ptr<Instance> instance;
};

TEST_F(CustomOpInstanceTest, TheFunctionOfALibraryIsCalled) {
  auto function = loadCustomFunction(SAMPLE_CUSTOM_OPS, "negate");
  ASSERT_TRUE(function.ok()) << function.status();
  auto results = negate(function->run);
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(-1, -2, -3));
}

TEST_F(CustomOpInstanceTest, TheFunctionSeesTheDataOfTheCaller) {
  int calls = 0;
  auto results = negate(
      [](const ingot_custom_binding *self, const ingot_call *call,
         const ingot_tensor *operands, ingot_tensor *results) -> const char * {
        ++*static_cast<int *>(self->user);
        auto *out = static_cast<float *>(
            ingot_allocate_result(call, results, 1, operands[0].sizes, 4));
        std::fill(out, out + operands[0].sizes[0], 4.f);
        return nullptr;
      },
      &calls);
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_THAT(valuesOf<float>((*results)[0]), ElementsAre(4, 4, 4));
  EXPECT_EQ(calls, 1);
}

TEST_F(CustomOpInstanceTest, FunctionsFailTheCallInEitherWay) {
  auto returned = negate([](auto...) -> const char * { return "gave up"; });
  EXPECT_EQ(returned.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(returned.status().message()),
              HasSubstr("'main' cannot go on: test.negate: gave up"));
  auto jumped =
      negate([](const ingot_custom_binding *, const ingot_call *call,
                const ingot_tensor *, ingot_tensor *) -> const char * {
        call->fail(call->user, "jumped out");
        return nullptr;
      });
  EXPECT_THAT(std::string(jumped.status().message()), HasSubstr("jumped out"));
}

TEST_F(CustomOpInstanceTest, WithoutAFunctionThereIsNoInstance) {
  auto made = Instance::create(executable, {});
  EXPECT_EQ(made.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(made.status().message()),
              AllOf(HasSubstr(SAMPLE_WITH_CUSTOM_OP),
                    HasSubstr("test.negate(?xf32) -> ?xf32"),
                    HasSubstr("InstanceOptions::customOps")));
}

} // namespace
} // namespace ingot::runtime
