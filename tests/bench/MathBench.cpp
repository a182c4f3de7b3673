//===- MathBench.cpp - every float into every function --------------------===//
//
// All 2^32 inputs of each function of one float in pipeline/mathlib, against
// libm on double: the largest error in units in the last place of the float,
// where it is, and how many NaN became numbers or numbers NaN. Zeros must keep
// their sign. Minutes per function and core, so it is no test.
//
//   math_bench [--stride N] [NAME...]     N = 1 is exhaustive
//
// Prints a line per function; the exit status is 1 if a NaN was lost or made,
// or an error is above the bound of Functions.h.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

extern "C" {
#include "pipeline/mathlib/Functions.h"
}

namespace {

struct Function {
  const char *name;
  float (*ours)(float);
  double (*reference)(double);
};

const Function kFunctions[] = {
    {"acos", ingot_acosf, std::acos},    {"acosh", ingot_acoshf, std::acosh},
    {"asin", ingot_asinf, std::asin},    {"asinh", ingot_asinhf, std::asinh},
    {"atan", ingot_atanf, std::atan},    {"atanh", ingot_atanhf, std::atanh},
    {"cbrt", ingot_cbrtf, std::cbrt},    {"cos", ingot_cosf, std::cos},
    {"cosh", ingot_coshf, std::cosh},    {"erf", ingot_erff, std::erf},
    {"erfc", ingot_erfcf, std::erfc},    {"exp", ingot_expf, std::exp},
    {"exp2", ingot_exp2f, std::exp2},    {"expm1", ingot_expm1f, std::expm1},
    {"log", ingot_logf, std::log},       {"log10", ingot_log10f, std::log10},
    {"log1p", ingot_log1pf, std::log1p}, {"log2", ingot_log2f, std::log2},
    {"sin", ingot_sinf, std::sin},       {"sinh", ingot_sinhf, std::sinh},
    {"tan", ingot_tanf, std::tan},       {"tanh", ingot_tanhf, std::tanh},
};

/// What one function did on some inputs.
struct Record {
  double ulps = 0;
  float where = 0;
  uint64_t lostNaN = 0, madeNaN = 0, wrongSigns = 0;

  void merge(const Record &other) {
    if (other.ulps > ulps) {
      ulps = other.ulps;
      where = other.where;
    }
    lostNaN += other.lostNaN;
    madeNaN += other.madeNaN;
    wrongSigns += other.wrongSigns;
  }
};

/// Distance in units in the last place of the float nearest to `wanted`.
double ulpsBetween(float got, double wanted) {
  auto nearest = static_cast<float>(wanted);
  if (got == nearest)
    return std::isinf(got)
               ? 0
               : std::fabs(got - wanted) /
                     std::ldexp(1.0, std::max(std::ilogb(wanted), -126) - 23);
  if (std::isinf(nearest) || std::isinf(got)) {
    // The neighbour of infinity is the largest number.
    float largest = std::copysign(3.40282347e38F, nearest);
    return got == largest || nearest == std::copysign(largest, got) ? 1
                                                                    : INFINITY;
  }
  return std::fabs(got - wanted) /
         std::ldexp(1.0, std::max(std::ilogb(wanted), -126) - 23);
}

void judge(const Function &f, uint32_t bits, Record &record) {
  float x;
  std::memcpy(&x, &bits, sizeof(x));
  float got = f.ours(x);
  double wanted = f.reference(x);
  if (std::isnan(wanted) || std::isnan(got)) {
    record.lostNaN += !std::isnan(got);
    record.madeNaN += !std::isnan(wanted);
    return;
  }
  if (wanted == 0 || got == 0)
    record.wrongSigns += std::signbit(got) != std::signbit(wanted);
  double error =
      wanted == 0 ? (got == 0 ? 0 : INFINITY) : ulpsBetween(got, wanted);
  if (error > record.ulps) {
    record.ulps = error;
    record.where = x;
  }
}

Record measure(const Function &f, uint64_t stride) {
  constexpr uint64_t kInputs = uint64_t{1} << 32, kSlice = uint64_t{1} << 24;
  std::atomic<uint64_t> next{0};
  std::mutex mutex;
  Record total;
  auto work = [&] {
    Record mine;
    for (uint64_t low; (low = next.fetch_add(kSlice)) < kInputs;)
      for (uint64_t i = low; i < low + kSlice; i += stride)
        judge(f, static_cast<uint32_t>(i), mine);
    std::lock_guard<std::mutex> lock(mutex);
    total.merge(mine);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
    threads.emplace_back(work);
  work();
  for (std::thread &thread : threads)
    thread.join();
  return total;
}

} // namespace

int main(int argc, char **argv) {
  uint64_t stride = 1;
  std::vector<std::string> names;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--stride" && i + 1 < argc)
      stride = std::max<uint64_t>(1, std::strtoull(argv[++i], nullptr, 10));
    else
      names.emplace_back(argv[i]);
  }
  bool isGood = true;
  for (const Function &f : kFunctions) {
    if (!names.empty() &&
        std::find(names.begin(), names.end(), f.name) == names.end())
      continue;
    Record r = measure(f, stride);
    std::printf("%-6s %8.4f ulp at %-14a  NaN lost %llu made %llu  zeros of "
                "another sign %llu\n",
                f.name, r.ulps, static_cast<double>(r.where),
                static_cast<unsigned long long>(r.lostNaN),
                static_cast<unsigned long long>(r.madeNaN),
                static_cast<unsigned long long>(r.wrongSigns));
    std::fflush(stdout);
    isGood &= r.ulps <= 2 && r.lostNaN == 0 && r.madeNaN == 0;
  }
  return isGood ? 0 : 1;
}
