//===- DerivedConstants.cpp - constants computed from constants -----------===//
//
// Derivations run one after the other, each on all threads: their kernels are
// cut for that, and results are the same for any number. Memory is the C
// library's and not an instance's, for the results outlive the instance that
// asked first.
//
// The table is kept weakly: new weights in a long-lived process must not keep
// old ones alive.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/DerivedConstants.h"
#include "client/runtime/GeneratedCall.h"

#include <cstdlib>
#include <iterator>
#include <sys/mman.h>

namespace ingot::runtime {
namespace {

/// Operands or results of one initialiser, and what their descriptors point to.
struct Descriptors {
  std::vector<std::vector<int64_t>> sizes, strides;
  std::vector<ingot_tensor> tensors;

  Descriptors(const ingot_type *types, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      sizes.push_back(shapeOf(types[i]));
      strides.push_back(denseStrides(sizes.back()));
    }
    for (int64_t i = 0; i < count; ++i)
      tensors.push_back({nullptr, sizes[i].data(), strides[i].data()});
  }
};

/// The C library's memory, large blocks in huge pages: more than half of the
/// time that dequantising a table takes are faults of its pages.
MemorySource hugePages() {
  constexpr size_t kHugePage = size_t{2} << 20;
  return {[](size_t size, size_t alignment) -> void * {
            if (size < 2 * kHugePage)
              return std::aligned_alloc(alignment, size);
            size = (size + kHugePage - 1) / kHugePage * kHugePage;
            void *memory = std::aligned_alloc(kHugePage, size);
            if (memory) // It may not be granted, which is as well.
              madvise(memory, size, MADV_HUGEPAGE);
            return memory;
          },
          [](void *memory) { std::free(memory); }};
}

bool hasDerivations(const ingot_executable &table) {
  return table.abi_version >= INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS &&
         table.derivation_count > 0;
}

} // namespace

DerivedConstants::DerivedConstants() : allocator_(hugePages()) {}

absl::StatusOr<std::shared_ptr<const DerivedConstants>>
DerivedConstants::compute(const ingot_executable &table,
                          const std::vector<const void *> &constants,
                          ThreadPool *threads) {
  std::shared_ptr<DerivedConstants> derived(new DerivedConstants);
  if (!hasDerivations(table))
    return derived;
  std::vector<const void *> known = constants;
  CallResources resources;
  resources.allocator = &derived->allocator_;
  resources.threads = threads;
  for (int64_t i = 0; i < table.derivation_count; ++i) {
    const ingot_derivation &derivation = table.derivations[i];
    const ingot_entry &initialiser = *derivation.initialiser;
    Descriptors in(initialiser.arguments, initialiser.argument_count);
    Descriptors out(initialiser.results, initialiser.result_count);
    for (int64_t k = 0; k < initialiser.argument_count; ++k)
      // Initialisers, as entries, do not write through their arguments.
      in.tensors[k].data =
          const_cast<void *>(known[static_cast<size_t>(derivation.inputs[k])]);
    if (absl::Status status = callGenerated(
            initialiser, resources, in.tensors.data(), out.tensors.data());
        !status.ok())
      return status;
    for (const ingot_tensor &result : out.tensors) {
      // A later initialiser that fails must not take it away.
      derived->allocator_.detach(result.data);
      known.push_back(result.data);
      derived->data_.push_back(result.data);
    }
  }
  derived->allocator_.trim();
  return derived;
}

DerivedConstants::~DerivedConstants() {
  for (const void *data : data_)
    allocator_.release(const_cast<void *>(data));
}

absl::StatusOr<std::shared_ptr<const DerivedConstants>>
DerivedConstantsTable::bind(const std::string &identity,
                            const ingot_executable &table,
                            const std::vector<const void *> &constants,
                            ThreadPool *threads) {
  if (!hasDerivations(table))
    return DerivedConstants::compute(table, constants, threads);
  absl::MutexLock lock(&mutex_);
  std::weak_ptr<const DerivedConstants> &entry = known_[identity];
  if (std::shared_ptr<const DerivedConstants> alive = entry.lock())
    return alive;
  auto made = DerivedConstants::compute(table, constants, threads);
  if (made.ok())
    entry = *made;
  // Entries of sets that nobody uses any more, this one's too if it failed.
  for (auto it = known_.begin(); it != known_.end();)
    it = it->second.expired() ? known_.erase(it) : std::next(it);
  return made;
}

} // namespace ingot::runtime
