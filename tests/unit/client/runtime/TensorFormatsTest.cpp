//===- TensorFormatsTest.cpp - files of tensors that are odd or wrong -----===//
//
// Each rule of the formats has bytes that break it and nothing else, and each
// liberty that writers take has bytes that use it. At the end files are damaged
// at random: whatever is accepted must lie within the file.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFormats.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "gmock/gmock.h"

#include <functional>
#include <random>
#include <zlib.h>

namespace ingot::runtime {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::StartsWith;

template <typename Number> std::string le(Number value) {
  return bytesOf<Number>({value});
}
std::string le16(size_t value) { return le(static_cast<uint16_t>(value)); }
std::string le32(size_t value) { return le(static_cast<uint32_t>(value)); }
std::string le64(size_t value) { return le(static_cast<uint64_t>(value)); }

using Reader = absl::Status (*)(std::string_view, TensorTable &);

/// What a reader says against the bytes; empty if nothing.
std::string faultOf(Reader read, const std::string &bytes) {
  TensorTable table;
  const absl::Status status = read(bytes, table);
  if (!status.ok()) {
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
  }
  return std::string(status.message());
}

/// Good bytes, and what a reader finds in them.
class Parsed {
public:
  Parsed(Reader read, std::string bytes) : bytes_(std::move(bytes)) {
    const absl::Status status = read(bytes_, table_);
    EXPECT_TRUE(status.ok()) << status;
  }

  const StoredTensor &operator[](const std::string &name) const {
    return table_.tensors.at(name);
  }
  const std::map<std::string, StoredTensor> &tensors() const {
    return table_.tensors;
  }

private:
  const std::string bytes_;
  TensorTable table_;
};

//===----------------------------------------------------------------------===//
// GGUF
//===----------------------------------------------------------------------===//

std::string ggufText(const std::string &text) {
  return le64(text.size()) + text;
}

struct GgufTensor {
  std::string name;
  std::vector<uint64_t> sizes; ///< The innermost first.
  uint32_t type = 0;
  uint64_t offset = 0;
};

struct GgufFile {
  uint32_t version = 3;
  std::vector<std::string> pairs = {}; ///< Key, type and value, as they stand.
  std::vector<GgufTensor> tensors = {};
  std::string data = "";
  size_t alignment = 32;

  std::string bytes() const {
    std::string made =
        "GGUF" + le(version) + le64(tensors.size()) + le64(pairs.size());
    for (const std::string &pair : pairs)
      made += pair;
    for (const GgufTensor &tensor : tensors) {
      made += ggufText(tensor.name) + le32(tensor.sizes.size());
      for (uint64_t size : tensor.sizes)
        made += le(size);
      made += le(tensor.type) + le(tensor.offset);
    }
    made.resize((made.size() + alignment - 1) / alignment * alignment, '\0');
    return made + data;
  }
};

std::string pairOf(const std::string &key, uint32_t type,
                   const std::string &value) {
  return ggufText(key) + le(type) + value;
}

/// An array of `depth` arrays within each other, around nothing.
std::string nestedArray(int depth) {
  std::string value;
  for (int i = 1; i < depth; ++i)
    value += le32(9) + le64(1);
  return value + le32(0) + le64(0);
}

TEST(GgufFormatTest, ValuesOfEveryTypeArePassedOver) {
  GgufFile file{.tensors = {{"w", {2}, 24, 0}}, .data = "ab"};
  for (const auto &[type, bytes] : {std::pair(0u, 1u),
                                    {1u, 1u},
                                    {2u, 2u},
                                    {3u, 2u},
                                    {4u, 4u},
                                    {5u, 4u},
                                    {6u, 4u},
                                    {7u, 1u},
                                    {10u, 8u},
                                    {11u, 8u},
                                    {12u, 8u}}) {
    file.pairs.push_back(pairOf("one", type, std::string(bytes, 'x')));
    file.pairs.push_back(
        pairOf("three", 9, le(type) + le64(3) + std::string(3 * bytes, 'x')));
  }
  file.pairs.push_back(pairOf("text", 8, ggufText("a model")));
  file.pairs.push_back(pairOf("none", 9, le32(8) + le64(0)));
  file.pairs.push_back(pairOf("nested", 9, nestedArray(3)));
  EXPECT_EQ(Parsed(readGguf, file.bytes())["w"].bytes, "ab");
}

TEST(GgufFormatTest, VersionsTwoAndThreeAreRead) {
  for (uint32_t version : {0u, 1u, 4u, ~0u})
    EXPECT_THAT(faultOf(readGguf, GgufFile{.version = version}.bytes()),
                HasSubstr("version is unknown"))
        << version;
  for (uint32_t version : {2u, 3u})
    EXPECT_EQ(faultOf(readGguf, GgufFile{.version = version}.bytes()), "");
}

TEST(GgufFormatTest, DataBeginAtTheAlignmentThatTheFileNames) {
  for (uint32_t alignment : {1u, 8u, 32u, 256u, 100u}) {
    const GgufFile file{
        .pairs = {pairOf("general.alignment", 4, le(alignment))},
        .tensors = {{"a", {1}, 24, 0}, {"b", {2}, 24, 1}},
        .data = "xyz",
        .alignment = alignment};
    const Parsed tensors(readGguf, file.bytes());
    EXPECT_EQ(tensors["a"].bytes, "x") << alignment;
    EXPECT_EQ(tensors["b"].bytes, "yz") << alignment;
  }
  // None at all is one; and only a number of 32 bits counts.
  EXPECT_EQ(faultOf(readGguf,
                    GgufFile{.pairs = {pairOf("general.alignment", 4, le32(0))},
                             .tensors = {{"a", {1}, 24, 0}},
                             .data = "x",
                             .alignment = 1}
                        .bytes()),
            "");
  EXPECT_EQ(faultOf(readGguf, GgufFile{.pairs = {pairOf("general.alignment", 10,
                                                        le64(4096))},
                                       .tensors = {{"a", {1}, 24, 0}},
                                       .data = "x"}
                                  .bytes()),
            "");
}

TEST(GgufFormatTest, ScalarsAndFourAxesAreRead) {
  const GgufFile file{
      .tensors = {{"scalar", {}, 0, 0}, {"four", {2, 1, 3, 1}, 24, 4}},
      .data = "fourabcdef"};
  const Parsed tensors(readGguf, file.bytes());
  EXPECT_TRUE(tensors["scalar"].holds(INGOT_F32, {}));
  EXPECT_EQ(tensors["scalar"].bytes, "four");
  EXPECT_TRUE(tensors["four"].holds(INGOT_I8, {1, 3, 1, 2}));
}

TEST(GgufFormatTest, PlainTypesHaveTheirSizes) {
  for (const auto &[number, type, size] : {std::tuple(0u, INGOT_F32, 4u),
                                           {1u, INGOT_F16, 2u},
                                           {24u, INGOT_I8, 1u},
                                           {25u, INGOT_I16, 2u},
                                           {26u, INGOT_I32, 4u},
                                           {27u, INGOT_I64, 8u},
                                           {28u, INGOT_F64, 8u},
                                           {30u, INGOT_BF16, 2u}}) {
    GgufFile file{.tensors = {{"w", {3}, number, 0}},
                  .data = std::string(3 * size, 'x')};
    const Parsed tensors(readGguf, file.bytes());
    const StoredTensor &w = tensors["w"];
    EXPECT_TRUE(w.holds(type, {3})) << w.dtype;
    EXPECT_EQ(w.bytes.size(), 3 * size) << w.dtype;
    file.data.pop_back();
    EXPECT_THAT(faultOf(readGguf, file.bytes()),
                HasSubstr("'w' reaches beyond the end"))
        << w.dtype;
  }
}

TEST(GgufFormatTest, WhatBreaksARuleIsRefused) {
  auto tensor = [](std::vector<uint64_t> sizes, uint32_t type = 24,
                   uint64_t offset = 0) {
    return GgufFile{.tensors = {{"w", std::move(sizes), type, offset}},
                    .data = std::string(64, 'x')}
        .bytes();
  };
  auto pair = [](uint32_t type, const std::string &value) {
    return GgufFile{.pairs = {pairOf("key", type, value)}}.bytes();
  };
  const uint64_t huge = uint64_t{1} << 63;
  const struct {
    std::string bytes;
    const char *wanted;
  } kCases[] = {
      {tensor({1, 1, 1, 1, 1}), "malformed or cut off"},
      {tensor({0}), "malformed or cut off"},
      {tensor({huge, 2}), "malformed or cut off"},
      {tensor({1 << 10, huge}), "malformed or cut off"},
      {tensor({65}), "'w' reaches beyond the end"},
      {tensor({1}, 24, 64), "'w' reaches beyond the end"},
      {tensor({1}, 24, ~uint64_t{0}), "'w' reaches beyond the end"},
      {tensor({}, 8), "'w' is no whole number of Q8_0 blocks"},
      {tensor({33}, 8), "'w' is no whole number of Q8_0 blocks"},
      {tensor({16, 2}, 8), "'w' is no whole number of Q8_0 blocks"},
      {tensor({64}, 8), "'w' reaches beyond the end"},
      {pair(13, ""), "unknown type"},
      {pair(~0u, ""), "unknown type"},
      {pair(9, le32(13) + le64(1)), "unknown type"},
      {pair(9, nestedArray(1000)), "unknown type"},
      {pair(9, le32(12) + le64(huge)), "cut off"},
      {pair(9, le32(8) + le64(huge)), "cut off"},
      {pair(8, le(huge) + "text"), "cut off"},
      {"GGUF" + le32(3) + le(huge) + le64(0), "malformed or cut off"},
      {"GGUF" + le32(3) + le64(0) + le(huge), "cut off"},
  };
  for (const auto &test : kCases)
    EXPECT_THAT(faultOf(readGguf, test.bytes),
                AllOf(StartsWith("is not a GGUF file"), HasSubstr(test.wanted)))
        << &test - kCases;
}

//===----------------------------------------------------------------------===//
// IREE's parameter archive
//===----------------------------------------------------------------------===//

struct IrpaEntry {
  uint32_t kind = 2;
  std::string rest = "";
  uint64_t name = 0, nameBytes = 1; ///< Where it stands in the names.
  size_t size = 0;                  ///< 0: what it has.

  std::string bytes() const {
    const size_t length = 0x3c + rest.size();
    std::string made = le64(size ? size : length) + le(kind) + le64(0) +
                       le(name) + le(nameBytes) + std::string(24, '\0') + rest;
    made.resize((made.size() + 15) / 16 * 16, '\0');
    return made;
  }
};

IrpaEntry irpaData(uint64_t offset, uint64_t length, uint64_t name = 0) {
  return {.rest = le(offset) + le(length), .name = name};
}
IrpaEntry irpaSplat(uint64_t length, std::string pattern, size_t period,
                    uint64_t name = 0) {
  pattern.resize(16, '\0');
  return {.kind = 1,
          .rest = le(length) + pattern + static_cast<char>(period),
          .name = name};
}

struct IrpaFile {
  std::vector<IrpaEntry> entries = {};
  std::string names = "wxyz", data = "";
  uint16_t version = 0;
  uint64_t nextHeader = 0;
  int count = -1;         ///< Of entries, as the header says; -1: as there are.
  uint64_t storageAt = 0; ///< 0: where it is.

  std::string bytes() const {
    std::string rows;
    for (const IrpaEntry &entry : entries)
      rows += entry.bytes();
    const size_t start = 0x58, namesAt = start + rows.size(),
                 dataAt = namesAt + names.size();
    return "IRPA" + le(version) + le16(0) + le64(start) + le(nextHeader) +
           le64(0) +
           le64(count < 0 ? entries.size() : static_cast<size_t>(count)) +
           le64(start) + le64(rows.size()) + le64(namesAt) +
           le64(names.size()) + le(storageAt ? storageAt : dataAt) +
           le64(data.size()) + rows + names + data;
  }
};

TEST(IrpaFormatTest, EntriesAreFoundInTheirOrder) {
  const IrpaFile file{.entries = {irpaData(0, 2), irpaSplat(6, "ab", 2, 1),
                                  irpaData(2, 3, 2), irpaSplat(0, "q", 1, 3)},
                      .data = "12345"};
  const Parsed tensors(readIrpa, file.bytes());
  EXPECT_EQ(tensors["w"].bytes, "12");
  EXPECT_EQ(tensors["x"].bytes, "ababab");
  EXPECT_EQ(tensors["y"].bytes, "345");
  EXPECT_EQ(tensors["z"].bytes, "");
  EXPECT_THAT(tensors["y"].shape, ElementsAre(3));
}

TEST(IrpaFormatTest, ASplatRepeatsUpToSixteenBytes) {
  const std::string pattern = "0123456789abcdef";
  for (size_t period = 1; period <= 16; ++period) {
    const IrpaFile file{.entries = {irpaSplat(3 * period, pattern, period)}};
    const std::string once = pattern.substr(0, period);
    EXPECT_EQ(Parsed(readIrpa, file.bytes())["w"].bytes, once + once + once);
  }
}

TEST(IrpaFormatTest, ALongSplatIsItsPatternToTheEnd) {
  const IrpaFile file{.entries = {irpaSplat(3 * 1001, "abc", 3)}};
  const std::string bytes(Parsed(readIrpa, file.bytes())["w"].bytes);
  ASSERT_EQ(bytes.size(), 3003u);
  for (size_t i = 0; i < bytes.size(); ++i)
    ASSERT_EQ(bytes[i], "abc"[i % 3]) << i;
}

TEST(IrpaFormatTest, WhatBreaksARuleIsRefused) {
  auto of = [](const IrpaEntry &entry) {
    return IrpaFile{.entries = {entry}, .data = "data"}.bytes();
  };
  const uint64_t most = ~uint64_t{0};
  IrpaEntry tooShort = irpaData(0, 4), tooLong = irpaData(0, 4),
            unnamed = irpaData(0, 4), unknown = irpaData(0, 4);
  tooShort.size = 0x3b;
  tooLong.size = 4096;
  unnamed.nameBytes = 5;
  unknown.kind = 3;
  IrpaEntry noRange = irpaData(0, 4), noPattern = irpaSplat(2, "ab", 2);
  noRange.size = 0x3c + 15;
  noPattern.size = 0x3c + 24;
  const struct {
    std::string bytes;
    const char *wanted;
  } kCases[] = {
      {"IRPA", "it is cut off"},
      {IrpaFile{.version = 1}.bytes(), "version is unknown"},
      {IrpaFile{.nextHeader = 0x58}.bytes(), "several headers"},
      {IrpaFile{.data = "x", .storageAt = 4096}.bytes(), "a part of it"},
      {IrpaFile{.data = "x", .storageAt = most}.bytes(), "a part of it"},
      {IrpaFile{.entries = {irpaData(0, 0)}, .count = 2}.bytes(),
       "an entry is cut off"},
      {of(tooShort), "an entry is cut off"},
      {of(tooLong), "an entry is cut off"},
      {of(unnamed), "an entry is cut off"},
      {of(unknown), "unknown kind"},
      {of(noRange), "unknown kind"},
      {of(noPattern), "unknown kind"},
      {of(irpaData(1, 4)), "beyond the end"},
      {of(irpaData(most, 1)), "beyond the end"},
      {of(irpaData(0, most)), "beyond the end"},
      {of(irpaSplat(4, "ab", 0)), "a splat is malformed"},
      {of(irpaSplat(17, "ab", 17)), "a splat is malformed"},
      {of(irpaSplat(3, "ab", 2)), "a splat is malformed"},
      {of(irpaSplat((uint64_t{1} << 30) + 1, "a", 1)), "too many"},
      {of(irpaSplat(most, "a", 1)), "too many"},
  };
  for (const auto &test : kCases)
    EXPECT_THAT(faultOf(readIrpa, test.bytes),
                AllOf(StartsWith("is not an IREE parameter archive"),
                      HasSubstr(test.wanted)))
        << &test - kCases;
}

TEST(IrpaFormatTest, ErasedEntriesAreNone) {
  IrpaEntry erased = irpaData(0, 2), alone = irpaData(0, 0, 1);
  erased.kind = alone.kind = 0;
  alone.rest.clear();
  const IrpaFile file{.entries = {erased, alone, irpaData(1, 2, 2)},
                      .data = "123"};
  const Parsed tensors(readIrpa, file.bytes());
  EXPECT_EQ(tensors.tensors().size(), 1u);
  EXPECT_EQ(tensors["y"].bytes, "23");
}

TEST(IrpaFormatTest, NamesAreOfAtMost4096Bytes) {
  for (uint64_t length : {4096, 4097}) {
    IrpaEntry named = irpaData(0, 1);
    named.nameBytes = length;
    IrpaFile file{.entries = {named}, .data = "x"};
    file.names = std::string(5000, 'n');
    if (length == 4097) {
      EXPECT_THAT(faultOf(readIrpa, file.bytes()),
                  HasSubstr("a name has more than 4096 bytes"));
      continue;
    }
    EXPECT_EQ(Parsed(readIrpa, file.bytes())[std::string(4096, 'n')].bytes,
              "x");
  }
}

TEST(IrpaFormatTest, NamesDoNotOverlap) {
  // Three of four thousand bytes each in a file of five.
  IrpaEntry named = irpaData(0, 1);
  named.nameBytes = 4000;
  IrpaFile file{.entries = {named}, .data = "x"};
  file.names = std::string(5000, 'n');
  EXPECT_EQ(faultOf(readIrpa, file.bytes()), "");
  file.entries.push_back(named);
  EXPECT_THAT(faultOf(readIrpa, file.bytes()), HasSubstr("names overlap"));
  file.entries.back().kind = 0; // Nobody looks for one that was erased.
  EXPECT_THAT(faultOf(readIrpa, file.bytes()), HasSubstr("names overlap"));
}

TEST(IrpaFormatTest, SplatsAreBoundedTogether) {
  // Each of them could be there alone.
  const uint64_t some = uint64_t{1} << 20;
  std::vector<IrpaEntry> entries(3, irpaSplat(some, "a", 1));
  EXPECT_EQ(faultOf(readIrpa, IrpaFile{.entries = entries}.bytes()), "");
  entries.push_back(irpaSplat((uint64_t{1} << 30) - 2 * some, "a", 1));
  EXPECT_THAT(faultOf(readIrpa, IrpaFile{.entries = entries}.bytes()),
              HasSubstr("too many"));
}

//===----------------------------------------------------------------------===//
// NumPy's archives
//===----------------------------------------------------------------------===//

std::string npyOf(const std::string &data, const std::string &descr = "|i1") {
  const std::string header = "{'descr': '" + descr +
                             "', 'fortran_order': False, 'shape': (" +
                             std::to_string(data.size()) + ",), }\n";
  return std::string("\x93NUMPY\1\0", 8) + le16(header.size()) + header + data;
}

std::string deflated(const std::string &bytes) {
  z_stream stream{};
  EXPECT_EQ(
      deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY),
      Z_OK);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// A member of an archive. What is absent is as it should be.
struct Member {
  std::string name = "", bytes = ""; ///< As packed.
  uint16_t method = 0, flags = 0;
  std::optional<uint64_t> size = std::nullopt, packed = std::nullopt,
                          local = std::nullopt;
  bool in64 = false; ///< Sizes and place in the extra field.
  std::string extra = "", localExtra = "", remark = "";
  std::string magic = "PK\3\4";
};

struct Archive {
  std::vector<Member> members = {};
  bool in64 = false; ///< The directory's place and number of entries.
  std::string comment = "";
  std::optional<uint64_t> directory = std::nullopt;
  std::optional<uint64_t> count = std::nullopt;

  std::string bytes() const {
    std::string all, rows;
    for (const Member &member : members) {
      const uint64_t size = member.size.value_or(member.bytes.size()),
                     packed = member.packed.value_or(member.bytes.size()),
                     local = member.local.value_or(all.size());
      const std::string mark = le32(0xffffffff);
      std::string extra = member.extra;
      if (member.in64)
        extra += le16(1) + le16(24) + le(size) + le(packed) + le(local);
      rows += "PK\1\2" + le32(0) + le(member.flags) + le(member.method) +
              le64(0) + (member.in64 ? mark : le32(packed)) +
              (member.in64 ? mark : le32(size)) + le16(member.name.size()) +
              le16(extra.size()) + le16(member.remark.size()) + le64(0) +
              (member.in64 ? mark : le32(local)) + member.name + extra +
              member.remark;
      all += member.magic + std::string(22, '\0') + le16(member.name.size()) +
             le16(member.localExtra.size()) + member.name + member.localExtra +
             member.bytes;
    }
    const uint64_t start = directory.value_or(all.size()),
                   entries = count.value_or(members.size());
    all += rows;
    if (in64) {
      const uint64_t end = all.size();
      all += "PK\6\6" + le64(44) + le32(0) + le64(0) + le64(entries) +
             le64(entries) + le64(rows.size()) + le(start);
      all += "PK\6\7" + le32(0) + le(end) + le32(1);
    }
    return all + "PK\5\6" + le32(0) +
           (in64 ? le32(~0u) : le16(entries) + le16(entries)) +
           le32(rows.size()) + (in64 ? le32(~0u) : le32(start)) +
           le16(comment.size()) + comment;
  }
};

TEST(NpzFormatTest, NumbersOfSixtyFourBitsStandInExtraFields) {
  // As NumPy writes arrays of 4 GiB; other fields may stand before.
  Member first{.name = "a.npy", .bytes = npyOf("abc"), .in64 = true};
  first.extra = le16(0x5455) + le16(5) + "clock";
  for (bool in64 : {false, true}) {
    const Archive archive{
        .members = {first, {.name = "b.npy", .bytes = npyOf("de")}},
        .in64 = in64};
    const Parsed tensors(readNpz, archive.bytes());
    EXPECT_EQ(tensors["a"].bytes, "abc") << in64;
    EXPECT_EQ(tensors["b"].bytes, "de") << in64;
  }
}

TEST(NpzFormatTest, WhatElseAnArchiveMayHoldIsPassedOver) {
  Member remarked{.name = "a.npy", .bytes = npyOf("abc")};
  remarked.remark = "a remark";
  remarked.localExtra = "only here";
  const Archive archive{.members = {{.name = "notes.txt", .bytes = "hello"},
                                    remarked,
                                    {.name = "folder/"},
                                    {.name = "in/b.npy", .bytes = npyOf("d")}},
                        .comment = std::string(65535, 'c')};
  const Parsed tensors(readNpz, archive.bytes());
  EXPECT_THAT(tensors.tensors(), ElementsAre(Key("a"), Key("in/b")));
  EXPECT_EQ(tensors["a"].bytes, "abc");
}

TEST(NpzFormatTest, AnArchiveMayBeEmptyAndHaveManyMembers) {
  EXPECT_EQ(faultOf(readNpz, Archive{}.bytes()), "");
  Archive archive;
  for (int i = 0; i < 1000; ++i)
    archive.members.push_back(
        {.name = std::to_string(i) + ".npy", .bytes = npyOf("x")});
  EXPECT_EQ(Parsed(readNpz, archive.bytes()).tensors().size(), 1000u);
}

TEST(NpzFormatTest, ComplexDoublesHaveTwoNumbersForEach) {
  const std::string array = npyOf(std::string(1, 'x'), "<c16");
  const Archive archive{
      .members = {{.name = "z.npy", .bytes = array + std::string(15, 'x')}}};
  const Parsed tensors(readNpz, archive.bytes());
  EXPECT_TRUE(tensors["z"].holds(INGOT_C128, {1}));
  EXPECT_EQ(tensors["z"].typeName(), "F64 [1, 2]");
}

TEST(NpzFormatTest, EntriesDoNotOverlap) {
  // A bomb: each of its entries unpacks the same few bytes.
  const std::string array = npyOf(std::string(100'000, 'x'));
  const Member once{.name = "a.npy",
                    .bytes = deflated(array),
                    .method = 8,
                    .size = array.size(),
                    .local = 0};
  Member again = once;
  again.packed = once.bytes.size();
  again.bytes.clear();
  Archive archive{.members = {once}};
  EXPECT_EQ(faultOf(readNpz, archive.bytes()), "");
  archive.members.insert(archive.members.end(), 100, again);
  EXPECT_THAT(faultOf(readNpz, archive.bytes()),
              HasSubstr("its entries overlap"));
}

TEST(NpzFormatTest, WhatBreaksARuleIsRefused) {
  const std::string array = npyOf("abc"), packed = deflated(array);
  auto of = [](const Member &member) {
    return Archive{.members = {member}}.bytes();
  };
  const Member good{.name = "w.npy", .bytes = array};
  const Member deflate{
      .name = "w.npy", .bytes = packed, .method = 8, .size = array.size()};
  ASSERT_EQ(faultOf(readNpz, of(good)), "");
  ASSERT_EQ(faultOf(readNpz, of(deflate)), "");
  auto changed = [](Member member, auto change) {
    change(member);
    return Archive{.members = {member}}.bytes();
  };
  const struct {
    std::string bytes;
    const char *wanted;
  } kCases[] = {
      {"PK\3\4 and no end", "no directory"},
      {Archive{.directory = 4096}.bytes(), "no directory"},
      {Archive{.in64 = true, .directory = 4096}.bytes(), "no directory"},
      {changed(good, [](Member &m) { m.flags = 1; }), "directory is damaged"},
      {changed(good, [](Member &m) { m.extra = le16(7) + le16(9) + "short"; }),
       "directory is damaged"},
      {changed(good, [](Member &m) { m.local = 4096; }), "'w.npy' is damaged"},
      {changed(good, [](Member &m) { m.local = 1; }), "'w.npy' is damaged"},
      {changed(good, [](Member &m) { m.magic = "PK\3\5"; }),
       "'w.npy' is damaged"},
      {changed(good, [](Member &m) { m.packed = 4096; }), "'w.npy' is damaged"},
      {changed(good,
               [](Member &m) {
                 m.in64 = true;
                 m.packed = ~uint64_t{0};
               }),
       "'w.npy' is damaged"},
      {changed(good,
               [](Member &m) {
                 m.in64 = true;
                 m.local = ~uint64_t{0};
               }),
       "'w.npy' is damaged"},
      {changed(good, [](Member &m) { m.method = 12; }), "'w.npy' is damaged"},
      {changed(deflate, [](Member &m) { m.bytes[0] = '\xff'; }),
       "'w.npy' is damaged"},
      {changed(deflate, [](Member &m) { m.bytes.pop_back(); }),
       "'w.npy' is damaged"},
      {changed(deflate, [](Member &m) { --*m.size; }), "'w.npy' is damaged"},
      {changed(deflate, [](Member &m) { ++*m.size; }), "'w.npy' is damaged"},
      {changed(deflate, [](Member &m) { m.size = 0xfffffffe; }),
       "'w.npy' is damaged"},
      {changed(good, [](Member &m) { m.bytes = "no array"; }),
       "'w.npy': it does not begin like an .npy file"},
      {changed(good, [](Member &m) { m.bytes = npyOf("abc", "<U3"); }),
       "'w.npy': its elements are of type <U3"},
      {changed(good, [](Member &m) { m.bytes.pop_back(); }),
       "'w.npy': it is cut off"},
  };
  for (const auto &test : kCases)
    EXPECT_THAT(
        faultOf(readNpz, test.bytes),
        AllOf(StartsWith("is not an .npz file"), HasSubstr(test.wanted)))
        << &test - kCases;
}

TEST(NpzFormatTest, ADirectoryHasAsManyEntriesAsItsEndSays) {
  // Damage must not look like an archive that lacks the tensor.
  const std::vector<Member> members{{.name = "a.npy", .bytes = npyOf("a")},
                                    {.name = "b.npy", .bytes = npyOf("b")}};
  for (bool in64 : {false, true}) {
    EXPECT_EQ(faultOf(readNpz, Archive{members, in64}.bytes()), "");
    for (const Archive &damaged :
         {Archive{members, in64, "", /*directory=*/0},
          Archive{members, in64, "", /*directory=*/7},
          Archive{members, in64, "", std::nullopt, /*count=*/1},
          Archive{members, in64, "", std::nullopt, /*count=*/3}})
      EXPECT_THAT(faultOf(readNpz, damaged.bytes()),
                  HasSubstr("directory is damaged"))
          << in64;
  }
}

//===----------------------------------------------------------------------===//
// Damage of any kind
//===----------------------------------------------------------------------===//

std::string safetensorsBytes() {
  const std::string header =
      R"({"__metadata__":{"a":"d1"},)"
      R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
      R"("b":{"dtype":"U8","shape":[3],"data_offsets":[8,11]}})";
  return le64(header.size()) + header + "01234567abc";
}

std::string npzBytes() {
  const std::string array = npyOf("a longer array, so that it can be packed");
  return Archive{.members = {{.name = "a.npy", .bytes = npyOf("abc")},
                             {.name = "b.npy",
                              .bytes = deflated(array),
                              .method = 8,
                              .size = array.size()}},
                 .in64 = true}
      .bytes();
}

std::string ggufBytes() {
  return GgufFile{
      .pairs = {pairOf("general.alignment", 4, le32(64)),
                pairOf("tokens", 9,
                       le32(8) + le64(2) + ggufText("a") + ggufText("b"))},
      .tensors = {{"q", {32, 2}, 8, 0}, {"f", {2}, 0, 68}},
      .data = std::string(76, 'x'),
      .alignment = 64}
      .bytes();
}

std::string irpaBytes() {
  return IrpaFile{.entries = {irpaData(0, 4), irpaSplat(64, "ab", 2, 1)},
                  .data = "data"}
      .bytes();
}

/// All that a reader accepted can be read, as it stands and as floats.
size_t touch(const TensorTable &table) {
  size_t sum = 0;
  for (const auto &[name, tensor] : table.tensors) {
    for (char byte : tensor.bytes)
      sum += static_cast<unsigned char>(byte);
    if (tensor.floats)
      for (char byte : tensor.bytesAs(INGOT_F32))
        sum += static_cast<unsigned char>(byte);
  }
  return sum;
}

TEST(DamagedFilesTest, WhatIsAcceptedLiesWithinTheFile) {
  const struct {
    const char *name;
    Reader read;
    std::string bytes;
  } kFormats[] = {{"safetensors", readSafetensors, safetensorsBytes()},
                  {"npz", readNpz, npzBytes()},
                  {"irpa", readIrpa, irpaBytes()},
                  {"gguf", readGguf, ggufBytes()}};
  std::mt19937 random(20);
  for (const auto &format : kFormats) {
    ASSERT_EQ(faultOf(format.read, format.bytes), "") << format.name;
    int refused = 0, accepted = 0;
    for (int i = 0; i < 3000; ++i) {
      // In memory of exactly its size, so that a sanitizer sees each byte.
      std::vector<char> bytes(format.bytes.begin(), format.bytes.end());
      for (uint32_t left = 1 + random() % 3; left > 0; --left)
        bytes[random() % bytes.size()] =
            random() % 2 ? '\xff' : static_cast<char>(random());
      if (random() % 4 == 0)
        bytes.resize(random() % bytes.size());
      bytes.shrink_to_fit();
      TensorTable table;
      const absl::Status status =
          format.read({bytes.data(), bytes.size()}, table);
      ++(status.ok() ? accepted : refused);
      if (status.ok())
        touch(table);
      else
        ASSERT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << status;
    }
    EXPECT_GT(refused, 200) << format.name;
    EXPECT_GT(accepted, 50) << format.name;
  }
}

} // namespace
} // namespace ingot::runtime
