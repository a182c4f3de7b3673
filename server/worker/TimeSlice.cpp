//===- TimeSlice.cpp - how soon another thread may interrupt --------------===//

#include "server/worker/TimeSlice.h"

#include <cstdint>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ingot::server {
namespace {

struct Attributes { // sched_attr, which libc does not have.
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t slice, deadline, period; // Nanoseconds.
};

constexpr uint32_t kUnknownPolicy = ~0u;

Attributes ofThisThread() {
  Attributes attributes{};
  attributes.size = sizeof(attributes);
  if (syscall(SYS_sched_getattr, 0, &attributes, sizeof(attributes), 0) != 0)
    attributes.policy = kUnknownPolicy;
  return attributes;
}

} // namespace

void setTimeSlice(absl::Duration slice) {
  Attributes attributes = ofThisThread();
  if (attributes.policy != SCHED_OTHER)
    return; // Whoever started the daemon knows better.
  attributes.slice = static_cast<uint64_t>(absl::ToInt64Nanoseconds(slice));
  syscall(SYS_sched_setattr, 0, &attributes, 0);
}

absl::Duration timeSlice() { return absl::Nanoseconds(ofThisThread().slice); }

} // namespace ingot::server
