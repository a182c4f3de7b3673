//===- StoreCrashChild.cpp - writes until it is killed --------------------===//
//
// store_crash_child FOLDER SEED: several threads put blobs and records and say
// so on standard output, one line each, only after the store said so.
//
//===----------------------------------------------------------------------===//

#include "tests/unit/cache/StoreTesting.h"

#include <cstdio>
#include <thread>
#include <unistd.h>

using namespace ingot;
using namespace ingot::cache;

namespace {

void check(const absl::Status &status) {
  if (status.ok())
    return;
  fprintf(stderr, "%s\n", status.ToString().c_str());
  _exit(1);
}

/// One write below PIPE_BUF: lines of several threads do not mix.
void acknowledge(char kind, const Digest &digest) {
  std::string line = kind + digest.toString() + "\n";
  if (write(STDOUT_FILENO, line.data(), line.size()) !=
      static_cast<ssize_t>(line.size()))
    _exit(1);
}

/// Puts one action's outputs and its record, by each way there is.
void putAction(Store &store, uint64_t seed) {
  std::string small = someBytes(100 + seed % 5000, seed);
  std::string large = someBytes(seed % 16 ? 70'000 : 5'000'000, seed + 1);
  // Both survive the end of a process.
  Durability durability =
      seed % 2 ? Durability::OnReturn : Durability::WithNext;
  auto put = store.putBlob(small, durability);
  check(put.status());
  acknowledge('B', *put);
  Digest digest = Digest::of(large);
  auto writer = store.createBlob(digest);
  check(writer.status());
  check((*writer)->append(large));
  check((*writer)->commit());
  acknowledge('B', digest);
  Digest key = Digest::of(small + "key");
  v1::ActionRecord record = recordOf({*put, digest});
  check(store.putRecords(
      {{RecordKind::Action, key, record}, {RecordKind::Request, key, record}},
      durability));
  acknowledge('R', key);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  auto store = openStores({argv[1], int64_t{8} << 30});
  check(store.status());
  const uint64_t seed = std::stoull(argv[2]);
  std::vector<std::thread> threads;
  for (uint64_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (uint64_t i = 0;; ++i)
        putAction(**store, ((seed * 4 + t) << 20) + 3 * i);
    });
  for (std::thread &thread : threads)
    thread.join();
}
