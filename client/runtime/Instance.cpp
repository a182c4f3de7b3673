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
#include "client/runtime/ManifestFields.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cstring>
#include <filesystem>
#include <unordered_map>

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
  std::string identity; ///< Of the constants given: addresses, or the digests
                        ///< of those that were fetched.
  DerivedConstantsTable::Bound derived;
  std::vector<const void *> constants; ///< Those given, then those derived.
  std::vector<Tensor> states;
  std::vector<void *> statePointers;
  std::unique_ptr<CustomBindings> customOps;
  /// Of each entry that was called.
  std::unordered_map<const ingot_entry *, std::unique_ptr<Operands>> operands;

  Operands &operandsOf(const ingot_entry &entry);
  absl::Status bindConstants();
  absl::Status deriveConstants();
  /// `digest` is set for bytes that are known to have it; what a file says of
  /// itself is not.
  /// `element` is Constant.element of its manifest.
  absl::StatusOr<const void *> bind(const ingot_constant &constant,
                                    std::string_view element,
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
Instance::State::bind(const ingot_constant &constant, std::string_view element,
                      std::string &digest) {
  for (const auto &file : options.constants) {
    const StoredTensor *entry = file->find(constant.name);
    if (!entry)
      continue;
    const ElementType type = constant.type.element;
    const std::vector<int64_t> shape = shapeOf(constant.type);
    const bool isHeld = entry->holds(type, shape, element);
    const std::string_view bytes =
        isHeld ? entry->bytesAs(type) : std::string_view();
    // Bytes of the digest that it was compiled with are such values.
    const bool isKnown = *constant.digest && entry->digest == constant.digest;
    if (!isHeld || static_cast<int64_t>(bytes.size()) != constant.size ||
        (!isKnown && !entry->holdsValues(element)))
      return absl::InvalidArgumentError(
          absl::StrCat("constant '", constant.name, "' of the constants file ",
                       entry->faultAs(type, shape, element)));
    if (*constant.digest && !entry->digest.empty() &&
        entry->digest != constant.digest)
      return absl::InvalidArgumentError(absl::StrCat(
          "constant '", constant.name,
          "' of the constants file has other values than the executable was "
          "compiled with; the file belongs to another executable"));
    if (isAligned(bytes.data()))
      return bytes.data();
    return copy(constant, bytes);
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
  std::vector<std::string_view> elements =
      elementsOfConstants({static_cast<const char *>(table.manifest),
                           static_cast<size_t>(table.manifest_size)});
  elements.resize(table.constant_count);
  for (int64_t i = 0; i < table.constant_count; ++i) {
    std::string digest;
    absl::StatusOr<const void *> bound =
        bind(table.constants[i], elements[i], digest);
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
  if (!hasDerivations(executable->table()))
    return absl::OkStatus();
  DeriveOptions how;
  how.threads = options.threads.get();
  how.results = options.results.get();
  how.openFile = [this] { return executable->openFile(); };
  auto made =
      executable->derived().bind(identity, executable->table(), constants, how);
  if (!made.ok())
    return absl::Status(
        made.status().code(),
        absl::StrCat(executable->path(),
                     ": constants cannot be bound: ", made.status().message()));
  derived = *std::move(made);
  constants.insert(constants.end(), derived.constants->data().begin(),
                   derived.constants->data().end());
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
  const std::string &path = state->executable->path();
  const ThreadPool *threads = state->options.threads.get();
  auto customOps =
      CustomBindings::bind(table, state->options.customOps,
                           std::filesystem::path(path).parent_path().string(),
                           threads ? threads->threads() : 1, state->constants);
  if (!customOps.ok())
    return absl::Status(customOps.status().code(),
                        absl::StrCat(path, ": ", customOps.status().message()));
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

const InitialiserCounts &Instance::initialisers() const {
  return state_->derived.counts;
}

/// The descriptors that generated code reads and writes, of one entry; made
/// once, for an instance runs one call at a time.
class Instance::Operands {
public:
  explicit Operands(const ingot_entry &entry);
  // The descriptors point into the vectors beside them.
  Operands(const Operands &) = delete;
  Operands &operator=(const Operands &) = delete;

  /// Checks the arguments and describes them. Those that are not aligned are
  /// copied, and the copies live until the next call of this or of clear().
  absl::Status fill(const std::vector<Tensor> &given);
  void clear() { copies_.clear(); }

  const ingot_tensor *arguments() const { return descriptors_.data(); }
  ingot_tensor *results() {
    return descriptors_.data() + entry_.argument_count;
  }

private:
  const ingot_entry &entry_;
  std::vector<int64_t> extents_; ///< Sizes, then strides, of each tensor.
  std::vector<ingot_tensor> descriptors_; ///< Arguments, then results.
  std::vector<Tensor> copies_;
};

Instance::Operands::Operands(const ingot_entry &entry) : entry_(entry) {
  size_t extents = 0;
  for (int64_t i = 0; i < entry.argument_count; ++i)
    extents += 2 * static_cast<size_t>(entry.arguments[i].rank);
  for (int64_t i = 0; i < entry.result_count; ++i)
    extents += 2 * static_cast<size_t>(entry.results[i].rank);
  extents_.resize(extents + 1); // An address for those that have no sizes.
  int64_t *next = extents_.data();
  auto describe = [&](const ingot_type &type) {
    descriptors_.push_back({nullptr, next, next + type.rank});
    next += 2 * type.rank;
  };
  for (int64_t i = 0; i < entry.argument_count; ++i)
    describe(entry.arguments[i]);
  for (int64_t i = 0; i < entry.result_count; ++i)
    describe(entry.results[i]);
}

absl::Status Instance::Operands::fill(const std::vector<Tensor> &given) {
  if (static_cast<int64_t>(given.size()) != entry_.argument_count)
    return absl::InvalidArgumentError(
        absl::StrCat("'", entry_.name, "' takes ", entry_.argument_count,
                     " arguments and was given ", given.size()));
  copies_.clear();
  for (size_t i = 0; i < given.size(); ++i) {
    const Tensor *argument = &given[i];
    if (absl::Status status =
            checkArgument(entry_, static_cast<int64_t>(i), *argument);
        !status.ok())
      return status;
    if (!isAligned(argument->data())) {
      auto copy = Tensor::zeros(argument->type(), argument->shape());
      if (!copy.ok())
        return copy.status();
      std::memcpy(copy->data(), argument->data(), argument->byteSize());
      argument = &copies_.emplace_back(*std::move(copy));
    }
    // The executable reads through it only.
    descriptors_[i].data = const_cast<char *>(argument->data());
    int64_t stride = 1;
    for (size_t dim = argument->shape().size(); dim-- > 0;) {
      descriptors_[i].sizes[dim] = argument->shape()[dim];
      descriptors_[i].strides[dim] = stride;
      stride *= argument->shape()[dim];
    }
  }
  return absl::OkStatus();
}

Instance::Operands &Instance::State::operandsOf(const ingot_entry &entry) {
  std::unique_ptr<Operands> &kept = operands[&entry];
  const ingot_executable &table = executable->table();
  // What stands elsewhere may be another entry than the last time.
  bool isOfTable =
      &entry >= table.entries && &entry < table.entries + table.entry_count;
  if (!kept || !isOfTable)
    kept = std::make_unique<Operands>(entry);
  return *kept;
}

absl::StatusOr<std::vector<Tensor>>
Instance::call(const ingot_entry &entry, const std::vector<Tensor> &arguments) {
  Operands &operands = state_->operandsOf(entry);
  if (absl::Status status = operands.fill(arguments); !status.ok())
    return status;
  CallResources resources{
      state_->allocator.get(), state_->options.threads.get(),
      state_->constants.data(), state_->statePointers.data(),
      state_->customOps->table()};
  absl::Status status =
      callGenerated(entry, resources, operands.arguments(), operands.results());
  operands.clear();
  if (!status.ok())
    return status;
  std::vector<Tensor> results;
  results.reserve(static_cast<size_t>(entry.result_count));
  for (int64_t i = 0; i < entry.result_count; ++i) {
    const ingot_tensor &result = operands.results()[i];
    void *data = result.data;
    auto allocator = state_->allocator;
    // From now on the tensor owns the block, and not the call.
    allocator->detach(data);
    results.push_back(Tensor::adopt(
        entry.results[i].element,
        {result.sizes, result.sizes + entry.results[i].rank}, data,
        std::shared_ptr<void>(
            data, [allocator](void *memory) { allocator->release(memory); })));
  }
  return results;
}

} // namespace ingot::runtime
