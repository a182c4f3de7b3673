//===- Attacks.h - what hostile callers cost the front ----------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_ATTACKS_H
#define INGOT_TESTS_BENCH_ATTACKS_H

#include <string>

namespace ingot::bench {

/// For each attack, on a daemon of its own: prints the front's peak of resident
/// memory, and what a neighbour's hit and small upload took meanwhile. `only`
/// names one; empty: all.
void benchAttacks(const std::string &program, const std::string &only);

/// One attack, as the tenant of the token `attacker`, until stdin ends; answers
/// each byte of it with how many calls were made, at least one. The exit status
/// of a process.
int runAttack(const std::string &name, const std::string &address,
              const std::string &http);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_ATTACKS_H
