//===- SeededRandom.h - chance that is the same in each run -----*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_SEEDEDRANDOM_H
#define INGOT_TESTS_UNIT_SEEDEDRANDOM_H

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace ingot {

/// A generator with what property tests draw.
class SeededRandom : public std::mt19937 {
public:
  using std::mt19937::mt19937;

  /// 0 <= number < bound.
  uint32_t below(uint32_t bound) {
    return static_cast<uint32_t>((*this)() % bound);
  }
  std::string bytes(size_t size) {
    std::string made(size, '\0');
    for (char &byte : made)
      byte = static_cast<char>((*this)());
    return made;
  }
};

} // namespace ingot

#endif // INGOT_TESTS_UNIT_SEEDEDRANDOM_H
