//===- Rebind.cpp - an executable with other weights ----------------------===//
//
// A digest stands as 64 hexadecimal digits in the manifest and in the table of
// constants (proto/abi/executable.h), and nowhere else. Both places keep their
// length, so the file is searched for the old digits and nothing moves; its
// layout need not be understood, whatever machine it is for.
//
//===----------------------------------------------------------------------===//

#include "client/cli/Rebind.h"
#include "cache/key/Digest.h"
#include "client/runtime/Tensor.h"

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace ingot::client {
namespace {

constexpr size_t kDigits = 64;
/// The manifest and the table.
constexpr int kPlaces = 2;

std::vector<int64_t> shapeOf(const v1::TensorType &type) {
  return {type.shape().begin(), type.shape().end()};
}

absl::Status refused(const std::vector<std::string> &faults) {
  return absl::FailedPreconditionError(absl::StrJoin(faults, "\n"));
}

/// A digest to be replaced, and where it was found.
struct Change {
  std::string to, constant;
  int found = 0;
};

/// To pass over what is no digest without hashing it.
uint64_t beginOf(const char *digits) {
  uint64_t begin;
  std::memcpy(&begin, digits, sizeof(begin));
  return begin;
}

} // namespace

absl::StatusOr<Rebinding> chooseConstants(const v1::Manifest &manifest,
                                          const runtime::TensorFile &file) {
  Rebinding rebinding;
  std::vector<std::string> faults;
  // By where they are: a constant SCOPE::KEY may be the tensor KEY.
  std::set<const runtime::StoredTensor *> used;
  for (const v1::Constant &constant : manifest.constants()) {
    const runtime::StoredTensor *entry = file.find(constant.name());
    used.insert(entry);
    const v1::TensorType &type = constant.type();
    const std::vector<int64_t> shape = shapeOf(type);
    if (!entry) {
      faults.push_back(absl::StrCat("'", constant.name(),
                                    "' is missing: the executable "
                                    "needs ",
                                    runtime::typeName(type.element(), shape)));
      continue;
    }
    const bool isHeld = entry->holds(type.element(), shape);
    const std::string_view bytes =
        isHeld ? entry->bytesAs(type.element()) : std::string_view();
    if (!isHeld ||
        (constant.has_digest() && static_cast<int64_t>(bytes.size()) !=
                                      constant.digest().size_bytes())) {
      faults.push_back(absl::StrCat("'", constant.name(), "' is ",
                                    entry->typeName(),
                                    ": the executable "
                                    "needs ",
                                    runtime::typeName(type.element(), shape)));
      continue;
    }
    const std::string digest = Digest::of(bytes).hex();
    rebinding.changed += digest != constant.digest().hash();
    rebinding.tensors.push_back(
        {constant.name(), type.element(), shape, bytes, digest});
  }
  for (const auto &[name, entry] : file.tensors())
    if (!used.count(&entry))
      faults.push_back(absl::StrCat(
          "'", name,
          "' is no constant of the executable: the program does not "
          "use it, or the compiler read its value and made it part of the "
          "code; compile the program with the new weights"));
  if (!faults.empty())
    return refused(faults);
  return rebinding;
}

absl::Status replaceDigests(const v1::Manifest &manifest,
                            const Rebinding &rebinding,
                            std::string &executable) {
  absl::flat_hash_map<std::string, Change> changes; // By the old digits.
  absl::flat_hash_set<uint64_t> begins;
  std::vector<std::string> faults;
  for (int i = 0; i < manifest.constants_size(); ++i) {
    const v1::Constant &constant = manifest.constants(i);
    const std::string &from = constant.digest().hash();
    // An external constant is bound by its name, whatever its value.
    if (from.size() != kDigits)
      continue;
    const std::string &to = rebinding.tensors[static_cast<size_t>(i)].digest;
    auto [change, isNew] =
        changes.try_emplace(from, Change{to, constant.name()});
    begins.insert(beginOf(from.data()));
    if (!isNew && change->second.to != to)
      faults.push_back(absl::StrCat(
          "'", change->second.constant, "' and '", constant.name(),
          "' have one value in the executable and two now; compile the program "
          "with the new weights"));
  }
  if (!faults.empty())
    return refused(faults);
  for (size_t at = 0; at + kDigits <= executable.size(); ++at) {
    if (!begins.contains(beginOf(executable.data() + at)))
      continue;
    auto change =
        changes.find(absl::string_view(executable).substr(at, kDigits));
    if (change == changes.end())
      continue;
    executable.replace(at, kDigits, change->second.to);
    ++change->second.found;
    at += kDigits - 1;
  }
  for (const auto &[from, change] : changes)
    if (change.found < kPlaces)
      faults.push_back(change.constant);
  if (!faults.empty()) {
    std::sort(faults.begin(), faults.end());
    return absl::InvalidArgumentError(absl::StrCat(
        "does not name the values of ", absl::StrJoin(faults, ", "),
        " where it should; compile the program again"));
  }
  return absl::OkStatus();
}

} // namespace ingot::client
