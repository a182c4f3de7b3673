//===- DerivedConstantsTest.h - instances of what derives -------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_CLIENT_RUNTIME_DERIVEDCONSTANTSTEST_H
#define INGOT_TESTS_UNIT_CLIENT_RUNTIME_DERIVEDCONSTANTSTEST_H

#include "client/runtime/Instance.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gtest/gtest.h"

namespace ingot::runtime {

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

} // namespace ingot::runtime

#endif // INGOT_TESTS_UNIT_CLIENT_RUNTIME_DERIVEDCONSTANTSTEST_H
