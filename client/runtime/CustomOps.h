//===- CustomOps.h - operators that the caller supplies ---------*- C++ -*-===//
//
// An executable may call operators that it does not have: those that its target
// held legal and no conversion took. A C function of the type in
// proto/abi/executable.h computes one; here functions and an executable's table
// come together.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_CUSTOMOPS_H
#define INGOT_CLIENT_RUNTIME_CUSTOMOPS_H

#include "absl/status/statusor.h"
#include "proto/abi/executable.h"
#include "proto/abi/library.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ingot::runtime {

/// What computes a custom op.
struct CustomFunction {
  ingot_custom_function run = nullptr;
  /// `self->user` for `run`. Must live as long as instances that use it.
  void *user = nullptr;
  /// Keeps the shared object that `run` is from, if it is from one.
  std::shared_ptr<void> library;
};

/// By the name of the operator, torch.aten.layer_norm. One function serves all
/// entries of that name, whatever their types and attributes: `self->op` says
/// which it is called for.
using CustomFunctions = std::map<std::string, CustomFunction>;

/// A function of a shared object. NOT_FOUND when there is no such file or
/// symbol.
absl::StatusOr<CustomFunction> loadCustomFunction(const std::string &library,
                                                  const std::string &symbol);

/// The function of a custom op from the library that its attributes name
/// (proto/abi/library.h), looked for in `folder`, then where the system looks;
/// nothing if they name none. NOT_FOUND, saying what is needed, when there is
/// no such library or it lacks the function; FAILED_PRECONDITION when it is of
/// another version.
absl::StatusOr<std::optional<CustomFunction>>
loadLibraryFunction(const ingot_custom_op &op, const std::string &folder);

/// `layer_norm(2x?x3xf32, 1xi64) -> 2x?x3xf32`, for people.
std::string describe(const ingot_custom_op &op);

/// The functions of one executable in the order of its table. The results of a
/// function are checked after each call; a function that breaks the contract
/// fails the call with a message. Immutable after `bind`.
class CustomBindings {
public:
  /// Ops that have no function among `functions` are looked for in libraries,
  /// whose functions are told that they may use so many `threads`, and where
  /// `constants` of the instance are, which must stay there as long as this
  /// lives.
  /// NOT_FOUND lists every op that no function is there for; statuses of
  /// loadLibraryFunction().
  static absl::StatusOr<std::unique_ptr<CustomBindings>>
  bind(const ingot_executable &table, const CustomFunctions &functions,
       const std::string &folder = "", int threads = 1,
       const std::vector<const void *> &constants = {});
  /// What functions of libraries kept is dropped.
  ~CustomBindings();
  CustomBindings(const CustomBindings &) = delete;
  CustomBindings &operator=(const CustomBindings &) = delete;

  /// For ingot_call; null if the executable has no custom ops.
  const ingot_custom_binding *table() const {
    return table_.empty() ? nullptr : table_.data();
  }

private:
  CustomBindings() = default;

  /// The function of an op from its library. One that the executable can do
  /// without (`optional` in its attributes) is always there; what it is then
  /// answered about its library is in `present_`.
  absl::StatusOr<std::optional<CustomFunction>> find(const ingot_custom_op &op,
                                                     const std::string &folder);

  ingot_library_context shared_ = {}; ///< What contexts begin as.
  std::map<std::string, ingot_library_context> contexts_; ///< By library.
  std::map<std::string, bool> present_;                   ///< By library.
  std::vector<CustomFunction> functions_;
  /// What the functions see as their own; `table_` has the check in between.
  std::vector<ingot_custom_binding> inner_, table_;
};

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_CUSTOMOPS_H
