//===- DerivedConstants.h - constants computed from constants ---*- C++ -*-===//
//
// An executable of version 3 says which of its functions make further constants
// of those that it is given. They run once for each set of constants, however
// many instances are bound to it.
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

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ingot::runtime {

/// The results of an executable's derivations. Immutable.
class DerivedConstants {
public:
  /// Runs all derivations of `table` on `constants`, one pointer per entry of
  /// its constants. FAILED_PRECONDITION when one cannot go on.
  static absl::StatusOr<std::shared_ptr<const DerivedConstants>>
  compute(const ingot_executable &table,
          const std::vector<const void *> &constants, ThreadPool *threads);

  /// One pointer per result, at multiples of 64, in the order of derivations.
  const std::vector<const void *> &data() const { return data_; }
  ~DerivedConstants();

private:
  DerivedConstants();

  Allocator allocator_; ///< Owns what `data_` points to.
  std::vector<const void *> data_;
};

/// What instances of one executable derived and still use. Thread-safe.
class DerivedConstantsTable {
public:
  /// What was derived from the constants of this `identity` before and is still
  /// in use, or what is derived now; who asks meanwhile waits.
  absl::StatusOr<std::shared_ptr<const DerivedConstants>>
  bind(const std::string &identity, const ingot_executable &table,
       const std::vector<const void *> &constants, ThreadPool *threads);

private:
  absl::Mutex mutex_;
  std::map<std::string, std::weak_ptr<const DerivedConstants>>
      known_ ABSL_GUARDED_BY(mutex_);
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_DERIVEDCONSTANTS_H
