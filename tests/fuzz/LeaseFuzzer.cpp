//===- LeaseFuzzer.cpp - what other daemons say in a second level ---------===//
//
// Whoever may write to a second level may write leases. The input is the
// payload of a lease, and of a holder.
//
//===----------------------------------------------------------------------===//

#include "cache/store/LeaseRecords.h"

#include <cstdlib>

using namespace ingot::cache;

namespace {

void check(bool holds) {
  if (!holds)
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  ingot::v1::ActionRecord record;
  record.set_format(kLeaseFormat);
  record.set_payload(reinterpret_cast<const char *>(data), size);
  if (const std::string name = parseLease(record); !name.empty())
    check(parseLease(leaseRecord(name)) == name);
  if (auto holder = parseHolder(record))
    check(holder->keys.size() <= kMaxHeldKeys);
  return 0;
}
