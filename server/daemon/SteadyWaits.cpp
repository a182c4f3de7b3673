//===- SteadyWaits.cpp - waits that no set clock lengthens ----------------===//
//
// Abseil before 20230802 waits until a time of day, also where it is asked to
// wait for two seconds, and gRPC's timers wait by Abseil. When the clock of the
// machine is set back an hour, deadlines, keepalives and the daemon's own
// timers would stop for an hour.
//
// Abseil gets at the futex by syscall(), and a program's own definition of that
// goes before libc's: here such a wait becomes one for as long, by the clock
// that nobody sets. To be deleted with the last Abseil of that age.
//
//===----------------------------------------------------------------------===//

#include "cache/key/SteadyTime.h"

#include "absl/time/clock.h"
#include "absl/time/time.h"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <ctime>
#include <dlfcn.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using SystemCall = long (*)(long, ...);

/// Libc's. No static of a function: waiting for that may take a futex.
SystemCall systemCall() {
  static std::atomic<SystemCall> known{nullptr};
  SystemCall found = known.load(std::memory_order_relaxed);
  if (!found) {
    found = reinterpret_cast<SystemCall>(dlsym(RTLD_NEXT, "syscall"));
    known.store(found, std::memory_order_relaxed);
  }
  return found;
}

/// How long to wait until a time of day. Abseil counts from absl::Now(), which
/// notices up to two seconds late that the clock was set, gRPC from the clock
/// itself. While those differ, the shorter way is right or harmlessly short;
/// where one of them is over, a moment lets the two agree again.
absl::Duration waitUntil(absl::Time time) {
  constexpr absl::Duration kMoment = absl::Milliseconds(10);
  const absl::Duration byAbseil = time - absl::Now(),
                       byClock = time - ingot::currentTimeOfDay();
  const absl::Duration shorter = std::min(byAbseil, byClock),
                       longer = std::max(byAbseil, byClock);
  if (shorter > absl::ZeroDuration())
    return shorter;
  return std::clamp(longer, absl::ZeroDuration(), kMoment);
}

/// The moment of CLOCK_MONOTONIC until which to wait for a time of day.
timespec steadyEnd(const timespec &timeOfDay) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return absl::ToTimespec(absl::DurationFromTimespec(now) +
                          waitUntil(absl::TimeFromTimespec(timeOfDay)));
}

bool isWaitUntilTimeOfDay(long number, const long (&arguments)[6]) {
  constexpr int kCommand = FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME;
  // It was passed as an int: the upper half of the register is anything.
  const int operation = static_cast<int>(arguments[1]);
  return number == SYS_futex && arguments[3] != 0 &&
         (operation & (FUTEX_CMD_MASK | FUTEX_CLOCK_REALTIME)) == kCommand;
}

} // namespace

extern "C" long syscall(long number, ...) noexcept {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (long &argument : arguments)
    argument = va_arg(list, long); // As many as any has; libc does so, too.
  va_end(list);
  timespec until{};
  if (isWaitUntilTimeOfDay(number, arguments)) {
    until = steadyEnd(*reinterpret_cast<const timespec *>(arguments[3]));
    arguments[1] &= ~static_cast<long>(FUTEX_CLOCK_REALTIME);
    arguments[3] = reinterpret_cast<long>(&until);
  }
  return systemCall()(number, arguments[0], arguments[1], arguments[2],
                      arguments[3], arguments[4], arguments[5]);
}
