//===- ArenaLayout.h - places of buffers in one block of memory -*- C++ -*-===//
//
// Buffers that are never alive at the same time may lie on each other. This
// decides where each begins; it knows no IR.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_HOST_ARENALAYOUT_H
#define INGOT_PIPELINE_HOST_ARENALAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace ingot {

/// A buffer and the steps of the program at which it holds something: `first`
/// to `last`, both included.
struct BufferLifetime {
  int64_t bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
};

/// Where buffers lie.
struct ArenaLayout {
  /// Offset of each buffer, a multiple of the alignment; -1 for those that got
  /// no place.
  llvm::SmallVector<int64_t> offsets;
  /// The size of the arena.
  int64_t bytes = 0;
};

/// Places the largest buffers first, each as low as the buffers that live at
/// the same time allow. Takes time that grows with the square of their number,
/// so only the `maxBuffers` largest get a place; nor do empty ones, or one that
/// would make the arena larger than `maxBytes`. Large ones take whole pages
/// unless memory is short. The same input gives the same layout.
ArenaLayout layOutArena(llvm::ArrayRef<BufferLifetime> buffers,
                        int64_t alignment, bool takesPages = true,
                        size_t maxBuffers = 8192,
                        int64_t maxBytes = int64_t{1} << 40);

/// The most bytes that are alive at one step: no layout is smaller.
int64_t peakOfLifetimes(llvm::ArrayRef<BufferLifetime> buffers,
                        int64_t alignment, bool takesPages = true);

} // namespace ingot

#endif // INGOT_PIPELINE_HOST_ARENALAYOUT_H
