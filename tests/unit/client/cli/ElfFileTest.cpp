//===- ElfFileTest.cpp - the stack that an object's code takes ------------===//

#include "client/cli/ElfFile.h"

#include "gtest/gtest.h"

#include <string>

namespace ingot::client {
namespace {

void put(std::string &into, uint64_t value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i)
    into += static_cast<char>(value >> (8 * i));
}

struct Call {
  uint32_t caller, callee; ///< Numbers of functions.
};

/// An object of 32 bits with functions of 16 bytes each, which have these
/// frames.
std::string object(const std::vector<uint8_t> &frames,
                   const std::vector<Call> &calls) {
  const std::string names("\0.text\0.stack_sizes\0.rest\0", 27);
  constexpr uint32_t kText = 1, kSizes = 7, kRest = 20;
  // Symbol 1 is the section .text, function number i is symbol 2 + i.
  std::string symbols(16, '\0'), calling, sizes, sizing;
  auto symbol = [&](uint32_t value, uint32_t size, uint8_t info) {
    put(symbols, 0, 4);
    put(symbols, value, 4);
    put(symbols, size, 4);
    put(symbols, info, 1);
    put(symbols, 0, 1);
    put(symbols, 1, 2);
  };
  symbol(0, 0, 3);
  for (uint32_t i = 0; i < frames.size(); ++i) {
    symbol(16 * i + 1, 16, 2); // Thumb.
    put(sizing, sizes.size(), 4);
    put(sizing, 1 << 8 | 2, 4);
    put(sizes, 16 * i, 4);
    put(sizes, frames[i], 1);
  }
  for (Call call : calls) {
    put(calling, 16 * call.caller + 4, 4);
    put(calling, (2 + call.callee) << 8 | 10, 4);
  }
  std::string file = std::string("\177ELF\1\1\1", 7) + std::string(9, '\0');
  put(file, 1, 2); // Relocatable.
  file.resize(52, '\0');
  struct Section {
    uint32_t name, type, flags, info;
    std::string contents;
  };
  const Section sections[] = {
      {0, 0, 0, 0, ""},
      {kText, 1, 6, 0, std::string(16 * frames.size(), '\0')},
      {kRest, 2, 0, 0, symbols},
      {kRest, 9, 0, 1, calling},
      {kSizes, 1, 0, 0, sizes},
      {kRest, 9, 0, 4, sizing},
      {kRest, 3, 0, 0, names}};
  std::string headers;
  for (const Section &section : sections) {
    for (uint64_t word : {section.name, section.type, section.flags, 0u,
                          static_cast<uint32_t>(file.size()),
                          static_cast<uint32_t>(section.contents.size()), 0u,
                          section.info, 1u, 0u})
      put(headers, word, 4);
    file += section.contents;
  }
  std::string place, counts;
  put(place, file.size(), 4);
  file.replace(0x20, 4, place);
  put(counts, 40, 2);
  put(counts, std::size(sections), 2);
  put(counts, std::size(sections) - 1, 2);
  file.replace(0x2e, 6, counts);
  return file + headers;
}

TEST(ElfFileTest, TheDeepestWayCounts) {
  std::string bytes = object({8, 64, 100, 24}, {{0, 1}, {0, 2}, {1, 3}});
  ElfFile file(bytes);
  EXPECT_EQ(file.loadedBytes(), 64);
  EXPECT_EQ(file.section(".text")->size(), 64);
  EXPECT_EQ(deepestStack(file), 8 + 100);
  bytes = object({8, 64, 100, 70}, {{0, 1}, {0, 2}, {1, 3}});
  EXPECT_EQ(deepestStack(ElfFile(bytes)), 8 + 64 + 70);
}

TEST(ElfFileTest, WhatMayCallItselfHasNoBound) {
  std::string bytes = object({8, 64}, {{0, 1}, {1, 0}});
  EXPECT_EQ(deepestStack(ElfFile(bytes)), std::nullopt);
  std::vector<Call> chain;
  for (uint32_t i = 0; i + 1 < 5000; ++i)
    chain.push_back({i, i + 1});
  bytes = object(std::vector<uint8_t>(5000, 1), chain);
  EXPECT_EQ(deepestStack(ElfFile(bytes)), std::nullopt);
}

TEST(ElfFileTest, HeadersThatLieOnEachOtherAreNone) {
  std::string bytes = object({8, 64}, {{0, 1}});
  // 65,535 headers of no bytes.
  bytes.replace(0x2e, 4, std::string("\0\0\377\377", 4));
  EXPECT_TRUE(ElfFile(bytes).sections().empty());
}

TEST(ElfFileTest, BytesMayBeAnything) {
  const std::string sound = object({8, 64}, {{0, 1}});
  for (size_t size = 0; size < sound.size(); ++size)
    deepestStack(ElfFile(std::string_view(sound).substr(0, size)));
  for (size_t at = 4; at < sound.size(); ++at) {
    std::string broken = sound;
    broken[at] = static_cast<char>(0xff);
    deepestStack(ElfFile(broken));
  }
  EXPECT_EQ(deepestStack(ElfFile(sound)), 72);
}

} // namespace
} // namespace ingot::client
