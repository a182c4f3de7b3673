//===- PluginsTest.cpp - what can be said without a plugin ----------------===//
//
// Loading a good one is tested with real workers:
// tests/integration/test_plugins.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Plugins.h"

#include "mlir/IR/DialectRegistry.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ingot::pipeline {
namespace {

using testing::HasSubstr;

v1::Target targetWith(const std::string &plugin,
                      const std::string &sha256 = "") {
  v1::Target target;
  target.set_triple("x86_64-unknown-linux-gnu");
  target.add_plugins()->set_name(plugin);
  target.mutable_plugins(0)->set_sha256(sha256);
  return target;
}

std::string loadError(const v1::Target &target) {
  mlir::DialectRegistry registry;
  llvm::Expected<bool> loaded = loadPlugins(target, registry);
  return loaded ? "" : llvm::toString(loaded.takeError());
}

class PluginsTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() /
        ("ingot-plugins-test-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "text.so") << "abc";
    std::ofstream(folder / "other.txt") << "no plugin by its name";
    llvm::cantFail(readPlugins(folder.string()));
    std::filesystem::remove_all(folder);
  }
};

TEST_F(PluginsTest, AreNamedByFileAndHash) {
  ASSERT_EQ(namedPlugins().size(), 1u);
  EXPECT_EQ(namedPlugins()[0].name(), "text");
  EXPECT_EQ(namedPlugins()[0].sha256(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(PluginsTest, ATargetNamesEachOnceWithItsHash) {
  v1::Target target = targetWith("text");
  target.add_plugins()->set_name("text");
  llvm::cantFail(canonicalizePlugins(target));
  ASSERT_EQ(target.plugins_size(), 1);
  EXPECT_EQ(target.plugins(0).sha256(), namedPlugins()[0].sha256());
}

TEST_F(PluginsTest, OthersAreErrorsOfTheirField) {
  v1::Target absent = targetWith("test"), changed = targetWith("text", "00");
  EXPECT_THAT(llvm::toString(canonicalizePlugins(absent)),
              HasSubstr("target.plugins[0].name: there is no plugin 'test'; "
                        "there are text; did you mean 'text'?"));
  EXPECT_THAT(llvm::toString(canonicalizePlugins(changed)),
              HasSubstr("target.plugins[0].sha256: is 00, and the file has "));
  EXPECT_THAT(loadError(absent), HasSubstr("there is no plugin 'test'"));
}

TEST_F(PluginsTest, AFolderThatIsNotThereIsAnError) {
  EXPECT_THAT(llvm::toString(readPlugins("/not/there")),
              HasSubstr("/not/there: "));
}

TEST_F(PluginsTest, WhatIsLoadedStaysAndSoDoesItsFault) {
  v1::Target target = targetWith("text"), none;
  auto loadTwice = [&]() -> llvm::Expected<v1::Target> {
    std::string first = loadError(target), second = loadError(target);
    return llvm::createStringError(first + "\n" + second + "\n" +
                                   loadError(none));
  };
  std::string said = llvm::toString(resolveApart(loadTwice).takeError());
  std::string fault = "target.plugins[0].name: 'text' is no plugin: ";
  EXPECT_EQ(said.find(fault), 0u) << said;
  EXPECT_NE(said.rfind(fault), 0u) << said;
  EXPECT_THAT(said, HasSubstr("target.plugins: this process has loaded "
                              "'text', which the target does not name"));
  EXPECT_EQ(loadError(none), "") << "not this process";
}

TEST_F(PluginsTest, WhatIsResolvedApartComesBack) {
  v1::Target target = targetWith("text");
  auto same =
      resolveApart([&]() -> llvm::Expected<v1::Target> { return target; });
  ASSERT_TRUE(bool(same)) << llvm::toString(same.takeError());
  EXPECT_EQ(same->SerializeAsString(), target.SerializeAsString());
  auto crashed =
      resolveApart([]() -> llvm::Expected<v1::Target> { std::abort(); });
  EXPECT_EQ(llvm::toString(crashed.takeError()),
            "target.plugins: loading them ended the process: Aborted");
  auto left = resolveApart([]() -> llvm::Expected<v1::Target> { _exit(0); });
  EXPECT_EQ(llvm::toString(left.takeError()),
            "target.plugins: loading them ended the process: exit");
}

} // namespace
} // namespace ingot::pipeline
