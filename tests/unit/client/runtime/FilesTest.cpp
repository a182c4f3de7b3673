//===- FilesTest.cpp - .npy and safetensors, good and bad -----------------===//

#include "client/runtime/Npy.h"
#include "client/runtime/Safetensors.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <fstream>
#include <sstream>

namespace ingot::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string path(const std::string &name) {
  return testing::TempDir() + "/" + name;
}

std::string write(const std::string &name, const std::string &bytes) {
  std::ofstream(path(name), std::ios::binary) << bytes;
  return path(name);
}

std::string read(const std::string &file) {
  std::stringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

/// A version 1 file with this header and data.
std::string npy(std::string header, const std::string &data) {
  header += "\n";
  return std::string("\x93NUMPY\1\0", 8) +
         static_cast<char>(header.size() & 0xff) +
         static_cast<char>(header.size() >> 8) + header + data;
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

TEST(NpyTest, HeaderIsTheOneThatNumpyWrites) {
  ASSERT_TRUE(writeNpy(path("b.npy"), *Tensor::zeros(INGOT_F32, {4})).ok());
  std::string bytes = read(path("b.npy"));
  EXPECT_EQ(bytes.substr(0, 70),
            std::string("\x93NUMPY\1\0\x76\0", 10) +
                "{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }   ");
  EXPECT_EQ(bytes.size(), 128u + 16u);
}

TEST(NpyTest, ColumnMajorAndBigEndianAreTurned) {
  auto fortran = readNpy(write(
      "f.npy", npy("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }",
                   "\1\4\2\5\3\6")));
  ASSERT_TRUE(fortran.ok()) << fortran.status();
  EXPECT_EQ(std::string(fortran->data(), 6), "\1\2\3\4\5\6");
  auto big = readNpy(write(
      "g.npy", npy("{'descr': '>i2', 'fortran_order': False, 'shape': (1,), }",
                   std::string("\1\0", 2))));
  ASSERT_TRUE(big.ok());
  EXPECT_EQ(std::string(big->data(), 2), std::string("\0\1", 2));
}

TEST(NpyTest, FloatsOfEightBitsAreBytesOfAnyKind) {
  std::string path = testing::TempDir() + "/f8.npy";
  auto written = Tensor::zeros(INGOT_F8E4M3FN, {3});
  ASSERT_TRUE(written.ok());
  written->data()[1] = 0x38; // 1.0
  ASSERT_TRUE(writeNpy(path, *written).ok());
  auto read = readNpy(path);
  ASSERT_TRUE(read.ok()) << read.status();
  Tensor kind = read->ofKind(INGOT_F8E4M3FN);
  EXPECT_EQ(kind.typeName(), "3xf8E4M3FN");
  EXPECT_EQ(kind.data()[1], 0x38);
  auto other = Tensor::zeros(INGOT_I8, {3});
  EXPECT_EQ(other->ofKind(INGOT_F8E4M3FN).type(), INGOT_I8);
}

TEST(NpyTest, ScalarsHaveNoDimensions) {
  auto scalar = readNpy(write(
      "s.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (), }",
                   std::string(8, '\0'))));
  ASSERT_TRUE(scalar.ok()) << scalar.status();
  EXPECT_EQ(scalar->typeName(), "f64");
}

TEST(NpyTest, BadFilesAreNamedWithTheirFault) {
  EXPECT_EQ(readNpy(path("gone.npy")).status().code(),
            absl::StatusCode::kNotFound);
  for (const auto &[bytes, fault] :
       {std::pair(std::string("hello"), "does not begin"),
        std::pair(
            npy("{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }",
                ""),
            "do not know"),
        std::pair(
            npy("{'descr': '<f4', 'fortran_order': False, 'shape': (9,), }",
                "abc"),
            "cut off"),
        std::pair(npy("{'descr': '<f4', 'fortran_order': False, 'shape': "
                      "(4611686018427387904, 4611686018427387904), }",
                      ""),
                  "cut off"),
        std::pair(npy("{'descr': '<f4', 'shape': (1,), 'fortran_order':", ""),
                  "order"),
        std::pair(npy("{'shape': (1,)}", ""), "header")}) {
    auto result = readNpy(write("bad.npy", bytes));
    EXPECT_EQ(result.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(result.status().message()),
                testing::AllOf(HasSubstr("bad.npy"), HasSubstr(fault)));
  }
}

TEST(NpyTest, DevicesAreWrittenToAndNotReplaced) {
  EXPECT_TRUE(writeNpy("/dev/null", *Tensor::zeros(INGOT_F32, {1})).ok());
  EXPECT_TRUE(std::ifstream("/dev/null").peek() == EOF);
}

TEST(NpyTest, UnwritablePlaceLeavesNothing) {
  EXPECT_EQ(writeNpy("/nowhere/x.npy", *Tensor::zeros(INGOT_F32, {1})).code(),
            absl::StatusCode::kPermissionDenied);
}

TEST(SafetensorsTest, WhatIsWrittenIsFound) {
  std::string weights(64, 'w');
  ASSERT_TRUE(writeSafetensors(path("a.safetensors"),
                               {{"odd", INGOT_U8, {3}, "abc", ""},
                                {"w", INGOT_F32, {16}, weights, "d1"}})
                  .ok());
  auto file = Safetensors::open(path("a.safetensors"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("odd")->bytes, "abc");
  EXPECT_EQ((*file)->find("w")->bytes, std::string(64, 'w'));
  EXPECT_EQ((*file)->find("w")->digest, "d1");
  EXPECT_TRUE((*file)->find("w")->holds(INGOT_F32, {16}));
  EXPECT_FALSE((*file)->find("w")->holds(INGOT_I32, {16}));
  EXPECT_FALSE((*file)->find("w")->holds(INGOT_F32, {4, 4}));
  EXPECT_EQ((*file)->find("none"), nullptr);
  EXPECT_EQ(reinterpret_cast<uintptr_t>((*file)->find("w")->bytes.data()) % 64,
            0u)
      << "a tensor of 64 bytes can be used in place";
}

TEST(SafetensorsTest, OrderOfTensorsDoesNotMatter) {
  NamedBytes a{"a", INGOT_U8, {1}, "x", ""}, b{"b", INGOT_U8, {1}, "y", ""};
  ASSERT_TRUE(writeSafetensors(path("1.safetensors"), {a, b}).ok());
  ASSERT_TRUE(writeSafetensors(path("2.safetensors"), {b, a}).ok());
  EXPECT_EQ(read(path("1.safetensors")), read(path("2.safetensors")));
}

TEST(SafetensorsTest, BadFilesAreRefused) {
  EXPECT_EQ(Safetensors::open(path("gone")).status().code(),
            absl::StatusCode::kNotFound);
  auto with = [](const std::string &header, const std::string &data) {
    uint64_t size = header.size();
    return std::string(reinterpret_cast<const char *>(&size), 8) + header +
           data;
  };
  for (const std::string &bytes :
       {std::string(), std::string("short"), std::string(16, '\xff'),
        with("no json", ""), with("{\"a\":{}}", ""),
        with("{\"a\":{\"data_offsets\":[0,9]}}", "abc"),
        with("{\"a\":{\"data_offsets\":[2,1]}}", "abc")})
    EXPECT_EQ(
        Safetensors::open(write("bad.safetensors", bytes)).status().code(),
        absl::StatusCode::kInvalidArgument)
        << bytes;
}

} // namespace
} // namespace ingot::runtime
