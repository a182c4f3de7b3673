//===- MutexEvents.cpp - Abseil's locks, told to the thread sanitizer -----===//
//
// Debian's Abseil is not compiled for the sanitizer, which then sees none of
// its locks and takes all that they guard for races. So the linker puts these
// functions in front of Abseil's (MutexEvents.rsp): a lock is ordered behind
// the unlocks before it.
//
// Abseil evaluates the condition that a thread awaits on whichever thread
// unlocks, while the lock is still held. What is read meanwhile is not looked
// at.
//
//===----------------------------------------------------------------------===//

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"

#include <sanitizer/tsan_interface.h>

// What the sanitizer's library offers to programs with annotations.
extern "C" {
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
}

namespace {

/// While it lives, reads of this thread are not looked at.
struct IgnoreReads {
  IgnoreReads() { AnnotateIgnoreReadsBegin(__FILE__, __LINE__); }
  ~IgnoreReads() { AnnotateIgnoreReadsEnd(__FILE__, __LINE__); }
};

void *address(const void *object) { return const_cast<void *>(object); }

/// After what `release`d it and before what acquires it.
template <typename Function>
auto acquiring(const void *object, Function function) {
  struct Acquire {
    const void *object;
    ~Acquire() { __tsan_acquire(address(object)); }
  } acquire{object};
  IgnoreReads ignore;
  return function();
}

template <typename Function>
auto releasing(const void *object, Function function) {
  __tsan_release(address(object));
  IgnoreReads ignore;
  return function();
}

/// Given up and taken again.
template <typename Function>
auto awaiting(const void *object, Function function) {
  __tsan_release(address(object));
  return acquiring(object, function);
}

} // namespace

using absl::Condition;
using absl::CondVar;
using absl::Duration;
using absl::Mutex;
using absl::Notification;
using absl::Time;

/// Puts a function in front of Abseil's `symbol`, which `event`s `object`.
#define WRAP(result, symbol, event, object, parameters, arguments)             \
  extern "C" result __real_##symbol parameters;                                \
  extern "C" result __wrap_##symbol parameters {                               \
    return event(object, [&] { return __real_##symbol arguments; });           \
  }

WRAP(void, _ZN4absl7debian35Mutex4LockEv, acquiring, lock, (Mutex * lock),
     (lock))
WRAP(bool, _ZN4absl7debian35Mutex7TryLockEv, acquiring, lock, (Mutex * lock),
     (lock))
WRAP(void, _ZN4absl7debian35Mutex10ReaderLockEv, acquiring, lock,
     (Mutex * lock), (lock))
WRAP(bool, _ZN4absl7debian35Mutex13ReaderTryLockEv, acquiring, lock,
     (Mutex * lock), (lock))
WRAP(void, _ZN4absl7debian35Mutex6UnlockEv, releasing, lock, (Mutex * lock),
     (lock))
WRAP(void, _ZN4absl7debian35Mutex12ReaderUnlockEv, releasing, lock,
     (Mutex * lock), (lock))
WRAP(void, _ZN4absl7debian35Mutex8LockWhenERKNS0_9ConditionE, acquiring, lock,
     (Mutex * lock, const Condition &until), (lock, until))
WRAP(void, _ZN4absl7debian35Mutex14ReaderLockWhenERKNS0_9ConditionE, acquiring,
     lock, (Mutex * lock, const Condition &until), (lock, until))
WRAP(
    bool,
    _ZN4absl7debian35Mutex19LockWhenWithTimeoutERKNS0_9ConditionENS0_8DurationE,
    acquiring, lock, (Mutex * lock, const Condition &until, Duration timeout),
    (lock, until, timeout))
WRAP(bool,
     _ZN4absl7debian35Mutex20LockWhenWithDeadlineERKNS0_9ConditionENS0_4TimeE,
     acquiring, lock, (Mutex * lock, const Condition &until, Time deadline),
     (lock, until, deadline))
WRAP(void, _ZN4absl7debian35Mutex5AwaitERKNS0_9ConditionE, awaiting, lock,
     (Mutex * lock, const Condition &until), (lock, until))
WRAP(bool,
     _ZN4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE,
     awaiting, lock, (Mutex * lock, const Condition &until, Duration timeout),
     (lock, until, timeout))
WRAP(bool,
     _ZN4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE,
     awaiting, lock, (Mutex * lock, const Condition &until, Time deadline),
     (lock, until, deadline))
WRAP(void, _ZN4absl7debian37CondVar4WaitEPNS0_5MutexE, awaiting, lock,
     (CondVar * self, Mutex *lock), (self, lock))
WRAP(bool, _ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE,
     awaiting, lock, (CondVar * self, Mutex *lock, Duration timeout),
     (self, lock, timeout))
WRAP(bool, _ZN4absl7debian37CondVar16WaitWithDeadlineEPNS0_5MutexENS0_4TimeE,
     awaiting, lock, (CondVar * self, Mutex *lock, Time deadline),
     (self, lock, deadline))
WRAP(void, _ZN4absl7debian312Notification6NotifyEv, releasing, event,
     (Notification * event), (event))
WRAP(void, _ZNK4absl7debian312Notification19WaitForNotificationEv, acquiring,
     event, (const Notification *event), (event))
WRAP(
    bool,
    _ZNK4absl7debian312Notification30WaitForNotificationWithTimeoutENS0_8DurationE,
    acquiring, event, (const Notification *event, Duration timeout),
    (event, timeout))
WRAP(
    bool,
    _ZNK4absl7debian312Notification31WaitForNotificationWithDeadlineENS0_4TimeE,
    acquiring, event, (const Notification *event, Time deadline),
    (event, deadline))
