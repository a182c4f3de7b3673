//===- ExecutableTest.cpp - what is loaded and what is refused ------------===//

#include "client/runtime/Executable.h"
#include "client/runtime/FatFile.h"
#include "client/runtime/MachineState.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <unistd.h>

namespace ingot::runtime {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

/// The sample with some bytes of its ELF header replaced.
template <typename T>
std::string patched(const std::string &name, size_t offset, T value) {
  std::string bytes = read(SAMPLE);
  std::memcpy(bytes.data() + offset, &value, sizeof(value));
  return write(name, bytes);
}

/// Expects INVALID_ARGUMENT with the path and `message`.
void expectRefused(const std::string &file, const std::string &message) {
  auto loaded = Executable::load(file);
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kInvalidArgument) << file;
  EXPECT_THAT(std::string(loaded.status().message()),
              AllOf(HasSubstr(file + ": "), HasSubstr(message)));
}

TEST(ExecutableTest, TheTableIsThatOfTheFile) {
  auto loaded = Executable::load(SAMPLE);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ((*loaded)->path(), SAMPLE);
  EXPECT_EQ((*loaded)->table().entry_count, 5);
  EXPECT_EQ((*loaded)->table().constant_count, 2);
}

TEST(ExecutableTest, FilesInTheCurrentFolderNeedNoSlash) {
  fs::path before = fs::current_path();
  fs::current_path(fs::path(SAMPLE).parent_path());
  auto loaded = Executable::load(fs::path(SAMPLE).filename());
  fs::current_path(before);
  EXPECT_TRUE(loaded.ok()) << loaded.status();
}

TEST(ExecutableTest, ItCanBeDeletedOnceItIsLoaded) {
  std::string copy = write("copy.so", read(SAMPLE));
  auto loaded = Executable::load(copy);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  fs::remove(copy);
  EXPECT_TRUE((*loaded)->entry("add").ok());
}

TEST(ExecutableTest, WhatReplacedALoadedFileIsAnother) {
  const std::string at = write("replaced.so", read(SAMPLE));
  auto before = Executable::load(at);
  ASSERT_TRUE(before.ok()) << before.status();
  fs::rename(write("new.so", read(SAMPLE_WITH_DERIVATIONS)), at);
  auto after = Executable::load(at);
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_EQ((*before)->table().derivation_count, 0);
  EXPECT_NE((*after)->table().derivation_count, 0);
}

TEST(ExecutableTest, NamesOfWhatWasGivenUpMeanNothing) {
  auto one = Executable::load(SAMPLE), other = Executable::load(SAMPLE);
  ASSERT_TRUE(one.ok() && other.ok()) << one.status() << other.status();
  for (auto *given : {&*one, &*other}) {
    given->reset();
    auto next = Executable::load(SAMPLE_WITH_DERIVATIONS);
    ASSERT_TRUE(next.ok()) << next.status();
    EXPECT_NE((*next)->table().derivation_count, 0);
  }
}

TEST(ExecutableTest, ItsFileIsTheOneThatIsLoaded) {
  const std::string at = write("own.so", read(SAMPLE));
  auto loaded = Executable::load(at);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const int file = (*loaded)->openFile();
  ASSERT_GE(file, 0);
  EXPECT_EQ(fs::file_size("/proc/self/fd/" + std::to_string(file)),
            fs::file_size(SAMPLE));
  close(file);
  fs::rename(write("new.so", read(SAMPLE)), at);
  EXPECT_EQ((*loaded)->openFile(), -1) << "another file has its name";
}

TEST(ExecutableTest, VersionsOfTheTableThatAreKnown) {
  for (const char *file :
       {SAMPLE, SAMPLE_WITH_CUSTOM_OP, SAMPLE_WITH_DERIVATIONS})
    EXPECT_TRUE(Executable::load(file).ok()) << file;
  // Nothing else of such a table may be read.
  for (const auto &[file, version] :
       {std::pair(SAMPLE_OF_VERSION_0, "version 0"),
        std::pair(SAMPLE_OF_VERSION_5, "version 5"),
        std::pair(SAMPLE_OF_VERSION_99, "version 99")})
    expectRefused(file, std::string("was made for ") + version +
                            " of the executable ABI, and this runtime knows "
                            "versions 1 to 4; compile it again");
}

TEST(ExecutableTest, StateOfALaterMachineIsRefused) {
  auto loaded = Executable::load(SAMPLE_WITH_STATE);
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kUnimplemented);
  EXPECT_THAT(std::string(loaded.status().message()),
              HasSubstr("needs state 2147483648 of the machine"));
}

TEST(MachineStateTest, NoStateNeedsNoPermission) {
  EXPECT_TRUE(allowMachineState(0).ok());
}

TEST(MachineStateTest, ARefusalSaysWhatElseToDo) {
  absl::Status allowed = allowMachineState(INGOT_STATE_TILES);
  if (allowed.ok())
    GTEST_SKIP() << "this machine has tiles";
  EXPECT_EQ(allowed.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(allowed.message()),
              HasSubstr("compile it for a target without amx-tile"));
}

/// The plainest target of this machine, and one of another kind.
std::string thisMachine() {
  return machineRuns("x86-64")    ? "x86-64"
         : machineRuns("aarch64") ? "aarch64"
                                  : "riscv64";
}
std::string anotherMachine() {
  return machineRuns("aarch64") ? "riscv64" : "aarch64";
}

TEST(ExecutableTest, OfAFatFileTheMemberForThisMachineIsLoaded) {
  const std::string sample = read(SAMPLE);
  std::string file = write("fat.so", *writeFat({{anotherMachine(), "no code"},
                                                {thisMachine(), sample}}));
  auto loaded = Executable::load(file);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ((*loaded)->path(), file);
  EXPECT_EQ((*loaded)->target(), thisMachine());
  EXPECT_EQ((*loaded)->table().entry_count, 5);
  EXPECT_EQ((*Executable::load(SAMPLE))->target(), "");
}

TEST(ExecutableTest, FatFilesThatAreLoadedTogetherStayApart) {
  auto load = [](const char *name, const char *sample) {
    return Executable::load(
        write(name, *writeFat({{thisMachine(), read(sample)}})));
  };
  auto one = load("one.so", SAMPLE),
       two = load("two.so", SAMPLE_WITH_CUSTOM_OP);
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_EQ((*one)->table().abi_version, 1u);
  EXPECT_EQ((*two)->table().abi_version, 2u);
  // A descriptor that is free again is the name of another file.
  one->reset();
  auto three = load("three.so", SAMPLE_WITH_DERIVATIONS);
  ASSERT_TRUE(three.ok()) << three.status();
  EXPECT_EQ((*three)->table().abi_version, 3u);
}

TEST(ExecutableTest, FatFilesWithNothingToLoadAreRefused) {
  std::string other =
      write("other.so", *writeFat({{anotherMachine(), read(SAMPLE)}}));
  auto loaded = Executable::load(other);
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(loaded.status().message()),
              AllOf(HasSubstr(other + ": has executables for "),
                    HasSubstr("none of which runs on this machine")));
  const std::string file = *writeFat({{thisMachine(), read(SAMPLE)}});
  expectRefused(write("short.so", file.substr(0, file.size() / 2)),
                "is a damaged fat file: it ends within a member");
  expectRefused(write("text.so", *writeFat({{thisMachine(), "text"}})),
                "is not an Ingot executable");
}

TEST(ExecutableTest, FilesThatWereCutOffAreRefused) {
  // Loaded, each of them would be a SIGBUS.
  const std::string whole = read(SAMPLE);
  Elf64_Ehdr header;
  std::memcpy(&header, whole.data(), sizeof(header));
  uint64_t end = 0; // Of what is mapped.
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment,
                whole.data() + header.e_phoff +
                    static_cast<size_t>(i) * sizeof(segment),
                sizeof(segment));
    end = std::max(end, segment.p_offset + segment.p_filesz);
  }
  for (size_t size : {size_t{end} - 1, size_t{end} / 2, size_t{4096},
                      sizeof(header) + 1, sizeof(header)})
    if (size < end)
      expectRefused(write("cut.so", whole.substr(0, size)), "is cut off");
}

TEST(ExecutableTest, FilesThatAreNotThereAreNotFound) {
  auto loaded = Executable::load("/nowhere/x.so");
  EXPECT_EQ(loaded.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(loaded.status().message()),
              HasSubstr("/nowhere/x.so: cannot be read: No such file"));
}

TEST(ExecutableTest, OtherFilesAreNoExecutables) {
  std::string elf = read(SAMPLE);
  for (const std::string &bytes :
       {std::string(),
        std::string("\x7f"
                    "ELF"),
        std::string(100, 'x'), elf.substr(0, sizeof(Elf64_Ehdr) - 1)})
    expectRefused(write("other.so", bytes),
                  "is not an Ingot executable; make one by `ingot compile`");
  for (Elf64_Half type : {ET_REL, ET_EXEC, ET_CORE})
    expectRefused(patched("type.so", offsetof(Elf64_Ehdr, e_type), type),
                  "is not an Ingot executable");
}

TEST(ExecutableTest, ModulesOfWebAssemblyRunElsewhere) {
  expectRefused(write("m.wasm", std::string("\0asm", 4) + std::string(99, 0)),
                "was compiled for WebAssembly; ingot.mjs");
}

TEST(ExecutableTest, ExecutablesOfOtherMachinesAreNamed) {
  for (const auto &[machine, name] :
       {std::pair(EM_X86_64, "x86-64"), std::pair(EM_AARCH64, "AArch64"),
        std::pair(EM_RISCV, "RISC-V"),
        std::pair(EM_S390, "machine number 22")}) {
    std::string file = patched("machine.so", offsetof(Elf64_Ehdr, e_machine),
                               static_cast<Elf64_Half>(machine));
    if (read(file) != read(SAMPLE)) // This machine's own.
      expectRefused(file,
                    std::string("was compiled for ") + name + " and this is ");
  }
}

TEST(ExecutableTest, SharedObjectsWithoutATableAreNoExecutables) {
  expectRefused(SAMPLE_CUSTOM_OPS,
                "is a shared object but not an Ingot executable");
}

TEST(ExecutableTest, DamagedExecutablesDoNotLoad) {
  expectRefused(write("cut.so", read(SAMPLE).substr(0, 200)), "is cut off");
}

TEST(ExecutableTest, EntriesAreFoundByName) {
  auto several = *Executable::load(SAMPLE);
  auto entry = several->entry("scale");
  ASSERT_TRUE(entry.ok());
  EXPECT_STREQ((*entry)->name, "scale");
  EXPECT_EQ(several->entry("").status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(several->entry("").status().message()),
              HasSubstr("has several entries; name one of add, count, scale, "
                        "refuse, squares"));
  EXPECT_THAT(std::string(several->entry("sub").status().message()),
              HasSubstr("has no entry 'sub'; there is add, count"));
}

TEST(ExecutableTest, MainNeedsNoName) {
  auto one = *Executable::load(SAMPLE_WITH_CUSTOM_OP);
  auto entry = one->entry("");
  ASSERT_TRUE(entry.ok());
  EXPECT_STREQ((*entry)->name, "main");
  EXPECT_FALSE(one->entry("Main").ok());
}

} // namespace
} // namespace ingot::runtime
