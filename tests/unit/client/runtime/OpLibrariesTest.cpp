//===- OpLibrariesTest.cpp - which library an op is taken from ------------===//
//
// One sample library (executables/library.c) that says of itself what a test
// puts into the environment.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/CustomOps.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"

#include <cstdlib>
#include <filesystem>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::filesystem::path kLibrary = SAMPLE_LIBRARY;

/// A variable of the environment for as long as this lives.
class Variable {
public:
  Variable(const char *name, const char *value) : name_(name) {
    if (value)
      setenv(name, value, /*overwrite=*/1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  const char *name_;
};

std::string attributes(const std::string &version,
                       const std::string &name = "sample") {
  return absl::StrCat(R"({"library":{"name":")", name, R"(","version":")",
                      version, R"(","file":")", kLibrary.filename().string(),
                      "\"}}");
}

absl::StatusOr<std::optional<CustomFunction>>
load(const std::string &attributes, const char *op = "sample.threads") {
  const ingot_custom_op asked = {op,     attributes.c_str(), 0, nullptr, 0,
                                 nullptr};
  return loadLibraryFunction(asked, kLibrary.parent_path().string());
}

TEST(OpLibrariesTest, VersionsWithEqualFirstNumbersAndNoLessAreEnough) {
  const struct {
    const char *has, *needed;
    bool isEnough;
  } kCases[] = {
      {"2.6.3", "2.6.3", true},
      {"2.6.3", "2.6", true},
      {"2.6.3", "2", true},
      {"2.6.3", "", true},
      {"2.10.0", "2.6.3", true},
      {"2", "2.0", true},
      {"2.6.3-1", "2.6.3", true},
      {"2.6.0", "2.6.0-rc", true},
      {"2.6.3", "2.6.4", false},
      {"2.6.3", "2.10", false},
      {"3.0.0", "2.6.3", false},
      {"1.9.9", "2.0.0", false},
      {"2", "2.1", false},
      {"unknown", "2.6", false},
      {"", "2", false},
      {"99999999999999999999", "1", false},
  };
  for (const auto &test : kCases) {
    Variable has("SAMPLE_LIBRARY_VERSION", test.has);
    auto function = load(attributes(test.needed));
    if (test.isEnough) {
      EXPECT_TRUE(function.ok() && *function)
          << test.has << " for " << test.needed << ": " << function.status();
      continue;
    }
    EXPECT_EQ(function.status().code(), absl::StatusCode::kFailedPrecondition)
        << test.has << " for " << test.needed;
    EXPECT_THAT(std::string(function.status().message()),
                AllOf(HasSubstr("needs the library 'sample' "),
                      HasSubstr(absl::StrCat("is version ", test.has))));
  }
}

TEST(OpLibrariesTest, AnotherLibraryOrInterfaceIsRefused) {
  for (const auto &[variable, value] : {std::pair("SAMPLE_LIBRARY_ABI", "3"),
                                        {"SAMPLE_LIBRARY_ABI", "0"},
                                        {"SAMPLE_LIBRARY_NAME", "other"},
                                        {"SAMPLE_LIBRARY_NAME", ""},
                                        {"SAMPLE_LIBRARY_HAS_NO_TABLE", "1"}}) {
    Variable says(variable, value);
    absl::Status status = load(attributes("2.6")).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << variable;
    EXPECT_THAT(std::string(status.message()),
                HasSubstr("another library or of another interface"));
  }
}

TEST(OpLibrariesTest, AFunctionThatItLacksIsNotFound) {
  // One that it names without code is no function either.
  for (const char *op : {"sample.other", "sample.hollow", "sample"}) {
    absl::Status status = load(attributes("2.6"), op).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << op;
    EXPECT_THAT(std::string(status.message()),
                AllOf(HasSubstr(absl::StrCat(op, " needs the library")),
                      HasSubstr("version 2.6.3 of it has no such function")));
  }
}

TEST(OpLibrariesTest, NamesOfFilesHaveNoFolders) {
  for (const char *file :
       {"", "/etc/passwd", "../libsample.so", "folder/libsample.so"}) {
    absl::Status status =
        load(absl::StrCat(R"({"library":{"name":"sample","file":")", file,
                          "\"}}"))
            .status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << file;
  }
  // Of another type than text it is none.
  EXPECT_EQ(load(R"({"library":{"file":7}})").status().code(),
            absl::StatusCode::kInvalidArgument);
}

/// A table of one op without operands that gives one number.
class BoundLibraryTest : public testing::Test {
protected:
  BoundLibraryTest() {
    table.abi_version = INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS;
    table.custom_op_count = 1;
    table.custom_ops = &op;
    call.allocate = [](void *, int64_t, int64_t alignment) {
      return std::aligned_alloc(static_cast<size_t>(alignment),
                                static_cast<size_t>(alignment));
    };
  }

  absl::StatusOr<std::unique_ptr<CustomBindings>>
  bind(const char *name, std::string text, int threads = 1,
       const std::vector<const void *> &constants = {}) {
    attributes_ = std::move(text);
    op = {name, attributes_.c_str(), 0, nullptr, 1, &type};
    return CustomBindings::bind(table, {}, kLibrary.parent_path().string(),
                                threads, constants);
  }

  int64_t run(const CustomBindings &bound) {
    const ingot_custom_binding *entry = bound.table();
    ingot_tensor result = {};
    EXPECT_EQ(entry->run(entry, &call, nullptr, &result), nullptr);
    const int64_t number = *static_cast<int64_t *>(result.data);
    std::free(result.data);
    return number;
  }

  std::string attributes_;
  const ingot_type type = {INGOT_I64, 0, nullptr};
  ingot_custom_op op = {};
  ingot_executable table = {};
  ingot_call call = {};
};

TEST_F(BoundLibraryTest, FunctionsAreToldHowManyThreadsTheyMayUse) {
  for (int threads : {1, 7}) {
    auto bound = bind("sample.threads", attributes("2.6"), threads);
    ASSERT_TRUE(bound.ok()) << bound.status();
    EXPECT_EQ(run(**bound), threads);
  }
}

TEST_F(BoundLibraryTest, WhatFunctionsKeepIsOfOneInstanceAndEndsWithIt) {
  Variable abi("SAMPLE_LIBRARY_ABI", "2");
  // Keeps the library, and the number, while instances come and go.
  auto ended = bind("sample.dropped", attributes("2.6"));
  ASSERT_TRUE(ended.ok()) << ended.status();
  {
    auto one = bind("sample.calls", attributes("2.6")),
         other = bind("sample.calls", attributes("2.6")),
         never = bind("sample.calls", attributes("2.6"));
    ASSERT_TRUE(one.ok() && other.ok() && never.ok());
    EXPECT_EQ(run(**one), 1);
    EXPECT_EQ(run(**one), 2);
    EXPECT_EQ(run(**other), 1);
    EXPECT_EQ(run(**one), 3);
    EXPECT_EQ(run(**ended), 0);
  }
  EXPECT_EQ(run(**ended), 2);
}

TEST_F(BoundLibraryTest, FunctionsAreToldWhereConstantsAre) {
  const char bytes[] = {3, 4, 5};
  const std::vector<const void *> constants = {&bytes[0], &bytes[2]};
  auto bound = bind("sample.constants", attributes("2.6"), 1, constants);
  ASSERT_TRUE(bound.ok()) << bound.status();
  EXPECT_EQ(run(**bound), 8);
}

TEST_F(BoundLibraryTest, AnAttributeOfTheOpIsNotTheWordOptional) {
  // What an operator calls so itself says nothing of its library, and without
  // one the op is missing.
  for (const char *text : {R"({"optional":1})", R"({"optional":"yes"})",
                           R"({"optional":null})", R"({"optional":[true]})",
                           R"({"optional":false})", R"({"optional":true})"}) {
    absl::Status status = bind("lib.op", text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kNotFound) << text;
    EXPECT_THAT(std::string(status.message()), HasSubstr("lib.op() -> i64"))
        << text;
  }
}

} // namespace
} // namespace ingot::runtime
