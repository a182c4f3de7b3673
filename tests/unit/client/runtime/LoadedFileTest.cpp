//===- LoadedFileTest.cpp - the file that a library was loaded from -------===//

#include "client/runtime/LoadedFile.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gtest/gtest.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <filesystem>
#include <link.h>
#include <unistd.h>

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

  /// A file of these bytes, held against what was loaded.
  std::unique_ptr<const LoadedFile> of(const std::string &bytes) {
    const int file =
        open(write("other.so", bytes).c_str(), O_RDONLY | O_CLOEXEC);
    auto loaded = LoadedFile::of(library, file);
    close(file);
    return loaded;
  }

  const std::string at = path("loaded.so");
  void *library = nullptr;
};

TEST_F(LoadedFileTest, HasTheBytesOfTheFile) {
  const std::string own = read(at);
  auto file = of(own);
  ASSERT_NE(file, nullptr);
  EXPECT_EQ(file->bytes(), own);
}

TEST_F(LoadedFileTest, OtherFilesAreNotWhatWasLoaded) {
  const std::string own = read(at);
  EXPECT_EQ(of(read(SAMPLE)), nullptr);
  EXPECT_EQ(of(""), nullptr);
  EXPECT_EQ(of(own.substr(0, 20)), nullptr);
  EXPECT_EQ(of(own.substr(0, own.size() / 4)), nullptr);
  EXPECT_EQ(of(std::string(own.size(), '\0')), nullptr);
  EXPECT_EQ(LoadedFile::of(library, -1), nullptr);
  // One byte of the literals.
  const size_t literal = own.find("negative weight");
  ASSERT_NE(literal, std::string::npos);
  std::string other = own;
  other[literal] = 'N';
  EXPECT_EQ(of(other), nullptr);
}

TEST_F(LoadedFileTest, ConstantDataThatNoRelocationWritesCounts) {
  const std::string own = read(at);
  ElfW(Ehdr) header;
  std::memcpy(&header, own.data(), sizeof(header));
  ElfW(Phdr) constant{}, dynamic{};
  for (size_t i = 0; i < header.e_phnum; ++i) {
    ElfW(Phdr) segment;
    std::memcpy(&segment, own.data() + header.e_phoff + i * sizeof(segment),
                sizeof(segment));
    if (segment.p_type == PT_GNU_RELRO)
      constant = segment;
    if (segment.p_type == PT_DYNAMIC)
      dynamic = segment;
  }
  // The linker leaves zeros where relocations write.
  size_t words = 0;
  for (size_t i = 0; i + 8 <= constant.p_filesz; i += 8) {
    const size_t place = constant.p_offset + i;
    if (own.substr(place, 8) == std::string(8, '\0') ||
        place - dynamic.p_offset < dynamic.p_filesz)
      continue;
    std::string other = own;
    other[place] ^= 1;
    EXPECT_EQ(of(other), nullptr) << place;
    ++words;
  }
  EXPECT_GT(words, 10u) << "the table of entries";
  std::string other = own;
  other[dynamic.p_offset + 8] ^= 1;
  EXPECT_EQ(of(other), nullptr);
}

TEST_F(LoadedFileTest, IsComparedAgainWhenAsked) {
  const std::string own = read(at);
  auto file = of(own);
  ASSERT_NE(file, nullptr);
  EXPECT_TRUE(file->isLoaded());
  std::string other = own;
  other[own.find("negative weight")] = 'N';
  std::fstream(path("other.so"), std::ios::in | std::ios::out) << other;
  EXPECT_FALSE(file->isLoaded());
}

} // namespace
} // namespace ingot::runtime
