//===- GeneratedCall.cpp - entering and leaving generated code ------------===//
//
// Generated code is C: it reports a failed assertion through `fail`, which must
// not return, and frees nothing on the way. So a call is a setjmp (enter()),
// and `fail` is a longjmp to the innermost one of its thread (`jumpTarget`). A
// slice of a parallel loop runs on any thread and gets a setjmp of its own;
// once all slices have ended, the thread that called the loop jumps out of the
// call. longjmp runs no destructors: no object that has one is alive between a
// setjmp and generated code, and the call's blocks are taken back by
// Allocator::reclaim().
//
//===----------------------------------------------------------------------===//

#include "client/runtime/GeneratedCall.h"

#include "absl/strings/str_cat.h"

#include <atomic>
#include <csetjmp>
#include <mutex>
#include <string>

namespace ingot::runtime {
namespace {

/// Where `fail` jumps to: the innermost call or slice of this thread.
thread_local jmp_buf *jumpTarget = nullptr;

/// One call's state, which generated code hands back as `user`.
struct CallState {
  Allocator *allocator = nullptr;
  ThreadPool *threads = nullptr;
  std::mutex mutex;
  std::string failure; ///< The first message, guarded by `mutex`.
  std::atomic<bool> failed{false};

  void report(const char *message) {
    std::lock_guard<std::mutex> lock(mutex);
    if (!failed.exchange(true))
      failure = message;
  }
};

[[noreturn]] void fail(void *user, const char *message) {
  static_cast<CallState *>(user)->report(message);
  longjmp(*jumpTarget, 1);
}

void *allocate(void *user, int64_t size, int64_t alignment) {
  void *memory =
      static_cast<CallState *>(user)->allocator->allocate(size, alignment);
  if (!memory)
    fail(user, "out of memory");
  return memory;
}

void release(void *user, void *memory) {
  static_cast<CallState *>(user)->allocator->release(memory);
}

/// Runs one slice so that a failure in it ends the slice and nothing more.
void runSlice(ingot_task task, void *environment, int64_t begin, int64_t end) {
  jmp_buf here;
  jmp_buf *outer = jumpTarget;
  jumpTarget = &here;
  if (setjmp(here) == 0)
    task(environment, begin, end);
  jumpTarget = outer;
}

void parallelFor(void *user, ingot_task task, void *environment,
                 int64_t count) {
  auto &state = *static_cast<CallState *>(user);
  if (!state.threads) {
    // A failure leaves the call by itself.
    if (count > 0)
      task(environment, 0, count);
    return;
  }
  state.threads->run(
      count,
      [&](int64_t begin, int64_t end) {
        if (!state.failed)
          runSlice(task, environment, begin, end);
      },
      reinterpret_cast<const void *>(task));
  // Only the thread that called the loop can leave the call.
  if (state.failed)
    longjmp(*jumpTarget, 1);
}

/// Enters generated code; false when `fail` left it. A function of its own,
/// because no object with a destructor may be alive between setjmp and longjmp.
bool enter(const ingot_entry &entry, const ingot_call &call,
           const ingot_tensor *arguments, ingot_tensor *results) {
  jmp_buf here;
  jmp_buf *outer = jumpTarget;
  jumpTarget = &here;
  bool completed = false;
  if (setjmp(here) == 0) {
    entry.invoke(&call, arguments, results);
    completed = true;
  }
  jumpTarget = outer;
  return completed;
}

} // namespace

absl::Status callGenerated(const ingot_entry &entry,
                           const CallResources &resources,
                           const ingot_tensor *arguments,
                           ingot_tensor *results) {
  CallState state;
  state.allocator = resources.allocator;
  state.threads = resources.threads;
  ingot_call call{&state,
                  allocate,
                  release,
                  parallelFor,
                  fail,
                  resources.constants,
                  resources.states,
                  resources.customOps};
  if (enter(entry, call, arguments, results))
    return absl::OkStatus();
  resources.allocator->reclaim();
  return absl::FailedPreconditionError(
      absl::StrCat("'", entry.name, "' cannot go on: ", state.failure));
}

std::vector<int64_t> shapeOf(const ingot_type &type) {
  return {type.sizes, type.sizes + type.rank};
}

std::vector<int64_t> denseStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

} // namespace ingot::runtime
