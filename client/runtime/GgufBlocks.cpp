//===- GgufBlocks.cpp - quantised values of GGUF as floats ----------------===//
//
// A block has a scale, some a minimum too, and so many small integers. The K
// types have scales of their own, of six or eight bits, for each 16 or 32
// values of a block of 256. The order of bits is that of llama.cpp.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/TensorFormats.h"

#include <cstring>

namespace ingot::runtime {
namespace {

using Bytes = const unsigned char *;

constexpr int kSmall = 32, kLarge = 256;

float halfAt(Bytes bytes) {
  const uint32_t half = bytes[0] | bytes[1] << 8;
  const uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31;
  const uint32_t fraction = half & 1023;
  if (exponent == 0) { // Zero, or less than the least normal number.
    const float value = static_cast<float>(fraction) * 0x1p-24f;
    return sign ? -value : value;
  }
  const uint32_t bits =
      sign | (exponent == 31 ? 255 : exponent + 112) << 23 | fraction << 13;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

uint32_t wordAt(Bytes bytes) {
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 |
         static_cast<uint32_t>(bytes[3]) << 24;
}

/// Four bits each: the low halves are the first 16 values, the high ones the
/// others. `fifth` has one bit more of each.
void spread(Bytes quants, uint32_t fifth, float scale, float shift,
            float *values) {
  for (int i = 0; i < kSmall / 2; ++i) {
    const uint32_t low = (quants[i] & 15) | (fifth >> i & 1) << 4;
    const uint32_t high = quants[i] >> 4 | (fifth >> (i + 16) & 1) << 4;
    values[i] = static_cast<float>(low) * scale + shift;
    values[i + kSmall / 2] = static_cast<float>(high) * scale + shift;
  }
}

void readQ4_0(Bytes block, float *values) {
  const float scale = halfAt(block);
  spread(block + 2, 0, scale, -8 * scale, values);
}
void readQ4_1(Bytes block, float *values) {
  spread(block + 4, 0, halfAt(block), halfAt(block + 2), values);
}
void readQ5_0(Bytes block, float *values) {
  const float scale = halfAt(block);
  spread(block + 6, wordAt(block + 2), scale, -16 * scale, values);
}
void readQ5_1(Bytes block, float *values) {
  spread(block + 8, wordAt(block + 4), halfAt(block), halfAt(block + 2),
         values);
}
void readQ8_0(Bytes block, float *values) {
  const float scale = halfAt(block);
  for (int i = 0; i < kSmall; ++i)
    values[i] = static_cast<float>(static_cast<int8_t>(block[2 + i])) * scale;
}

/// Scale and minimum number `i` of eight, six bits each in twelve bytes.
void sixBits(Bytes packed, int i, int &scale, int &minimum) {
  if (i < 4) {
    scale = packed[i] & 63;
    minimum = packed[i + 4] & 63;
  } else {
    scale = (packed[i + 4] & 15) | packed[i - 4] >> 6 << 4;
    minimum = packed[i + 4] >> 4 | packed[i] >> 6 << 4;
  }
}

/// Q4_K, and Q5_K with the fifth bits of all values in 32 bytes.
void readWithMinima(Bytes block, Bytes fifth, Bytes quants, float *values) {
  const float scale = halfAt(block), minimum = halfAt(block + 2);
  for (int part = 0; part < 8; ++part) {
    int partScale, partMinimum;
    sixBits(block + 4, part, partScale, partMinimum);
    const float by = scale * static_cast<float>(partScale);
    const float less = minimum * static_cast<float>(partMinimum);
    Bytes pair = quants + part / 2 * kSmall;
    for (int i = 0; i < kSmall; ++i) {
      int value = part % 2 ? pair[i] >> 4 : pair[i] & 15;
      if (fifth)
        value |= (fifth[i] >> part & 1) << 4;
      *values++ = by * static_cast<float>(value) - less;
    }
  }
}
void readQ4_K(Bytes block, float *values) {
  readWithMinima(block, nullptr, block + 16, values);
}
void readQ5_K(Bytes block, float *values) {
  readWithMinima(block, block + 16, block + 48, values);
}
void readQ6_K(Bytes block, float *values) {
  const float scale = halfAt(block + 208);
  for (int half = 0; half < 2; ++half) {
    Bytes low = block + half * 64, high = block + 128 + half * 32;
    Bytes scales = block + 192 + half * 8;
    for (int i = 0; i < 128; ++i) {
      const int row = i / 32, column = i % 32;
      const int four = low[column + row % 2 * 32] >> (row / 2 * 4) & 15;
      const int value = (four | (high[column] >> (2 * row) & 3) << 4) - 32;
      const auto by = static_cast<int8_t>(scales[i / 16]);
      values[half * 128 + i] =
          scale * static_cast<float>(by) * static_cast<float>(value);
    }
  }
}

constexpr BlockType kTypes[] = {
    {2, "Q4_0", kSmall, 18, readQ4_0},   {3, "Q4_1", kSmall, 20, readQ4_1},
    {6, "Q5_0", kSmall, 22, readQ5_0},   {7, "Q5_1", kSmall, 24, readQ5_1},
    {8, "Q8_0", kSmall, 34, readQ8_0},   {12, "Q4_K", kLarge, 144, readQ4_K},
    {13, "Q5_K", kLarge, 176, readQ5_K}, {14, "Q6_K", kLarge, 210, readQ6_K}};

} // namespace

const BlockType *findBlockType(uint32_t number) {
  for (const BlockType &type : kTypes)
    if (type.number == number)
      return &type;
  return nullptr;
}

} // namespace ingot::runtime
