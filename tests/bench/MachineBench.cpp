//===- MachineBench.cpp - what this machine can do at most ----------------===//
//
// The roof over kernels.py: floating-point operations a second of one core when
// every operand is in a register, and bytes a second when an array is read, or
// read and written, of the sizes that are asked for. A kernel is measured
// beside these numbers of the same machine in the same minute, never beside a
// data sheet: virtual machines throttle, and share their memory.
//
// Compiled for the host (-march=native); peaks of other types than f32 are
// those of its vector instructions, not of matrix tiles.
//
//   machine_bench             prints JSON, best of several rounds
//   machine_bench BYTES...    bandwidths of these sizes alone
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#if defined(__AVX512BF16__) || defined(__AVX512VNNI__)
#include <immintrin.h>
#endif
#if defined(__AMX_TILE__) && defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
typedef float Floats __attribute__((vector_size(kVectorBytes)));
constexpr int kLanes = kVectorBytes / sizeof(float);

/// More chains than any core has units times cycles, fewer than it has
/// registers.
constexpr int kChains = 12;
constexpr int kRounds = 7;

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

/// Seconds of the fastest of several rounds.
template <typename Work> double fastest(Work work) {
  double best = 1e30;
  for (int round = 0; round < kRounds; ++round) {
    double start = now();
    work();
    best = std::min(best, now() - start);
  }
  return best;
}

/// Keeps the compiler from knowing a register's value.
template <typename T> void hide(T &value) {
#if defined(__x86_64__)
  asm volatile("" : "+x"(value));
#elif defined(__aarch64__)
  asm volatile("" : "+w"(value));
#else
  asm volatile("" : "+m"(value));
#endif
}

template <typename T, typename Step>
double operationsPerSecond(T zero, double perStep, Step step) {
  constexpr int64_t kSteps = 2'000'000;
  T sums[kChains];
  std::fill(sums, sums + kChains, zero);
  double seconds = fastest([&] {
    T a[kChains];
    std::copy(sums, sums + kChains, a);
    for (int64_t i = 0; i < kSteps; ++i)
#pragma GCC unroll 12
      for (int chain = 0; chain < kChains; ++chain)
        a[chain] = step(a[chain]);
    for (T &value : a)
      hide(value);
  });
  return perStep * kChains * kSteps / seconds;
}

double floatPeak() {
  Floats x = {}, y = {};
  hide(x);
  hide(y);
  return operationsPerSecond(Floats{}, 2.0 * kLanes, [&](Floats sum) {
    sum = x * y + sum;
    hide(sum);
    return sum;
  });
}

#if defined(__AVX512BF16__)
double bfloatPeak() {
  __m512 zero = {};
  __m512bh x = {}, y = {};
  hide(x);
  return operationsPerSecond(zero, 64, [&](__m512 sum) {
    sum = _mm512_dpbf16_ps(sum, x, y);
    hide(sum);
    return sum;
  });
}
#else
double bfloatPeak() { return 0; }
#endif

#if defined(__AVX512VNNI__)
double bytePeak() {
  __m512i zero = {}, x = {}, y = {};
  hide(x);
  return operationsPerSecond(zero, 128, [&](__m512i sum) {
    sum = _mm512_dpbusd_epi32(sum, x, y);
    hide(sum);
    return sum;
  });
}
#else
double bytePeak() { return 0; }
#endif

#if defined(__AMX_TILE__) && defined(__linux__)
/// Eight tiles of 16 rows of 64 bytes; false if the kernel keeps them from us.
bool configureTiles() {
  constexpr int kRequestPermission = 0x1023, kTileData = 18;
  if (syscall(SYS_arch_prctl, kRequestPermission, kTileData))
    return false;
  struct alignas(64) {
    uint8_t palette = 1, startRow = 0, reserved[14] = {};
    uint16_t bytesPerRow[16] = {};
    uint8_t rows[16] = {};
  } config;
  std::fill(config.bytesPerRow, config.bytesPerRow + 8, 64);
  std::fill(config.rows, config.rows + 8, 16);
  _tile_loadconfig(&config);
  return true;
}

/// Of products of tiles, each 16 x 16 sums of `depth` products; four at once.
template <typename Multiply> double tilePeak(double depth, Multiply multiply) {
  constexpr int64_t kSteps = 200'000;
  if (!configureTiles())
    return 0;
  double seconds = fastest([&] {
    for (int64_t i = 0; i < kSteps; ++i)
      multiply();
  });
  _tile_release();
  return 4 * 2.0 * 16 * 16 * depth * kSteps / seconds;
}

double bfloatTilePeak() {
  return tilePeak(32, [] {
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  });
}

double byteTilePeak() {
  return tilePeak(64, [] {
    _tile_dpbssd(0, 4, 6);
    _tile_dpbssd(1, 4, 7);
    _tile_dpbssd(2, 5, 6);
    _tile_dpbssd(3, 5, 7);
  });
}
#else
double bfloatTilePeak() { return 0; }
double byteTilePeak() { return 0; }
#endif

/// Bytes a second of reading one array, and of reading one and writing another,
/// all of them together `bytes` large.
void bandwidth(size_t bytes, double &read, double &copy) {
  size_t count = bytes / kVectorBytes / 2;
  std::vector<Floats> from(count), to(count);
  size_t repeat = std::max<size_t>(1, (size_t{1} << 25) / bytes);
  auto sum = [&](const std::vector<Floats> &array) {
    Floats sums[8] = {};
    for (size_t i = 0; i + 8 <= array.size(); i += 8)
      for (int j = 0; j < 8; ++j)
        sums[j] += array[i + j];
    for (Floats &value : sums)
      hide(value);
  };
  double seconds = fastest([&] {
    for (size_t i = 0; i < repeat; ++i) {
      sum(from);
      sum(to);
    }
  });
  read = 2.0 * count * kVectorBytes * repeat / seconds;
  seconds = fastest([&] {
    for (size_t i = 0; i < repeat; ++i) {
      for (size_t j = 0; j < count; ++j) {
        Floats value = from[j];
        hide(value);
        to[j] = value;
      }
      asm volatile("" ::: "memory");
    }
  });
  copy = 2.0 * count * kVectorBytes * repeat / seconds;
}

void printBandwidths(const std::vector<size_t> &sizes) {
  const char *comma = "";
  std::printf("\"gbytes\": [");
  for (size_t size : sizes) {
    double read = 0, copy = 0;
    bandwidth(std::max<size_t>(size, 4096), read, copy);
    std::printf("%s{\"bytes\": %zu, \"read\": %.2f, \"copy\": %.2f}", comma,
                size, read / 1e9, copy / 1e9);
    comma = ", ";
  }
  std::printf("]}\n");
}

} // namespace

int main(int count, char **arguments) {
  std::vector<size_t> sizes;
  for (int i = 1; i < count; ++i)
    sizes.push_back(std::strtoull(arguments[i], nullptr, 10));
  std::printf("{");
  if (sizes.empty()) {
    for (size_t size = 1 << 14; size <= (size_t{1} << 28); size *= 4)
      sizes.push_back(size);
    std::printf("\"vector_bytes\": %d, \"gflops\": {\"f32\": %.2f, "
                "\"bf16\": %.2f, \"i8\": %.2f}, ",
                kVectorBytes, floatPeak() / 1e9,
                std::max(bfloatPeak(), bfloatTilePeak()) / 1e9,
                std::max(bytePeak(), byteTilePeak()) / 1e9);
  }
  printBandwidths(sizes);
}
