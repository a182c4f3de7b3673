//===- Instance.h - an executable with constants and state ------*- C++ -*-===//
//
// Constants are bound once and shared; every instance has state of its own.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_INSTANCE_H
#define INGOT_CLIENT_RUNTIME_INSTANCE_H

#include "absl/status/statusor.h"
#include "client/runtime/Allocator.h"
#include "client/runtime/CustomOps.h"
#include "client/runtime/Executable.h"
#include "client/runtime/ResultFolder.h"
#include "client/runtime/Tensor.h"
#include "client/runtime/TensorFile.h"
#include "client/runtime/ThreadPool.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ingot::runtime {

/// What an instance uses. All of it may be shared between instances.
struct InstanceOptions {
  /// Searched for constants by name, in order.
  std::vector<std::shared_ptr<const TensorFile>> constants;
  /// Asked for the bytes of a constant that no file has, by its digest (64
  /// hexadecimal digits), which what it returns must have. Absent: no such
  /// constants can be bound.
  std::function<absl::StatusOr<std::string>(const std::string &digest,
                                            int64_t size)>
      fetch;
  /// What computes the custom ops of the executable. Those that come from a
  /// library need none: it is looked for beside the executable, then where the
  /// system looks.
  CustomFunctions customOps;
  /// Runs parallel loops; null: the caller's thread runs them.
  std::shared_ptr<ThreadPool> threads;
  /// Keeps what initialisers make of constants, for later instances of any
  /// process, which then read its files in place. Absent: only instances of the
  /// same executable and constants that live at the same time share it.
  std::shared_ptr<ResultFolder> results;
  /// Where calls take memory for intermediate buffers and results. What they
  /// free is kept for the next call, and given back with the instance and its
  /// last result.
  MemorySource memory;
};

/// An executable that can be called. One call at a time; different instances
/// are independent.
class Instance {
public:
  /// Binds constants and custom ops and sets state to its start values.
  /// NOT_FOUND lists every constant or custom op that could not be bound.
  static absl::StatusOr<std::unique_ptr<Instance>>
  create(std::shared_ptr<const Executable> executable, InstanceOptions options);
  ~Instance();

  /// Runs an entry. INVALID_ARGUMENT when the arguments do not fit it, naming
  /// the first that does not; FAILED_PRECONDITION when an assertion of the
  /// program, or a function of a custom op, failed. Results live on their own,
  /// longer than the instance if need be.
  absl::StatusOr<std::vector<Tensor>>
  call(const ingot_entry &entry, const std::vector<Tensor> &arguments);

  /// Sets state back to its start values.
  void reset();

  /// How many initialisers ran when it was created, and how many did not.
  const InitialiserCounts &initialisers() const;

private:
  struct State;
  class Operands;
  explicit Instance(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_INSTANCE_H
