//===- FullDisk.h - hits while the store's disk is full ---------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_FULLDISK_H
#define INGOT_TESTS_BENCH_FULLDISK_H

#include <string>

namespace ingot::bench {

/// Prints a neighbour's hit latency quiet, while two callers compile what is
/// new, and while they do so on a disk that is full. Mounts a small file system
/// for its daemon, which takes root; without, it says so.
void benchFullDisk(const std::string &program, int repetitions);

/// Compiles new programs of numbers from `firstNumber` on until stdin ends;
/// answers each byte of it with how many were compiled, at least one. The exit
/// status of a process.
int runMisses(const std::string &address, int firstNumber);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_FULLDISK_H
