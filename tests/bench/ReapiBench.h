//===- ReapiBench.h - what clients of REAPI ask for most --------*- C++ -*-===//
//
// The daemon as any cache of the Remote Execution API: small blobs, what is
// missing, results of actions.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_BENCH_REAPIBENCH_H
#define INGOT_TESTS_BENCH_REAPIBENCH_H

#include "tests/bench/Harness.h"

namespace ingot::bench {

/// Prints the latency of a 64 KiB blob, of asking for 1,000 blobs and of an
/// action's result, and results per second from 64 callers.
void benchReapi(const Daemon &daemon, int repetitions);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_REAPIBENCH_H
