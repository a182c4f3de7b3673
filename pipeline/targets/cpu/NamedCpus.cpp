//===- NamedCpus.cpp - the CPUs that have a name --------------------------===//
//
// "host" is asked of the machine once, with every feature that LLVM can detect
// written out, so that its key is the same on every machine like this one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/cpu/CpuTargets.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"

namespace ingot::pipeline {

namespace {

struct Row {
  const char *name;
  const char *triple;
  const char *cpu;
  std::initializer_list<const char *> features;
  const char *summary;
};

constexpr char kX86[] = "x86_64-unknown-linux-gnu";
constexpr char kAArch64[] = "aarch64-unknown-linux-gnu";
constexpr char kRiscv64[] = "riscv64-unknown-linux-gnu";

const Row kRows[] = {
    {"x86-64", kX86, "x86-64", {}, "Any x86-64: SSE2"},
    {"x86-64-v2", kX86, "x86-64-v2", {}, "x86-64 with SSE4.2 (2009)"},
    {"x86-64-v3", kX86, "x86-64-v3", {}, "x86-64 with AVX2 and FMA (2013)"},
    {"x86-64-v4", kX86, "x86-64-v4", {}, "x86-64 with AVX-512 (2017)"},
    {"aarch64", kAArch64, "generic", {"+neon"}, "Any 64-bit Arm"},
    {"riscv64",
     kRiscv64,
     "generic-rv64",
     {"+a", "+c", "+d", "+f", "+m"},
     "RISC-V rv64gc"},
    {"riscv64-v",
     kRiscv64,
     "generic-rv64",
     {"+a", "+c", "+d", "+f", "+m", "+v"},
     "RISC-V rv64gc with the vector extension"},
};

v1::Target hostTarget() {
  v1::Target target;
  target.set_triple(llvm::sys::getDefaultTargetTriple());
  target.set_cpu(llvm::sys::getHostCPUName().str());
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    target.add_features((feature.second ? "+" : "-") + feature.first().str());
  llvm::Expected<v1::Target> resolved = resolveCpu(target);
  if (resolved)
    return *resolved;
  // A CPU newer than LLVM, or one that it detects under names of its own: what
  // the triple alone promises is still right.
  llvm::consumeError(resolved.takeError());
  v1::Target plain;
  plain.set_triple(target.triple());
  resolved = resolveCpu(plain);
  if (resolved)
    return *resolved;
  llvm::consumeError(resolved.takeError());
  return target;
}

std::vector<NamedTarget> makeTable() {
  std::vector<NamedTarget> table;
  table.push_back({"host", hostTarget(), "This machine"});
  for (const Row &row : kRows) {
    NamedTarget &entry = table.emplace_back();
    entry.name = row.name;
    entry.summary = row.summary;
    entry.target.set_triple(row.triple);
    entry.target.set_cpu(row.cpu);
    for (const char *feature : row.features)
      entry.target.add_features(feature);
  }
  return table;
}

} // namespace

const std::vector<NamedTarget> &namedCpus() {
  static const std::vector<NamedTarget> table = makeTable();
  return table;
}

} // namespace ingot::pipeline
