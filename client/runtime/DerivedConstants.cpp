//===- DerivedConstants.cpp - constants computed from constants -----------===//
//
// Derivations run one after the other, each on all threads: their kernels are
// cut for that, and results are the same for any number. Memory is the C
// library's and not an instance's, for the results outlive the instance that
// asked first. Those that are kept in a folder are used from there at once, so
// that the first process shares them as well.
//
// The table is kept weakly: new weights in a long-lived process must not keep
// old ones alive.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/DerivedConstants.h"
#include "client/runtime/DerivationKeys.h"
#include "client/runtime/GeneratedCall.h"
#include "client/runtime/MappedFile.h"
#include "client/runtime/ResultFolder.h"

#include <cstdlib>
#include <iterator>
#include <optional>
#include <unistd.h>

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

std::vector<int64_t> resultSizes(const ingot_entry &initialiser) {
  std::vector<int64_t> sizes;
  for (int64_t i = 0; i < initialiser.result_count; ++i)
    sizes.push_back(byteSizeOf(initialiser.results[i]));
  return sizes;
}

/// Runs one initialiser; its results are the caller's to release.
absl::StatusOr<std::vector<void *>> run(const ingot_derivation &derivation,
                                        const std::vector<const void *> &known,
                                        const CallResources &resources) {
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
  std::vector<void *> results;
  for (const ingot_tensor &result : out.tensors) {
    // A later initialiser that fails must not take it away.
    resources.allocator->detach(result.data);
    results.push_back(result.data);
  }
  return results;
}

/// Finds and keeps the results of one executable's derivations.
class Keeper {
public:
  Keeper(const ingot_executable &table, const DeriveOptions &options)
      : table_(table), options_(options) {}

  bool wants(int64_t i) const {
    return options_.results && isKept(*table_.derivations[i].initialiser);
  }

  /// `known` are the constants and all results before.
  std::optional<MappedResults> find(int64_t i,
                                    const std::vector<const void *> &known) {
    if (!wants(i) || !begin())
      return std::nullopt;
    key_ = keys_->keyOf(i, known);
    auto found = options_.results->find(
        key_, resultSizes(*table_.derivations[i].initialiser),
        options_.threads);
    if (found)
      keys_->nameResults(i, key_, known.size());
    return found;
  }

  /// Of what was not found and `made` then.
  std::optional<MappedResults> keep(int64_t i,
                                    const std::vector<const void *> &known,
                                    const std::vector<void *> &made) {
    if (!wants(i) || !keys_ || !keys_->stillHold(i, known))
      return std::nullopt;
    const std::vector<int64_t> sizes =
        resultSizes(*table_.derivations[i].initialiser);
    std::vector<std::string_view> bytes;
    for (size_t k = 0; k < made.size(); ++k)
      bytes.push_back(
          {static_cast<const char *>(made[k]), static_cast<size_t>(sizes[k])});
    auto kept = options_.results->put(key_, bytes, options_.threads);
    if (kept)
      keys_->nameResults(i, key_, known.size());
    return kept;
  }

private:
  /// Maps the executable, once.
  bool begin() {
    if (!isBegun_ && options_.results->fingerprinter() && options_.openFile)
      if (const int file = options_.openFile(); file >= 0) {
        file_ = MappedFile::map(file);
        close(file);
      }
    if (!isBegun_ && file_)
      keys_.emplace(*options_.results->fingerprinter(), file_->bytes(), table_,
                    options_.threads);
    isBegun_ = true;
    return keys_.has_value();
  }

  const ingot_executable &table_;
  const DeriveOptions &options_;
  bool isBegun_ = false;
  std::shared_ptr<const MappedFile> file_;
  std::optional<DerivationKeys> keys_;
  Fingerprint key_{}; ///< Of the last derivation that was looked for.
};

} // namespace

bool hasDerivations(const ingot_executable &table) {
  return table.abi_version >= INGOT_EXECUTABLE_ABI_VERSION_DERIVATIONS &&
         table.derivation_count > 0;
}

DerivedConstants::DerivedConstants() = default;

absl::StatusOr<std::shared_ptr<const DerivedConstants>>
DerivedConstants::compute(const ingot_executable &table,
                          const std::vector<const void *> &constants,
                          const DeriveOptions &options) {
  std::shared_ptr<DerivedConstants> derived(new DerivedConstants);
  if (!hasDerivations(table))
    return derived;
  Keeper keeper(table, options);
  std::vector<const void *> known = constants;
  CallResources resources;
  resources.allocator = &derived->allocator_;
  resources.threads = options.threads;
  for (int64_t i = 0; i < table.derivation_count; ++i) {
    std::optional<MappedResults> mapped = keeper.find(i, known);
    derived->counts_.found += mapped.has_value();
    if (!mapped) {
      absl::StatusOr<std::vector<void *>> made =
          run(table.derivations[i], known, resources);
      if (!made.ok())
        return made.status();
      ++derived->counts_.ran;
      mapped = keeper.keep(i, known, *made);
      derived->counts_.notKept += keeper.wants(i) && !mapped;
      for (void *result : *made)
        if (mapped)
          derived->allocator_.release(result);
        else
          derived->computed_.push_back(result);
      if (!mapped)
        known.insert(known.end(), made->begin(), made->end());
    }
    if (mapped) {
      known.insert(known.end(), mapped->data.begin(), mapped->data.end());
      derived->mappings_.push_back(std::move(mapped->mapping));
    }
  }
  derived->data_.assign(known.begin() + table.constant_count, known.end());
  derived->allocator_.trim();
  return derived;
}

DerivedConstants::~DerivedConstants() {
  for (void *data : computed_)
    allocator_.release(data);
}

absl::StatusOr<DerivedConstantsTable::Bound> DerivedConstantsTable::bind(
    const std::string &identity, const ingot_executable &table,
    const std::vector<const void *> &constants, const DeriveOptions &options) {
  absl::MutexLock lock(&mutex_);
  std::weak_ptr<const DerivedConstants> &entry = known_[identity];
  if (std::shared_ptr<const DerivedConstants> alive = entry.lock()) {
    InitialiserCounts counts;
    counts.found = hasDerivations(table) ? table.derivation_count : 0;
    return Bound{alive, counts};
  }
  auto made = DerivedConstants::compute(table, constants, options);
  if (made.ok())
    entry = *made;
  // Entries of sets that nobody uses any more, this one's too if it failed.
  for (auto it = known_.begin(); it != known_.end();)
    it = it->second.expired() ? known_.erase(it) : std::next(it);
  if (!made.ok())
    return made.status();
  return Bound{*made, (*made)->counts()};
}

} // namespace ingot::runtime
