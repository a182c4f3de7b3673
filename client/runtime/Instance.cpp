//===- Instance.cpp - an executable with constants and state --------------===//
//
// Constants are bound once, in place where the file is mapped at a multiple of
// 64 and by copy otherwise; those that the executable derives from them are
// shared with its other instances (DerivedConstants.h). Results live in the
// allocator's blocks, so each keeps the allocator alive.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Instance.h"
#include "client/runtime/DerivedConstants.h"
#include "client/runtime/GeneratedCall.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cstring>

namespace ingot::runtime {
namespace {

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
  std::string identity;       ///< Of the constants given: digests or addresses.
  std::shared_ptr<const DerivedConstants> derived;
  std::vector<const void *> constants; ///< Those given, then those derived.
  std::vector<Tensor> states;
  std::vector<void *> statePointers;
  std::unique_ptr<CustomBindings> customOps;

  absl::Status bindConstants();
  absl::Status deriveConstants();
  absl::StatusOr<const void *> bind(const ingot_constant &constant,
                                    std::string &digest);
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
Instance::State::bind(const ingot_constant &constant, std::string &digest) {
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
    digest = entry->digest;
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
  digest = constant.digest;
  return copy(constant, *bytes);
}

absl::Status Instance::State::bindConstants() {
  const ingot_executable &table = executable->table();
  std::vector<std::string> missing;
  for (int64_t i = 0; i < table.constant_count; ++i) {
    std::string digest;
    absl::StatusOr<const void *> bound = bind(table.constants[i], digest);
    if (!bound.ok())
      return bound.status();
    if (!*bound)
      missing.push_back(table.constants[i].name);
    constants.push_back(*bound);
    // An address stands for its bytes as long as an instance holds them, and
    // longer nothing is derived from them.
    absl::StrAppend(&identity,
                    digest.empty() ? absl::StrCat(absl::Hex(
                                         reinterpret_cast<uintptr_t>(*bound)))
                                   : digest,
                    " ");
  }
  if (missing.empty())
    return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(
      executable->path(),
      ": needs constants that were not given: ", absl::StrJoin(missing, ", "),
      "; put their safetensors file beside it or name it by --constants"));
}

absl::Status Instance::State::deriveConstants() {
  auto made = executable->derived().bind(identity, executable->table(),
                                         constants, options.threads.get());
  if (!made.ok())
    return absl::Status(
        made.status().code(),
        absl::StrCat(executable->path(),
                     ": constants cannot be bound: ", made.status().message()));
  derived = *std::move(made);
  constants.insert(constants.end(), derived->data().begin(),
                   derived->data().end());
  return absl::OkStatus();
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
  if (absl::Status status = state->deriveConstants(); !status.ok())
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
  CallResources resources{
      state_->allocator.get(), state_->options.threads.get(),
      state_->constants.data(), state_->statePointers.data(),
      state_->customOps->table()};
  if (absl::Status status = callGenerated(entry, resources, operands.in.data(),
                                          operands.out.data());
      !status.ok())
    return status;
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
