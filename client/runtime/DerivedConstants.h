//===- DerivedConstants.h - constants computed from constants ---*- C++ -*-===//
//
// An executable of version 3 says which of its functions make further constants
// of those that it is given. They run once for each set of constants, however
// many instances are bound to it, and with a folder for results once for all
// processes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_DERIVEDCONSTANTS_H
#define INGOT_CLIENT_RUNTIME_DERIVEDCONSTANTS_H

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "client/runtime/Allocator.h"
#include "client/runtime/ThreadPool.h"
#include "proto/abi/executable.h"

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ingot::runtime {

class ResultFolder;

/// Whether an executable computes constants at all.
bool hasDerivations(const ingot_executable &table);

/// How many initialisers of an executable were bound in which way.
struct InitialiserCounts {
  int64_t ran = 0;
  int64_t found = 0;   ///< Another instance or process had run it.
  int64_t notKept = 0; ///< Of those that ran: its results are worth keeping in
                       ///< the folder that there is, and were not kept.
};

/// What computing derived constants may use.
struct DeriveOptions {
  ThreadPool *threads = nullptr;   ///< Null: the caller's thread.
  ResultFolder *results = nullptr; ///< Where they are kept. Null: nowhere.
  /// Opens the executable; asked if something is kept. -1: it cannot be read.
  std::function<int()> openFile;
};

/// The results of an executable's derivations. Immutable.
class DerivedConstants {
public:
  /// Finds or runs all derivations of `table` on `constants`, one pointer per
  /// entry of its constants. FAILED_PRECONDITION when one cannot go on.
  static absl::StatusOr<std::shared_ptr<const DerivedConstants>>
  compute(const ingot_executable &table,
          const std::vector<const void *> &constants,
          const DeriveOptions &options);

  /// One pointer per result, at multiples of 64, in the order of derivations.
  const std::vector<const void *> &data() const { return data_; }
  const InitialiserCounts &counts() const { return counts_; }
  ~DerivedConstants();

private:
  DerivedConstants();

  Allocator allocator_; ///< Owns what `computed_` points to.
  std::vector<void *> computed_;
  std::vector<std::shared_ptr<const void>> mappings_;
  std::vector<const void *> data_; ///< Of either.
  InitialiserCounts counts_;
};

/// What instances of one executable derived and still use. Thread-safe.
class DerivedConstantsTable {
public:
  /// What an instance gets, and how.
  struct Bound {
    std::shared_ptr<const DerivedConstants> constants;
    InitialiserCounts counts;
  };

  /// What was derived from the constants of this `identity` before and is still
  /// in use, or what is derived now; who asks meanwhile waits.
  absl::StatusOr<Bound> bind(const std::string &identity,
                             const ingot_executable &table,
                             const std::vector<const void *> &constants,
                             const DeriveOptions &options);

private:
  absl::Mutex mutex_;
  std::map<std::string, std::weak_ptr<const DerivedConstants>>
      known_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_DERIVEDCONSTANTS_H
