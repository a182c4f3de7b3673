//===- CustomOpsTest.cpp - functions of the caller, bound and checked -----===//

#include "client/runtime/CustomOps.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdint>
#include <cstdlib>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A table with two ops, and a call that takes memory from malloc.
class CustomOpsTest : public testing::Test {
protected:
  CustomOpsTest() {
    table.abi_version = INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS;
    table.custom_op_count = 2;
    table.custom_ops = ops;
    call.allocate = [](void *, int64_t size, int64_t alignment) {
      return std::aligned_alloc(static_cast<size_t>(alignment),
                                static_cast<size_t>((size + 63) / 64 * 64));
    };
  }

  /// Runs the first op by `function`; what it gives to the caller.
  const char *run(ingot_custom_function function) {
    bindings = *CustomBindings::bind(
        table, {{"lib.first", {function, &seen, nullptr}},
                {"lib.second", {function, &seen, nullptr}}});
    int64_t sizes[2] = {-1, 4}, strides[2] = {};
    ingot_tensor result = {nullptr, sizes, strides};
    const ingot_custom_binding &first = bindings->table()[0];
    const char *message = first.run(&first, &call, nullptr, &result);
    // Down to the alignment that every block has.
    auto address = reinterpret_cast<uintptr_t>(result.data);
    std::free(reinterpret_cast<void *>(address / 64 * 64));
    return message;
  }

  const int64_t shape[2] = {-1, 4};
  const ingot_type type = {INGOT_F32, 2, shape};
  const ingot_custom_op ops[2] = {{"lib.first", "{}", 1, &type, 1, &type},
                                  {"lib.second", "{}", 0, nullptr, 1, &type}};
  ingot_executable table = {};
  ingot_call call = {};
  std::unique_ptr<CustomBindings> bindings;
  const ingot_custom_op *seen = nullptr;
};

template <int64_t rows, int64_t columns>
const char *give(const ingot_custom_binding *, const ingot_call *call,
                 const ingot_tensor *, ingot_tensor *results) {
  const int64_t sizes[2] = {rows, columns};
  ingot_allocate_result(call, results, 2, sizes, 4);
  return nullptr;
}

TEST_F(CustomOpsTest, FunctionsSeeTheirOpAndUserData) {
  EXPECT_EQ(run([](const ingot_custom_binding *self, const ingot_call *call,
                   const ingot_tensor *operands,
                   ingot_tensor *results) -> const char * {
              *static_cast<const ingot_custom_op **>(self->user) = self->op;
              return give<3, 4>(self, call, operands, results);
            }),
            nullptr);
  EXPECT_EQ(seen, &ops[0]);
}

TEST_F(CustomOpsTest, WhatAnExecutableCanDoWithoutMayBeAbsent) {
  constexpr char kAttributes[] =
      R"({"optional":true,"library":{"name":"lib","file":"libnowhere.so"}})";
  const ingot_type answer = {INGOT_BOOL, 0, nullptr};
  const ingot_custom_op optional[2] = {
      {"lib.present", R"({"optional":true})", 0, nullptr, 1, &answer},
      {"lib.matmul", kAttributes, 1, &type, 1, &type}};
  table.custom_ops = optional;
  auto bound = CustomBindings::bind(table, {});
  ASSERT_TRUE(bound.ok()) << bound.status();
  const ingot_custom_binding *entries = (*bound)->table();
  ingot_tensor result = {};
  EXPECT_EQ(entries[0].run(&entries[0], &call, nullptr, &result), nullptr);
  EXPECT_EQ(*static_cast<uint8_t *>(result.data), 0);
  std::free(result.data);
  // An executable that calls it all the same is told why it cannot.
  EXPECT_THAT(entries[1].run(&entries[1], &call, nullptr, &result),
              HasSubstr("lib.matmul: its library was not there"));
}

TEST_F(CustomOpsTest, WhatIsThereIsSaidToBe) {
  const ingot_type answer = {INGOT_BOOL, 0, nullptr};
  const ingot_custom_op optional[2] = {
      {"lib.present", R"({"optional":true})", 0, nullptr, 1, &answer},
      {"lib.second", R"({"optional":true})", 0, nullptr, 1, &type}};
  table.custom_ops = optional;
  auto bound = CustomBindings::bind(
      table, {{"lib.second", {give<3, 4>, nullptr, nullptr}}});
  ASSERT_TRUE(bound.ok()) << bound.status();
  const ingot_custom_binding &question = (*bound)->table()[0];
  ingot_tensor result = {};
  EXPECT_EQ(question.run(&question, &call, nullptr, &result), nullptr);
  EXPECT_EQ(*static_cast<uint8_t *>(result.data), 1);
  std::free(result.data);
}

TEST_F(CustomOpsTest, WithoutThatWordALibraryMustBeThere) {
  const ingot_custom_op needed[1] = {
      {"lib.matmul", R"({"library":{"name":"lib","file":"libnowhere.so"}})", 1,
       &type, 1, &type}};
  table.custom_ops = needed;
  table.custom_op_count = 1;
  absl::Status status = CustomBindings::bind(table, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("lib.matmul needs the library 'lib'"));
}

TEST_F(CustomOpsTest, EveryMissingOneIsListed) {
  absl::Status status = CustomBindings::bind(table, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("lib.first(?x4xf32) -> ?x4xf32"),
                    HasSubstr("lib.second() -> ?x4xf32")));
}

TEST_F(CustomOpsTest, ExecutablesOfTheFirstVersionHaveNone) {
  table.abi_version = INGOT_EXECUTABLE_ABI_VERSION;
  auto bound = CustomBindings::bind(table, {});
  ASSERT_TRUE(bound.ok());
  EXPECT_EQ((*bound)->table(), nullptr);
}

TEST_F(CustomOpsTest, MessagesNameTheOp) {
  EXPECT_STREQ(run([](auto...) -> const char * { return "no"; }),
               "lib.first: no");
}

TEST_F(CustomOpsTest, ResultsAreChecked) {
  EXPECT_EQ(run(give<0, 4>), nullptr);
  EXPECT_STREQ(run(give<3, 5>),
               "lib.first: result 0 of its function has size 5 in dimension 1; "
               "it is ?x4xf32");
  EXPECT_THAT(run([](auto...) -> const char * { return nullptr; }),
              HasSubstr("has size -1 in dimension 0"));
  EXPECT_THAT(
      run([](const ingot_custom_binding *, const ingot_call *,
             const ingot_tensor *, ingot_tensor *results) -> const char * {
        results->sizes[0] = 2;
        results->strides[0] = 4;
        results->strides[1] = 1;
        return nullptr;
      }),
      HasSubstr("has no memory"));
  EXPECT_THAT(run([](const ingot_custom_binding *self, const ingot_call *call,
                     const ingot_tensor *operands,
                     ingot_tensor *results) -> const char * {
                give<3, 4>(self, call, operands, results);
                results->strides[0] = 8;
                return nullptr;
              }),
              HasSubstr("has stride 8 in dimension 0"));
}

TEST_F(CustomOpsTest, ResultsThatAreNotAlignedAreRefused) {
  const char *message = run(
      [](const ingot_custom_binding *self, const ingot_call *call,
         const ingot_tensor *operands, ingot_tensor *results) -> const char * {
        give<3, 4>(self, call, operands, results);
        results->data = static_cast<char *>(results->data) + 16;
        return nullptr;
      });
  EXPECT_STREQ(message, "lib.first: result 0 of its function is not aligned to "
                        "64 bytes; it is ?x4xf32");
}

TEST_F(CustomOpsTest, StridesOfDimensionsOfOneDoNotMatter) {
  EXPECT_EQ(run([](const ingot_custom_binding *self, const ingot_call *call,
                   const ingot_tensor *operands,
                   ingot_tensor *results) -> const char * {
              give<1, 4>(self, call, operands, results);
              results->strides[0] = 99;
              return nullptr;
            }),
            nullptr);
}

TEST_F(CustomOpsTest, ResultsWithoutElementsNeedNoMemory) {
  EXPECT_EQ(
      run([](const ingot_custom_binding *, const ingot_call *,
             const ingot_tensor *, ingot_tensor *results) -> const char * {
        results->sizes[0] = 0;
        results->strides[0] = 4;
        results->strides[1] = 1;
        return nullptr;
      }),
      nullptr);
}

TEST_F(CustomOpsTest, OnlyTheMissingOnesAreListed) {
  absl::Status status =
      CustomBindings::bind(table,
                           {{"lib.first", {give<3, 4>, nullptr, nullptr}},
                            {"lib.second", {}},
                            {"lib.unused", {}}})
          .status();
  EXPECT_THAT(std::string(status.message()),
              StartsWith("needs custom ops that no function was given for: "
                         "lib.second() -> ?x4xf32; "));
}

/// What is said of an op with these attributes that no function is given for.
std::string libraryError(const char *attributes) {
  ingot_custom_op op = {"lib.first", attributes, 0, nullptr, 0, nullptr};
  auto function = loadLibraryFunction(op, "");
  if (function.ok())
    return *function ? "a function" : "none named";
  return std::string(function.status().message());
}

TEST_F(CustomOpsTest, OpsMayNameALibrary) {
  EXPECT_EQ(libraryError("{}"), "none named");
  EXPECT_EQ(libraryError("{\"library\":3}"), "none named");
  EXPECT_EQ(libraryError("no JSON"), "none named");
  EXPECT_THAT(
      libraryError(R"({"library":{"name":"lib","file":"lib-not-there.so",)"
                   R"("version":"2.6"}})"),
      AllOf(StartsWith("lib.first needs the library 'lib' 2.6 "
                       "(lib-not-there.so), and "),
            HasSubstr("cannot be loaded")));
  EXPECT_THAT(libraryError(R"({"library":{"name":"lib","file":"/tmp/l.so"}})"),
              HasSubstr("'/tmp/l.so' is not the name of a library"));
  // One that is there, and is no library of ops.
  EXPECT_THAT(libraryError(R"({"library":{"name":"lib","file":"libc.so.6"}})"),
              HasSubstr("and that is another library"));
}

TEST_F(CustomOpsTest, OneFunctionServesAllEntriesOfItsName) {
  const ingot_custom_op twice[2] = {
      {"lib.first", "{\"n\":1}", 0, nullptr, 1, &type},
      {"lib.first", "{\"n\":2}", 0, nullptr, 1, &type}};
  table.custom_ops = twice;
  ingot_custom_function function = [](const ingot_custom_binding *self,
                                      const ingot_call *, const ingot_tensor *,
                                      ingot_tensor *) -> const char * {
    return self->op->attributes;
  };
  auto bound = *CustomBindings::bind(
      table, {{"lib.first", {function, nullptr, nullptr}}});
  for (int i : {0, 1}) {
    const ingot_custom_binding &entry = bound->table()[i];
    EXPECT_STREQ(entry.run(&entry, &call, nullptr, nullptr),
                 i == 0 ? "lib.first: {\"n\":1}" : "lib.first: {\"n\":2}");
  }
}

TEST_F(CustomOpsTest, FunctionsComeFromLibrariesBySymbol) {
  auto function = loadCustomFunction(SAMPLE_CUSTOM_OPS, "give_up");
  ASSERT_TRUE(function.ok()) << function.status();
  EXPECT_STREQ(function->run(nullptr, nullptr, nullptr, nullptr), "gave up");
  absl::Status status =
      loadCustomFunction(SAMPLE_CUSTOM_OPS, "absent").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr(SAMPLE_CUSTOM_OPS),
                    HasSubstr("has no function 'absent'")));
}

TEST_F(CustomOpsTest, LibrariesThatAreNotThereAreNamed) {
  absl::Status status = loadCustomFunction("/nowhere.so", "f").status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("/nowhere.so: cannot be loaded"));
}

} // namespace
} // namespace ingot::runtime
