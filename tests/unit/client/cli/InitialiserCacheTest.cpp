//===- InitialiserCacheTest.cpp - ingot run keeps results -----------------===//

#include "client/runtime/Npy.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/client/cli/CommandTest.h"

#include <nlohmann/json.hpp>

namespace ingot::client {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using Arguments = std::vector<std::string>;

/// Has derived.so, whose constants are computed from those beside it; of the
/// three results two are large enough to be kept.
class InitialiserCacheTest : public CommandTest {
protected:
  void SetUp() override {
    CommandTest::SetUp();
    fs::create_symlink(SAMPLE_WITH_DERIVATIONS, "derived.so");
    const std::vector<float> weights(16384, 4);
    const std::string_view bytes(reinterpret_cast<const char *>(weights.data()),
                                 4 * weights.size());
    ASSERT_TRUE(
        runtime::writeSafetensors("derived.safetensors",
                                  {{"weight", INGOT_F32, {16384}, bytes, ""}})
            .ok());
  }

  /// What --json says of the initialisers of a run.
  std::string initialisers(Arguments more = {}, const std::string &err = "") {
    Arguments arguments = {"run",    "derived.so",   "--entry", "main",
                           "--json", "--output-dir", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, err);
    auto roots = runtime::readNpy("out/output_2.npy");
    EXPECT_TRUE(roots.ok()) << roots.status();
    const auto *data = reinterpret_cast<const float *>(roots->data());
    EXPECT_EQ(std::vector<float>(data, data + roots->elementCount()),
              std::vector<float>(16384, 4));
    return ordered_json::parse(outcome.out)["initialisers"].dump();
  }

  static constexpr char kRan[] = R"({"ran":3,"found":0,"not_kept":0})";
  static constexpr char kFound[] = R"({"ran":1,"found":2,"not_kept":0})";
};

TEST_F(InitialiserCacheTest, IsNowhereUnlessItIsNamed) {
  for (const char *variable : {"", static_cast<const char *>(nullptr)}) {
    variable ? setenv("INGOT_INITIALISER_CACHE", variable, 1)
             : unsetenv("INGOT_INITIALISER_CACHE");
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(initialisers(), kRan);
  }
  EXPECT_FALSE(fs::exists("cache"));
}

TEST_F(InitialiserCacheTest, IsWhereTheFlagOrTheVariableSays) {
  EXPECT_EQ(initialisers({"--initialiser-cache", "kept"}), kRan);
  setenv("INGOT_INITIALISER_CACHE", "kept", 1);
  EXPECT_EQ(initialisers(), kFound);
  EXPECT_EQ(initialisers({"--initialiser-cache", "other"}), kRan);
  EXPECT_EQ(fs::status("kept").permissions(), fs::perms::owner_all);
}

TEST_F(InitialiserCacheTest, IsNotMadeForProgramsWithoutInitialisers) {
  fs::create_symlink(SAMPLE_WITH_CUSTOM_OP, "custom.so");
  run({"run", "custom.so", "--initialiser-cache", "kept"});
  EXPECT_FALSE(fs::exists("kept"));
}

TEST_F(InitialiserCacheTest, WhatItCannotKeepIsCounted) {
  EXPECT_EQ(initialisers({"--initialiser-cache", "kept",
                          "--initialiser-cache-bytes", "100k"}),
            R"({"ran":3,"found":0,"not_kept":1})");
  EXPECT_EQ(initialisers({"--initialiser-cache", "no/folder"}),
            R"({"ran":3,"found":0,"not_kept":2})");
}

TEST_F(InitialiserCacheTest, ThatIsRefusedIsAWarning) {
  fs::create_directory("folder");
  fs::create_directory_symlink("folder", "link");
  const std::string warning = "warning: link: is a symbolic link; results of "
                              "initialisers are not kept there\n";
  EXPECT_EQ(initialisers({"--initialiser-cache", "link"}, warning), kRan);
  EXPECT_EQ(run({"run", "derived.so", "--entry", "main", "-q",
                 "--initialiser-cache", "link"})
                .err,
            "");
}

} // namespace
} // namespace ingot::client
