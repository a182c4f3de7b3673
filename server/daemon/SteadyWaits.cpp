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

/// The moment of CLOCK_MONOTONIC that is as far away as a time of day; zero for
/// one that has passed.
timespec steadyTimeOf(const timespec &timeOfDay) {
  timespec day{}, steady{};
  clock_gettime(CLOCK_REALTIME, &day);
  clock_gettime(CLOCK_MONOTONIC, &steady);
  steady.tv_sec += timeOfDay.tv_sec - day.tv_sec;
  steady.tv_nsec += timeOfDay.tv_nsec - day.tv_nsec;
  constexpr long kSecond = 1'000'000'000;
  if (steady.tv_nsec >= kSecond)
    ++steady.tv_sec, steady.tv_nsec -= kSecond;
  else if (steady.tv_nsec < 0)
    --steady.tv_sec, steady.tv_nsec += kSecond;
  return steady.tv_sec < 0 ? timespec{} : steady;
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
    until = steadyTimeOf(*reinterpret_cast<const timespec *>(arguments[3]));
    arguments[1] &= ~static_cast<long>(FUTEX_CLOCK_REALTIME);
    arguments[3] = reinterpret_cast<long>(&until);
  }
  return systemCall()(number, arguments[0], arguments[1], arguments[2],
                      arguments[3], arguments[4], arguments[5]);
}
