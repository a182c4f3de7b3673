//===- ProcessorFeatures.cpp - what code asks of the processor ------------===//
//
// This library links no protobuf. Of its encoding three fields are read, all of
// them delimited by a length (protobuf.dev, "Encoding"): a key of number and
// kind as a varint, the length as another, the bytes.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/ProcessorFeatures.h"
#include "client/runtime/FatFile.h"
#include "client/runtime/ManifestFields.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cstdint>
#include <optional>
#include <sys/auxv.h>

namespace ingot::runtime {
namespace {

/// Fields of Manifest and Target in proto/ingot/v1.
constexpr uint64_t kTargetOfManifest = 2, kFeatureOfManifest = 13,
                   kCpuOfTarget = 2;

struct Feature {
  const char *name;
  bool (*isThere)();
};

#if defined(__x86_64__)
// What LLVM's code generator chooses by itself. What is asked for by name, such
// as AES, is not among them, nor what only AMD ever had and gains nothing.
#define FEATURE(NAME) {NAME, [] { return bool(__builtin_cpu_supports(NAME)); }}
constexpr Feature kFeatures[] = {
    FEATURE("sse3"),       FEATURE("ssse3"),        FEATURE("sse4.1"),
    FEATURE("sse4.2"),     FEATURE("popcnt"),       FEATURE("avx"),
    FEATURE("avx2"),       FEATURE("bmi"),          FEATURE("bmi2"),
    FEATURE("f16c"),       FEATURE("fma"),          FEATURE("fma4"),
    FEATURE("lzcnt"),      FEATURE("movbe"),        FEATURE("xop"),
    FEATURE("gfni"),       FEATURE("avx512f"),      FEATURE("avx512bw"),
    FEATURE("avx512cd"),   FEATURE("avx512dq"),     FEATURE("avx512vl"),
    FEATURE("avx512ifma"), FEATURE("avx512vbmi"),   FEATURE("avx512vbmi2"),
    FEATURE("avx512vnni"), FEATURE("avx512bitalg"), FEATURE("avx512bf16"),
    FEATURE("avx512fp16"), FEATURE("avxvnni"),      FEATURE("avx512vpopcntdq")};
#undef FEATURE
#elif defined(__aarch64__)
// Linux, "ARM64 ELF hwcaps". Not those that a kernel may not tell of though the
// processor has them: i8mm and bf16 are younger than Linux 5.4.
template <unsigned long Kind, int Bit> bool hasBit() {
  return getauxval(Kind) >> Bit & 1;
}
constexpr Feature kFeatures[] = {{"lse", hasBit<AT_HWCAP, 8>},
                                 {"fullfp16", hasBit<AT_HWCAP, 10>},
                                 {"dotprod", hasBit<AT_HWCAP, 20>},
                                 {"sve", hasBit<AT_HWCAP, 22>},
                                 {"sve2", hasBit<AT_HWCAP2, 1>}};
#elif defined(__riscv)
constexpr Feature kFeatures[] = {
    {"v", [] { return bool(getauxval(AT_HWCAP) >> ('V' - 'A') & 1); }}};
#endif

/// The target that asks for the most of what this machine has.
std::string largestTarget() {
  std::string largest;
  for (const std::string &target : fatTargets())
    if (machineRuns(target))
      largest = target;
  return largest;
}

} // namespace

CodeNeeds codeNeeds(std::string_view manifest) {
  CodeNeeds needs;
  for (std::string_view target : fieldsOf(manifest, kTargetOfManifest))
    for (std::string_view cpu : fieldsOf(target, kCpuOfTarget))
      needs.cpu = cpu;
  for (std::string_view feature : fieldsOf(manifest, kFeatureOfManifest))
    needs.features.emplace_back(feature);
  return needs;
}

bool processorHas(std::string_view feature) {
  for (const Feature &known : kFeatures)
    if (feature == known.name)
      return known.isThere();
  return true;
}

absl::Status checkProcessor(const CodeNeeds &needs,
                            bool (*has)(std::string_view feature)) {
  std::vector<std::string> missing;
  for (const std::string &feature : needs.features)
    if (!has(feature))
      missing.push_back(feature);
  if (missing.empty())
    return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(
      "was compiled for ", needs.cpu, ", and this processor lacks ",
      absl::StrJoin(missing, ", "),
      "; compile it on this machine, or with --target ", largestTarget()));
}

} // namespace ingot::runtime
