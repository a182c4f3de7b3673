//===- CrashStorm.h - a hit while others crash their workers ----*- C++ -*-===//
//
// What callers whose programs kill the compiler cost a neighbour who only asks
// for what is there already.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_BENCH_CRASHSTORM_H
#define INGOT_TESTS_BENCH_CRASHSTORM_H

#include "tests/bench/Harness.h"

namespace ingot::bench {

/// Prints a neighbour's hit latency quiet and in the storm, their ratio, and
/// how many workers died meanwhile. Ends the benchmark when none did: then
/// nothing was measured.
void benchCrashStorm(const Daemon &daemon, int repetitions);

/// Crashes workers by programs of numbers from `firstNumber` on until stdin
/// ends; answers each byte of it with how many programs were sent, once a
/// worker died. The exit status of a process.
int runCrashStorm(const std::string &address, int firstNumber);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_CRASHSTORM_H
