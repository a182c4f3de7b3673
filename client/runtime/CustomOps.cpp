//===- CustomOps.cpp - operators that the caller supplies -----------------===//
//
// Generated code trusts the results of a custom op: wrong sizes or strides
// would be wrong memory accesses later. So the table that the executable gets
// has runChecked() in each entry, which calls the user's function and checks
// its results. The user's function sees its own binding, `inner_`, as `self`.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/CustomOps.h"
#include "client/runtime/Tensor.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>

namespace ingot::runtime {
namespace {

std::string typeString(const ingot_type &type) {
  return typeName(type.element, {type.sizes, type.sizes + type.rank});
}

std::string typeStrings(const ingot_type *types, int64_t count) {
  std::vector<std::string> texts;
  for (int64_t i = 0; i < count; ++i)
    texts.push_back(typeString(types[i]));
  return absl::StrJoin(texts, ", ");
}

/// Why a result breaks the contract; empty if it does not.
std::string checkResult(const ingot_type &type, const ingot_tensor &result) {
  bool isEmpty = false;
  for (int32_t i = 0; i < type.rank; ++i) {
    int64_t size = result.sizes[i];
    if (size < 0 || (type.sizes[i] >= 0 && size != type.sizes[i]))
      return absl::StrCat("has size ", size, " in dimension ", i);
    isEmpty |= size == 0;
  }
  int64_t stride = 1;
  for (int32_t i = type.rank; i-- > 0;) {
    int64_t size = result.sizes[i];
    if (size > 1 && result.strides[i] != stride)
      return absl::StrCat("has stride ", result.strides[i], " in dimension ", i,
                          ", and dense ones are needed");
    stride *= size;
  }
  if (!result.data && !isEmpty)
    return "has no memory";
  if (reinterpret_cast<uintptr_t>(result.data) % INGOT_ALIGNMENT != 0)
    return absl::StrCat("is not aligned to ", INGOT_ALIGNMENT, " bytes");
  return "";
}

/// Runs the user's function and checks its results. The function may leave by
/// `fail`, which jumps, so no object with a destructor is alive around the
/// call.
const char *runChecked(const ingot_custom_binding *self, const ingot_call *call,
                       const ingot_tensor *operands, ingot_tensor *results) {
  // The contract lets the caller read the message until this thread calls the
  // function again.
  thread_local std::string message;
  const auto *inner = static_cast<const ingot_custom_binding *>(self->user);
  const char *failure = inner->run(inner, call, operands, results);
  if (failure) {
    message = absl::StrCat(self->op->name, ": ", failure);
    return message.c_str();
  }
  for (int64_t i = 0; i < self->op->result_count; ++i) {
    std::string error = checkResult(self->op->results[i], results[i]);
    if (error.empty())
      continue;
    message = absl::StrCat(self->op->name, ": result ", i, " of its function ",
                           error, "; it is ", typeString(self->op->results[i]));
    return message.c_str();
  }
  return nullptr;
}

} // namespace

std::string describe(const ingot_custom_op &op) {
  return absl::StrCat(op.name, "(", typeStrings(op.operands, op.operand_count),
                      ") -> ", typeStrings(op.results, op.result_count));
}

absl::StatusOr<CustomFunction> loadCustomFunction(const std::string &library,
                                                  const std::string &symbol) {
  // A name without a slash would be searched for in the system's folders.
  char *absolute = realpath(library.c_str(), nullptr);
  void *handle =
      dlopen(absolute ? absolute : library.c_str(), RTLD_NOW | RTLD_LOCAL);
  free(absolute);
  if (!handle)
    return absl::NotFoundError(
        absl::StrCat(library, ": cannot be loaded: ", dlerror()));
  CustomFunction function;
  function.library =
      std::shared_ptr<void>(handle, [](void *loaded) { dlclose(loaded); });
  function.run =
      reinterpret_cast<ingot_custom_function>(dlsym(handle, symbol.c_str()));
  if (!function.run)
    return absl::NotFoundError(
        absl::StrCat(library, ": has no function '", symbol, "'"));
  return function;
}

absl::StatusOr<std::unique_ptr<CustomBindings>>
CustomBindings::bind(const ingot_executable &table,
                     const CustomFunctions &functions) {
  std::unique_ptr<CustomBindings> bindings(new CustomBindings);
  if (table.abi_version < INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS)
    return bindings;
  std::vector<std::string> missing;
  for (int64_t i = 0; i < table.custom_op_count; ++i) {
    const ingot_custom_op &op = table.custom_ops[i];
    auto found = functions.find(op.name);
    if (found == functions.end() || !found->second.run) {
      missing.push_back(describe(op));
      continue;
    }
    bindings->functions_.push_back(found->second);
    bindings->inner_.push_back({found->second.run, &op, found->second.user});
  }
  if (!missing.empty())
    return absl::NotFoundError(
        absl::StrCat("needs custom ops that no function was given for: ",
                     absl::StrJoin(missing, "; ")));
  // Only now: the addresses of `inner_` no longer change.
  for (ingot_custom_binding &inner : bindings->inner_)
    bindings->table_.push_back({runChecked, inner.op, &inner});
  return bindings;
}

} // namespace ingot::runtime
