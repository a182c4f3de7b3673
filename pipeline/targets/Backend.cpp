//===- Backend.cpp - the registered backends ------------------------------===//
//
// A list that only grows, so that pointers into it stay. What is the same for
// every backend stands here: which one takes a target, and what the fields mean
// that all of them share. A backend checks what is left.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/Backend.h"
#include "pipeline/targets/Plugins.h"
#include "proto/text/NearestName.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <set>

namespace ingot::pipeline {

static std::vector<std::unique_ptr<Backend>> &registry() {
  static auto *const list = new std::vector<std::unique_ptr<Backend>>;
  return *list;
}

void registerBackend(std::unique_ptr<Backend> backend) {
  assert(llvm::none_of(registry(), [&](auto &other) {
    return other->name() == backend->name();
  }));
  registry().push_back(std::move(backend));
}

llvm::ArrayRef<std::unique_ptr<Backend>> backends() { return registry(); }

llvm::Error targetError(const llvm::Twine &field, const llvm::Twine &what) {
  return llvm::createStringError("target." + field + ": " + what);
}

std::string didYouMean(llvm::StringRef name,
                       llvm::ArrayRef<llvm::StringRef> known) {
  std::vector<std::string_view> names(known.begin(), known.end());
  std::string_view nearest = nearestName(name, names);
  return nearest.empty() ? ""
                         : "; did you mean '" + std::string(nearest) + "'?";
}

/// The backend that a target names.
static llvm::Expected<const Backend *> findByName(llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> known;
  for (const std::unique_ptr<Backend> &backend : backends()) {
    if (backend->name() == name)
      return backend.get();
    known.push_back(backend->name());
  }
  return targetError("backend", "there is no '" + name + "'; there are " +
                                    llvm::join(known, ", ") +
                                    didYouMean(name, known));
}

llvm::Expected<const Backend *> findBackend(const v1::Target &target) {
  if (!target.backend().empty())
    return findByName(target.backend());
  if (target.triple().empty())
    return targetError("triple",
                       "missing; for example x86_64-unknown-linux-gnu");
  llvm::Triple triple(llvm::Triple::normalize(target.triple()));
  std::string known;
  for (const std::unique_ptr<Backend> &backend : backends()) {
    if (backend->takes(triple))
      return backend.get();
    if (!backend->triples().empty())
      known += (known.empty() ? "" : ", or ") + backend->triples().str();
  }
  return targetError("triple",
                     "'" + target.triple() + "' is not one of " + known);
}

/// In order, each once. Which ones there are is not known here.
static void canonicalizeLegalOps(v1::Target &target) {
  std::set<std::string> names(target.legal_ops().begin(),
                              target.legal_ops().end());
  target.clear_legal_ops();
  for (const std::string &name : names)
    target.add_legal_ops(name);
}

static llvm::Error checkCaches(const v1::Target &target) {
  constexpr uint64_t kLeast = 1 << 10, kMost = uint64_t{1} << 30;
  auto check = [](llvm::StringRef field, uint64_t bytes) -> llvm::Error {
    if (bytes == 0 || (bytes >= kLeast && bytes <= kMost))
      return llvm::Error::success();
    return targetError(field,
                       llvm::Twine(bytes) + " is not between 1 KiB and 1 GiB");
  };
  if (llvm::Error error = check("l1_cache_bytes", target.l1_cache_bytes()))
    return error;
  return check("l2_cache_bytes", target.l2_cache_bytes());
}

static llvm::Error checkAlignment(const v1::Target &target) {
  uint64_t alignment = target.alignment();
  if (alignment == 0 ||
      (llvm::isPowerOf2_64(alignment) && alignment >= 64 && alignment <= 4096))
    return llvm::Error::success();
  return targetError("alignment", llvm::Twine(alignment) +
                                      " is not a power of two from 64 to 4096");
}

/// Checks memory spaces and brings them in order, the last of each name.
static llvm::Error canonicalizeMemory(v1::Target &target) {
  constexpr llvm::StringRef kSpaces[] = {"arena", "constants", "state"};
  std::map<std::string, uint64_t> spaces;
  for (auto [i, space] : llvm::enumerate(target.memory_spaces())) {
    std::string field = ("memory_spaces[" + llvm::Twine(i) + "].").str();
    if (!llvm::is_contained(kSpaces, space.name()))
      return targetError(field + "name",
                         "there is no '" + space.name() + "'; there are " +
                             llvm::join(llvm::ArrayRef(kSpaces), ", ") +
                             didYouMean(space.name(), kSpaces));
    if (space.bytes() == 0)
      return targetError(field + "bytes", "is 0, and nothing fits into that");
    spaces[space.name()] = space.bytes();
  }
  target.clear_memory_spaces();
  for (const auto &[name, bytes] : spaces) {
    v1::MemorySpace &space = *target.add_memory_spaces();
    space.set_name(name);
    space.set_bytes(bytes);
  }
  return llvm::Error::success();
}

static llvm::Error canonicalizeElementTypes(v1::Target &target) {
  constexpr llvm::StringRef kTypes[] = {
      "bf16",       "complex<f32>", "complex<f64>",
      "f16",        "f32",          "f64",
      "f8E3M4",     "f8E4M3",       "f8E4M3B11FNUZ",
      "f8E4M3FN",   "f8E4M3FNUZ",   "f8E5M2",
      "f8E5M2FNUZ", "f8E8M0FNU",    "i16",
      "i32",        "i4",           "i64",
      "i8"};
  std::set<std::string> types;
  for (auto [i, type] : llvm::enumerate(target.element_types())) {
    if (!llvm::is_contained(kTypes, type))
      return targetError("element_types[" + llvm::Twine(i) + "]",
                         "there is no '" + type + "'; there are " +
                             llvm::join(llvm::ArrayRef(kTypes), ", ") +
                             didYouMean(type, kTypes));
    types.insert(type);
  }
  target.clear_element_types();
  for (const std::string &type : types)
    target.add_element_types(type);
  return llvm::Error::success();
}

/// Refuses a number that a newer description gave a name, or nobody. What the
/// default is counts as not given: said aloud, it takes back what a base says.
static llvm::Error canonicalizeEnumerations(v1::Target &target) {
  if (!v1::Target::Output_IsValid(target.emit()))
    return targetError("emit", llvm::Twine(int(target.emit())) +
                                   " is no kind of output");
  if (!v1::Target::Layout_IsValid(target.layout()))
    return targetError("layout",
                       llvm::Twine(int(target.layout())) + " is no layout");
  if (!v1::CustomOpForm_IsValid(target.custom_op_form()))
    return targetError("custom_op_form",
                       llvm::Twine(int(target.custom_op_form())) +
                           " is no form of custom ops");
  if (target.emit() == v1::Target::EXECUTABLE)
    target.clear_emit();
  if (target.layout() == v1::Target::BY_VECTORS)
    target.clear_layout();
  return llvm::Error::success();
}

/// `2.6`: numbers, dots between them.
static bool isVersion(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> numbers;
  text.split(numbers, '.');
  return llvm::all_of(numbers, [](llvm::StringRef number) {
    return !number.empty() && number.size() <= 9 &&
           llvm::all_of(number, llvm::isDigit);
  });
}

/// Whether the dynamic loader can look for a file of this name.
static bool isFileName(llvm::StringRef text) {
  constexpr size_t kLongest = 255;
  return !text.empty() && text.size() <= kLongest && text != "." &&
         text != ".." && llvm::all_of(text, [](char c) {
           return llvm::isPrint(c) && c != '/';
         });
}

/// Checks libraries and brings them in order, the last of each name.
static llvm::Error canonicalizeLibraries(v1::Target &target) {
  std::map<std::string, v1::TargetLibrary> libraries;
  for (auto [i, library] : llvm::enumerate(target.libraries())) {
    std::string field = ("libraries[" + llvm::Twine(i) + "].").str();
    llvm::StringRef name = library.name(), file = library.file();
    if (name.empty() || name.contains('.') ||
        !llvm::all_of(name, llvm::isPrint))
      return targetError(field + "name",
                         "'" + name +
                             "' is not what names of custom ops have "
                             "before their first dot");
    if (!isFileName(file))
      return targetError(field + "file",
                         "'" + file + "' is not the name of a file");
    if (!library.version().empty() && !isVersion(library.version()))
      return targetError(field + "version", "'" + library.version() +
                                                "' is not made of numbers "
                                                "with dots between them");
    libraries[library.name()] = library;
  }
  target.clear_libraries();
  for (const auto &[name, library] : libraries)
    *target.add_libraries() = library;
  return llvm::Error::success();
}

template <typename... Ops> static llvm::SmallVector<llvm::StringRef> namesOf() {
  return {Ops::getOperationName()...};
}

/// The ops that placing by cost asks the speed of; others cost nothing there.
static llvm::SmallVector<llvm::StringRef> opsWithSpeed() {
  auto names = namesOf<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
      >();
  llvm::append_range(names,
                     namesOf<mlir::tensor::ConcatOp, mlir::tensor::PadOp>());
  return names;
}

/// Checks what ops and transfers cost, and brings speeds in order, the last of
/// each op.
static llvm::Error canonicalizeCosts(v1::Target &target) {
  constexpr uint64_t kMost = 1'000'000'000'000;
  std::map<std::string, v1::TargetSpeed> speeds;
  for (auto [i, speed] : llvm::enumerate(target.speeds())) {
    std::string field = ("speeds[" + llvm::Twine(i) + "].").str();
    if (!speed.op().empty())
      if (auto known = opsWithSpeed(); !llvm::is_contained(known, speed.op()))
        return targetError(field + "op",
                           "'" + speed.op() +
                               "' is no op such as linalg.matmul" +
                               didYouMean(speed.op(), known));
    if (speed.multiplications_per_us() == 0 ||
        speed.multiplications_per_us() > kMost)
      return targetError(field + "multiplications_per_us",
                         "is not between 1 and " + llvm::Twine(kMost));
    if (speed.bytes_per_us() > kMost)
      return targetError(field + "bytes_per_us",
                         "is more than " + llvm::Twine(kMost));
    speeds[speed.op()] = speed;
  }
  target.clear_speeds();
  for (const auto &[op, speed] : speeds)
    *target.add_speeds() = speed;
  if (!target.has_memory())
    return llvm::Error::success();
  const v1::TargetMemory &memory = target.memory();
  if (memory.name().empty() || !llvm::all_of(memory.name(), [](char c) {
        return llvm::isAlnum(c) || c == '_';
      }))
    return targetError("memory.name",
                       "'" + memory.name() +
                           "' is not made of letters, digits and '_'");
  if (memory.bytes_per_us() == 0 || memory.bytes_per_us() > kMost)
    return targetError("memory.bytes_per_us",
                       "is not between 1 and " + llvm::Twine(kMost));
  if (memory.nanoseconds() > kMost)
    return targetError("memory.nanoseconds",
                       "is more than " + llvm::Twine(kMost));
  return llvm::Error::success();
}

/// Checks what means the same for all backends and brings it in order.
static llvm::Error canonicalizeShared(v1::Target &target) {
  canonicalizeLegalOps(target);
  if (llvm::Error error = checkCaches(target))
    return error;
  if (llvm::Error error = checkAlignment(target))
    return error;
  if (llvm::Error error = canonicalizeEnumerations(target))
    return error;
  if (llvm::Error error = canonicalizePlugins(target))
    return error;
  if (llvm::Error error = canonicalizeLibraries(target))
    return error;
  if (llvm::Error error = canonicalizeCosts(target))
    return error;
  if (llvm::Error error = canonicalizeMemory(target))
    return error;
  return canonicalizeElementTypes(target);
}

llvm::Expected<v1::Target> resolveTarget(const v1::Target &target) {
  llvm::Expected<const Backend *> backend = findBackend(target);
  if (!backend)
    return backend.takeError();
  llvm::Expected<v1::Target> resolved = (*backend)->resolve(target);
  if (!resolved)
    return resolved.takeError();
  if (llvm::Error error = canonicalizeShared(*resolved))
    return error;
  return resolved;
}

llvm::Expected<const Backend *>
findBackendOfResolved(const v1::Target &target) {
  llvm::Expected<v1::Target> resolved = resolveTarget(target);
  if (!resolved)
    return resolved.takeError();
  if (resolved->SerializeAsString() != target.SerializeAsString())
    return llvm::createStringError(
        "target: not resolved (triple normalised, CPU named, features sorted)");
  return findBackend(target);
}

} // namespace ingot::pipeline
