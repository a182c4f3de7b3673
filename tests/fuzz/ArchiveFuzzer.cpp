//===- ArchiveFuzzer.cpp - archives of a store ----------------------------===//
//
// An operator imports a file that came from anywhere. Whatever is in it, the
// store keeps its promises: a blob that it has is what its digest says, and a
// record has all of its blobs. Bytes come in pieces of two sizes, which must
// make no difference.
//
//===----------------------------------------------------------------------===//

#include "cache/store/Archive.h"
#include "tests/fakes/MemoryStore.h"

#include <cstdlib>

using namespace ingot::cache;

/// Imports all of it; whether that worked.
static bool import(MemoryStore &store, std::string_view bytes, size_t step) {
  ArchiveImport import(store);
  for (; !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size())))
    if (!import.add(bytes.substr(0, step)).ok())
      return false;
  return import.finish().ok();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char *>(data), size);
  constexpr int64_t kLimit = 64 << 20;
  MemoryStore whole(kLimit), pieces(kLimit);
  const bool isWhole = import(whole, bytes, size + 1);
  if (isWhole != import(pieces, bytes, 100) || whole.blobs() != pieces.blobs())
    std::abort();
  for (const ingot::Digest &digest : whole.blobs())
    if (absl::StatusOr<SharedBytes> blob = whole.getBlob(digest);
        !blob.ok() || !*blob || ingot::Digest::of(**blob) != digest)
      std::abort();
  for (const RecordEntry &entry : whole.records())
    if (!whole.getRecord(entry.kind, entry.key)->has_value())
      std::abort();
  return 0;
}
