//===- Library.cpp - XNNPACK as a library of custom ops -------------------===//
//
// The table that executables for targets with XNNPACK take functions from
// (proto/abi/library.h). An instance keeps its operators (Kept.h). Threads are
// of the process: those of a call are the ones that no other call has just now.
//
//===----------------------------------------------------------------------===//

#include "proto/abi/library.h"
#include "client/libraries/xnnpack/Kept.h"

#include <pthreadpool.h>

#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>

namespace ingot::xnnpack {
namespace {

/// Threads for one call at a time. Thread-safe. They are never ended: nothing
/// says when the last call was.
class Pool {
public:
  /// Those of all calls with so many threads.
  static Pool &of(int64_t threads) {
    static auto *const mutex = new std::mutex;
    static auto *const pools = new std::map<int64_t, Pool>;
    std::lock_guard<std::mutex> lock(*mutex);
    return pools->try_emplace(threads, threads).first->second;
  }
  explicit Pool(int64_t threads)
      : made_(pthreadpool_create(static_cast<size_t>(threads))) {}

  /// Locks the pool, if no other call has it.
  std::unique_lock<std::mutex> tryLock() {
    return std::unique_lock<std::mutex>(mutex_, std::try_to_lock);
  }
  /// Null if the system had no threads to give.
  pthreadpool_t get() const { return made_; }

private:
  std::mutex mutex_;
  const pthreadpool_t made_;
};

/// A call that finds its threads busy does its work alone: results are the
/// same.
void execute(Operator &made, const void *x, void *y, int64_t threads) {
  if (threads <= 1)
    return made.run(x, y, nullptr);
  Pool &pool = Pool::of(threads);
  std::unique_lock<std::mutex> lock = pool.tryLock();
  made.run(x, y, lock ? pool.get() : nullptr);
}

/// True if what XNNPACK reads behind `bytes` of `memory` may be on a page that
/// is not there.
bool endsAtPage(const void *memory, size_t bytes) {
  constexpr uintptr_t kPage = 4096;
  const uintptr_t end = reinterpret_cast<uintptr_t>(memory) + bytes;
  return (end - 1) / kPage != (end - 1 + XNN_EXTRA_BYTES) / kPage;
}

/// What run() does before and after memory is asked for: returns a text, or
/// null. The text lives as long as the thread's next call.
template <typename Action> const char *guarded(Action action) {
  thread_local std::string message;
  try {
    action();
    return nullptr;
  } catch (const std::exception &failure) {
    message = failure.what();
  }
  return message.c_str();
}

template <Operator::Kind kind>
const char *run(const ingot_custom_binding *self, const ingot_call *call,
                const ingot_tensor *operands, ingot_tensor *results) {
  // Nothing here has a destructor: `allocate` may leave by a jump.
  auto *context = static_cast<ingot_library_context *>(self->user);
  Operator *made = nullptr;
  if (const char *failure = guarded([&] {
        if (!context)
          throw std::invalid_argument("is called without a loader's context");
        made = &Kept::of(*context).find(kind, *self->op, operands);
      }))
    return failure;
  const ingot_type &type = self->op->results[0];
  void *y = ingot_allocate_result(call, &results[0], type.rank, type.sizes, 1);
  const void *x = operands[0].data;
  void *copy = nullptr;
  if (const size_t bytes = made->inputBytes(); endsAtPage(x, bytes)) {
    copy = call->allocate(call->user,
                          static_cast<int64_t>(bytes + XNN_EXTRA_BYTES),
                          INGOT_ALIGNMENT);
    x = std::memcpy(copy, x, bytes);
  }
  const char *failure =
      guarded([&] { execute(*made, x, y, context->threads); });
  if (copy)
    call->release(call->user, copy);
  return failure;
}

} // namespace
} // namespace ingot::xnnpack

extern "C" __attribute__((visibility("default"))) const ingot_library *
ingot_library_v1() {
  using namespace ingot::xnnpack;
  using Kind = Operator::Kind;
  static const ingot_library_function kFunctions[] = {
      {"xnnpack.convolution", run<Kind::Convolution>},
      {"xnnpack.depthwise", run<Kind::Depthwise>},
      {"xnnpack.fully_connected", run<Kind::FullyConnected>},
  };
  // XNNPACK knows no version of its own; this is the number that its shared
  // object is linked by, libXNNPACK.so.0.
  static const ingot_library kLibrary = {
      INGOT_LIBRARY_ABI_VERSION_KEPT, "xnnpack", "0",
      sizeof(kFunctions) / sizeof(kFunctions[0]), kFunctions};
  return &kLibrary;
}
