//===- LoadedFileTest.cpp - the file that a library was loaded from -------===//

#include "client/runtime/LoadedFile.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gtest/gtest.h"

#include <dlfcn.h>
#include <filesystem>

namespace ingot::runtime {
namespace {

namespace fs = std::filesystem;

class LoadedFileTest : public testing::Test {
protected:
  void SetUp() override {
    fs::copy_file(SAMPLE_WITH_DERIVATIONS, at,
                  fs::copy_options::overwrite_existing);
    library = dlopen(at.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library, nullptr) << dlerror();
  }
  void TearDown() override {
    if (library)
      dlclose(library);
  }

  /// Another file of this name; the loaded one keeps its own.
  void replaceBy(const std::string &bytes) {
    fs::remove(at);
    write("loaded.so", bytes);
  }

  const std::string at = path("loaded.so");
  void *library = nullptr;
};

TEST_F(LoadedFileTest, HasTheBytesOfTheFile) {
  auto file = LoadedFile::of(library, at);
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->bytes(), read(at));
}

TEST_F(LoadedFileTest, AnEqualFileIsAsGood) {
  replaceBy(read(at));
  EXPECT_NE(LoadedFile::of(library, at), nullptr);
}

TEST_F(LoadedFileTest, OtherFilesAreNot) {
  const std::string own = read(at);
  EXPECT_EQ(LoadedFile::of(library, SAMPLE), nullptr);
  EXPECT_EQ(LoadedFile::of(library, path("none.so")), nullptr);
  for (const std::string &other :
       {std::string(), own.substr(0, 20), own.substr(0, own.size() / 4),
        std::string(own.size(), '\0')}) {
    replaceBy(other);
    EXPECT_EQ(LoadedFile::of(library, at), nullptr) << other.size();
  }
  // One byte of the code, which `dlopen` maps from a later page.
  const size_t code = own.find("negative weight");
  ASSERT_NE(code, std::string::npos);
  std::string other = own;
  other[code] = 'N';
  replaceBy(other);
  EXPECT_EQ(LoadedFile::of(library, at), nullptr);
}

} // namespace
} // namespace ingot::runtime
