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
#include "absl/strings/escaping.h"
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

std::string oneValueFault(const std::string &a, const std::string &b) {
  return absl::StrCat("'", a, "' and '", b,
                      "' have one value in the executable and two now; compile "
                      "the program with the new weights");
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

/// Those of a file that the executable knows, by whatever name.
using Tensors = std::set<const runtime::StoredTensor *>;

/// What the file has for one constant of the executable.
class Choice {
public:
  Choice(const v1::Constant &constant, const runtime::TensorFile &file)
      : constant_(constant), file_(file), shape_(shapeOf(constant.type())) {}

  /// Chooses under its name and those that the program has for it: they are one
  /// constant, so they have one value.
  void choose(Rebinding &rebinding, Tensors &known,
              std::vector<std::string> &faults) {
    take(constant_.name(), known, faults);
    for (const std::string &name : constant_.source_names())
      take(name, known, faults);
    if (chosen_.empty()) {
      if (!isFound_)
        faults.push_back(absl::StrCat(
            "'", nameOf(constant_), "' is missing: the executable needs ",
            runtime::typeName(constant_.type().element(), shape_)));
      return;
    }
    rebinding.tensors.push_back(
        {constant_.name(), constant_.type().element(), shape_, bytes_, ""});
  }

private:
  /// What people call it.
  static const std::string &nameOf(const v1::Constant &constant) {
    return constant.source_names().empty() ? constant.name()
                                           : constant.source_names(0);
  }

  void take(const std::string &name, Tensors &known,
            std::vector<std::string> &faults) {
    const runtime::StoredTensor *entry = file_.find(name);
    if (!entry)
      return;
    known.insert(entry);
    isFound_ = true;
    const v1::ElementType element = constant_.type().element();
    const bool isHeld = entry->holds(element, shape_, constant_.element());
    const std::string_view bytes =
        isHeld ? entry->bytesAs(element) : std::string_view();
    if (!isHeld || !entry->holdsValues(constant_.element()) ||
        (constant_.has_digest() && static_cast<int64_t>(bytes.size()) !=
                                       constant_.digest().size_bytes())) {
      faults.push_back(
          absl::StrCat("'", name, "' ",
                       entry->faultAs(element, shape_, constant_.element())));
    } else if (!chosen_.empty() && bytes != bytes_) {
      faults.push_back(oneValueFault(chosen_, name));
    } else {
      chosen_ = name;
      bytes_ = bytes;
    }
  }

  const v1::Constant &constant_;
  const runtime::TensorFile &file_;
  const std::vector<int64_t> shape_;
  bool isFound_ = false;
  std::string chosen_; ///< A name under which the file has it.
  std::string_view bytes_;
};

/// Why the file's tensor cannot take the place of a value that is code; empty
/// if it has that value.
std::string faultOfFolded(const v1::FoldedConstant &folded,
                          const runtime::StoredTensor &entry) {
  const v1::ElementType element = folded.type().element();
  if (element != v1::ELEMENT_TYPE_UNSPECIFIED) {
    const std::vector<int64_t> shape = shapeOf(folded.type());
    if (!entry.holds(element, shape))
      return absl::StrCat("'", folded.name(), "' is ", entry.typeName(),
                          ": the program has ",
                          runtime::typeName(element, shape));
    if (Digest::of(entry.bytesAs(element)).hex() ==
        absl::BytesToHexString(folded.sha256()))
      return "";
  }
  return absl::StrCat("'", folded.name(), "' ",
                      folded.sha256().empty() ? "may have" : "has",
                      " another value, and the "
                      "compiler made code of its value in the phase '",
                      folded.phase(), "': ", whyFolded(folded),
                      "; compile the program with the new weights");
}

} // namespace

std::string whyFolded(const v1::FoldedConstant &folded) {
  switch (folded.reason()) {
  case v1::FoldedConstant::SMALL:
    return "it is smaller than the threshold of constants";
  case v1::FoldedConstant::ONE_VALUE:
    return "all its elements were one number";
  case v1::FoldedConstant::REQUIRED:
    return "an operator's code depends on it, or its type is kept in code only";
  default:
    return "the compiler computed with it, or nothing needed it";
  }
}

absl::StatusOr<Rebinding> chooseConstants(const v1::Manifest &manifest,
                                          const runtime::TensorFile &file) {
  Rebinding rebinding;
  std::vector<std::string> faults;
  Tensors known;
  for (const v1::Constant &constant : manifest.constants())
    Choice(constant, file).choose(rebinding, known, faults);
  for (const v1::FoldedConstant &folded : manifest.folded_constants()) {
    const runtime::StoredTensor *entry = file.find(folded.name());
    if (!entry)
      continue;
    known.insert(entry);
    if (std::string fault = faultOfFolded(folded, *entry); !fault.empty())
      faults.push_back(std::move(fault));
  }
  for (const auto &[name, entry] : file.tensors())
    if (!known.count(&entry))
      faults.push_back(absl::StrCat(
          "'", name,
          "' is no constant of the executable: the program has none of this "
          "name, does not use it, or its frontend computed with it"));
  if (!faults.empty())
    return refused(faults);
  return rebinding;
}

void nameValues(const v1::Manifest &manifest, std::vector<std::string> digests,
                Rebinding &rebinding) {
  for (size_t i = 0; i < rebinding.tensors.size(); ++i) {
    const v1::Constant &constant = manifest.constants(static_cast<int>(i));
    rebinding.changed += digests[i] != constant.digest().hash();
    rebinding.tensors[i].digest = std::move(digests[i]);
  }
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
      faults.push_back(oneValueFault(change->second.constant, constant.name()));
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
