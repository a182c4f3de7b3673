//===- TimeSlice.h - how soon another thread may interrupt ------*- C++ -*-===//
//
// Linux from 6.12 on lets a thread that wakes interrupt at once another that
// asked for longer slices than it did; otherwise it waits until that one's
// slice is over, 3 ms mostly, whatever the niceness. Older kernels take no
// notice.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_TIMESLICE_H
#define INGOT_SERVER_WORKER_TIMESLICE_H

#include "absl/time/time.h"

namespace ingot::server {

/// Of the front: hits are answered in less, and nobody should wait for them.
inline constexpr absl::Duration kFrontSlice = absl::Microseconds(300);
/// Of workers, whose work can wait. In the benchmark of the crash storm, at a
/// niceness of 10, the p99 of hits was 1.4 to 2.0 times the quiet one with
/// this, 1.6 to 4.8 times without.
inline constexpr absl::Duration kWorkerSlice = absl::Milliseconds(20);

/// Asks for slices of this thread, and of threads and processes that it starts,
/// with its niceness as it is. Linux takes 0.1 to 100 ms.
void setTimeSlice(absl::Duration slice);

/// Of this thread; zero where the kernel does not say.
absl::Duration timeSlice();

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_TIMESLICE_H
