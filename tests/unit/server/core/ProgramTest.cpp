//===- ProgramTest.cpp - what a request may name and bring ----------------===//

#include "server/core/Program.h"

#include "tests/fakes/MemoryStore.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace ingot::server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

v1::Module moduleOf(const std::string &bytes) {
  v1::Module module;
  module.set_inline_(bytes);
  return module;
}

v1::NamedFile &addFile(v1::Module &module, const std::string &name) {
  v1::NamedFile &file = *module.add_files();
  file.set_name(name);
  return file;
}

std::string errorOf(const v1::Module &module) {
  absl::StatusOr<ProgramName> name = programName(module);
  EXPECT_EQ(name.status().code(), absl::StatusCode::kInvalidArgument)
      << name.status();
  return std::string(name.status().message());
}

TEST(ProgramTest, FilesAreSortedByName) {
  v1::Module module = moduleOf("m");
  addFile(module, "b").set_inline_("2");
  *addFile(module, "a").mutable_digest() = Digest::of("1").toProto();
  absl::StatusOr<ProgramName> name = programName(module);
  ASSERT_TRUE(name.ok()) << name.status();
  EXPECT_EQ(name->module, Digest::of("m"));
  EXPECT_THAT(name->files, ElementsAre(std::pair("a", Digest::of("1")),
                                       std::pair("b", Digest::of("2"))));
}

TEST(ProgramTest, FaultsNameTheField) {
  EXPECT_THAT(errorOf(v1::Module()), HasSubstr("module: is missing"));
  v1::Module module = moduleOf("m");
  addFile(module, "a");
  EXPECT_THAT(errorOf(module), HasSubstr("module.files 'a': is missing"));
  module = moduleOf("m");
  addFile(module, "a").mutable_digest()->set_hash("nonsense");
  EXPECT_THAT(errorOf(module), HasSubstr("module.files 'a'.digest"));
  module = moduleOf("m");
  addFile(module, "../a").set_inline_("x");
  EXPECT_THAT(errorOf(module), HasSubstr("module.files '../a': the name has"));
  module = moduleOf("m");
  addFile(module, "a").set_inline_("x");
  addFile(module, "a").set_inline_("x");
  EXPECT_THAT(errorOf(module), HasSubstr("module.files 'a': is there twice"));
}

TEST(ProgramTest, SizesAndNumbersAreLimited) {
  v1::Module module = moduleOf(std::string(kMaxInlineModuleBytes + 1, 'x'));
  EXPECT_THAT(errorOf(module), HasSubstr("module.inline: has 3932161 bytes"));
  module = moduleOf(std::string(kMaxInlineModuleBytes / 3, 'x'));
  addFile(module, "a").set_inline_(std::string(kMaxInlineModuleBytes / 3, 'x'));
  addFile(module, "b").set_inline_(std::string(kMaxInlineModuleBytes / 3, 'x'));
  EXPECT_TRUE(programName(module).ok());
  addFile(module, "c").set_inline_("x");
  EXPECT_THAT(errorOf(module), HasSubstr("upload it by ByteStream"));

  module = moduleOf("m");
  for (size_t i = 0; i <= kMaxProgramFiles; ++i)
    addFile(module, std::to_string(i)).set_inline_("");
  EXPECT_THAT(errorOf(module), HasSubstr("4097, more than 4096"));

  module = moduleOf("m");
  for (const char *name : {"a", "b", "c"}) {
    v1::Digest &digest = *addFile(module, name).mutable_digest();
    digest = Digest::of(name).toProto();
    digest.set_size_bytes(INT64_MAX / 2);
  }
  EXPECT_THAT(errorOf(module), HasSubstr("more than 16 GiB"));

  v1::Module alone;
  *alone.mutable_digest() = Digest::of("m").toProto();
  alone.mutable_digest()->set_size_bytes(kMaxProgramBytes);
  EXPECT_TRUE(programName(alone).ok());
  addFile(alone, "a").set_inline_("");
  EXPECT_TRUE(programName(alone).ok());
  alone.clear_files();
  alone.mutable_digest()->set_size_bytes(kMaxProgramBytes + 1);
  EXPECT_THAT(errorOf(alone), HasSubstr("more than 16 GiB"));
}

TEST(ProgramTest, IsInlineIfNothingOfItIsNamed) {
  v1::Module module;
  EXPECT_FALSE(isInline(module)) << "there is none";
  module.set_inline_("");
  EXPECT_TRUE(isInline(module));
  addFile(module, "a").set_inline_("a");
  EXPECT_TRUE(isInline(module));
  *addFile(module, "b").mutable_digest() = Digest::of("b").toProto();
  EXPECT_FALSE(isInline(module));
  v1::Module named;
  *named.mutable_digest() = Digest::of("m").toProto();
  EXPECT_FALSE(isInline(named));
}

TEST(ProgramTest, EqualFilesShareTheirBytes) {
  cache::MemoryStore store;
  ASSERT_TRUE(store.putBlob("blob", cache::Durability::WithNext).ok());
  v1::Module module;
  for (v1::Digest *digest :
       {module.mutable_digest(), addFile(module, "a").mutable_digest(),
        addFile(module, "b").mutable_digest()})
    *digest = Digest::of("blob").toProto();
  ProgramName name = *programName(module);
  ProgramBytes bytes = inlineBytes(module, name);
  ASSERT_TRUE(loadMissing(store, name, bytes).ok());
  ASSERT_TRUE(bytes.isComplete());
  EXPECT_EQ(bytes.files[0], bytes.module);
  EXPECT_EQ(bytes.files[1], bytes.module);
}

TEST(ProgramTest, ALargeProgramGoesIntoASealedFile) {
  cache::MemoryStore store;
  const std::string weights = std::string(3 << 20, 'w');
  const Digest digest = store.putBlob(weights).value();
  v1::Module module;
  module.set_inline_("program");
  *addFile(module, "w").mutable_digest() = digest.toProto();
  addFile(module, "a").set_inline_("small");
  ProgramName name = *programName(module);
  ProgramBytes bytes = inlineBytes(module, name);
  ASSERT_TRUE(loadMissing(store, name, bytes).ok());
  ASSERT_TRUE(bytes.isComplete());
  ASSERT_TRUE(bytes.sealed);
  EXPECT_FALSE(bytes.isBlob(0)) << "came in the message";
  EXPECT_FALSE(bytes.isBlob(1));
  EXPECT_TRUE(bytes.isBlob(2));
  EXPECT_FALSE(bytes.files[1]) << "not held in memory";

  Work work;
  addProgram(name, bytes, work);
  EXPECT_THAT(work.request.files(), ElementsAre("a", "w"));
  EXPECT_TRUE(work.payloads.empty());
  ASSERT_TRUE(work.sealed);
  const std::string expected[] = {"program", "small", weights};
  for (size_t i = 0; i < 3; ++i)
    EXPECT_TRUE(FramePayload(work.sealed->file, work.sealed->offsets[i],
                             work.sealed->sizes[i]) == expected[i])
        << i;
}

TEST(ProgramTest, WhatALargeProgramLacksIsNamed) {
  cache::MemoryStore store;
  const Digest there = store.putBlob(std::string(2 << 20, 'x')).value();
  v1::Module module;
  *module.mutable_digest() = there.toProto();
  *addFile(module, "z").mutable_digest() = Digest::of("zz").toProto();
  *addFile(module, "y").mutable_digest() = Digest::of("yy").toProto();
  ProgramName name = *programName(module);
  ProgramBytes bytes = inlineBytes(module, name);
  absl::Status status = loadMissing(store, name, bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("file 'z'"), HasSubstr("file 'y'"),
                    Not(HasSubstr("module"))));
  EXPECT_FALSE(bytes.isComplete());
}

TEST(ProgramTest, BytesComeFromTheMessageOrTheStore) {
  cache::MemoryStore store;
  v1::Module module;
  *module.mutable_digest() = Digest::of("program").toProto();
  *addFile(module, "z").mutable_digest() = Digest::of("zz").toProto();
  addFile(module, "a").set_inline_("aa");
  ProgramName name = *programName(module);
  ProgramBytes bytes = inlineBytes(module, name);
  EXPECT_FALSE(bytes.isComplete());
  ASSERT_EQ(bytes.files.size(), 2u);
  EXPECT_EQ(*bytes.files[0], "aa");

  absl::Status status = loadMissing(store, name, bytes);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("module " + Digest::of("program").toString()),
                    HasSubstr("file 'z' " + Digest::of("zz").toString()),
                    Not(HasSubstr("'a'"))))
      << "one answer names all that is missing";

  for (const char *blob : {"program", "zz"})
    ASSERT_TRUE(store.putBlob(blob, cache::Durability::WithNext).ok());
  ASSERT_TRUE(loadMissing(store, name, bytes).ok());
  EXPECT_TRUE(bytes.isComplete());

  Work work;
  addProgram(name, bytes, work);
  EXPECT_THAT(work.request.files(), ElementsAre("a", "z"));
  ASSERT_EQ(work.payloads.size(), 3u);
  EXPECT_EQ(*work.payloads[0], "program");
  EXPECT_EQ(*work.payloads[1], "aa");
  EXPECT_EQ(*work.payloads[2], "zz");
}

} // namespace
} // namespace ingot::server
