//===- Processors.cpp - on which processors threads run -------------------===//
//
// Linux only; elsewhere nothing is known and nobody is bound. What the calling
// thread may use is asked each time, for who started the process may change it.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Processors.h"

#include <algorithm>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

namespace ingot::runtime {

#ifdef __linux__

int currentProcessor() { return sched_getcpu(); }

bool keepOff(std::thread &thread, int processor) {
  cpu_set_t allowed;
  // Fails on machines of more processors than a set of fixed size holds.
  if (processor < 0 || processor >= CPU_SETSIZE ||
      sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return false;
  CPU_CLR(processor, &allowed);
  return CPU_COUNT(&allowed) > 0 &&
         pthread_setaffinity_np(thread.native_handle(), sizeof(allowed),
                                &allowed) == 0;
}

int allowedProcessors() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::max(1, CPU_COUNT(&allowed));
}

#else

int currentProcessor() { return -1; }

bool keepOff(std::thread &, int) { return false; }

int allowedProcessors() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

#endif

} // namespace ingot::runtime
