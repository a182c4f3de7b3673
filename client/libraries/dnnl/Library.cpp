//===- Library.cpp - oneDNN as a library of custom ops --------------------===//
//
// The table that executables for targets with oneDNN take functions from
// (proto/abi/library.h). Primitives are kept for as long as the process lives:
// making one generates code. They are found by the attributes of the call, in
// which all is that they are made of, and by how many threads run them.
//
// oneDNN brings threads of its own, OpenMP's. It may use as many as the caller
// lends to the call.
//
//===----------------------------------------------------------------------===//

#include "proto/abi/library.h"
#include "client/libraries/dnnl/Primitives.h"

#include <dlfcn.h>

#include <exception>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace ingot::onednn {
namespace {

using Prepare = Prepared (*)(const nlohmann::json &attributes);

/// Primitives by threads, function and attributes. Thread-safe.
class Cache {
public:
  std::shared_ptr<const Prepared> get(const ingot_custom_op &op,
                                      Prepare prepare, int threads) {
    std::string key = std::to_string(threads) + op.name + ' ' + op.attributes;
    {
      std::shared_lock<std::shared_mutex> lock(mutex_);
      auto known = made_.find(key);
      if (known != made_.end())
        return known->second;
    }
    auto made = std::make_shared<const Prepared>(
        prepare(nlohmann::json::parse(op.attributes)));
    std::unique_lock<std::shared_mutex> lock(mutex_);
    // Of two that were made at the same time the first is kept.
    return made_.emplace(std::move(key), std::move(made)).first->second;
  }

private:
  std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const Prepared>> made_;
};

/// Sets how many threads OpenMP uses for calls from this thread.
void setThreads(int threads) {
  using Set = void (*)(int);
  // oneDNN brought it along; it is asked for by name because compilers bring
  // libraries of their own.
  static const auto set = reinterpret_cast<Set>([] {
    void *loaded = dlopen("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
    return loaded ? dlsym(loaded, "omp_set_num_threads") : nullptr;
  }());
  thread_local int current = 0;
  if (set && current != threads) {
    set(threads);
    current = threads;
  }
}

/// Memory of one call of ours, released behind it. Nothing here has a
/// destructor: `allocate` may leave the call by a jump.
void *lent(const ingot_call *call, size_t bytes) {
  return call->allocate(call->user, static_cast<int64_t>(bytes),
                        INGOT_ALIGNMENT);
}

/// Computes `result` of `operands`. `temporary` has room for what is copied and
/// for the primitive's own needs, in that order.
void execute(const Prepared &prepared, const ingot_tensor *operands,
             void *result, char *temporary) {
  thread_local dnnl::stream stream(cpuEngine());
  std::unordered_map<int, dnnl::memory> all;
  for (const Prepared::Argument &argument : prepared.arguments) {
    void *data = argument.number ? argument.number.get()
                                 : operands[argument.operand].data;
    dnnl::memory given(argument.given, cpuEngine(), data);
    if (!argument.wanted) {
      all.emplace(argument.name, std::move(given));
      continue;
    }
    dnnl::memory copied(*argument.wanted, cpuEngine(), temporary);
    temporary += (argument.wanted->get_size() + INGOT_ALIGNMENT - 1) /
                 INGOT_ALIGNMENT * INGOT_ALIGNMENT;
    argument.reorder.execute(stream,
                             {{DNNL_ARG_FROM, given}, {DNNL_ARG_TO, copied}});
    all.emplace(argument.name, std::move(copied));
  }
  all.emplace(DNNL_ARG_DST, dnnl::memory(prepared.result, cpuEngine(), result));
  all.emplace(DNNL_ARG_SCRATCHPAD,
              dnnl::memory(prepared.scratchpad, cpuEngine(), temporary));
  prepared.primitive.execute(stream, all);
  stream.wait();
}

size_t temporaryBytes(const Prepared &prepared) {
  size_t bytes = prepared.scratchpad.get_size();
  for (const Prepared::Argument &argument : prepared.arguments)
    if (argument.wanted)
      bytes += argument.wanted->get_size() + INGOT_ALIGNMENT;
  return bytes;
}

/// What run() does before and after memory is asked for: returns a text, or
/// null. The text lives as long as the thread's next call.
template <typename Action> const char *guarded(Action action) {
  thread_local std::string message;
  try {
    action();
    return nullptr;
  } catch (const dnnl::error &failure) {
    message = std::string("oneDNN: ") + failure.message;
  } catch (const std::exception &failure) {
    message = failure.what();
  }
  return message.c_str();
}

template <Prepare prepare>
const char *run(const ingot_custom_binding *self, const ingot_call *call,
                const ingot_tensor *operands, ingot_tensor *results) {
  static Cache cache;
  const auto *context = static_cast<const ingot_library_context *>(self->user);
  int threads = context ? static_cast<int>(context->threads) : 1;
  // Kept by the cache for good.
  const Prepared *prepared = nullptr;
  if (const char *failure = guarded([&] {
        setThreads(threads);
        prepared = cache.get(*self->op, prepare, threads).get();
      }))
    return failure;
  const ingot_type &type = self->op->results[0];
  void *result = ingot_allocate_result(call, &results[0], type.rank, type.sizes,
                                       sizeof(float));
  const size_t bytes = temporaryBytes(*prepared);
  void *temporary = bytes ? lent(call, bytes) : nullptr;
  const char *failure = guarded([&] {
    execute(*prepared, operands, result, static_cast<char *>(temporary));
  });
  if (temporary)
    call->release(call->user, temporary);
  return failure;
}

const char *versionText() {
  static const std::string *const text = [] {
    const dnnl_version_t *version = dnnl_version();
    return new std::string(std::to_string(version->major) + '.' +
                           std::to_string(version->minor) + '.' +
                           std::to_string(version->patch));
  }();
  return text->c_str();
}

} // namespace
} // namespace ingot::onednn

extern "C" __attribute__((visibility("default"))) const ingot_library *
ingot_library_v1() {
  using namespace ingot::onednn;
  static const ingot_library_function kFunctions[] = {
      {"dnnl.matmul", run<prepareMatmul>},
      {"dnnl.convolution", run<prepareConvolution>},
      {"dnnl.pooling", run<preparePooling>},
      {"dnnl.softmax", run<prepareSoftmax>},
      {"dnnl.layer_norm", run<prepareLayerNorm>},
  };
  static const ingot_library kLibrary = {
      INGOT_LIBRARY_ABI_VERSION, "dnnl", versionText(),
      sizeof(kFunctions) / sizeof(kFunctions[0]), kFunctions};
  return &kLibrary;
}
