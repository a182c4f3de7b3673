//===- WeightFilesTest.cpp - tensors of safetensors and npz files ---------===//

#include "pipeline/import/WeightFiles.h"
#include "pipeline/import/PrintableText.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <zlib.h>

namespace ingot {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string number(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i)
    text.push_back(static_cast<char>(value >> (8 * i)));
  return text;
}

std::string safetensors(const std::string &header, const std::string &data) {
  return number(header.size(), 8) + header + data;
}

std::string npy(const std::string &descr, const std::string &shape,
                const std::string &data, const char *fortran = "False") {
  std::string header = "{'descr': '" + descr +
                       "', 'fortran_order': " + fortran +
                       ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\1\0", 8) + number(header.size(), 2) + header +
         data;
}

/// A file of an archive; `packed` are its bytes as `method` has them.
struct Member {
  std::string name, packed;
  int method = 0;
  size_t size = 0;
};

std::string zip(const std::vector<Member> &members) {
  std::string files, rows;
  for (const Member &member : members) {
    std::string sizes = number(0, 4) + number(member.packed.size(), 4) +
                        number(member.size, 4) + number(member.name.size(), 2);
    std::string common = number(20, 2) + number(0, 2) +
                         number(member.method, 2) + number(0, 4) + sizes;
    rows += "PK\1\2" + number(20, 2) + common + number(0, 2) + number(0, 2) +
            number(0, 4) + number(0, 4) + number(files.size(), 4) + member.name;
    files += "PK\3\4" + common + number(0, 2) + member.name + member.packed;
  }
  return files + rows + "PK\5\6" + number(0, 4) + number(members.size(), 2) +
         number(members.size(), 2) + number(rows.size(), 4) +
         number(files.size(), 4) + number(0, 2);
}

Member stored(const std::string &name, const std::string &bytes) {
  return {name, bytes, 0, bytes.size()};
}

Member deflated(const std::string &name, const std::string &bytes) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
  std::string packed(bytes.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef *>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return {name, packed, 8, bytes.size()};
}

std::string errorOf(const std::string &name, const std::string &bytes) {
  WeightFiles files;
  return llvm::toString(files.add(name, bytes));
}

TEST(WeightFilesTest, SafetensorsAreReadInPlace) {
  std::string bytes = safetensors(
      R"({"__metadata__": {"a": "b"},
          "w": {"dtype": "F32", "shape": [2, 1], "data_offsets": [4, 12]},
          "n": {"dtype": "I16", "shape": [2], "data_offsets": [0, 4]}})",
      "abcdefghijkl");
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.safetensors", bytes)), "");
  const StoredWeight *weight = files.find("w");
  ASSERT_TRUE(weight);
  EXPECT_EQ(weight->kind, WeightKind::Float);
  EXPECT_EQ(weight->elementBytes, 4u);
  EXPECT_THAT(weight->shape, ElementsAre(2, 1));
  EXPECT_EQ(weight->bytes, "efghijkl");
  EXPECT_EQ(weight->bytes.data(), bytes.data() + bytes.size() - 8);
  EXPECT_EQ(files.find("n")->kind, WeightKind::Signed);
  EXPECT_FALSE(files.find("b"));
}

TEST(WeightFilesTest, DamagedSafetensorsAreRefused) {
  const std::pair<std::string, const char *> cases[] = {
      {"", "less than eight bytes"},
      {number(1 << 20, 8), "ends outside"},
      {number(~uint64_t(0), 8) + "{}", "ends outside"},
      {safetensors("[]", ""), "no JSON object"},
      {safetensors("{", ""), "no JSON object"},
      {safetensors(R"({"w": 1})", ""), "malformed row for the tensor 'w'"},
      {safetensors(R"({"w": {"dtype": "F32", "shape": [1],
                             "data_offsets": [0, 4]}})",
                   "abc"),
       "malformed row"},
      {safetensors(R"({"w": {"dtype": "F32", "shape": [1],
                             "data_offsets": [-4, 0]}})",
                   "abcd"),
       "malformed row"},
      {safetensors(R"({"w": {"dtype": "F32", "shape": [2],
                             "data_offsets": [0, 4]}})",
                   "abcd"),
       "which its shape does not have"},
      {safetensors(R"({"w": {"dtype": "F32", "data_offsets": [0, 4],
               "shape": [4611686018427387904, 4611686018427387904]}})",
                   "abcd"),
       "which its shape does not have"}};
  for (const auto &[bytes, fault] : cases)
    EXPECT_THAT(errorOf("x.safetensors", bytes),
                AllOf(HasSubstr("'x.safetensors'"), HasSubstr(fault)));
}

TEST(WeightFilesTest, ArchivesOfNumpyAreRead) {
  const std::string many(4000, '\7');
  std::string bytes = zip({stored("a.npy", npy("<f4", "(1, 2)", "abcdefgh")),
                           deflated("dir/b.npy", npy("|u1", "(4000,)", many)),
                           stored("c.npy", npy("<i8", "()", "abcdefgh")),
                           stored("readme.txt", "no tensor")});
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.npz", bytes)), "");
  EXPECT_THAT(files.find("a")->shape, ElementsAre(1, 2));
  EXPECT_FALSE(files.find("a")->isTemporary);
  EXPECT_EQ(files.find("dir/b")->bytes, many);
  EXPECT_TRUE(files.find("dir/b")->isTemporary);
  EXPECT_EQ(files.find("dir/b")->kind, WeightKind::Unsigned);
  EXPECT_TRUE(files.find("c")->shape.empty());
  EXPECT_FALSE(files.find("readme.txt"));
}

TEST(WeightFilesTest, WhatIsNoWeightOfAnArchiveDoesNoHarm) {
  std::string structure = npy("x", "(1,)", "abcd");
  structure.replace(structure.find("'x'"), 3, "[]");
  std::string bytes =
      zip({stored("text.npy", npy("<U2", "(1,)", "a___b___")),
           stored("object.npy", npy("|O", "(1,)", "pickled")),
           stored("time.npy", npy("<M8[s]", "(1,)", "abcdefgh")),
           stored("big.npy", npy(">f4", "(1,)", "abcd")),
           stored("structure.npy", structure),
           stored("bfloat.npy", npy("|V2", "(1,)", "ab"))});
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.npz", bytes)), "");
  for (const char *name : {"text", "object", "time", "big", "structure"}) {
    ASSERT_TRUE(files.find(name)) << name;
    EXPECT_EQ(files.find(name)->kind, WeightKind::Opaque) << name;
    EXPECT_EQ(files.find(name)->elementBytes, 0u) << name;
  }
  EXPECT_EQ(files.find("big")->dtype, ">f4");
  EXPECT_EQ(files.find("bfloat")->elementBytes, 2u);
}

TEST(WeightFilesTest, ArchivesThatAreNotReadSayWhy) {
  auto one = [](const std::string &file) {
    return zip({stored("a.npy", file)});
  };
  Member longer = deflated("a.npy", npy("<f4", "(1,)", "abcd"));
  longer.size += 1;
  Member huge = longer;
  huge.size = 0xfffffffe;
  Member unknown = stored("a.npy", "x");
  unknown.method = 12;
  std::string longHeader = npy("<f4", "(1,)", "abcd");
  longHeader[9] = '\x7f';
  const std::string entry = "has an entry 'a' that ";
  const std::pair<std::string, std::string> cases[] = {
      {"", "is no .npz file: it has no directory of an archive"},
      {"PK", "is no .npz file: it has no directory of an archive"},
      {one("nonsense, but long enough"), entry + "is no .npy file"},
      {one(longHeader), entry + "has a header that ends outside of it"},
      {one(npy("<f4", "1", "abcd")), entry + "has a header that is not read"},
      {one(npy("<f4", "(a,)", "abcd")), entry + "has a header that is not"},
      {one(npy("<f4", "(2, 2)", std::string(16, 'x'), "True")),
       entry + "is in Fortran's order; save numpy.ascontiguousarray of it"},
      {one(npy("<f4", "(2,)", "abcd")),
       "has a tensor 'a' of 4 bytes, which its shape does not have"},
      {zip({stored("a.npy", npy("<f4", "(1,)", "abcd")),
            stored("a.npy", npy("<f4", "(1,)", "abcd"))}),
       "has a tensor 'a' that is there twice"},
      {zip({longer}), "has a damaged entry 'a'"},
      {zip({huge}), "has a damaged entry 'a'"},
      {zip({unknown}), entry + "is damaged or packed in a way that is not"}};
  for (const auto &[bytes, fault] : cases)
    EXPECT_THAT(errorOf("x.npz", bytes),
                HasSubstr("the file 'x.npz' " + fault));
}

TEST(WeightFilesTest, AnyDamageGivesAnAnswer) {
  const std::string archive =
      zip({stored("a.npy", npy("<f4", "(1, 2)", "abcdefgh")),
           deflated("b.npy", npy("|u1", "(40,)", std::string(40, 'x')))});
  const std::string tensors = safetensors(
      R"({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})",
      "abcdefgh");
  for (const auto &[name, whole] :
       {std::pair("x.npz", archive), std::pair("x.safetensors", tensors)}) {
    for (size_t size = 0; size < whole.size(); ++size)
      errorOf(name, whole.substr(0, size));
    for (size_t i = 0; i < whole.size(); ++i) {
      std::string flipped = whole;
      flipped[i] = static_cast<char>(flipped[i] ^ 0x41);
      errorOf(name, flipped);
    }
  }
}

TEST(PrintableTextTest, TextIsUtf8AndHarmless) {
  EXPECT_EQ(printableText("layer/0:weight"), "layer/0:weight");
  EXPECT_EQ(printableText("\xc3\xa4\xe6\xbc\xa2"), "\xc3\xa4\xe6\xbc\xa2");
  EXPECT_EQ(printableText("a\x80z"), "a?z");
  EXPECT_EQ(printableText("a\n\x1b[31m\x7f"), "a??[31m?");
  EXPECT_EQ(printableText("\xe6\xbc"), "??");
  EXPECT_EQ(printableText("\xed\xa0\x80"), "???");
  EXPECT_EQ(printableText("abcdef", 3), "abc...");
  EXPECT_EQ(printableText("ab\xc3\xa4", 3), "ab...") << "no half of a letter";
}

} // namespace
} // namespace ingot
