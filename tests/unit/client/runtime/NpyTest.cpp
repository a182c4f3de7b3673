//===- NpyTest.cpp - NumPy's array files, good and bad --------------------===//

#include "client/runtime/Npy.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A file of any version with this header and data.
std::string npy(std::string header, const std::string &data, int version = 1) {
  header += "\n";
  std::string length;
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    length += static_cast<char>(header.size() >> 8 * i & 0xff);
  return std::string("\x93NUMPY") + static_cast<char>(version) + '\0' + length +
         header + data;
}

/// A header as NumPy writes it.
std::string header(const std::string &descr, const std::string &shape,
                   bool fortran = false) {
  return "{'descr': '" + descr +
         "', 'fortran_order': " + (fortran ? "True" : "False") +
         ", 'shape': " + shape + ", }";
}

absl::StatusOr<Tensor> readBytes(const std::string &bytes) {
  return readNpy(write("x.npy", bytes));
}

TEST(NpyTest, WhatIsWrittenIsReadBack) {
  Tensor tensor = *Tensor::zeros(INGOT_I16, {2, 3});
  std::memcpy(tensor.data(), "\1\0\2\0\3\0\4\0\5\0\6\0", 12);
  ASSERT_TRUE(writeNpy(path("a.npy"), tensor).ok());
  auto back = readNpy(path("a.npy"));
  ASSERT_TRUE(back.ok()) << back.status();
  EXPECT_EQ(back->typeName(), "2x3xi16");
  EXPECT_EQ(std::memcmp(back->data(), tensor.data(), 12), 0);
}

TEST(NpyTest, EveryTypeAndShapeIsReadBackAsItWasWritten) {
  for (ElementType type = INGOT_BOOL; type <= INGOT_C128; ++type)
    for (const std::vector<int64_t> &shape :
         {std::vector<int64_t>{}, {1}, {0}, {2, 0, 3}, {2, 3, 4}}) {
      Tensor tensor = *Tensor::zeros(type, shape);
      for (int64_t i = 0; i < tensor.byteSize(); ++i)
        tensor.data()[i] = static_cast<char>(i + 1);
      ASSERT_TRUE(writeNpy(path("t.npy"), tensor).ok()) << tensor.typeName();
      auto back = readNpy(path("t.npy"));
      ASSERT_TRUE(back.ok()) << back.status();
      EXPECT_EQ(back->typeName(), tensor.typeName());
      EXPECT_EQ(std::memcmp(back->data(), tensor.data(),
                            static_cast<size_t>(tensor.byteSize())),
                0)
          << tensor.typeName();
    }
}

TEST(NpyTest, HeaderIsTheOneThatNumpyWrites) {
  ASSERT_TRUE(writeNpy(path("b.npy"), *Tensor::zeros(INGOT_F32, {4})).ok());
  std::string bytes = read(path("b.npy"));
  EXPECT_EQ(bytes.substr(0, 70),
            std::string("\x93NUMPY\1\0\x76\0", 10) +
                "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }   ");
  EXPECT_EQ(bytes.size(), 128u + 16u);
}

TEST(NpyTest, TypesHaveNumpysCodes) {
  for (const auto &[type, code] :
       {std::pair(INGOT_BOOL, "'|b1'"), std::pair(INGOT_I8, "'|i1'"),
        std::pair(INGOT_U64, "'<u8'"), std::pair(INGOT_F16, "'<f2'"),
        std::pair(INGOT_BF16, "'<V2'"), std::pair(INGOT_C64, "'<c8'"),
        std::pair(INGOT_C128, "'<c16'"), std::pair(INGOT_F8E4M3FN, "'|V1'")}) {
    ASSERT_TRUE(writeNpy(path("c.npy"), *Tensor::zeros(type, {2, 1})).ok());
    EXPECT_THAT(read(path("c.npy")),
                AllOf(HasSubstr(code), HasSubstr("'shape': (2,1), }")));
  }
}

TEST(NpyTest, DataBeginsAtAMultipleOf64) {
  for (const std::vector<int64_t> &shape : {std::vector<int64_t>{},
                                            {100},
                                            {1, 2, 3, 4, 5, 6, 7, 8},
                                            std::vector<int64_t>(30, 1)}) {
    Tensor tensor = *Tensor::zeros(INGOT_U8, shape);
    ASSERT_TRUE(writeNpy(path("d.npy"), tensor).ok());
    size_t size = read(path("d.npy")).size();
    EXPECT_EQ((size - static_cast<size_t>(tensor.byteSize())) % 64, 0u);
  }
}

TEST(NpyTest, EveryVersionOfTheFormatIsRead) {
  for (int version : {1, 2, 3}) {
    auto tensor = readBytes(
        npy(header("<i2", "(2,)"), std::string("\1\0\2\0", 4), version));
    ASSERT_TRUE(tensor.ok()) << tensor.status();
    EXPECT_EQ(tensor->typeName(), "2xi16");
    EXPECT_EQ(tensor->data()[2], 2);
  }
  for (int version : {0, 4, 127})
    EXPECT_THAT(std::string(readBytes(npy(header("<i2", "(0,)"), "", version))
                                .status()
                                .message()),
                HasSubstr("its format version is unknown"));
}

TEST(NpyTest, SpellingsOfTheHeaderThatPythonAllows) {
  for (const char *text :
       {"{'descr':'<i2','fortran_order':False,'shape':(2,)}",
        "{ 'shape': ( 2 , ), 'fortran_order' : False , 'descr' : '<i2' }",
        "{'fortran_order': False, 'shape': (2,), 'descr': '=i2', 'x': 1}",
        "{'descr': '<i2', 'fortran_order': False, 'shape': (2), }     "}) {
    auto tensor = readBytes(npy(text, std::string(4, '\0')));
    ASSERT_TRUE(tensor.ok()) << text << ": " << tensor.status();
    EXPECT_EQ(tensor->typeName(), "2xi16") << text;
  }
}

TEST(NpyTest, FortranOrderIsTransposed) {
  auto matrix = readBytes(npy(header("|u1", "(2, 3)", true), "\1\4\2\5\3\6"));
  ASSERT_TRUE(matrix.ok()) << matrix.status();
  EXPECT_EQ(std::string(matrix->data(), 6), "\1\2\3\4\5\6");
  // a[i][j][k] = 4 i + 2 j + k.
  auto cube = readBytes(npy(header("|u1", "(2, 2, 2)", true),
                            std::string("\0\4\2\6\1\5\3\7", 8)));
  ASSERT_TRUE(cube.ok());
  EXPECT_EQ(std::string(cube->data(), 8), std::string("\0\1\2\3\4\5\6\7", 8));
  auto vector = readBytes(npy(header("|u1", "(3,)", true), "abc"));
  EXPECT_EQ(std::string(vector->data(), 3), "abc");
  auto empty = readBytes(npy(header("<f4", "(0, 3)", true), ""));
  ASSERT_TRUE(empty.ok()) << empty.status();
  EXPECT_EQ(empty->typeName(), "0x3xf32");
}

TEST(NpyTest, BigEndianElementsAreSwapped) {
  auto shorts =
      readBytes(npy(header(">i2", "(2,)"), std::string("\1\0\2\0", 4)));
  ASSERT_TRUE(shorts.ok());
  EXPECT_EQ(std::string(shorts->data(), 4), std::string("\0\1\0\2", 4));
  auto complex = readBytes(npy(header(">c8", "(1,)"), "abcdefgh"));
  ASSERT_TRUE(complex.ok());
  EXPECT_EQ(std::string(complex->data(), 8), "dcbahgfe") << "each part";
  auto wide = readBytes(npy(header(">c16", "(1,)"), "abcdefghABCDEFGH"));
  ASSERT_TRUE(wide.ok());
  EXPECT_EQ(std::string(wide->data(), 16), "hgfedcbaHGFEDCBA");
}

TEST(NpyTest, FloatsOfEightBitsAreBytesOfAnyKind) {
  auto written = Tensor::zeros(INGOT_F8E4M3FN, {3});
  ASSERT_TRUE(written.ok());
  written->data()[1] = 0x38; // 1.0
  ASSERT_TRUE(writeNpy(path("f8.npy"), *written).ok());
  auto read = readNpy(path("f8.npy"));
  ASSERT_TRUE(read.ok()) << read.status();
  Tensor kind = read->asFloat8(INGOT_F8E4M3FN);
  EXPECT_EQ(kind.typeName(), "3xf8E4M3FN");
  EXPECT_EQ(kind.data()[1], 0x38);
}

TEST(NpyTest, ScalarsHaveNoDimensions) {
  auto scalar = readBytes(npy(header("<f8", "()"), std::string(8, '\0')));
  ASSERT_TRUE(scalar.ok()) << scalar.status();
  EXPECT_EQ(scalar->typeName(), "f64");
}

TEST(NpyTest, BytesBehindTheDataAreIgnored) {
  auto tensor = readBytes(npy(header("|u1", "(2,)"), "abcdef"));
  ASSERT_TRUE(tensor.ok());
  EXPECT_EQ(tensor->byteSize(), 2);
}

/// `1,1,1,`
std::string manyOnes(int count) {
  std::string sizes;
  for (int i = 0; i < count; ++i)
    sizes += "1,";
  return sizes;
}

TEST(NpyTest, AnArrayHasUpTo64Dimensions) {
  auto tensor =
      readBytes(npy(header(">f4", "(" + manyOnes(64) + ")", true), "dcba"));
  ASSERT_TRUE(tensor.ok()) << tensor.status();
  EXPECT_EQ(tensor->shape().size(), 64u);
  EXPECT_EQ(std::string(tensor->data(), 4), "abcd");
}

TEST(NpyTest, BadFilesAreNamedWithTheirFault) {
  const std::string kGood = header("<f4", "(1,)");
  const std::string kMagic = "\x93NUMPY";
  struct Case {
    std::string bytes;
    const char *fault;
  };
  const Case kCases[] = {
      {"", "does not begin"},
      {"hello", "does not begin"},
      {"\x93NUMPX\1\0 and more", "does not begin"},
      {kMagic, "does not begin"},
      {kMagic + std::string("\1\0\x10", 3), "header is cut off"},
      {kMagic + std::string("\1\0\x10\0{", 5), "header is cut off"},
      {kMagic + std::string("\2\0\xff\xff\xff\xff", 6), "too long"},
      {npy("", ""), "header is not one of an array"},
      {npy("{'shape': (1,)}", ""), "header is not one of an array"},
      {npy("{'descr': '<f4', 'fortran_order': False}", "abcd"),
       "header is not one of an array"},
      {npy("{'descr': '<f4", ""), "header is not one of an array"},
      {npy("{'descr'", ""), "header is not one of an array"},
      {npy("{'descr': '', 'fortran_order': False, 'shape': ()}", ""),
       "header is not one of an array"},
      {npy(header("<U4", "(1,)"), ""), "do not know"},
      {npy(header("|O", "(1,)"), ""), "do not know"},
      {npy(header("<f3", "(1,)"), ""), "do not know"},
      {npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,)}",
           ""),
       "header is not one of an array"},
      {npy("{'descr': '<f4', 'shape': (1,), 'fortran_order':", ""), "order"},
      {npy("{'descr': '<f4', 'shape': (1,)}", "abcd"), "order"},
      {npy("{'descr': '<f4', 'fortran_order': Maybe, 'shape': (1,)}", ""),
       "order"},
      {npy(header("<f4", "(x,)"), ""), "not a list of sizes"},
      {npy(header("<f4", "(-1,)"), ""), "not a list of sizes"},
      {npy(header("<f4", "(1.5,)"), "abcd"), "not a list of sizes"},
      {npy(header("<f4", "(99999999999999999999,)"), ""),
       "not a list of sizes"},
      {npy(header("<f4", "(" + manyOnes(65) + ")"), "abcd"),
       "more than 64 sizes"},
      {npy(kGood, ""), "cut off: 0 bytes of data for 1xf32"},
      {npy(kGood, "abc"), "cut off: 3 bytes"},
      {npy(header("<f4", "(4611686018427387904, 4611686018427387904)"), ""),
       "cut off"},
      {npy(header("<f4", "(70368744177664, 2, 0)"), ""), "cannot be made"},
  };
  for (const Case &bad : kCases) {
    auto result = readNpy(write("bad.npy", bad.bytes));
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument)
        << bad.fault;
    EXPECT_THAT(std::string(result.status().message()),
                AllOf(HasSubstr("bad.npy: "), HasSubstr(bad.fault)));
  }
}

TEST(NpyTest, FilesThatAreNotThereAreNotFound) {
  auto result = readNpy(path("gone.npy"));
  EXPECT_EQ(result.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(result.status().message()),
              HasSubstr("gone.npy: cannot be read: No such file"));
}

TEST(NpyTest, UnwritablePlaceLeavesNothing) {
  EXPECT_EQ(writeNpy("/nowhere/x.npy", *Tensor::zeros(INGOT_F32, {1})).code(),
            absl::StatusCode::kPermissionDenied);
}

} // namespace
} // namespace ingot::runtime
