//===- FaultCounts.h - how hard to try --------------------------*- C++ -*-===//
//
// Every test of this folder does a small share in CI and as much as
// tests/faults/run asks for. It records what it did as properties of its result
// (gtest's XML), out of which `run` makes the table.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_FAULTS_FAULTCOUNTS_H
#define INGOT_TESTS_FAULTS_FAULTCOUNTS_H

#include <cstdlib>

namespace ingot::faults {

/// The number that the environment has for `variable`, or CI's share.
inline int countOf(const char *variable, int share) {
  const char *wanted = std::getenv(variable);
  return wanted ? std::atoi(wanted) : share;
}

} // namespace ingot::faults

#endif // INGOT_TESTS_FAULTS_FAULTCOUNTS_H
