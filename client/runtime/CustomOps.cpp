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

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

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

/// Loads a shared object; what keeps it, or why it could not be.
absl::StatusOr<std::shared_ptr<void>> open(const std::string &file) {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return absl::NotFoundError(
        absl::StrCat(file, ": cannot be loaded: ", dlerror()));
  return std::shared_ptr<void>(handle, [](void *loaded) { dlclose(loaded); });
}

/// Whether "2.6.3" will do where "2.6" is needed: the first numbers are equal,
/// the others at least those.
bool isEnough(const std::string &version, const std::string &needed) {
  std::vector<int64_t> has, wants;
  for (auto [text, numbers] :
       {std::pair(&version, &has), std::pair(&needed, &wants)})
    for (absl::string_view part : absl::StrSplit(*text, '.')) {
      // What is no number ends them, as in "2.6.3-1".
      const size_t digits =
          std::min(part.find_first_not_of("0123456789"), part.size());
      int64_t number;
      if (!absl::SimpleAtoi(part.substr(0, digits), &number))
        break;
      numbers->push_back(number);
      if (digits < part.size())
        break;
    }
  if (has.size() < wants.size() && !has.empty())
    has.resize(wants.size()); // "2" is "2.0".
  return wants.empty() || (!has.empty() && has[0] == wants[0] && has >= wants);
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
  auto handle = open(absolute ? absolute : library);
  free(absolute);
  if (!handle.ok())
    return handle.status();
  CustomFunction function;
  function.library = *handle;
  function.run = reinterpret_cast<ingot_custom_function>(
      dlsym(handle->get(), symbol.c_str()));
  if (!function.run)
    return absl::NotFoundError(
        absl::StrCat(library, ": has no function '", symbol, "'"));
  return function;
}

absl::StatusOr<std::optional<CustomFunction>>
loadLibraryFunction(const ingot_custom_op &op, const std::string &folder) {
  auto attributes =
      nlohmann::json::parse(op.attributes, nullptr, /*allow_exceptions=*/false);
  if (!attributes.is_object() || !attributes.contains("library") ||
      !attributes["library"].is_object())
    return std::nullopt;
  const nlohmann::json &needed = attributes["library"];
  auto member = [&](const char *name) {
    return needed.contains(name) && needed[name].is_string()
               ? needed[name].get<std::string>()
               : "";
  };
  const std::string name = member("name"), file = member("file"),
                    version = member("version");
  // An executable may not say where on this machine something is.
  if (file.empty() || file.find('/') != std::string::npos)
    return absl::InvalidArgumentError(
        absl::StrCat(op.name, ": '", file, "' is not the name of a library"));
  std::string who = absl::StrCat(op.name, " needs the library '", name, "' ",
                                 version, " (", file, ")");
  const std::string beside =
      absl::StrCat(folder.empty() ? "." : folder, "/", file);
  auto handle = open(access(beside.c_str(), F_OK) == 0 ? beside : file);
  if (!handle.ok())
    return absl::NotFoundError(
        absl::StrCat(who, ", and ", handle.status().message()));
  auto get = reinterpret_cast<ingot_library_v1_function>(
      dlsym(handle->get(), INGOT_LIBRARY_SYMBOL));
  const ingot_library *library = get ? get() : nullptr;
  if (!library || library->abi_version < INGOT_LIBRARY_ABI_VERSION ||
      library->abi_version > INGOT_LIBRARY_ABI_VERSION_KEPT || !library->name ||
      !library->version || name != library->name)
    return absl::FailedPreconditionError(
        absl::StrCat(who, ", and that is another library or of another "
                          "interface (" INGOT_LIBRARY_SYMBOL ")"));
  if (!isEnough(library->version, version))
    return absl::FailedPreconditionError(
        absl::StrCat(who, ", and that is version ", library->version));
  const int64_t count = library->functions ? library->function_count : 0;
  for (int64_t i = 0; i < count; ++i) {
    const ingot_library_function &function = library->functions[i];
    if (function.name && function.run &&
        function.name == std::string_view(op.name))
      return CustomFunction{function.run, nullptr, *handle};
  }
  return absl::NotFoundError(absl::StrCat(
      who, ", and version ", library->version, " of it has no such function"));
}

/// True for an op that the executable can do without: it has kernels for the
/// same, and asks by `LIBRARY.present` which to use.
static bool isOptional(const ingot_custom_op &op) {
  auto attributes =
      nlohmann::json::parse(op.attributes, nullptr, /*allow_exceptions=*/false);
  // An operator may call an attribute of its own so, of any type.
  return attributes.is_object() && attributes.contains("optional") &&
         attributes["optional"] == true;
}

/// Answers `LIBRARY.present`: whether all functions of the library are there.
static const char *answerPresence(const ingot_custom_binding *self,
                                  const ingot_call *call, const ingot_tensor *,
                                  ingot_tensor *results) {
  auto *answer = static_cast<uint8_t *>(
      ingot_allocate_result(call, &results[0], 0, nullptr, 1));
  *answer = *static_cast<const bool *>(self->user);
  return nullptr;
}

/// In place of a function that is not there; never called.
static const char *absent(const ingot_custom_binding *, const ingot_call *,
                          const ingot_tensor *, ingot_tensor *) {
  return "its library was not there when the executable was loaded";
}

absl::StatusOr<std::optional<CustomFunction>>
CustomBindings::find(const ingot_custom_op &op, const std::string &folder) {
  const std::string_view name = op.name;
  const std::string family(name.substr(0, name.find('.')));
  const bool canBeAbsent = isOptional(op);
  // An answer of true is what the other functions take back.
  bool &isPresent = present_.try_emplace(family, true).first->second;
  if (canBeAbsent && name == family + ".present")
    return CustomFunction{answerPresence, &isPresent, nullptr};
  auto loaded = loadLibraryFunction(op, folder);
  if (loaded.ok() && *loaded)
    (*loaded)->user = &contexts_.try_emplace(family, shared_).first->second;
  // One that names no library has none that could be absent.
  if (!canBeAbsent || loaded.ok())
    return loaded;
  isPresent = false;
  return CustomFunction{absent, nullptr, nullptr};
}

CustomBindings::~CustomBindings() {
  // While the libraries are loaded.
  for (auto &[library, context] : contexts_)
    if (context.kept && context.drop)
      context.drop(context.kept);
}

absl::StatusOr<std::unique_ptr<CustomBindings>>
CustomBindings::bind(const ingot_executable &table,
                     const CustomFunctions &functions,
                     const std::string &folder, int threads,
                     const std::vector<const void *> &constants) {
  std::unique_ptr<CustomBindings> bindings(new CustomBindings);
  bindings->shared_ = {threads, nullptr, nullptr,
                       static_cast<int64_t>(constants.size()),
                       constants.data()};
  if (table.abi_version < INGOT_EXECUTABLE_ABI_VERSION_CUSTOM_OPS)
    return bindings;
  std::vector<std::string> missing;
  for (int64_t i = 0; i < table.custom_op_count; ++i) {
    const ingot_custom_op &op = table.custom_ops[i];
    auto given = functions.find(op.name);
    std::optional<CustomFunction> found;
    if (given != functions.end() && given->second.run) {
      found = given->second;
    } else {
      auto loaded = bindings->find(op, folder);
      if (!loaded.ok())
        return loaded.status();
      found = *loaded;
    }
    if (!found) {
      missing.push_back(describe(op));
      continue;
    }
    bindings->functions_.push_back(*found);
    bindings->inner_.push_back({found->run, &op, found->user});
  }
  if (!missing.empty())
    return absl::NotFoundError(
        absl::StrCat("needs custom ops that no function was given for: ",
                     absl::StrJoin(missing, "; "),
                     "; give one for each in InstanceOptions::customOps, or to "
                     "ingot run by --custom-op NAME=LIBRARY:SYMBOL"));
  // Only now: the addresses of `inner_` no longer change.
  for (ingot_custom_binding &inner : bindings->inner_)
    bindings->table_.push_back({runChecked, inner.op, &inner});
  return bindings;
}

} // namespace ingot::runtime
