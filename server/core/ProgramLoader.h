//===- ProgramLoader.h - programs into memory, within bounds ----*- C++ -*-===//
//
// A large program stands in a sealed file from its lookup until its plan has
// ended, and most of that time it waits for a worker. Such files are memory and
// a descriptor each, so what a tenant has of them is bounded, as its requests
// are (RequestBudget.h).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_PROGRAMLOADER_H
#define INGOT_SERVER_CORE_PROGRAMLOADER_H

#include "cache/store/Store.h"
#include "server/core/Program.h"
#include "server/core/RequestBudget.h"

#include <cstdint>
#include <string>

namespace ingot::server {

/// Of what this process may have (memoryOfMachine()), in bytes.
int64_t halfOfMemory();

/// Thread-safe. The store outlives it; files may stay when it is gone.
class ProgramLoader {
public:
  /// All files together take at most `fileBytes`, those of one tenant half.
  ProgramLoader(cache::Store &store, int64_t fileBytes);

  /// loadMissing(). RESOURCE_EXHAUSTED when the tenant, or all, hold too much
  /// (WorkFault::FullQueue), or the program is larger than all files may be.
  absl::Status load(const std::string &tenant, const ProgramName &name,
                    ProgramBytes &bytes);

private:
  cache::Store &store_;
  const int64_t fileBytes_;
  RequestBudget files_;
};

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_PROGRAMLOADER_H
