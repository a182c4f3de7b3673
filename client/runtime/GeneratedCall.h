//===- GeneratedCall.h - entering and leaving generated code ----*- C++ -*-===//
//
// What an executable's functions are lent while they run, whoever calls them:
// an instance for its caller, or the loader for initialisers.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_GENERATEDCALL_H
#define INGOT_CLIENT_RUNTIME_GENERATEDCALL_H

#include "absl/status/status.h"
#include "client/runtime/Allocator.h"
#include "client/runtime/ThreadPool.h"
#include "proto/abi/executable.h"

#include <cstdint>
#include <vector>

namespace ingot::runtime {

/// What one call uses. Everything outlives the call; `threads` may be null.
struct CallResources {
  Allocator *allocator = nullptr;
  ThreadPool *threads = nullptr;
  const void *const *constants = nullptr;
  void *const *states = nullptr;
  const ingot_custom_binding *customOps = nullptr;
};

/// Runs an entry or an initialiser. FAILED_PRECONDITION with the program's
/// message when it cannot go on; everything that `allocator` has handed out and
/// not detached is reclaimed then.
absl::Status callGenerated(const ingot_entry &entry,
                           const CallResources &resources,
                           const ingot_tensor *arguments,
                           ingot_tensor *results);

/// Sizes of a static type, or with -1 of one that is not.
std::vector<int64_t> shapeOf(const ingot_type &type);

/// Strides, in elements, of a dense row-major tensor.
std::vector<int64_t> denseStrides(const std::vector<int64_t> &shape);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_GENERATEDCALL_H
