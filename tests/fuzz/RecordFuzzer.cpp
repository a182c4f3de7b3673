//===- RecordFuzzer.cpp - what stands in the store's tables ---------------===//
//
// A disk gives back anything. The input is read as each kind of key, as a
// stored record, and once more under a seal of its own, or nothing would get
// behind the hash. What is accepted must write as it was read.
//
//===----------------------------------------------------------------------===//

#include "cache/rocksdb/Format.h"

#include <cstdlib>

using namespace ingot::cache;

namespace {

void check(bool holds) {
  if (!holds)
    std::abort();
}

void readRecord(std::string_view sealed) {
  std::optional<StoredRecord> stored = format::parseRecord(sealed);
  if (!stored)
    return;
  const ingot::v1::ActionRecord &record = stored->record;
  check(static_cast<int>(stored->blobs.size()) == record.outputs_size());
  for (int i = 0; i < record.outputs_size(); ++i)
    check(stored->blobs[static_cast<size_t>(i)].toProto().hash() ==
          record.outputs(i).digest().hash());
  std::string bytes = format::seal(record.SerializeAsString());
  std::optional<StoredRecord> again = format::parseRecord(bytes);
  check(again && again->blobs == stored->blobs);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string_view bytes(reinterpret_cast<const char *>(data), size);
  readRecord(bytes);
  readRecord(format::seal(bytes));
  if (auto digest = format::parseDigestKey(bytes))
    check(format::digestKey(*digest) == bytes);
  if (auto name = format::parseUseKey(bytes))
    check(format::useKey(*name) == bytes);
  if (auto pin = format::parsePin(bytes, std::string(8, '\1')))
    check(format::pinKey(*pin) == bytes);
  if (auto number = format::parseNumber(bytes))
    check(format::numberBytes(*number) == bytes);
  return 0;
}
