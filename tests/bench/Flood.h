//===- Flood.h - a tenant that sends everything at once ---------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_FLOOD_H
#define INGOT_TESTS_BENCH_FLOOD_H

#include <string>

namespace ingot::bench {

/// Sends `count` requests before the first is answered. For each byte of stdin
/// it writes how many have been answered, at least one, or -1 if some were
/// refused; at the end of stdin it gives up. The exit status of a process.
int runFlood(const std::string &address, const std::string &token, int count);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_FLOOD_H
