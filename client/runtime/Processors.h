//===- Processors.h - on which processors threads run -----------*- C++ -*-===//
//
// A scheduler that wakes a thread may put it on the processor of the thread
// that wakes it, and then it takes milliseconds until one of the two is moved.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_PROCESSORS_H
#define INGOT_CLIENT_RUNTIME_PROCESSORS_H

#include <thread>

namespace ingot::runtime {

/// The processor that the calling thread runs on now; -1 if that is not known
/// here. Costs some nanoseconds. Thread-safe.
int currentProcessor();

/// Lets `thread` run where the calling thread may run, but not on `processor`.
/// False, with everything as it was, if no other is left or threads cannot be
/// bound here. Thread-safe.
bool keepOff(std::thread &thread, int processor);

/// How many processors the calling thread may run on; at least 1. Thread-safe.
int allowedProcessors();

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_PROCESSORS_H
