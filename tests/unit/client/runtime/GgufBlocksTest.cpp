//===- GgufBlocksTest.cpp - quantised blocks against their definition -----===//
//
// Blocks are packed here from small integers, the other way round than they are
// read: by the definitions of ggml (k-quants: super-blocks of 256 values). What
// is read must be scale * integer - minimum, to the bit, since each of those
// formulas rounds at most once.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFormats.h"

#include "absl/base/casts.h"
#include "gmock/gmock.h"

#include <array>
#include <cmath>
#include <cstring>
#include <random>
#include <thread>

namespace ingot::runtime {
namespace {

using Block = std::vector<unsigned char>;

/// The value of a half, by the compiler's own conversion.
float valueOfHalf(uint16_t half) {
  return static_cast<float>(absl::bit_cast<_Float16>(half));
}

void appendHalf(Block &block, uint16_t half) {
  block.push_back(half & 0xff);
  block.push_back(static_cast<unsigned char>(half >> 8));
}

/// A packed block and the values that it stands for.
struct Sample {
  Block bytes;
  std::vector<float> values;
};

/// What a test draws from; the same in each run.
class Draw {
public:
  explicit Draw(uint32_t seed) : random_(seed) {}

  /// 0 <= integer < bound.
  int below(int bound) {
    return std::uniform_int_distribution<int>(0, bound - 1)(random_);
  }
  /// Any half that is a number, subnormal ones and negative ones among them.
  uint16_t half() {
    const int exponent = below(31);
    return static_cast<uint16_t>(below(2) << 15 | exponent << 10 | below(1024));
  }
  std::vector<int> integers(int count, int bound) {
    std::vector<int> values;
    for (int i = 0; i < count; ++i)
      values.push_back(below(bound));
    return values;
  }

private:
  std::mt19937 random_;
};

/// Doubles hold each product and sum of these formulas, so this rounds once.
float rounded(double scale, double value, double minimum = 0) {
  return static_cast<float>(scale * value - minimum);
}

/// Types of 32 values: a scale, a minimum if `hasMinimum`, the fifth bits of
/// all values if there are 5, then pairs of the other four bits: value i with
/// value i + 16.
Sample small(Draw &draw, int bits, bool hasMinimum) {
  Sample sample;
  const uint16_t scale = draw.half(), minimum = draw.half();
  const std::vector<int> integers = draw.integers(32, 1 << bits);
  appendHalf(sample.bytes, scale);
  if (hasMinimum)
    appendHalf(sample.bytes, minimum);
  if (bits == 5)
    for (int byte = 0; byte < 4; ++byte) {
      int packed = 0;
      for (int bit = 0; bit < 8; ++bit)
        packed |= (integers[static_cast<size_t>(byte * 8 + bit)] >> 4) << bit;
      sample.bytes.push_back(static_cast<unsigned char>(packed));
    }
  for (size_t i = 0; i < 16; ++i)
    sample.bytes.push_back(static_cast<unsigned char>(
        (integers[i] & 15) | (integers[i + 16] & 15) << 4));
  for (int integer : integers)
    sample.values.push_back(
        hasMinimum ? rounded(valueOfHalf(scale), integer, -valueOfHalf(minimum))
                   : rounded(valueOfHalf(scale), integer - (1 << (bits - 1))));
  return sample;
}

Sample q8_0(Draw &draw) {
  Sample sample;
  const uint16_t scale = draw.half();
  appendHalf(sample.bytes, scale);
  for (int i = 0; i < 32; ++i) {
    const int integer = draw.below(256) - 128;
    sample.bytes.push_back(static_cast<unsigned char>(integer));
    sample.values.push_back(rounded(valueOfHalf(scale), integer));
  }
  return sample;
}

/// Eight scales and eight minima of six bits in twelve bytes: the first four of
/// each in the low six bits of bytes 0 to 3 and 4 to 7; of the others the low
/// halves in bytes 8 to 11, and the upper two bits on top of the first four.
std::array<unsigned char, 12> packSixBits(const std::vector<int> &scales,
                                          const std::vector<int> &minima) {
  std::array<unsigned char, 12> packed{};
  for (size_t i = 0; i < 4; ++i) {
    packed[i] =
        static_cast<unsigned char>(scales[i] | (scales[i + 4] >> 4) << 6);
    packed[i + 4] =
        static_cast<unsigned char>(minima[i] | (minima[i + 4] >> 4) << 6);
    packed[i + 8] = static_cast<unsigned char>((scales[i + 4] & 15) |
                                               (minima[i + 4] & 15) << 4);
  }
  return packed;
}

/// Q4_K and Q5_K: parts of 32 values; two of them share 32 bytes, the first in
/// the low halves. Fifth bits: byte i has those of value i of each part.
Sample withMinima(Draw &draw, int bits) {
  Sample sample;
  const uint16_t scale = draw.half(), minimum = draw.half();
  const std::vector<int> scales = draw.integers(8, 64),
                         minima = draw.integers(8, 64),
                         integers = draw.integers(256, 1 << bits);
  appendHalf(sample.bytes, scale);
  appendHalf(sample.bytes, minimum);
  for (unsigned char byte : packSixBits(scales, minima))
    sample.bytes.push_back(byte);
  if (bits == 5)
    for (size_t i = 0; i < 32; ++i) {
      int packed = 0;
      for (size_t part = 0; part < 8; ++part)
        packed |= (integers[part * 32 + i] >> 4) << part;
      sample.bytes.push_back(static_cast<unsigned char>(packed));
    }
  for (size_t pair = 0; pair < 4; ++pair)
    for (size_t i = 0; i < 32; ++i)
      sample.bytes.push_back(
          static_cast<unsigned char>((integers[pair * 64 + i] & 15) |
                                     (integers[pair * 64 + 32 + i] & 15) << 4));
  for (size_t i = 0; i < 256; ++i)
    sample.values.push_back(
        rounded(double{valueOfHalf(scale)} * scales[i / 32], integers[i],
                double{valueOfHalf(minimum)} * minima[i / 32]));
  return sample;
}

/// Q6_K: two halves of 128 values. Of each, value i's low four bits stand in
/// byte i % 64, in the upper half of it from 64 on; its upper two in byte
/// i % 32, at bit 2 * (i / 32). A signed scale for each 16 values.
Sample q6_K(Draw &draw) {
  Sample sample;
  const uint16_t scale = draw.half();
  const std::vector<int> scales = draw.integers(16, 256),
                         integers = draw.integers(256, 64);
  sample.bytes.assign(210, 0);
  for (size_t i = 0; i < 256; ++i) {
    const size_t half = i / 128, within = i % 128;
    sample.bytes[half * 64 + within % 64] |=
        static_cast<unsigned char>((integers[i] & 15) << (within / 64 * 4));
    sample.bytes[128 + half * 32 + within % 32] |=
        static_cast<unsigned char>((integers[i] >> 4) << (within / 32 * 2));
    const int by = scales[i / 16] - 128;
    sample.bytes[192 + i / 16] = static_cast<unsigned char>(by);
    sample.values.push_back(
        rounded(double{valueOfHalf(scale)} * by, integers[i] - 32));
  }
  sample.bytes.resize(208);
  appendHalf(sample.bytes, scale);
  return sample;
}

struct TypeCase {
  uint32_t number;
  const char *name;
  Sample (*draw)(Draw &);
};

const TypeCase kTypes[] = {
    {2, "Q4_0", [](Draw &draw) { return small(draw, 4, false); }},
    {3, "Q4_1", [](Draw &draw) { return small(draw, 4, true); }},
    {6, "Q5_0", [](Draw &draw) { return small(draw, 5, false); }},
    {7, "Q5_1", [](Draw &draw) { return small(draw, 5, true); }},
    {8, "Q8_0", q8_0},
    {12, "Q4_K", [](Draw &draw) { return withMinima(draw, 4); }},
    {13, "Q5_K", [](Draw &draw) { return withMinima(draw, 5); }},
    {14, "Q6_K", q6_K},
};

TEST(GgufBlocksTest, EveryTypeGivesTheValuesThatWerePacked) {
  Draw draw(4711);
  for (const TypeCase &test : kTypes) {
    const BlockType *type = findBlockType(test.number);
    ASSERT_NE(type, nullptr) << test.name;
    EXPECT_STREQ(type->name, test.name);
    for (int i = 0; i < 200; ++i) {
      const Sample sample = test.draw(draw);
      ASSERT_EQ(type->bytes, sample.bytes.size()) << test.name;
      ASSERT_EQ(type->elements, sample.values.size()) << test.name;
      std::vector<float> values(type->elements);
      type->toFloats(sample.bytes.data(), values.data());
      ASSERT_EQ(values, sample.values) << test.name << ", block " << i;
    }
  }
}

TEST(GgufBlocksTest, EveryHalfIsReadAsWhatItIs) {
  // A Q8_0 block of ones is its scale.
  const BlockType *type = findBlockType(8);
  for (uint32_t half = 0; half <= 0xffff; ++half) {
    Block block;
    appendHalf(block, static_cast<uint16_t>(half));
    block.resize(type->bytes, 1);
    std::array<float, 32> values;
    type->toFloats(block.data(), values.data());
    const float wanted = valueOfHalf(static_cast<uint16_t>(half));
    if (std::isnan(wanted))
      ASSERT_TRUE(std::isnan(values[31])) << half;
    else
      ASSERT_EQ(absl::bit_cast<uint32_t>(values[31]),
                absl::bit_cast<uint32_t>(wanted))
          << half;
  }
}

TEST(GgufBlocksTest, OtherNumbersAreNoBlocks) {
  // Plain types, those that llama.cpp took back, and those that are not read.
  for (uint32_t number : {0u, 1u, 4u, 5u, 9u, 10u, 15u, 30u, ~0u})
    EXPECT_EQ(findBlockType(number), nullptr) << number;
}

TEST(GgufBlocksTest, ATensorOfBlocksIsAllOfTheirValues) {
  Draw draw(1);
  const BlockType *type = findBlockType(14);
  std::string bytes;
  std::vector<float> wanted;
  for (int i = 0; i < 5; ++i) {
    const Sample sample = q6_K(draw);
    bytes.append(sample.bytes.begin(), sample.bytes.end());
    wanted.insert(wanted.end(), sample.values.begin(), sample.values.end());
  }
  StoredTensor tensor;
  tensor.dtype = type->name;
  tensor.shape = {5, 256};
  tensor.bytes = bytes;
  tensor.floats = lazyFloats(*type, bytes);
  const std::string_view floats = tensor.bytesAs(INGOT_F32);
  ASSERT_EQ(floats.size(), wanted.size() * sizeof(float));
  EXPECT_EQ(std::memcmp(floats.data(), wanted.data(), floats.size()), 0);
}

TEST(GgufBlocksTest, ThreadsThatAskAtOnceGetTheSameValues) {
  Draw draw(2);
  std::string bytes;
  for (int i = 0; i < 64; ++i)
    for (unsigned char byte : q8_0(draw).bytes)
      bytes.push_back(static_cast<char>(byte));
  StoredTensor tensor;
  tensor.dtype = "Q8_0";
  tensor.shape = {64, 32};
  tensor.bytes = bytes;
  tensor.floats = lazyFloats(*findBlockType(8), bytes);
  const StoredTensor copy = tensor; // As a tensor of a shard is one.
  std::array<std::string_view, 4> seen;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < seen.size(); ++i)
    threads.emplace_back(
        [&, i] { seen[i] = (i % 2 ? copy : tensor).bytesAs(INGOT_F32); });
  for (std::thread &thread : threads)
    thread.join();
  for (std::string_view each : seen) {
    EXPECT_EQ(each.data(), seen[0].data()) << "computed once";
    EXPECT_EQ(each.size(), 64u * 32 * sizeof(float));
  }
}

} // namespace
} // namespace ingot::runtime
