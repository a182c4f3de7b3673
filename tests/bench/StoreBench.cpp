//===- StoreBench.cpp - what the store costs ------------------------------===//
//
// Latency of small blobs and records, throughput of large ones, on the folder
// for temporary files. "Cold" is without the memory of hot values; the system's
// page cache is warm.
//
//===----------------------------------------------------------------------===//

#include "cache/store/KeyHistory.h"
#include "cache/store/TieredStore.h"
#include "tests/fakes/FakeSecondLevel.h"
#include "tests/unit/cache/StoreTesting.h"

#include <benchmark/benchmark.h>

namespace ingot::cache {
namespace {

constexpr size_t kSmall = 16 << 10;
constexpr size_t kLarge = 64 << 20;

std::unique_ptr<Store> open(const TemporaryFolder &folder, int64_t hotBytes) {
  RocksDbStoreOptions options;
  options.path = folder.path();
  options.limitBytes = int64_t{1} << 30;
  return openStores(options, hotBytes).value();
}

/// The same with a second level that is dead.
std::unique_ptr<Store> openTiered(const TemporaryFolder &folder,
                                  int64_t hotBytes, SharedCache &cache) {
  cache.failWith(absl::UnavailableError("dead"));
  RocksDbStoreOptions options;
  options.path = folder.path();
  options.limitBytes = int64_t{1} << 30;
  return std::make_unique<HotStore>(
      std::make_unique<TieredStore>(
          std::make_unique<VerifyingStore>(
              std::make_unique<SliceStore>(openRocksDbStore(options).value())),
          std::make_unique<FakeSecondLevel>(cache), TieredStoreOptions()),
      hotBytes);
}

void putSmall(benchmark::State &state) {
  TemporaryFolder folder;
  auto store = open(folder, 32 << 20);
  std::string bytes = someBytes(kSmall, 1);
  uint64_t count = 0;
  for (auto _ : state) {
    ++count;
    bytes.replace(0, sizeof(count), reinterpret_cast<char *>(&count),
                  sizeof(count));
    benchmark::DoNotOptimize(store->putBlob(bytes).value());
  }
}
BENCHMARK(putSmall)->UseRealTime();

void getSmall(benchmark::State &state) {
  TemporaryFolder folder;
  auto store = open(folder, state.range(0));
  Digest digest = store->putBlob(someBytes(kSmall, 1)).value();
  store.reset();
  store = open(folder, state.range(0)); // On disk now, not in a write buffer.
  for (auto _ : state)
    benchmark::DoNotOptimize(store->getBlob(digest).value());
}
BENCHMARK(getSmall)->ArgName("hotBytes")->Arg(0)->Arg(32 << 20);

/// What a hit costs, without and with a second level.
void getRecord60(benchmark::State &state) {
  TemporaryFolder folder;
  SharedCache cache;
  auto store = state.range(1) ? openTiered(folder, state.range(0), cache)
                              : open(folder, state.range(0));
  std::vector<Digest> outputs;
  for (int i = 0; i < 60; ++i)
    outputs.push_back(store->putBlob(someBytes(100, i)).value());
  Digest key = Digest::of("key");
  if (!store->putRecords({{RecordKind::Request, key, recordOf(outputs)}}).ok())
    state.SkipWithError("putRecords");
  for (auto _ : state)
    benchmark::DoNotOptimize(store->getRecord(RecordKind::Request, key));
}
BENCHMARK(getRecord60)
    ->ArgNames({"hotBytes", "secondLevel"})
    ->ArgsProduct({{0, 32 << 20}, {0, 1}});

/// The result of a program with as many parts as a transformer of 12 layers.
KeyEntry keyEntry(int program, int option) {
  KeyEntry entry;
  entry.key = Digest::of("key " + std::to_string(program) + " " +
                         std::to_string(option));
  addPart(entry.tree, "program", std::to_string(program));
  addPart(entry.tree, "options", std::to_string(option));
  v1::KeyPart &features = addPart(entry.tree, "target");
  for (int i = 0; i < 200; ++i)
    addPart(features, "feature-" + std::to_string(i), "+");
  v1::KeyPart &kernels = addPart(entry.tree, "kernels");
  for (int i = 0; i < 200; ++i)
    addPart(kernels, "linalg.matmul at /layer." + std::to_string(i),
            Digest::of(std::to_string(program % 97 * i)).toString());
  entry.families = {
      KeyHistory::family("", "program", std::to_string(program)),
      KeyHistory::family("", "entry points", std::to_string(program % 50)),
      KeyHistory::family("", "kernel", std::to_string(program % 1000))};
  return entry;
}

/// The nearest of so many results, read from the disk.
void findNearest(benchmark::State &state) {
  TemporaryFolder folder;
  RocksDbStoreOptions options;
  options.path = folder.path();
  options.limitBytes = int64_t{8} << 30;
  auto store = openStores(options, /*hotBytes=*/0).value();
  const auto count = static_cast<int>(state.range(0));
  {
    const Digest artifact = store->putBlob("artifact").value();
    KeyHistory history(*store);
    for (int i = 0; i < count; ++i)
      if (!store
               ->putRecords(*history.recordsOf(keyEntry(i, 0), {artifact}),
                            Durability::WithNext)
               .ok())
        state.SkipWithError("putRecords");
  }
  int i = 0;
  for (auto _ : state) {
    state.PauseTiming();
    KeyHistory history(*store); // Remembers nothing.
    const KeyEntry entry = keyEntry(i = (i + 7919) % count, 1);
    state.ResumeTiming();
    if (!history.findNearest(entry)->has_value())
      state.SkipWithError("found none");
  }
}
BENCHMARK(findNearest)
    ->ArgName("results")
    ->Arg(1000)
    ->Arg(100000)
    ->Iterations(200) // Filled once.
    ->Unit(benchmark::kMillisecond);

void readLarge(benchmark::State &state) {
  TemporaryFolder folder;
  auto store = open(folder, 32 << 20);
  Digest digest = store->putBlob(someBytes(kLarge, 1)).value();
  store.reset();
  store = open(folder, 32 << 20);
  for (auto _ : state) {
    auto reader = store->openBlob(digest, 0).value();
    while (SharedBytes piece = reader->next().value())
      benchmark::DoNotOptimize(piece->data());
  }
  state.SetBytesProcessed(int64_t(state.iterations()) * kLarge);
}
BENCHMARK(readLarge)->Unit(benchmark::kMillisecond)->UseRealTime();

void writeLarge(benchmark::State &state) {
  TemporaryFolder folder;
  auto store = open(folder, 32 << 20);
  uint64_t seed = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::string bytes = someBytes(kLarge, ++seed);
    Digest digest = Digest::of(bytes);
    state.ResumeTiming();
    auto writer = store->createBlob(digest).value();
    for (std::string_view rest = bytes; !rest.empty();) {
      std::string_view piece = rest.substr(0, 1 << 20);
      if (!writer->append(piece).ok())
        state.SkipWithError("append");
      rest.remove_prefix(piece.size());
    }
    if (!writer->commit().ok())
      state.SkipWithError("commit");
  }
  state.SetBytesProcessed(int64_t(state.iterations()) * kLarge);
}
BENCHMARK(writeLarge)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace ingot::cache

BENCHMARK_MAIN();
