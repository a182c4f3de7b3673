//===- HugePages.cpp - large memory for tensors ---------------------------===//
//
// Only whole huge pages are asked for: what is left of a block has small ones,
// so that no memory is touched that was not asked for.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/HugePages.h"

#include <algorithm>
#include <cstdlib>

#include <sys/mman.h>

namespace ingot::runtime {

void *allocateAligned(size_t size, size_t alignment) {
  constexpr size_t kHugePage = size_t{2} << 20;
  if (size < 2 * kHugePage)
    return std::aligned_alloc(alignment, size);
  void *memory = nullptr;
  if (posix_memalign(&memory, std::max(alignment, kHugePage), size) != 0)
    return nullptr;
  // It may not be granted, which is as well.
  madvise(memory, size / kHugePage * kHugePage, MADV_HUGEPAGE);
  return memory;
}

} // namespace ingot::runtime
