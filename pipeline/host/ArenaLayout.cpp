//===- ArenaLayout.cpp - places of buffers in one block of memory ---------===//
//
// The best layout is a hard problem; largest first is the known good answer,
// at most a few percent above the bytes that live at once in the networks we
// have. A buffer looks for the lowest gap between those that it may not touch,
// which stand in order of their offsets. Large ones take whole pages, so that
// no two begin a line or two apart in a page: what a kernel loads would seem to
// be what it has just stored (client/runtime/Allocator.cpp).
//
//===----------------------------------------------------------------------===//

#include "pipeline/host/ArenaLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

using namespace llvm;
using namespace ingot;

/// Buffers of so many bytes take whole pages.
static constexpr int64_t kLargeBytes = 64 << 10;
static constexpr int64_t kPage = 4096;

/// The bytes that a buffer takes.
static int64_t placeOf(const BufferLifetime &buffer, int64_t alignment,
                       bool takesPages) {
  if (takesPages && buffer.bytes >= kLargeBytes)
    alignment = std::max(alignment, kPage);
  return static_cast<int64_t>(llvm::alignTo(buffer.bytes, alignment));
}

static bool isAliveWith(const BufferLifetime &a, const BufferLifetime &b) {
  return a.first <= b.last && b.first <= a.last;
}

namespace {
/// A buffer that has its place.
struct Placed {
  int64_t offset;
  int64_t end;
  size_t buffer;
};
} // namespace

ArenaLayout ingot::layOutArena(ArrayRef<BufferLifetime> buffers,
                               int64_t alignment, bool takesPages,
                               size_t maxBuffers, int64_t maxBytes) {
  ArenaLayout layout;
  layout.offsets.assign(buffers.size(), -1);
  SmallVector<size_t> order;
  for (size_t i = 0; i < buffers.size(); ++i)
    if (buffers[i].bytes > 0 && buffers[i].bytes <= maxBytes)
      order.push_back(i);
  // The order of the program decides between equal ones.
  llvm::sort(order, [&](size_t a, size_t b) {
    return buffers[a].bytes != buffers[b].bytes
               ? buffers[a].bytes > buffers[b].bytes
               : a < b;
  });
  if (order.size() > maxBuffers)
    order.resize(maxBuffers);

  SmallVector<Placed> placed; // By offset.
  for (size_t buffer : order) {
    int64_t size = placeOf(buffers[buffer], alignment, takesPages);
    int64_t offset = 0;
    for (const Placed &other : placed) {
      if (!isAliveWith(buffers[buffer], buffers[other.buffer]))
        continue;
      if (offset + size <= other.offset)
        break;
      offset = std::max(offset, other.end);
    }
    if (offset + size > maxBytes)
      continue;
    layout.offsets[buffer] = offset;
    layout.bytes = std::max(layout.bytes, offset + size);
    Placed entry{offset, offset + size, buffer};
    placed.insert(llvm::upper_bound(placed, entry,
                                    [](const Placed &a, const Placed &b) {
                                      return a.offset < b.offset;
                                    }),
                  entry);
  }
  return layout;
}

int64_t ingot::peakOfLifetimes(ArrayRef<BufferLifetime> buffers,
                               int64_t alignment, bool takesPages) {
  std::map<int64_t, int64_t> change; // Bytes more from a step on.
  for (const BufferLifetime &buffer : buffers) {
    int64_t size = placeOf(buffer, alignment, takesPages);
    change[buffer.first] += size;
    change[buffer.last + 1] -= size;
  }
  int64_t bytes = 0, peak = 0;
  for (auto [step, more] : change)
    peak = std::max(peak, bytes += more);
  return peak;
}
