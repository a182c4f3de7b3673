//===- SafetensorsTest.cpp - files of constants, good and bad -------------===//

#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <cstdio>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// A file with this header and data.
std::string safetensors(const std::string &header, const std::string &data) {
  return bytesOf<uint64_t>({header.size()}) + header + data;
}

/// The header's entry of one tensor.
std::string entry(const std::string &name, const std::string &dtype,
                  const std::string &shape, const std::string &offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape +
         ",\"data_offsets\":" + offsets + "}";
}

TEST(SafetensorsTest, WhatIsWrittenIsFound) {
  std::string weights(64, 'w');
  ASSERT_TRUE(writeSafetensors(path("a.safetensors"),
                               {{"odd", INGOT_U8, {3}, "abc", ""},
                                {"w", INGOT_F32, {16}, weights, "d1"}})
                  .ok());
  auto file = TensorFile::open(path("a.safetensors"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("odd")->bytes, "abc");
  EXPECT_EQ((*file)->find("odd")->digest, "");
  EXPECT_EQ((*file)->find("w")->bytes, std::string(64, 'w'));
  EXPECT_EQ((*file)->find("w")->digest, "d1");
  EXPECT_EQ((*file)->find("none"), nullptr);
  EXPECT_EQ((*file)->find("__metadata__"), nullptr);
}

TEST(SafetensorsTest, DigestsMayComeLast) {
  const std::string first(64, '1'), second(64, '2'), weights(5000, 'w');
  std::vector<NamedBytes> tensors{{"odd", INGOT_U8, {3}, "abc", first},
                                  {"w", INGOT_F32, {1250}, weights, second}};
  ASSERT_TRUE(writeSafetensors(path("known.safetensors"), tensors).ok());
  for (NamedBytes &tensor : tensors)
    tensor.digest.clear();
  ASSERT_TRUE(writeSafetensors(path("last.safetensors"), tensors, [&] {
                tensors[0].digest = first;
                tensors[1].digest = second;
                return absl::OkStatus();
              }).ok());
  EXPECT_EQ(read(path("last.safetensors")), read(path("known.safetensors")));
}

TEST(SafetensorsTest, WhoseValuesCannotBeNamedIsNotWritten) {
  const std::string file = path("refused.safetensors");
  const std::vector<NamedBytes> tensors{{"w", INGOT_U8, {3}, "abc", ""}};
  std::remove(file.c_str());
  EXPECT_EQ(writeSafetensors(file, tensors,
                             [] { return absl::NotFoundError("no name"); }),
            absl::NotFoundError("no name"));
  EXPECT_EQ(
      writeSafetensors(file, tensors, [] { return absl::OkStatus(); }).code(),
      absl::StatusCode::kInternal)
      << "a digest is missing";
  EXPECT_FALSE(std::ifstream(file).is_open());
}

TEST(SafetensorsTest, EveryTypeIsHeldAsItWasWritten) {
  for (ElementType type = INGOT_BOOL; type <= INGOT_F8E8M0FNU; ++type) {
    std::string bytes(static_cast<size_t>(6 * elementSize(type)), 'x');
    ASSERT_TRUE(writeSafetensors(path("t.safetensors"),
                                 {{"t", type, {2, 3}, bytes, ""}})
                    .ok());
    auto file = TensorFile::open(path("t.safetensors"));
    ASSERT_TRUE(file.ok()) << file.status();
    const StoredTensor *found = (*file)->find("t");
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->bytes, bytes) << elementName(type);
    EXPECT_TRUE(found->holds(type, {2, 3})) << elementName(type);
    EXPECT_FALSE(found->holds(type, {3, 2})) << elementName(type);
    EXPECT_FALSE(found->holds(type, {6})) << elementName(type);
    EXPECT_FALSE(
        found->holds(type == INGOT_F64 ? INGOT_F32 : INGOT_F64, {2, 3}))
        << elementName(type);
  }
}

TEST(SafetensorsTest, TypesHaveTheNamesOfTheFormat) {
  for (const auto &[type, name] :
       {std::pair(INGOT_BOOL, "BOOL"), std::pair(INGOT_I8, "I8"),
        std::pair(INGOT_U32, "U32"), std::pair(INGOT_F16, "F16"),
        std::pair(INGOT_BF16, "BF16"), std::pair(INGOT_F64, "F64"),
        std::pair(INGOT_F8E5M2, "F8_E5M2"),
        std::pair(INGOT_F8E4M3FN, "F8_E4M3"),
        std::pair(INGOT_F8E8M0FNU, "F8_E8M0"),
        std::pair(INGOT_F8E4M3B11FNUZ, "U8")}) {
    std::string bytes(static_cast<size_t>(elementSize(type)), 'x');
    ASSERT_TRUE(
        writeSafetensors(path("n.safetensors"), {{"t", type, {}, bytes, ""}})
            .ok());
    EXPECT_THAT(read(path("n.safetensors")),
                HasSubstr("\"dtype\":\"" + std::string(name) + "\""));
  }
}

TEST(SafetensorsTest, ComplexNumbersOfTwoDoublesHaveOneDimensionMore) {
  std::string bytes(32, 'z');
  ASSERT_TRUE(writeSafetensors(path("c.safetensors"),
                               {{"z", INGOT_C128, {2}, bytes, ""}})
                  .ok());
  auto file = TensorFile::open(path("c.safetensors"));
  ASSERT_TRUE(file.ok());
  EXPECT_THAT((*file)->find("z")->shape, ElementsAre(2, 2));
  EXPECT_TRUE((*file)->find("z")->holds(INGOT_C128, {2}));
  EXPECT_TRUE((*file)->find("z")->holds(INGOT_F64, {2, 2}));
}

TEST(SafetensorsTest, TensorsCanBeUsedInPlaceWhereTheirSizesAllow) {
  std::string large(128, 'l'), small(4, 's'), middle(16, 'm');
  ASSERT_TRUE(writeSafetensors(path("p.safetensors"),
                               {{"odd", INGOT_U8, {3}, "abc", ""},
                                {"small", INGOT_F32, {1}, small, ""},
                                {"large", INGOT_F32, {32}, large, ""},
                                {"middle", INGOT_F32, {4}, middle, ""}})
                  .ok());
  auto file = TensorFile::open(path("p.safetensors"));
  ASSERT_TRUE(file.ok());
  auto remainder = [&](const char *name) {
    return reinterpret_cast<uintptr_t>((*file)->find(name)->bytes.data()) % 64;
  };
  EXPECT_EQ(remainder("large"), 0u);
  EXPECT_EQ(remainder("middle"), 0u) << "behind the larger ones";
  EXPECT_EQ(remainder("small"), 16u);
  EXPECT_EQ(remainder("odd"), 20u) << "and before what spoils alignment";
}

TEST(SafetensorsTest, OrderOfTensorsDoesNotMatter) {
  NamedBytes a{"a", INGOT_U8, {1}, "x", ""}, b{"b", INGOT_U8, {1}, "y", ""};
  ASSERT_TRUE(writeSafetensors(path("1.safetensors"), {a, b}).ok());
  ASSERT_TRUE(writeSafetensors(path("2.safetensors"), {b, a}).ok());
  EXPECT_EQ(read(path("1.safetensors")), read(path("2.safetensors")));
}

TEST(SafetensorsTest, NoTensorsAreAFileToo) {
  ASSERT_TRUE(writeSafetensors(path("e.safetensors"), {}).ok());
  auto file = TensorFile::open(path("e.safetensors"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find(""), nullptr);
  ASSERT_TRUE(
      writeSafetensors(path("e.safetensors"), {{"t", INGOT_F32, {0}, "", ""}})
          .ok());
  file = TensorFile::open(path("e.safetensors"));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("t")->bytes, "");
  EXPECT_TRUE((*file)->find("t")->holds(INGOT_F32, {0}));
}

TEST(SafetensorsTest, OpenFilesOutliveTheirNames) {
  ASSERT_TRUE(writeSafetensors(path("gone.safetensors"),
                               {{"t", INGOT_U8, {1}, "x", ""}})
                  .ok());
  auto file = TensorFile::open(path("gone.safetensors"));
  ASSERT_TRUE(file.ok());
  std::remove(path("gone.safetensors").c_str());
  EXPECT_EQ((*file)->find("t")->bytes, "x");
}

TEST(SafetensorsTest, FilesOfOtherToolsAreRead) {
  // No padding, a gap in the data, unknown members, metadata of other kinds.
  auto file = TensorFile::open(
      write("o.safetensors",
            safetensors(
                "{\"__metadata__\":{\"format\":\"pt\",\"a\":\"d1\",\"b\":7}," +
                    entry("a", "U8", "[2]", "[1,3]") + "," +
                    entry("b", "F4", "[2]", "[3,4]") + "}",
                "_xyz")));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("a")->bytes, "xy");
  EXPECT_EQ((*file)->find("a")->digest, "d1");
  EXPECT_EQ((*file)->find("b")->digest, "");
  EXPECT_FALSE((*file)->find("b")->holds(INGOT_U8, {2}));
  EXPECT_EQ((*file)->find("format"), nullptr);
}

TEST(SafetensorsTest, EntriesThatLackTypeOrShapeMatchNothing) {
  for (const char *header :
       {R"({"t":{"data_offsets":[0,4]}})",
        R"({"t":{"dtype":7,"shape":[1],"data_offsets":[0,4]}})",
        R"({"t":{"dtype":"F32","shape":"1","data_offsets":[0,4]}})",
        R"({"t":{"dtype":"F32","shape":[1.0],"data_offsets":[0,4]}})",
        R"({"t":{"dtype":"F32","shape":[-1],"data_offsets":[0,4]}})"}) {
    auto file =
        TensorFile::open(write("l.safetensors", safetensors(header, "abcd")));
    ASSERT_TRUE(file.ok()) << header << file.status();
    EXPECT_FALSE((*file)->find("t")->holds(INGOT_F32, {1})) << header;
  }
}

TEST(SafetensorsTest, BadFilesAreNamedWithTheirFault) {
  struct Case {
    std::string bytes;
    const char *fault;
  };
  const Case kCases[] = {
      {"short", "too short"},
      {std::string(16, '\xff'), "its header is cut off"},
      {bytesOf<uint64_t>({1}), "its header is cut off"},
      {bytesOf<uint64_t>({3}) + "{}", "its header is cut off"},
      {bytesOf<uint64_t>({~uint64_t{0}}) + "{}", "its header is cut off"},
      {safetensors("", ""), "its header is not JSON"},
      {safetensors("no json", ""), "its header is not JSON"},
      {safetensors("[]", ""), "its header is not JSON"},
      {safetensors("{\"\xff\":{}}", ""), "its header is not JSON"},
      {safetensors(std::string(10000, '['), ""), "its header is not JSON"},
      {safetensors("{\"a\":{}}", ""), "a tensor has no offsets"},
      {safetensors("{\"a\":1}", ""), "a tensor has no offsets"},
      {safetensors("{\"a\":[0,1]}", "x"), "a tensor has no offsets"},
      {safetensors("{" + entry("a", "U8", "[1]", "0") + "}", "x"),
       "a tensor has no offsets"},
      {safetensors("{" + entry("a", "U8", "[1]", "[0]") + "}", "x"),
       "a tensor has no offsets"},
      {safetensors("{" + entry("a", "U8", "[1]", "[0,1,2]") + "}", "x"),
       "a tensor has no offsets"},
      {safetensors("{" + entry("a", "U8", "[1]", "[0,\"1\"]") + "}", "x"),
       "a tensor has no offsets"},
      {safetensors("{" + entry("a", "U8", "[1]", "[-1,0]") + "}", "x"),
       "a tensor has no offsets"},
      {safetensors("{" + entry("a", "U8", "[9]", "[0,9]") + "}", "abc"),
       "reaches beyond the end"},
      {safetensors("{" + entry("a", "U8", "[1]", "[2,1]") + "}", "abc"),
       "reaches beyond the end"},
      {safetensors("{" + entry("a", "U8", "[1]", "[4,18446744073709551615]") +
                       "}",
                   "abc"),
       "reaches beyond the end"},
  };
  for (const Case &bad : kCases) {
    auto file = TensorFile::open(write("bad.safetensors", bad.bytes));
    EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument)
        << bad.fault;
    EXPECT_THAT(std::string(file.status().message()),
                AllOf(HasSubstr("bad.safetensors: is not a safetensors file: "),
                      HasSubstr(bad.fault)));
  }
}

TEST(SafetensorsTest, WhatTheFormatDoesNotKnowIsSkipped) {
  const std::string header =
      "{\"__metadata__\":{\"a\":\"d/1\",\"n\":5},\"a\":{\"more\":[[{}],1],"
      "\"data_offsets\":[9,9],\"dtype\":\"U8\",\"shape\":[1],"
      "\"data_offsets\":[0,1]}}";
  auto file =
      TensorFile::open(write("m.safetensors", safetensors(header, "x")));
  ASSERT_TRUE(file.ok()) << file.status();
  const auto *found = (*file)->find("a");
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(found->holds(INGOT_U8, {1})) << "the last of a name counts";
  EXPECT_EQ(found->bytes, "x");
  EXPECT_EQ(found->digest, "d/1");
}

TEST(SafetensorsTest, HeadersOfManyValuesCostLittleMemory) {
  // As a tree this is 160 MB.
  std::string header = "{\"a\":{\"dtype\":\"U8\",\"data_offsets\":[0,1],"
                       "\"shape\":[1";
  for (int i = 0; i < (10 << 20) / 2; ++i)
    header += ",1";
  header += "]}}";
  auto file =
      TensorFile::open(write("w.safetensors", safetensors(header, "x")));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_LE((*file)->find("a")->shape.size(), 64u);
}

TEST(SafetensorsTest, FilesThatAreNotThereAreNotFound) {
  auto file = TensorFile::open(path("absent"));
  EXPECT_EQ(file.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(file.status().message()),
              HasSubstr("absent: cannot be read: No such file"));
}

TEST(SafetensorsTest, UnwritablePlacesAreNamed) {
  absl::Status status = writeSafetensors("/nowhere/x.safetensors", {});
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(status.message()),
              HasSubstr("/nowhere/x.safetensors: cannot be written"));
}

} // namespace
} // namespace ingot::runtime
