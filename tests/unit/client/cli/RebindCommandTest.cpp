//===- RebindCommandTest.cpp - ingot rebind, from file to file ------------===//
//
// Executables are made here: a manifest, and digests where the loader's table
// has them. What must change is those digests, and nothing else of the file.
//
//===----------------------------------------------------------------------===//

#include "client/cli/InspectExecutable.h"
#include "client/cli/Rebind.h"

#include "cache/key/Digest.h"
#include "client/runtime/FatFile.h"
#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/client/cli/CommandTest.h"
#include "tests/unit/client/cli/ElfBytes.h"

#include "absl/strings/str_cat.h"

#include <google/protobuf/stubs/logging.h>
#include <nlohmann/json.hpp>

#include <random>

namespace ingot::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

using Tensors = std::vector<std::pair<std::string, std::string>>;

class RebindCommandTest : public CommandTest {
protected:
  /// An executable with these constants of f32.
  static std::string executableWith(const Tensors &constants) {
    v1::Manifest manifest;
    std::string table;
    for (const auto &[name, bytes] : constants) {
      const Digest digest = Digest::of(bytes);
      v1::Constant &constant = *manifest.add_constants();
      constant.set_name(name);
      constant.mutable_type()->set_element(v1::F32);
      constant.mutable_type()->add_shape(
          static_cast<int64_t>(bytes.size() / 4));
      *constant.mutable_digest() = digest.toProto();
      absl::StrAppend(&table, "table ", digest.hex(), " code ");
    }
    return elfWith(".ingot.manifest", manifest.SerializeAsString()) + table;
  }
  static void writeConstants(const std::string &path, const Tensors &tensors) {
    std::vector<runtime::NamedBytes> all;
    for (const auto &[name, bytes] : tensors)
      all.push_back({name,
                     INGOT_F32,
                     {static_cast<int64_t>(bytes.size() / 4)},
                     bytes,
                     ""});
    EXPECT_TRUE(runtime::writeSafetensors(path, all).ok());
  }
  /// The names and values of a file.
  static Tensors constantsIn(const std::string &path) {
    Tensors tensors;
    auto file = runtime::TensorFile::open(path);
    EXPECT_TRUE(file.ok()) << file.status();
    if (file.ok())
      for (const auto &[name, tensor] : (*file)->tensors())
        tensors.emplace_back(name, tensor.bytes);
    return tensors;
  }

  const Tensors old{{"a", "aaaaaaaa"}, {"b", "bbbb"}, {"c", "cccc"}};
  const Tensors now{{"a", "AAAAAAAA"}, {"b", "bbbb"}, {"c", "CCCC"}};
};

TEST_F(RebindCommandTest, TheExecutableIsTheOneThatACompileWouldWrite) {
  write("m.so", executableWith(old));
  writeConstants("new.safetensors", now);
  Outcome outcome = run({"rebind", "m.so", "--constants", "new.safetensors"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("m.so"), executableWith(now));
  EXPECT_EQ(constantsIn("m.safetensors"), now);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_EQ(outcome.err,
            "m.so: m.so: 2 of 3 constants changed, nothing compiled\n");
  EXPECT_THAT(daemon.connections, IsEmpty()) << "it needs no service";
  EXPECT_NE(std::filesystem::status("m.so").permissions() &
                std::filesystem::perms::owner_exec,
            std::filesystem::perms::none);
}

TEST_F(RebindCommandTest, AnotherOutputLeavesTheOldOneAlone) {
  write("m.so", executableWith(old));
  writeConstants("m.safetensors", old);
  writeConstants("new.safetensors", now);
  Outcome outcome = run(
      {"rebind", "m.so", "--constants", "new.safetensors", "-o", "n.so", "-q"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
  EXPECT_EQ(read("n.so"), executableWith(now));
  EXPECT_EQ(constantsIn("n.safetensors"), now);
  EXPECT_EQ(read("m.so"), executableWith(old));
  EXPECT_EQ(constantsIn("m.safetensors"), old);
}

TEST_F(RebindCommandTest, ThereAndBackIsTheSameFile) {
  write("m.so", executableWith(old));
  writeConstants("old.safetensors", old);
  writeConstants("new.safetensors", now);
  for (const char *constants : {"new.safetensors", "old.safetensors"})
    EXPECT_EQ(run({"rebind", "m.so", "--constants", constants}).code, 0);
  EXPECT_EQ(read("m.so"), executableWith(old));
}

TEST_F(RebindCommandTest, ConstantsMayBeReboundFromTheirOwnFile) {
  // The file is mapped while it is replaced.
  write("m.so", executableWith(old));
  writeConstants("m.safetensors", now);
  EXPECT_EQ(run({"rebind", "m.so", "--constants", "m.safetensors"}).code, 0);
  EXPECT_EQ(constantsIn("m.safetensors"), now);
  EXPECT_EQ(read("m.so"), executableWith(now));
}

TEST_F(RebindCommandTest, ValuesThatChangePlacesAreReplacedAtOnce) {
  const Tensors swapped{{"b", "cccc"}, {"c", "bbbb"}, {"a", "aaaaaaaa"}};
  write("m.so", executableWith(old));
  writeConstants("new.safetensors", swapped);
  ASSERT_EQ(run({"rebind", "m.so", "--constants", "new.safetensors"}).code, 0);
  EXPECT_EQ(read("m.so"),
            executableWith({{"a", "aaaaaaaa"}, {"b", "cccc"}, {"c", "bbbb"}}));
}

TEST_F(RebindCommandTest, JsonHasTheDocumentedKeys) {
  write("m.so", executableWith(old));
  writeConstants("new.safetensors", now);
  Outcome outcome = run({"rebind", "m.so", "--constants", "new.safetensors",
                         "-o", "n.so", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out),
            (nlohmann::json{{"output", "n.so"},
                            {"constants", "n.safetensors"},
                            {"tensors", 3},
                            {"changed", 2},
                            {"kernels_built", 0}}));
}

TEST_F(RebindCommandTest, AllMembersOfAFatFileAreRebound) {
  auto fat = [](const Tensors &constants) {
    const std::string executable = executableWith(constants);
    return *runtime::writeFat(
        {{"x86-64-v2", executable}, {"aarch64", executable}});
  };
  write("m.so", fat(old));
  writeConstants("new.safetensors", now);
  Outcome outcome = run({"rebind", "m.so", "--constants", "new.safetensors"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("m.so"), fat(now));
  EXPECT_EQ(constantsIn("m.safetensors"), now) << "each is there once";
}

TEST_F(RebindCommandTest, AScopedConstantIsBoundToItsKey) {
  // As everywhere: files know no scopes.
  write("m.so", executableWith({{"model::a", "aaaa"}}));
  writeConstants("new.safetensors", {{"a", "AAAA"}});
  Outcome outcome = run({"rebind", "m.so", "--constants", "new.safetensors"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("m.so"), executableWith({{"model::a", "AAAA"}}));
  // The whole name goes first, and then the other tensor is none of ours.
  writeConstants("new.safetensors", {{"a", "AAAA"}, {"model::a", "BBBB"}});
  outcome = run({"rebind", "m.so", "--constants", "new.safetensors"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("'a' is no constant"));
}

TEST_F(RebindCommandTest, WhatIsRefusedWritesNothing) {
  const std::string executable = executableWith(old);
  const struct {
    Tensors tensors;
    std::vector<std::string> wanted;
  } kCases[] = {
      {{{"a", "AAAAAAAA"}, {"b", "bbbb"}}, {"'c' is missing"}},
      {{{"a", "AAAA"}, {"b", "bbbb"}, {"c", "cccc"}}, {"'a' is F32 [1]"}},
      {{{"a", "AAAAAAAA"}, {"b", "bbbb"}, {"c", "cccc"}, {"d", "dddd"}},
       {"'d' is no constant"}},
      {{{"d", "dddd"}},
       {"'a' is missing", "'b' is missing", "'c' is missing",
        "'d' is no constant"}},
  };
  for (const auto &test : kCases) {
    write("m.so", executable);
    writeConstants("new.safetensors", test.tensors);
    Outcome outcome = run({"rebind", "m.so", "--constants", "new.safetensors"});
    EXPECT_EQ(outcome.code, 1);
    for (const std::string &fault : test.wanted)
      EXPECT_THAT(outcome.err,
                  HasSubstr(absl::StrCat("error: new.safetensors: ", fault)));
    EXPECT_EQ(read("m.so"), executable);
    EXPECT_FALSE(std::filesystem::exists("m.safetensors"));
  }
}

TEST_F(RebindCommandTest, ValuesThatAreRefusedLeaveNothingBehind) {
  // Found when the values are known, and those are being written by then.
  const std::string executable =
      executableWith({{"a", "aaaa"}, {"twin", "aaaa"}});
  write("m.so", executable);
  writeConstants("new.safetensors", {{"a", "aaaa"}, {"twin", "cccc"}});
  auto files = [] {
    return std::distance(std::filesystem::directory_iterator("."), {});
  };
  const auto before = files();
  Outcome outcome = run({"rebind", "m.so", "--constants", "new.safetensors"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(outcome.err, HasSubstr("'a' and 'twin' have one value"));
  EXPECT_EQ(read("m.so"), executable);
  EXPECT_EQ(files(), before);
}

TEST_F(RebindCommandTest, MistakesInTheCommandAreUsage) {
  write("m.so", executableWith(old));
  write("other.so", elfWith(".text", "code"));
  write("text.safetensors", "text");
  writeConstants("new.safetensors", now);
  // The table of this one names no digest.
  std::string table = executableWith(old);
  table.resize(table.find("table "));
  write("short.so", table);
  const struct {
    std::vector<std::string> arguments;
    const char *wanted;
  } kCases[] = {
      {{"m.so"}, "--constants"},
      {{"m.so", "--constants", "absent"}, "absent: cannot be read"},
      {{"m.so", "--constants", "text.safetensors"}, "not a safetensors file"},
      {{"other.so", "--constants", "new.safetensors"}, "it has no manifest"},
      {{"short.so", "--constants", "new.safetensors"},
       "short.so: does not name the values of a, b, c"},
      {{"m.so", "--constants", "new.safetensors", "-o", "absent/n.so"},
       "absent/n.so"},
  };
  for (const auto &test : kCases) {
    std::vector<std::string> arguments = test.arguments;
    arguments.insert(arguments.begin(), "rebind");
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2) << test.wanted;
    EXPECT_THAT(outcome.err, HasSubstr(test.wanted));
  }
  EXPECT_EQ(read("m.so"), executableWith(old));
}

//===----------------------------------------------------------------------===//
// Manifests of any bytes
//===----------------------------------------------------------------------===//

TEST_F(RebindCommandTest, DamagedExecutablesHaveAManifestOrNone) {
  const std::string elf = executableWith(old);
  const std::string fat =
      *runtime::writeFat({{"x86-64", elf}, {"riscv64", elf}});
  google::protobuf::LogSilencer silencer; // Of names that are no UTF-8.
  std::mt19937 random(31);
  int found = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string &whole = i % 2 ? elf : fat;
    // In memory of exactly its size, so that a sanitizer sees each byte.
    std::vector<char> bytes(whole.begin(), whole.end());
    for (uint32_t left = 1 + random() % 4; left > 0; --left) {
      // Most of what points anywhere stands at the front and in the headers.
      const size_t reach = random() % 2 ? 80 : bytes.size();
      bytes[random() % reach] =
          random() % 2 ? '\xff' : static_cast<char>(random());
    }
    if (random() % 3 == 0)
      bytes.resize(random() % bytes.size());
    bytes.shrink_to_fit();
    auto manifests = manifestsOf({bytes.data(), bytes.size()});
    ++(manifests.ok() ? found : refused);
    if (!manifests.ok()) {
      EXPECT_EQ(manifests.status().code(), absl::StatusCode::kInvalidArgument);
    }
  }
  EXPECT_GT(found, 300);
  EXPECT_GT(refused, 300);
}

TEST_F(RebindCommandTest, PartsForOtherTargetsAreDescribed) {
  v1::Manifest manifest;
  v1::Part &part = *manifest.add_parts();
  part.set_name("x86-64-v4");
  part.mutable_target()->set_cpu("znver4");
  part.add_functions();
  part.add_functions();
  for (const char *target : {"", "x86-64-v4", "", "x86-64-v4", "x86-64-v4"})
    manifest.add_kernels()->set_target(target);
  write("m.so", elfWith(".ingot.manifest", manifest.SerializeAsString()));
  EXPECT_THAT(run({"inspect", "m.so"}).out,
              HasSubstr("on x86-64-v4 (znver4): 3 kernels of 2 functions\n"));
  auto json = nlohmann::json::parse(run({"inspect", "m.so", "--json"}).out);
  EXPECT_EQ(json["kernels"]["unique"], 5);
  EXPECT_EQ(json["parts"], (nlohmann::json::array({{{"target", "x86-64-v4"},
                                                    {"cpu", "znver4"},
                                                    {"functions", 2},
                                                    {"kernels", 3}}})));
}

TEST_F(RebindCommandTest, SizesThatOverflowAreNotSummedUp) {
  v1::Manifest manifest;
  v1::EntryPoint &entry = *manifest.add_entry_points();
  entry.set_name("main");
  for (int i = 0; i < 2; ++i) {
    v1::TensorType &type = *manifest.add_constants()->mutable_type();
    type.set_element(v1::F32);
    type.add_shape(INT64_MAX);
    type.add_shape(i == 0 ? 4 : 0);
    *entry.add_results() = type;
  }
  write("m.so", elfWith(".ingot.manifest", manifest.SerializeAsString()));
  Outcome outcome = run({"inspect", "m.so"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("constants: 2 in 0 bytes"),
                                 Not(HasSubstr("bytes of results"))));
}

} // namespace
} // namespace ingot::client
