//===- ProgramLoader.cpp - programs into memory, within bounds ------------===//

#include "server/core/ProgramLoader.h"

#include "server/scheduler/WorkerCgroup.h"
#include "server/scheduler/WorkerPool.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace ingot::server {

/// Each is a descriptor.
static constexpr int64_t kMaxFiles = 512;

int64_t halfOfMemory() { return memoryOfMachine() / 2; }

ProgramLoader::ProgramLoader(cache::Store &store, int64_t fileBytes)
    : store_(store), fileBytes_(fileBytes), files_({fileBytes, kMaxFiles}) {}

absl::Status ProgramLoader::load(const std::string &tenant,
                                 const ProgramName &name, ProgramBytes &bytes) {
  if (bytes.isComplete() || name.size() <= kMaxProgramInMemory)
    return loadMissing(store_, name, bytes);
  // A request may name one blob 4,096 times.
  if (name.size() > fileBytes_)
    return absl::ResourceExhaustedError(absl::StrCat(
        "the program has ", name.size() >> 20, " MiB; this daemon takes ",
        fileBytes_ >> 20, " MiB, half of its machine's memory"));
  // One that is larger than all of a tenant's share may come alone.
  auto share = files_.take(tenant, std::min(name.size(), fileBytes_ / 2));
  // Anew, without isForBytes(): it was uploaded already.
  if (!share.ok())
    return withFault(absl::ResourceExhaustedError(share.status().message()),
                     WorkFault::FullQueue);
  absl::Status status = loadMissing(store_, name, bytes);
  if (bytes.sealed) {
    // Given back with the last who holds the file.
    auto file = std::move(bytes.sealed->file);
    const SealedFile *raw = file.get();
    bytes.sealed->file = {raw, [file, share = *share](const SealedFile *) {}};
  }
  return status;
}

} // namespace ingot::server
