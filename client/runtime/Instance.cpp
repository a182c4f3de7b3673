//===- Instance.cpp - an executable with constants and state --------------===//
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
// Constants are bound once, in place where the file is mapped at a multiple of
// 64 and by copy otherwise. Results live in the allocator's blocks, so each
// keeps the allocator alive.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Instance.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <atomic>
#include <csetjmp>
#include <cstring>
#include <mutex>

namespace ingot::runtime {
namespace {

/// Where `fail` jumps to: the innermost call or slice of this thread.
thread_local jmp_buf *jumpTarget = nullptr;

std::vector<int64_t> shapeOf(const ingot_type &type) {
  return {type.sizes, type.sizes + type.rank};
}

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
  if (state.threads)
    state.threads->run(count, [&](int64_t begin, int64_t end) {
      if (!state.failed)
        runSlice(task, environment, begin, end);
    });
  else if (count > 0)
    runSlice(task, environment, 0, count);
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

std::vector<int64_t> denseStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

absl::Status checkArgument(const ingot_entry &entry, int64_t number,
                           const Tensor &argument) {
  const ingot_type &type = entry.arguments[number];
  bool fits = argument.type() == type.element &&
              static_cast<int32_t>(argument.shape().size()) == type.rank;
  for (int32_t i = 0; fits && i < type.rank; ++i)
    fits = type.sizes[i] < 0 || type.sizes[i] == argument.shape()[i];
  if (fits)
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "argument ", number, " of '", entry.name, "' is ", argument.typeName(),
      "; it takes ", typeName(type.element, shapeOf(type))));
}

bool isAligned(const void *pointer) {
  return reinterpret_cast<uintptr_t>(pointer) % INGOT_ALIGNMENT == 0;
}

} // namespace

struct Instance::State {
  std::shared_ptr<const Executable> executable;
  InstanceOptions options;
  // Results point into its blocks, so it can outlive the instance.
  std::shared_ptr<Allocator> allocator;
  std::vector<Tensor> copies; ///< Constants that cannot be used in place.
  std::vector<const void *> constants;
  std::vector<Tensor> states;
  std::vector<void *> statePointers;
  std::unique_ptr<CustomBindings> customOps;

  absl::Status bindConstants();
  absl::StatusOr<const void *> bind(const ingot_constant &constant);
  absl::StatusOr<const void *> copy(const ingot_constant &constant,
                                    std::string_view bytes);
};

absl::StatusOr<const void *>
Instance::State::copy(const ingot_constant &constant, std::string_view bytes) {
  absl::StatusOr<Tensor> tensor =
      Tensor::zeros(constant.type.element, shapeOf(constant.type));
  if (!tensor.ok())
    return tensor.status();
  std::memcpy(tensor->data(), bytes.data(), bytes.size());
  copies.push_back(*std::move(tensor));
  return copies.back().data();
}

absl::StatusOr<const void *>
Instance::State::bind(const ingot_constant &constant) {
  for (const auto &file : options.constants) {
    const Safetensors::Entry *entry = file->find(constant.name);
    if (!entry)
      continue;
    if (static_cast<int64_t>(entry->bytes.size()) != constant.size ||
        !entry->holds(constant.type.element, shapeOf(constant.type)))
      return absl::InvalidArgumentError(absl::StrCat(
          "constant '", constant.name, "' of the constants file is not ",
          typeName(constant.type.element, shapeOf(constant.type)),
          ", which the executable needs"));
    if (*constant.digest && !entry->digest.empty() &&
        entry->digest != constant.digest)
      return absl::InvalidArgumentError(absl::StrCat(
          "constant '", constant.name,
          "' of the constants file has other values than the executable was "
          "compiled with; the file belongs to another executable"));
    if (isAligned(entry->bytes.data()))
      return entry->bytes.data();
    return copy(constant, entry->bytes);
  }
  if (!options.fetch || !*constant.digest)
    return nullptr;
  absl::StatusOr<std::string> bytes =
      options.fetch(constant.digest, constant.size);
  if (!bytes.ok())
    return bytes.status();
  if (static_cast<int64_t>(bytes->size()) != constant.size)
    return absl::InvalidArgumentError(absl::StrCat(
        "constant '", constant.name, "' was fetched with a wrong size"));
  return copy(constant, *bytes);
}

absl::Status Instance::State::bindConstants() {
  const ingot_executable &table = executable->table();
  std::vector<std::string> missing;
  for (int64_t i = 0; i < table.constant_count; ++i) {
    absl::StatusOr<const void *> bound = bind(table.constants[i]);
    if (!bound.ok())
      return bound.status();
    if (!*bound)
      missing.push_back(table.constants[i].name);
    constants.push_back(*bound);
  }
  if (missing.empty())
    return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(
      executable->path(),
      ": needs constants that were not given: ", absl::StrJoin(missing, ", "),
      "; put their safetensors file beside it or name it by --constants"));
}

Instance::Instance(std::unique_ptr<State> state) : state_(std::move(state)) {}
Instance::~Instance() = default;

absl::StatusOr<std::unique_ptr<Instance>>
Instance::create(std::shared_ptr<const Executable> executable,
                 InstanceOptions options) {
  auto state = std::make_unique<State>();
  state->executable = std::move(executable);
  state->options = std::move(options);
  state->allocator = std::make_shared<Allocator>(state->options.memory);
  if (absl::Status status = state->bindConstants(); !status.ok())
    return status;
  const ingot_executable &table = state->executable->table();
  auto customOps = CustomBindings::bind(table, state->options.customOps);
  if (!customOps.ok())
    return absl::Status(customOps.status().code(),
                        absl::StrCat(state->executable->path(), ": ",
                                     customOps.status().message(),
                                     "; give one for each in "
                                     "InstanceOptions::customOps, or to ingot "
                                     "run by --custom-op NAME=LIBRARY:SYMBOL"));
  state->customOps = *std::move(customOps);
  for (int64_t i = 0; i < table.state_count; ++i) {
    const ingot_type &type = table.states[i].type;
    absl::StatusOr<Tensor> storage = Tensor::zeros(type.element, shapeOf(type));
    if (!storage.ok())
      return storage.status();
    state->states.push_back(*std::move(storage));
    state->statePointers.push_back(state->states.back().data());
  }
  std::unique_ptr<Instance> instance(new Instance(std::move(state)));
  instance->reset();
  return instance;
}

void Instance::reset() {
  const ingot_executable &table = state_->executable->table();
  for (int64_t i = 0; i < table.state_count; ++i)
    std::memcpy(state_->states[i].data(),
                state_->constants[table.states[i].initial_constant],
                static_cast<size_t>(table.states[i].size));
}

/// The tensors of one call and the descriptors that generated code reads and
/// writes. The descriptors point into the vectors beside them.
struct Instance::Operands {
  std::vector<Tensor> arguments;
  std::vector<std::vector<int64_t>> sizes, strides; ///< Arguments, results.
  std::vector<ingot_tensor> in, out;

  /// Checks the arguments and copies those that are not aligned.
  absl::Status fill(const ingot_entry &entry, const std::vector<Tensor> &given);
};

absl::Status Instance::Operands::fill(const ingot_entry &entry,
                                      const std::vector<Tensor> &given) {
  if (static_cast<int64_t>(given.size()) != entry.argument_count)
    return absl::InvalidArgumentError(
        absl::StrCat("'", entry.name, "' takes ", entry.argument_count,
                     " arguments and was given ", given.size()));
  arguments = given;
  for (int64_t i = 0; i < entry.argument_count; ++i) {
    Tensor &argument = arguments[i];
    if (absl::Status status = checkArgument(entry, i, argument); !status.ok())
      return status;
    if (!isAligned(argument.data())) {
      auto copy = Tensor::zeros(argument.type(), argument.shape());
      if (!copy.ok())
        return copy.status();
      std::memcpy(copy->data(), argument.data(), argument.byteSize());
      argument = *std::move(copy);
    }
    sizes.push_back(argument.shape());
    strides.push_back(denseStrides(sizes.back()));
  }
  for (int64_t i = 0; i < entry.result_count; ++i) {
    sizes.emplace_back(entry.results[i].rank);
    strides.emplace_back(entry.results[i].rank);
  }
  // Only now, as the vectors no longer grow.
  for (size_t i = 0; i < sizes.size(); ++i)
    if (i < arguments.size())
      in.push_back({arguments[i].data(), sizes[i].data(), strides[i].data()});
    else
      out.push_back({nullptr, sizes[i].data(), strides[i].data()});
  return absl::OkStatus();
}

absl::StatusOr<std::vector<Tensor>>
Instance::call(const ingot_entry &entry, const std::vector<Tensor> &arguments) {
  Operands operands;
  if (absl::Status status = operands.fill(entry, arguments); !status.ok())
    return status;
  CallState call;
  call.allocator = state_->allocator.get();
  call.threads = state_->options.threads.get();
  ingot_call table{&call,
                   allocate,
                   release,
                   parallelFor,
                   fail,
                   state_->constants.data(),
                   state_->statePointers.data(),
                   state_->customOps->table()};
  if (!enter(entry, table, operands.in.data(), operands.out.data())) {
    state_->allocator->reclaim();
    return absl::FailedPreconditionError(
        absl::StrCat("'", entry.name, "' cannot go on: ", call.failure));
  }
  std::vector<Tensor> results;
  for (int64_t i = 0; i < entry.result_count; ++i) {
    void *data = operands.out[i].data;
    auto allocator = state_->allocator;
    // From now on the tensor owns the block, and not the call.
    allocator->detach(data);
    results.push_back(Tensor::adopt(
        entry.results[i].element,
        std::move(operands.sizes[operands.arguments.size() + i]), data,
        std::shared_ptr<void>(
            data, [allocator](void *memory) { allocator->release(memory); })));
  }
  return results;
}

} // namespace ingot::runtime
