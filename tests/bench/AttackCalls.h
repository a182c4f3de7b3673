//===- AttackCalls.h - the attacks that there are ---------------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_ATTACKCALLS_H
#define INGOT_TESTS_BENCH_ATTACKCALLS_H

#include "tests/bench/HostileClient.h"

namespace ingot::bench {

/// One way to hurt a daemon. `run` returns once the attacker is over.
struct Attack {
  const char *name;
  const char *what;
  void (*run)(Attacker &);
};

const std::vector<Attack> &attacks();

/// Those below the calls.
void resets(Attacker &attacker);
void largeMetadata(Attacker &attacker);
void halfConnections(Attacker &attacker);
void slowHttp(Attacker &attacker);
void unendingHeaders(Attacker &attacker);
void pings(Attacker &attacker);
void resetFrames(Attacker &attacker);
void unsettledCalls(Attacker &attacker);
void madeResets(Attacker &attacker);
void openCalls(Attacker &attacker);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_ATTACKCALLS_H
