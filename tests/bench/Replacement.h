//===- Replacement.h - how soon a worker is gone and back -------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_REPLACEMENT_H
#define INGOT_TESTS_BENCH_REPLACEMENT_H

#include "tests/bench/Harness.h"

namespace ingot::bench {

/// Cancels a long compile, lets another run into its deadline, and kills a
/// worker; prints how long it took until the worker's process was gone, and for
/// the last until there were as many as before.
void benchReplacement(const Daemon &daemon, int repetitions);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_REPLACEMENT_H
