//===- Tenants.h - what tenants cost each other -----------------*- C++ -*-===//

#ifndef INGOT_TESTS_BENCH_TENANTS_H
#define INGOT_TESTS_BENCH_TENANTS_H

#include <string>

namespace ingot::bench {

// With daemons of their own.

/// Cold compiles of one tenant, of two by turns, and with a process for each
/// action.
void benchTenants(const std::string &program, int repetitions);

/// Cold compiles of a neighbour while another tenant sends 3,000 requests at
/// once, beside its quiet ones.
void benchFlood(const std::string &program, int repetitions);

/// Memory of the front for each of 5,000 connections that do nothing.
void benchIdleConnections(const std::string &program);

} // namespace ingot::bench

#endif // INGOT_TESTS_BENCH_TENANTS_H
