//===- WeightFilesTest.cpp - tensors of files beside a program ------------===//

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
      // A parser that calls itself would end the process.
      {safetensors(std::string(1 << 20, '['), ""), "nests too deep"},
      {safetensors("{" + std::string(1 << 20, '['), ""), "nests too deep"},
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

TEST(WeightFilesTest, BracketsInNamesAreNames) {
  const std::string name(100, '[');
  const std::string bytes =
      safetensors("{\"\\\"" + name + R"(": {"dtype": "I8", "shape": [1],
                                          "data_offsets": [0, 1]}})",
                  "a");
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.safetensors", bytes)), "");
  EXPECT_TRUE(files.find("\"" + name));
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
           stored("big.npy", npy(">V2", "(2,)", "abcd")),
           stored("structure.npy", structure),
           stored("bfloat.npy", npy("|V2", "(1,)", "ab"))});
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.npz", bytes)), "");
  for (const char *name : {"text", "object", "time", "big", "structure"}) {
    ASSERT_TRUE(files.find(name)) << name;
    EXPECT_EQ(files.find(name)->kind, WeightKind::Opaque) << name;
    EXPECT_EQ(files.find(name)->elementBytes, 0u) << name;
  }
  EXPECT_EQ(files.find("big")->dtype, ">V2");
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

TEST(WeightFilesTest, EntriesOfAnArchiveDoNotOverlap) {
  // The directory's row of the only entry again and again.
  std::string values(1000, '\0');
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<char>(i * i >> 3);
  std::string bytes = zip({deflated("a.npy", npy("|u1", "(1000,)", values))});
  const size_t row = bytes.find("PK\1\2"), end = bytes.find("PK\5\6");
  const std::string again = bytes.substr(row, end - row);
  for (char name : std::string("bcdefghi")) {
    bytes.insert(row, again);
    bytes[row + 46] = name;
  }
  EXPECT_THAT(errorOf("x.npz", bytes), HasSubstr("has entries that overlap"));
}

TEST(WeightFilesTest, ArraysHaveUpTo64Dimensions) {
  std::string sizes;
  for (int i = 0; i < 64; ++i)
    sizes += "1,";
  EXPECT_EQ(errorOf("a.npy", npy(">u2", "(" + sizes + ")", "ab", "True")), "");
  EXPECT_THAT(errorOf("a.npy", npy(">u2", "(1," + sizes + ")", "ab", "True")),
              HasSubstr("has a header that is not read"));
}

TEST(WeightFilesTest, ArraysInAnotherOrderArePutIntoOurs) {
  std::string bytes =
      zip({stored("a.npy", npy("|u1", "(2, 3)", "adbecf", "True")),
           stored("b.npy", npy(">i2", "(2,)", "badc")),
           stored("c.npy", npy(">c8", "(1,)", "dcbahgfe")),
           stored("d.npy", npy(">u2", "(2, 2)", "bafedchg", "True")),
           stored("e.npy", npy("<f4", "(0, 2)", "", "True"))});
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.npz", bytes)), "");
  EXPECT_EQ(files.find("a")->bytes, "abcdef");
  EXPECT_THAT(files.find("a")->shape, ElementsAre(2, 3));
  EXPECT_TRUE(files.find("a")->isTemporary);
  EXPECT_EQ(files.find("b")->bytes, "abcd");
  EXPECT_EQ(files.find("c")->bytes, "abcdefgh");
  EXPECT_EQ(files.find("d")->bytes, "abcdefgh");
  EXPECT_EQ(files.find("e")->bytes, "");
}

TEST(WeightFilesTest, AnArrayHasTheNameOfItsFile) {
  const std::string bytes = npy("<i2", "(2,)", "abcd");
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("weights/layer.w.npy", bytes)), "");
  ASSERT_TRUE(files.find("layer.w"));
  EXPECT_EQ(files.find("layer.w")->bytes, "abcd");
  EXPECT_EQ(files.find("layer.w")->file, "weights/layer.w.npy");
  EXPECT_EQ(files.find("scope::layer.w"), files.find("layer.w"));
}

/// An archive of IREE with `w` in its storage and `s`, a splat.
std::string irpa(uint64_t splatBytes = 6) {
  const std::string names = "ws", data = "abcd";
  auto entry = [](size_t size, int kind, size_t name, const std::string &rest) {
    std::string bytes = number(size, 8) + number(kind, 4) + number(0, 8) +
                        number(name, 8) + number(1, 8) + number(0, 16) +
                        number(16, 8) + rest;
    bytes.resize((size + 15) / 16 * 16);
    return bytes;
  };
  const std::string entries = entry(0x4c, 2, 0, number(0, 8) + number(4, 8)) +
                              entry(0x55, 1, 1,
                                    number(splatBytes, 8) + std::string("xy") +
                                        std::string(14, '\0') + number(2, 1));
  return "IRPA" + number(0, 4) + number(0x58, 8) + number(0, 16) +
         number(2, 8) + number(0x58, 8) + number(entries.size(), 8) +
         number(0x58 + entries.size(), 8) + number(names.size(), 8) +
         number(0x58 + entries.size() + names.size(), 8) +
         number(data.size(), 8) + entries + names + data;
}

TEST(WeightFilesTest, ParametersOfIreeAreBytes) {
  const std::string bytes = irpa();
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.irpa", bytes)), "");
  ASSERT_TRUE(files.find("w"));
  EXPECT_EQ(files.find("w")->kind, WeightKind::Untyped);
  EXPECT_EQ(files.find("w")->bytes, "abcd");
  EXPECT_EQ(files.find("w")->bytes.data(), bytes.data() + bytes.size() - 4);
  ASSERT_TRUE(files.find("s"));
  EXPECT_EQ(files.find("s")->bytes, "xyxyxy");
  EXPECT_TRUE(files.find("s")->isTemporary);
  EXPECT_THAT(errorOf("x.irpa", irpa(5)), HasSubstr("a splat is malformed"));
  EXPECT_THAT(errorOf("x.irpa", irpa(uint64_t(1) << 40)),
              HasSubstr("or there are too many"));
  EXPECT_THAT(errorOf("x.irpa", "IRPA"),
              HasSubstr("the file 'x.irpa' is not an IREE parameter archive"));
}

TEST(WeightFilesTest, NumbersOfNoWidthAreNoWeights) {
  // Each part of a complex number is turned by itself.
  WeightFiles files;
  const std::string bytes(16, '\1');
  for (const char *descr : {">c15", ">c5", ">c2", ">f3", ">f16", "<i16", "<u0"})
    EXPECT_EQ(llvm::toString(files.add(
                  std::string(descr + 1) + ".npy",
                  npy(descr, "(1,)", bytes.substr(0, std::atoi(descr + 2))))),
              "")
        << descr;
  ASSERT_TRUE(files.find("c15"));
  EXPECT_EQ(files.find("c15")->elementBytes, 0u);
}

TEST(WeightFilesTest, ErasedParametersAreNotThere) {
  std::string bytes = irpa();
  const std::string kind("\2\0\0\0", 4);
  const size_t data = bytes.find(kind, 0x58 + 8);
  ASSERT_NE(data, std::string::npos);
  bytes[data] = 0;
  WeightFiles files;
  ASSERT_EQ(llvm::toString(files.add("x.irpa", bytes)), "");
  EXPECT_FALSE(files.find("w"));
  EXPECT_TRUE(files.find("s"));
}

TEST(WeightFilesTest, NamesOfParametersAreShort) {
  // The first one's name is all behind the archive's header.
  std::string bytes = irpa();
  const std::string large = bytes + std::string(5000, 'x');
  std::string changed = large;
  changed.replace(0x38, 16, number(0, 8) + number(large.size(), 8));
  changed.replace(0x58 + 20, 16, number(0, 8) + number(4097, 8));
  EXPECT_THAT(errorOf("x.irpa", changed), HasSubstr("more than 4096 bytes"));
}

TEST(WeightFilesTest, NamesOfParametersDoNotOverlap) {
  std::string bytes = irpa();
  // Both entries' names are all of the names, of two bytes.
  bytes.replace(0x58 + 20, 16, number(0, 8) + number(2, 8));
  bytes.replace(0x58 + 0x50 + 20, 16, number(0, 8) + number(2, 8));
  EXPECT_THAT(errorOf("x.irpa", bytes), HasSubstr("names overlap"));
}

TEST(WeightFilesTest, FilesOfOtherKindsAreRefused) {
  EXPECT_THAT(errorOf("w.gguf", "GGUF"),
              HasSubstr("the file 'w.gguf' is of GGUF, whose weights are bound "
                        "when the executable is loaded"));
  EXPECT_THAT(errorOf("m.safetensors.index.json", "{}"),
              HasSubstr("is a list of files; give each of them instead"));
  EXPECT_THAT(errorOf("w.bin", ""),
              HasSubstr("is of no kind that weights are read from: "));
}

TEST(WeightFilesTest, AnyDamageGivesAnAnswer) {
  const std::string archive =
      zip({stored("a.npy", npy("<f4", "(1, 2)", "abcdefgh")),
           deflated("b.npy", npy("|u1", "(40,)", std::string(40, 'x')))});
  const std::string tensors = safetensors(
      R"({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})",
      "abcdefgh");
  for (const auto &[name, whole] :
       {std::pair("x.npz", archive), std::pair("x.safetensors", tensors),
        std::pair("x.irpa", irpa()),
        std::pair("x.npy", npy(">f4", "(1, 2)", "abcdefgh", "True"))}) {
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
