//===- AttackCalls.h - calls that hostile clients make ----------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_ATTACKCALLS_H
#define INGOT_TESTS_BENCH_ATTACKCALLS_H

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace ingot::bench {

/// Where an attack goes, and how far it is. Thread-safe.
struct Attacker {
  std::string address, http;
  std::atomic<int> calls{0};
  std::atomic<bool> isOver{false};
};

/// One way to hurt a daemon. `run` returns once the attacker is over.
struct Attack {
  const char *name;
  const char *what;
  void (*run)(Attacker &);
};

/// All there are.
const std::vector<Attack> &attacks();

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_ATTACKCALLS_H
