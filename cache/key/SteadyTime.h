//===- SteadyTime.h - time that nobody can set ------------------*- C++ -*-===//
//
// absl::Now() is the time of day: people, certificates and tokens go by it, and
// it jumps when a machine's clock is set. How long something takes, and until
// when it may, is measured by the clock of this file, which does not.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CACHE_KEY_STEADYTIME_H
#define INGOT_CACHE_KEY_STEADYTIME_H

#include "absl/time/clock.h"
#include "absl/time/time.h"

#include <chrono>

namespace ingot {

/// The time of day. Not by absl::Now(), which notices up to two seconds late
/// that the clock was set.
inline absl::Time currentTimeOfDay() {
  return absl::FromChrono(std::chrono::system_clock::now());
}

/// The time of day when the process first asked, and all that has passed since.
/// Thread-safe. Not to be compared with other processes' times.
inline absl::Time steadyNow() {
  const auto sinceBoot = [] {
    return absl::FromChrono(
        std::chrono::steady_clock::now().time_since_epoch());
  };
  static const absl::Time boot = currentTimeOfDay() - sinceBoot();
  return boot + sinceBoot();
}

/// The time of day of a moment of steadyNow(), as the clock is set now.
inline absl::Time timeOfDay(absl::Time steady) {
  return currentTimeOfDay() - (steadyNow() - steady);
}

/// The moment of steadyNow() that is as far away as a time of day.
inline absl::Time steadyTimeOf(absl::Time timeOfDay) {
  return steadyNow() + (timeOfDay - currentTimeOfDay());
}

} // namespace ingot

#endif // INGOT_CACHE_KEY_STEADYTIME_H
