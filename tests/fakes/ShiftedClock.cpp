//===- ShiftedClock.cpp - a clock that a test sets, for another process ---===//
//
// A library for LD_PRELOAD: the time of day is the machine's and as many
// seconds more as stand in the file of INGOT_SHIFTED_CLOCK, an int64_t that may
// change at any moment. Waits until a time of day end as the kernel's do when a
// clock is set: by the time that it shows then. CLOCK_MONOTONIC stays.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

namespace {

constexpr int64_t kSecond = 1'000'000'000;
/// How soon a wait notices that the clock was set.
constexpr int64_t kSlice = kSecond / 50;

template <typename Function> Function libc(const char *name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int64_t shift() {
  static std::atomic<const int64_t *> seconds{nullptr};
  const int64_t *known = seconds.load();
  if (!known) {
    const char *path = std::getenv("INGOT_SHIFTED_CLOCK");
    if (!path) // A child with an environment of its own.
      return 0;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    void *mapped =
        mmap(nullptr, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped == MAP_FAILED)
      std::abort();
    known = static_cast<const int64_t *>(mapped);
    seconds.store(known);
  }
  return __atomic_load_n(known, __ATOMIC_RELAXED) * kSecond;
}

int64_t machineTime() {
  static const auto next = libc<decltype(&clock_gettime)>("clock_gettime");
  timespec now{};
  next(CLOCK_REALTIME, &now);
  return now.tv_sec * kSecond + now.tv_nsec;
}

timespec toTimespec(int64_t time) { return {time / kSecond, time % kSecond}; }

/// Before a sandbox closes the file.
[[gnu::constructor]] void mapTheFile() { shift(); }

/// Where a wait of this process until `until` is to end for now, by the clock
/// of the machine.
timespec endOfSlice(const timespec &until) {
  const int64_t now = machineTime();
  const int64_t end = until.tv_sec >= INT64_MAX / kSecond
                          ? INT64_MAX
                          : until.tv_sec * kSecond + until.tv_nsec - shift();
  return toTimespec(std::min(std::max(end, int64_t{0}), now + kSlice));
}

bool isOver(const timespec &until) {
  const timespec end = endOfSlice(until);
  return end.tv_sec * kSecond + end.tv_nsec <= machineTime();
}

} // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec *time) noexcept {
  static const auto next = libc<decltype(&clock_gettime)>("clock_gettime");
  if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)
    return next(clock, time);
  *time = toTimespec(machineTime() + shift());
  return 0;
}

int gettimeofday(timeval *time, void *) noexcept {
  const timespec now = toTimespec(machineTime() + shift());
  *time = {now.tv_sec, now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *time) noexcept {
  const time_t now = (machineTime() + shift()) / kSecond;
  if (time)
    *time = now;
  return now;
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const timespec *until) {
  static const auto next =
      libc<decltype(&pthread_cond_timedwait)>("pthread_cond_timedwait");
  const timespec end = endOfSlice(*until);
  const int status = next(condition, mutex, &end);
  // A wait may always end without a reason.
  return status == ETIMEDOUT && !isOver(*until) ? 0 : status;
}

long syscall(long number, ...) noexcept {
  static const auto next = libc<long (*)(long, ...)>("syscall");
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (long &argument : arguments)
    argument = va_arg(list, long);
  va_end(list);
  const auto *until = reinterpret_cast<const timespec *>(arguments[3]);
  const bool isByTimeOfDay = number == SYS_futex && until &&
                             (arguments[1] & FUTEX_CLOCK_REALTIME) != 0;
  timespec end{};
  if (isByTimeOfDay) {
    end = endOfSlice(*until);
    arguments[3] = reinterpret_cast<long>(&end);
  }
  const long result = next(number, arguments[0], arguments[1], arguments[2],
                           arguments[3], arguments[4], arguments[5]);
  if (isByTimeOfDay && result != 0 && errno == ETIMEDOUT && !isOver(*until))
    errno = EINTR;
  return result;
}

} // extern "C"
