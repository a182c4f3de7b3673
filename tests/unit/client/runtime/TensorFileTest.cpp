//===- TensorFileTest.cpp - constants in files of all formats -------------===//
//
// Files are made here byte by byte, as NumPy, IREE and llama.cpp write them.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFile.h"

#include "client/runtime/Npy.h"
#include "client/runtime/Safetensors.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"

#include <zlib.h>

namespace ingot::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

template <typename Number> std::string le(Number value) {
  return bytesOf<Number>({value});
}

absl::StatusOr<std::shared_ptr<const TensorFile>>
opened(const std::string &name, const std::string &bytes) {
  return TensorFile::open(write(name, bytes));
}

std::vector<float> floatsOf(std::string_view bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

/// Each file cut off after every one of its bytes is refused or read, and
/// nothing else happens.
void expectBounded(const std::string &name, const std::string &bytes) {
  for (size_t size = 1; size < bytes.size(); ++size)
    if (auto file = opened(name, bytes.substr(0, size)); !file.ok()) {
      EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument);
    }
}

//===----------------------------------------------------------------------===//
// Npz
//===----------------------------------------------------------------------===//

std::string npy(const std::string &descr, const std::string &order,
                const std::string &shape, const std::string &data) {
  std::string header = "{'descr': '" + descr + "', 'fortran_order': " + order +
                       ", 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\1\0", 8) +
         le(static_cast<uint16_t>(header.size())) + header + data;
}

std::string deflated(const std::string &bytes) {
  std::string out(compressBound(bytes.size()), '\0');
  uLongf size = out.size();
  compress(reinterpret_cast<Bytef *>(out.data()), &size,
           reinterpret_cast<const Bytef *>(bytes.data()), bytes.size());
  return out.substr(2, size - 6); // Without zlib's header and checksum.
}

/// An archive of these files; `isPacked` deflates them.
std::string zip(const std::map<std::string, std::string> &files,
                bool isPacked = false) {
  std::string all, directory;
  for (const auto &[name, bytes] : files) {
    const std::string packed = isPacked ? deflated(bytes) : bytes;
    const std::string sizes = le(static_cast<uint32_t>(packed.size())) +
                              le(static_cast<uint32_t>(bytes.size())) +
                              le(static_cast<uint16_t>(name.size()));
    const std::string method = le(static_cast<uint16_t>(isPacked ? 8 : 0));
    const std::string zero(4, '\0'), two(2, '\0');
    directory += le(uint32_t{0x02014b50}) + zero + two + method + zero + zero +
                 sizes + two + two + zero + zero +
                 le(static_cast<uint32_t>(all.size())) + name;
    all += le(uint32_t{0x04034b50}) + two + two + method + zero + zero + sizes +
           two + name + packed;
  }
  const std::string count = le(static_cast<uint16_t>(files.size()));
  return all + directory + le(uint32_t{0x06054b50}) + std::string(4, '\0') +
         count + count + le(static_cast<uint32_t>(directory.size())) +
         le(static_cast<uint32_t>(all.size())) + std::string(2, '\0');
}

TEST(NpzTest, ArraysAreFoundPackedOrNot) {
  const std::string data = bytesOf<float>({1, 2, 3, 4, 5, 6});
  for (bool isPacked : {false, true}) {
    const std::string bytes =
        zip({{"w.npy", npy("<f4", "False", "(2, 3)", data)},
             {"n.npy", npy("|i1", "False", "()", "\7")}},
            isPacked);
    auto file = opened("a.npz", bytes);
    ASSERT_TRUE(file.ok()) << file.status();
    const StoredTensor *w = (*file)->find("w");
    ASSERT_NE(w, nullptr);
    EXPECT_TRUE(w->holds(INGOT_F32, {2, 3}));
    EXPECT_FALSE(w->holds(INGOT_F32, {3, 2}));
    EXPECT_EQ(w->bytesAs(INGOT_F32), data);
    EXPECT_TRUE((*file)->find("n")->holds(INGOT_I8, {}));
    expectBounded("cut.npz", bytes);
  }
}

TEST(NpzTest, ElementsWithoutANameAreAnyOfAByte) {
  // Whoever has ml_dtypes saves floats of eight bits and i4 so.
  auto file =
      opened("v.npz", zip({{"v.npy", npy("|V1", "False", "(3,)", "abc")},
                           {"f.npy", npy("<f1", "False", "(3,)", "abc")},
                           {"u.npy", npy("|u1", "False", "(3,)", "abc")}}));
  ASSERT_TRUE(file.ok()) << file.status();
  const StoredTensor *unnamed = (*file)->find("v");
  for (ElementType type = INGOT_BOOL; type <= INGOT_F8E8M0FNU; ++type) {
    EXPECT_EQ(unnamed->holds(type, {3}), isFloat8(type)) << elementName(type);
    EXPECT_EQ(unnamed->holds(type, {3}, "i4"),
              isFloat8(type) || type == INGOT_I8 || type == INGOT_U8)
        << elementName(type);
  }
  EXPECT_FALSE(unnamed->holds(INGOT_I8, {1, 3}, "i4"));
  EXPECT_EQ(unnamed->typeName(), "V1 [3]");
  EXPECT_TRUE((*file)->find("f")->holds(INGOT_F8E5M2, {3}));
  EXPECT_FALSE((*file)->find("f")->holds(INGOT_F8E4M3FN, {3}));
  EXPECT_FALSE((*file)->find("f")->holds(INGOT_I8, {3}));
  // Integers without a sign may be any, those with one are not.
  EXPECT_TRUE((*file)->find("u")->holds(INGOT_I8, {3}));
  EXPECT_TRUE((*file)->find("u")->holds(INGOT_U8, {3}, "ui8"));
  EXPECT_FALSE((*file)->find("u")->holds(INGOT_I8, {3}, "si8"));
}

TEST(NpzTest, ElementsOfLessThanAByteHaveTheirValues) {
  auto file = opened(
      "w.npz", zip({{"s.npy", npy("|i1", "False", "(3,)", "\xf8\x07\x0f")},
                    {"u.npy", npy("|u1", "False", "(2,)", "\x0f\xff")},
                    {"p.npy", npy("|u1", "False", "(2,)", "\x0f\x07")},
                    {"l.npy", npy("|i1", "False", "(1,)", "\xf7")}}));
  ASSERT_TRUE(file.ok()) << file.status();
  auto holds = [&](const char *name, const char *element) {
    return (*file)->find(name)->holdsValues(element);
  };
  EXPECT_TRUE(holds("s", "i4"));
  EXPECT_FALSE(holds("s", "ui4"));
  EXPECT_FALSE(holds("s", "si4")) << "15 is none";
  EXPECT_TRUE(holds("s", "i5") && holds("s", "si5") && holds("s", "i8"));
  EXPECT_FALSE(holds("u", "i4")) << "255 is no -1";
  EXPECT_TRUE(holds("u", "ui8") && holds("u", ""));
  EXPECT_TRUE(holds("p", "i4") && holds("p", "ui4") && holds("p", "f4E2M1FN"));
  EXPECT_FALSE(holds("l", "i4")) << "-9";
  EXPECT_EQ((*file)->find("u")->faultAs(INGOT_I8, {2}, "i4"),
            "is U8 [2]: the executable needs 2xi4, and one of its values is "
            "none of that type");
  EXPECT_EQ((*file)->find("s")->faultAs(INGOT_U8, {}, "ui4"),
            "is I8 [3]: the executable needs ui4");
}

TEST(NpzTest, OtherOrdersAreTurned) {
  auto file =
      opened("o.npz", zip({{"f.npy", npy("<i2", "True", "(2, 2)",
                                         bytesOf<int16_t>({1, 3, 2, 4}))},
                           {"b.npy", npy(">i2", "False", "(2,)",
                                         std::string("\0\1\0\2", 4))}}));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("f")->bytes, bytesOf<int16_t>({1, 2, 3, 4}));
  EXPECT_EQ((*file)->find("b")->bytes, bytesOf<int16_t>({1, 2}));
}

TEST(NpzTest, AnAxisOfNoneMakesNoBytesHoweverLongTheOthersAre) {
  std::string axes = "(0";
  for (int i = 0; i < 20; ++i)
    axes += ", 4611686018427387904";
  auto file = opened(
      "z.npz", zip({{"z.npy", npy("<f8", "False", axes + ")", "behind")}}));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("z")->bytes, "");
}

TEST(NpzTest, SizesThatOverflowAreCutOff) {
  for (const char *axes :
       {"(4294967296, 4294967296)", "(4611686018427387904, 4)", "(7, 7)"}) {
    auto file =
        opened("s.npz", zip({{"s.npy", npy("<f4", "False", axes, "four")}}));
    EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(file.status().message()), HasSubstr("cut off"));
  }
}

TEST(NpzTest, AFileOfOneArrayHasItsName) {
  const std::string data = bytesOf<float>({1, 2});
  auto file = opened("layer.w.npy", npy("<f4", "False", "(2,)", data));
  ASSERT_TRUE(file.ok()) << file.status();
  ASSERT_EQ((*file)->tensors().size(), 1u);
  const StoredTensor *w = (*file)->find("layer.w");
  ASSERT_NE(w, nullptr);
  EXPECT_TRUE(w->holds(INGOT_F32, {2}));
  EXPECT_EQ(w->bytes, data);
  expectBounded("cut.npy", npy(">f4", "True", "(1, 2)", data));
  EXPECT_THAT(
      std::string(
          opened("bad.npy", npy("<U4", "False", "()", "")).status().message()),
      HasSubstr("bad.npy: is not an .npy file: its elements are"));
}

TEST(NpzTest, CopiesOfArraysAreBounded) {
  const std::string array =
      npy("<i2", "True", "(2, 2)", bytesOf<int16_t>({1, 3, 2, 4}));
  EXPECT_TRUE(viewNpy(array, 8).ok());
  EXPECT_THAT(std::string(viewNpy(array, 7).status().message()),
              HasSubstr("too large together"));
}

//===----------------------------------------------------------------------===//
// IREE's parameter archive
//===----------------------------------------------------------------------===//

/// A data entry "w" of these bytes, and a splat "s" of four times "ab".
std::string irpa(const std::string &data) {
  auto entry = [](uint32_t kind, uint64_t name, const std::string &rest) {
    std::string made = le(uint64_t{0x3c + rest.size()}) + le(kind) +
                       le(uint64_t{0}) + le(name) + le(uint64_t{1}) +
                       std::string(24, '\0') + rest;
    made.resize((made.size() + 15) / 16 * 16, '\0');
    return made;
  };
  const std::string entries =
      entry(1, 1, le(uint64_t{8}) + "ab" + std::string(14, '\0') + "\2") +
      entry(2, 0, le(uint64_t{0}) + le(static_cast<uint64_t>(data.size())));
  const std::string names = "ws";
  const uint64_t start = 0x58;
  return "IRPA" + std::string(4, '\0') + le(start) + std::string(16, '\0') +
         le(uint64_t{2}) + le(start) +
         le(static_cast<uint64_t>(entries.size())) +
         le(start + entries.size()) + le(static_cast<uint64_t>(names.size())) +
         le(start + entries.size() + names.size()) +
         le(static_cast<uint64_t>(data.size())) + entries + names + data;
}

TEST(IrpaTest, BytesOfTheRightNumberAreTheTensor) {
  const std::string data = bytesOf<float>({1, 2, 3, 4});
  auto file = opened("a.irpa", irpa(data));
  ASSERT_TRUE(file.ok()) << file.status();
  const StoredTensor *w = (*file)->find("w");
  ASSERT_NE(w, nullptr);
  EXPECT_TRUE(w->holds(INGOT_F32, {2, 2}));
  EXPECT_FALSE(w->holds(INGOT_F32, {2, 3}));
  EXPECT_EQ(w->bytesAs(INGOT_F32), data);
  EXPECT_EQ((*file)->find("s")->bytes, "abababab");
  EXPECT_EQ((*file)->find("model::w"), w) << "files know no scopes";
  expectBounded("cut.irpa", irpa(data));
}

//===----------------------------------------------------------------------===//
// GGUF
//===----------------------------------------------------------------------===//

std::string text(const std::string &value) {
  return le(static_cast<uint64_t>(value.size())) + value;
}

/// One tensor "w" of two rows, behind some pairs of the header.
std::string gguf(uint32_t type, uint64_t columns, const std::string &data) {
  std::string made =
      "GGUF" + le(uint32_t{3}) + le(uint64_t{1}) + le(uint64_t{3});
  made += text("general.name") + le(uint32_t{8}) + text("a model");
  made += text("general.alignment") + le(uint32_t{4}) + le(uint32_t{64});
  made += text("tokens") + le(uint32_t{9}) + le(uint32_t{8}) + le(uint64_t{2}) +
          text("a") + text("b");
  made += text("w") + le(uint32_t{2}) + le(columns) + le(uint64_t{2}) +
          le(type) + le(uint64_t{0});
  made.resize((made.size() + 63) / 64 * 64, '\0');
  return made + data;
}

TEST(GgufTest, PlainTensorsAreUsedAsTheyStand) {
  const std::string data = bytesOf<float>({1, 2, 3, 4, 5, 6});
  auto file = opened("a.gguf", gguf(0, 3, data));
  ASSERT_TRUE(file.ok()) << file.status();
  const StoredTensor *w = (*file)->find("w");
  ASSERT_NE(w, nullptr);
  EXPECT_TRUE(w->holds(INGOT_F32, {2, 3})) << "rows come last in the file";
  EXPECT_EQ(w->bytesAs(INGOT_F32), data);
  expectBounded("cut.gguf", gguf(0, 3, data));
}

TEST(GgufTest, QuantisedTensorsStayOrBecomeFloats) {
  // Q8_0: a scale of 0.5, then 32 bytes. Q4_0: the same with half of them.
  std::string eight("\x00\x38", 2), four("\x00\x38", 2);
  for (int i = 0; i < 32; ++i)
    eight.push_back(static_cast<char>(i - 16));
  for (int i = 0; i < 16; ++i)
    four.push_back(static_cast<char>(i | (15 - i) << 4));
  auto q8 = opened("q8.gguf", gguf(8, 32, eight + eight));
  auto q4 = opened("q4.gguf", gguf(2, 32, four + four));
  ASSERT_TRUE(q8.ok() && q4.ok()) << q8.status() << q4.status();
  const StoredTensor *w = (*q8)->find("w");
  EXPECT_TRUE(w->holds(INGOT_U8, {68}));
  EXPECT_EQ(w->bytesAs(INGOT_U8), eight + eight);
  ASSERT_TRUE(w->holds(INGOT_F32, {2, 32}));
  EXPECT_FALSE(w->holds(INGOT_F16, {2, 32}));
  EXPECT_EQ(floatsOf(w->bytesAs(INGOT_F32))[63], 7.5f);
  const auto values = floatsOf((*q4)->find("w")->bytesAs(INGOT_F32));
  ASSERT_EQ(values.size(), 64u);
  EXPECT_EQ(values[0], -4.f);
  EXPECT_EQ(values[15], 3.5f);
  EXPECT_EQ(values[16], 3.5f) << "the high halves are the second 16";
}

TEST(GgufTest, TypesThatAreNotKnownMatchNothing) {
  auto file = opened("u.gguf", gguf(19, 32, std::string(64, 'x')));
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_FALSE((*file)->find("w")->holds(INGOT_F32, {2, 32}));
  EXPECT_THAT((*file)->find("w")->typeName(), HasSubstr("GGUF type 19"));
}

//===----------------------------------------------------------------------===//
// Shards, and what is no file of tensors
//===----------------------------------------------------------------------===//

TEST(ShardsTest, AnIndexIsAllOfItsFiles) {
  ASSERT_TRUE(writeSafetensors(path("m-1.safetensors"),
                               {{"a", INGOT_U8, {3}, "abc", ""}})
                  .ok());
  ASSERT_TRUE(writeSafetensors(path("m-2.safetensors"),
                               {{"b", INGOT_U8, {2}, "de", ""}})
                  .ok());
  auto file = opened("m.safetensors.index.json",
                     R"({"metadata": {}, "weight_map": )"
                     R"({"a": "m-1.safetensors", "b": "m-2.safetensors"}})");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ((*file)->find("a")->bytes, "abc");
  EXPECT_EQ((*file)->find("b")->bytes, "de");
  (*file)->prefetch();
}

TEST(ShardsTest, WhatAnIndexSaysWrongIsNamed) {
  ASSERT_TRUE(writeSafetensors(path("one.safetensors"),
                               {{"a", INGOT_U8, {3}, "abc", ""}})
                  .ok());
  for (const auto &[map, fault] :
       {std::pair(R"({"a": "../x.safetensors"})",
                  "no .safetensors file beside"),
        std::pair(R"({"a": 1})", "no .safetensors file beside"),
        std::pair(R"({"z": "one.safetensors"})", "which it lacks"),
        std::pair("[]", "no weight_map")}) {
    auto file = opened("i.json", absl::StrCat(R"({"weight_map": )", map, "}"));
    EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(file.status().message()), HasSubstr(fault));
  }
}

TEST(TensorFileTest, AnEmptyFileIsNone) {
  auto file = opened("empty", "");
  EXPECT_EQ(file.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(file.status().message()), HasSubstr("it is empty"));
}

} // namespace
} // namespace ingot::runtime
